import * as z from 'zod';
import { type Channel, channels } from '../protocol/channels.ts';
import { editInputSchema, editParams } from './editInput.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which they are listed. package.json is checked against it. */
export const tools: readonly Tool[] = [
  {
    name: 'live_context',
    description:
      'What the developer sees in the editor now, unsaved text included: current document, cursor, selections, their recent ' +
      'edits, diagnostics, project rules, related code. Call it first; do not read these files from disk, they may be older.',
    channel: 'live:get',
    inputs: ['documentId', 'diffs', 'maxCharacters'],
    listed: 'always',
  },
  {
    name: 'live_context_changes',
    description:
      'What changed in the open documents since you last looked, as unified diffs, unsaved edits included. Call it before each ' +
      'edit and after each pause instead of reading files again.',
    channel: 'live:changesSince',
    inputs: ['since', 'documentId', 'more'],
    listed: 'always',
  },
  {
    name: 'live_context_version',
    description:
      'The text of any file of the project, or only some lines, now (unsaved text included) or at an earlier version id; with compareWith the ' +
      'diff of two versions. For parts that live_context left out.',
    channel: 'live:version',
    inputs: ['documentId', 'versionId', 'lines', 'compareWith', 'offset'],
    listed: 'always',
  },
  {
    name: 'live_context_apply_edits',
    description:
      "Edits documents in the developer's editor, also while they type: edits made against an older version are rebased; where the " +
      'developer changed the same place nothing is written and you get both sides. Use it instead of writing files that are open ' +
      'in the editor. All edits speak of the text of baseVersionId; all are applied or none. Leave [REDACTED:…] as it is.',
    channel: 'live:applyEdits',
    input: { schema: editInputSchema, params: editParams },
    inputs: ['documentId', 'baseVersionId', 'edits', 'answer', 'summary', 'save'],
    listed: 'always',
  },
  {
    name: 'live_context_action',
    description:
      'Presses an anchor of a Live Context window for you: expand, collapse, pin, close, act on one piece, read more, write a note, ' +
      'add a constraint. id is the anchor with the @key of its line, such as b3@1f0c22aa; list tells them all.',
    channel: 'windows:act',
    inputs: ['id', 'params'],
    listed: 'always',
  },
  {
    name: 'context_list',
    description:
      'Lists context files, newest first: terminal and tool outputs, long diffs, saved selections, kept out of the prompt.',
    channel: 'files:list',
    inputs: ['kind', 'limit'],
    listed: 'files',
  },
  {
    name: 'context_grep',
    description: 'Searches a context file by a regular expression. Use it before reading a long output.',
    channel: 'files:grep',
    inputs: ['id', 'pattern', 'maxResults', 'contextLines', 'caseSensitive'],
    listed: 'files',
  },
  {
    name: 'context_tail',
    description: 'The last lines of a context file: how a build or a test run ended.',
    channel: 'files:tail',
    inputs: ['id', 'lines'],
    listed: 'files',
  },
  {
    name: 'context_read',
    description: 'A page of a context file: limit bytes from offset. Go on from nextOffset until done.',
    channel: 'files:read',
    inputs: ['id', 'offset', 'limit'],
    listed: 'files',
  },
];

/** What changes the developer's documents or view. */
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

/** JSON Schema of what the tool takes, as models are told of it: without the bounds, which the session checks. */
export function inputSchemaOf({ channel, inputs, input }: Tool): ObjectSchema {
  const { properties = {}, required = [] } = input?.schema ?? z.toJSONSchema(channels[channel].params, { io: 'input' });
  const described = inputs.map((name) => [name, plainSchema(properties[name] ?? {})]);
  const needed = required.filter((name) => inputs.includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(described),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

/** A schema with what a model needs to know, in few tokens. */
type PlainSchema = { [name: string]: string | string[] | PlainSchema };
type ObjectSchema = { type: 'object'; properties: PlainSchema; required?: string[] };

function plainSchema(schema: z.core.JSONSchema._JSONSchema): PlainSchema {
  if (typeof schema === 'boolean') return {};
  const { type = 'object', enum: values, description, items, properties, required } = schema;
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, plainSchema(one)]);
  return {
    type,
    ...(values === undefined ? {} : { enum: values.map(String) }),
    ...(description === undefined ? {} : { description }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: plainSchema(items) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
    ...(required === undefined ? {} : { required }),
  };
}
