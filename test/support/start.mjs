import { handOver } from './toolchain.mjs';

await handOver('test/support/demo.ts', process.argv.slice(2));
