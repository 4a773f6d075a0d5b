import type { Tool } from './tool.ts';

export const contextRead: Tool = {
  name: 'context_read',
  description:
    'A page of a context file: at most `limit` bytes from byte `offset`. Read on from `nextOffset` until `done`. For a word or the ' +
    'end of a long file context_grep and context_tail cost less.',
  channel: 'files:read',
};
