import type { Tool } from './tool.ts';

export const liveContext: Tool = {
  name: 'live_context',
  description:
    'What the developer sees in the editor right now, unsaved text included: the current document with cursor and ' +
    'selections, their recent diffs, open tabs, diagnostics, project rules, settings and related code, within the token budget. ' +
    'Call it first, instead of reading the file from disk, which may be stale. `diffs` sets how many recent diffs it holds. ' +
    'Afterwards call live_context_changes, which costs far fewer tokens.',
  channel: 'live:get',
};
