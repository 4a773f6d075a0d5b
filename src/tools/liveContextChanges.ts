import type { Tool } from './tool.ts';

export const liveContextChanges: Tool = {
  name: 'live_context_changes',
  description:
    'Exactly what changed in the open documents since you last looked, as unified diffs that apply, unsaved edits included. ' +
    'Call it before every edit and after every pause instead of reading files again. Give `since` the version id (`now`, ' +
    '`version_id`) of the last reply you saw; without it, everything since the last delivery to this client is told.',
  channel: 'live:changesSince',
};
