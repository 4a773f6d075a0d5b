import { handOver } from './support/running/toolchain.mjs';

await handOver('test/support/running/suite.ts', process.argv.slice(2), '0 passed, 1 failed');
