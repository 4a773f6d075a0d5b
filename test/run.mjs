import { handOver } from './support/toolchain.mjs';

await handOver('test/support/suite.ts', process.argv.slice(2), '0 passed, 1 failed');
