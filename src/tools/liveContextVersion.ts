import type { Tool } from './tool.ts';

export const liveContextVersion: Tool = {
  name: 'live_context_version',
  description:
    'The whole text of an open document, or only its `lines`, at a version id; without an id as it is now, unsaved text ' +
    'included. With `compareWith` the unified diff between the two versions instead. Use it for the parts of a long document ' +
    'that live_context left out, and to look at an earlier version.',
  channel: 'live:version',
};
