import { handOver } from './toolchain.mjs';

await handOver('test/support/running/demo.ts', process.argv.slice(2));
