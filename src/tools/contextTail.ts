import type { Tool } from './tool.ts';

export const contextTail: Tool = {
  name: 'context_tail',
  description: 'The last `lines` lines of a context file: where a build or a test run says how it ended.',
  channel: 'files:tail',
};
