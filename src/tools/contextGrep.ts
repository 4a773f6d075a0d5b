import type { Tool } from './tool.ts';

export const contextGrep: Tool = {
  name: 'context_grep',
  description:
    "The lines of a context file that a regular expression (ripgrep's syntax) is found in, with line numbers and, if asked for, " +
    '`contextLines` around each. Look for error messages here before reading a long output.',
  channel: 'files:grep',
};
