import type { Tool } from './tool.ts';

export const liveContextApplyEdits: Tool = {
  name: 'live_context_apply_edits',
  description:
    "Changes open or closed documents in the developer's editor, undoable, without overwriting what they type meanwhile. Give " +
    '`documentId`, `baseVersionId` (the version_id you read) and `edits`, or `documents` with several such entries: all are applied ' +
    'or none. An edit is {type: "replace", oldText, newText} with a text that occurs once (else say which `occurrence`), {type: ' +
    '"patch", patch} with hunks of a unified diff, or {type: "range", start: {line, column}, end, newText} counted from 1; all edits ' +
    'of a document speak of the base version. Edits against an older version are rebased over later changes; where the developer ' +
    'changed the same place you get both sides and the fresh text. Leave [REDACTED:…] placeholders as they are. Prefer this tool to ' +
    'writing files. `summary` says in a few words what the edits are for.',
  channel: 'live:applyEdits',
};
