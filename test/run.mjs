import { handOver } from './support/running/toolchain.mjs';

const words = process.argv.slice(2);
if (words.includes('--all')) process.env['LIVE_CONTEXT_ALL'] = '1';
const chosen = words.filter((word) => word !== '--all');
await handOver('test/support/running/suite.ts', chosen, '0 passed, 1 failed');
