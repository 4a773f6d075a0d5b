import * as z from 'zod';
import { type Channel, channels } from '../protocol/channels.ts';
import type { WindowKind } from '../protocol/windowKinds.ts';
import type { Verb } from '../protocol/windows.ts';
import { parseAnchor } from '../windows/registry.ts';
import { editInputSchema, editParams } from './editInput.ts';

/**
 * A tool of agents, defined once for chat models in VS Code and for MCP. The channel has its output
 * and handler.
 */
export interface Tool {
  /** The name for models: lower case with underscores. */
  readonly name: string;
  /**
   * The description for models: when to use it, what it returns, what to do next. Never translated.
   */
  readonly description: string;
  readonly channel: Channel;
  /** The parameters shown to models; the channel may take more. */
  readonly inputs: readonly string[];
  /** The form of the parameters for models, if it differs from the channel's. */
  readonly input?: {
    readonly schema: () => z.core.JSONSchema.JSONSchema;
    /** The channel's parameters, not yet validated. Throws `REQUEST_INVALID`. */
    readonly params: (input: unknown) => unknown;
  };
}

/** Every tool, in the order in which they are listed. package.json is checked against it. */
export const tools: readonly Tool[] = [
  {
    name: 'live_context',
    description:
      "The developer's editor now, unsaved text included: current document, cursor, selections, recent edits, " +
      'diagnostics, project rules, related code. Call it first: files on disk may be older.',
    channel: 'live:get',
    inputs: ['documentId', 'have', 'diffs', 'maxCharacters'],
  },
  {
    name: 'live_context_changes',
    description:
      'Changes in the open documents since your last look, unsaved edits included, as unified diffs. Call it ' +
      'before each edit and after each pause instead of rereading files.',
    channel: 'live:changesSince',
    inputs: ['since', 'documentId', 'more'],
  },
  {
    name: 'live_context_version',
    description:
      'The text of any project file, or some lines of it, now (unsaved text included) or at an earlier version ' +
      'id; with compareWith, the diff of two versions. For what live_context left out.',
    channel: 'live:version',
    inputs: ['documentId', 'versionId', 'lines', 'compareWith', 'offset'],
  },
  {
    name: 'live_context_apply_edits',
    description:
      "Edits documents in the developer's editor, even while they type: edits to an older version are rebased; " +
      'if the developer changed the same place, nothing is written and you get both sides. Use it instead of ' +
      'writing open files. All edits refer to baseVersionId and are applied atomically. Leave [REDACTED:…] unchanged.',
    channel: 'live:applyEdits',
    input: { schema: editInputSchema, params: editParams },
    inputs: ['documentId', 'baseVersionId', 'edits', 'answer', 'summary', 'save'],
  },
  {
    name: 'live_context_action',
    description:
      'Changes what prompts show of a window or piece: expand, shorten, keep, remove, putBack, read; add, ' +
      'tick, close notes; add constraints. id is verb:window@key, such as expand:diffs@k7f3a2; list returns all.',
    channel: 'windows:act',
    inputs: ['id', 'params'],
  },
  {
    name: 'context_list',
    description: 'Lists context files, newest first: terminal and tool outputs, saved selections.',
    channel: 'files:list',
    inputs: ['kind', 'limit'],
  },
  {
    name: 'context_grep',
    description: 'Searches a context file with a regular expression. Use it before reading a long output.',
    channel: 'files:grep',
    inputs: ['id', 'pattern', 'maxResults', 'contextLines', 'caseSensitive'],
  },
  {
    name: 'context_tail',
    description: 'The last lines of a context file: how a build or test run ended.',
    channel: 'files:tail',
    inputs: ['id', 'lines'],
  },
  {
    name: 'context_read',
    description: 'A page of a context file: limit bytes from offset. Continue at nextOffset until done.',
    channel: 'files:read',
    inputs: ['id', 'offset', 'limit'],
  },
];

/** Returns true for a tool that changes the developer's documents or view. */
export function writes({ channel }: Tool): boolean {
  return channel === 'live:applyEdits' || channel === 'windows:act';
}

/** The verb and the window in the input of a call; null if its id is not an anchor. */
export function anchorCall(input: unknown): { readonly kind: WindowKind; readonly verb: Verb } | null {
  const { data } = channels['windows:act'].params.safeParse(input);
  return data === undefined ? null : parseAnchor(data.id);
}

/** The tool's name for people: `live_context_changes` is "Live Context Changes". */
export function titleOf({ name }: Tool): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}

/**
 * Returns the JSON Schema of the input for models, without the bounds, which the session checks.
 */
export function inputSchemaOf({ channel, inputs, input }: Tool): ObjectSchema {
  const { properties = {}, required = [] } =
    input?.schema() ?? z.toJSONSchema(channels[channel].params, { io: 'input' });
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
