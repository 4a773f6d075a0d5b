import type { Tool } from './tool.ts';

export const liveContextAction: Tool = {
  name: 'live_context_action',
  description:
    'Does what an anchor of a Live Context window offers, as the developer would by a click: expand, collapse, pin or close a window, ' +
    'read more, open a place in the editor, add a constraint. `id` is the anchor as it stands in the text (such as b3@e17), `params` ' +
    'what it asks for by name; a button takes nothing. An id that is no longer good changes nothing and comes with the ' +
    "window's present anchors.",
  channel: 'windows:act',
};
