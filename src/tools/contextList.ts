import type { Tool } from './tool.ts';

export const contextList: Tool = {
  name: 'context_list',
  description:
    'Lists the context files: big things kept out of the prompt, such as terminal and tool outputs, long diffs and saved ' +
    'selections, the newest first, each with an id, its size in bytes and a hint. Go on with context_grep, context_tail or context_read.',
  channel: 'files:list',
};
