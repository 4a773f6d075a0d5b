import * as z from 'zod';
import { type Channel, channels } from '../protocol/channels.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which they are listed. package.json is checked against it. */
export const tools: readonly Tool[] = [
  {
    name: 'live_context',
    description:
      'What the developer sees in the editor right now, unsaved text included: the current document with cursor and ' +
      'selections, their recent diffs, open tabs, diagnostics, project rules, settings and related code, within the token budget. ' +
      'Call it first, instead of reading the file from disk, which may be stale. `diffs` sets how many recent diffs it holds. ' +
      'Afterwards call live_context_changes, which costs far fewer tokens.',
    channel: 'live:get',
  },
  {
    name: 'live_context_changes',
    description:
      'Exactly what changed in the open documents since you last looked, as unified diffs that apply, unsaved edits included. ' +
      'Call it before every edit and after every pause instead of reading files again. Give `since` the version id (`now`, ' +
      '`version_id`) of the last reply you saw; without it, everything since the last delivery to this client is told.',
    channel: 'live:changesSince',
  },
  {
    name: 'live_context_version',
    description:
      'The whole text of an open document, or only its `lines`, at a version id; without an id as it is now, unsaved text ' +
      'included. With `compareWith` the unified diff between the two versions instead. Use it for the parts of a long document ' +
      'that live_context left out, and to look at an earlier version.',
    channel: 'live:version',
  },
  {
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
  },
  {
    name: 'live_context_action',
    description:
      'Does what an anchor of a Live Context window offers, as the developer would by a click: expand, collapse, pin or close a window, ' +
      'read more, open a place in the editor, add a constraint. `id` is the anchor as it stands in the text (such as b3@e17), `params` ' +
      'what it asks for by name; a button takes nothing. An id that is no longer good changes nothing and comes with the ' +
      "window's present anchors.",
    channel: 'windows:act',
  },
  {
    name: 'context_list',
    description:
      'Lists the context files: big things kept out of the prompt, such as terminal and tool outputs, long diffs and saved ' +
      'selections, the newest first, each with an id, its size in bytes and a hint. Go on with context_grep, context_tail or context_read.',
    channel: 'files:list',
  },
  {
    name: 'context_read',
    description:
      'A page of a context file: at most `limit` bytes from byte `offset`. Read on from `nextOffset` until `done`. For a word or the ' +
      'end of a long file context_grep and context_tail cost less.',
    channel: 'files:read',
  },
  {
    name: 'context_tail',
    description: 'The last `lines` lines of a context file: where a build or a test run says how it ended.',
    channel: 'files:tail',
  },
  {
    name: 'context_grep',
    description:
      "The lines of a context file that a regular expression (ripgrep's syntax) is found in, with line numbers and, if asked for, " +
      '`contextLines` around each. Look for error messages here before reading a long output.',
    channel: 'files:grep',
  },
];

/** What changes the developer's documents or view: such tools are confirmed by the developer. */
const writing: ReadonlySet<Channel> = new Set<Channel>(['live:applyEdits', 'windows:act']);

export function writes({ channel }: Tool): boolean {
  return writing.has(channel);
}

/** The tool's name for people: `live_context_changes` is "Live Context Changes". */
export function titleOf({ name }: Tool): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}

/** What only surfaces ask for: models are not told of it. */
const forSurfaces: ReadonlySet<string> = new Set(['expect', 'preview', 'trace']);

/** JSON Schema (2020-12) of what the tool takes. */
export function inputSchemaOf({ channel }: Tool): z.core.JSONSchema.JSONSchema {
  const { $schema: _, properties = {}, ...schema } = z.toJSONSchema(channels[channel].params, { io: 'input' });
  const told = Object.entries(properties).filter(([name]) => !forSurfaces.has(name));
  return { ...schema, properties: Object.fromEntries(told) };
}
