import * as z from 'zod';
import type { Layer } from '../engine/piece.ts';
import { plainText } from '../protocol/plainText.ts';
import { constraintTypes } from '../protocol/prompt/prompt.ts';
import type { WindowKind } from '../protocol/windowKinds.ts';
import { type ActionName, pieceDeeds } from '../protocol/windows.ts';

/** The longest note, UTF-16 units. */
const maxNoteLength = 8_000;

/** An action as the registry declares it: a form has parameters, checked by zod; a button has none. */
export interface ActionDefinition {
  readonly description: string;
  readonly params?: z.ZodObject;
  /** It changes what is the project's, so that the developer is asked before a model does it: prompts alone are the asker's own. */
  readonly changesProject?: true;
}

/**
 * Every action that exists. Anchors are made from these alone: a text that looks like one is text.
 */
export const actions: Readonly<Record<ActionName, ActionDefinition>> = {
  expand: { description: 'more detail; past Full, shortened last' },
  collapse: { description: 'less detail' },
  pin: { description: 'never left out while anything else can make room' },
  unpin: { description: 'take the pin away' },
  close: {
    description: 'leave the window out; the summary stays as its trace',
    params: z.strictObject({ summary: plainText(500).optional() }),
  },
  open: { description: 'show the window again' },
  openInEditor: { description: 'show it in the editor' },
  compareWithVersion: {
    description: 'show what changed since a version',
    params: z.strictObject({ version_id: z.string().min(1).max(64) }),
  },
  addConstraint: {
    description: 'add a rule of the project',
    changesProject: true,
    params: z.strictObject({
      text: plainText(2_000).min(1),
      type: z.enum(constraintTypes).optional(),
    }),
  },
  readMore: {
    description: 'read lines of the document',
    params: z.strictObject({ first: z.int().min(1), last: z.int().min(1) }),
  },
  piece: {
    description: `do something to one piece (a file:line, a version, a name): ${pieceDeeds.join(', ')}`,
    params: z.strictObject({ piece: z.string().min(1).max(4_096), do: z.enum(pieceDeeds) }),
  },
  write: {
    description: 'write a note that stays in the prompt; an empty text takes it away',
    params: z.strictObject({
      title: plainText(100).regex(/^[^\r\n]+$/, 'A title is one line.'),
      text: plainText(maxNoteLength),
    }),
  },
};

export interface WindowDefinition {
  readonly layer: Layer;
  /** Whether the window belongs to one document, or to the project. */
  readonly perDocument: boolean;
  /** Its actions beside those that its state decides; in the order in which they are offered. */
  readonly own: readonly ActionName[];
  /** Whether its pieces have levels of detail that it can be expanded and collapsed over. */
  readonly levels: boolean;
  readonly pinnable: boolean;
  /** There is no prompt without the document and the editor's state; and nobody closes rules but who deletes them. */
  readonly closable: boolean;
}

const immediate = { layer: 'immediate', perDocument: true } as const;
const retrieved = {
  layer: 'retrieved',
  perDocument: false,
  own: ['piece'],
  levels: true,
  pinnable: true,
  closable: true,
} as const;
const rulesWindow = { layer: 'rules', perDocument: false, levels: false, pinnable: false, closable: false } as const;

/** The windows, in the order of the prompt. */
export const registry: Readonly<Record<WindowKind, WindowDefinition>> = {
  constraints: { ...rulesWindow, own: ['addConstraint'] },
  instructions: { ...rulesWindow, own: [] },
  settings: {
    layer: 'settings',
    perDocument: false,
    own: ['piece'],
    levels: false,
    pinnable: true,
    closable: true,
  },
  retrieved,
  diagnostics: retrieved,
  contextFiles: retrieved,
  note: {
    ...retrieved,
    own: ['write', 'piece'],
    levels: false,
    pinnable: false,
    closable: false,
  },
  document: {
    ...immediate,
    own: ['readMore', 'openInEditor', 'compareWithVersion'],
    levels: true,
    pinnable: false,
    closable: false,
  },
  diffs: {
    ...immediate,
    own: ['compareWithVersion', 'piece'],
    levels: true,
    pinnable: true,
    closable: true,
  },
  editorState: { ...immediate, own: [], levels: true, pinnable: false, closable: false },
  plan: { ...immediate, own: ['piece'], levels: false, pinnable: true, closable: true },
};

/** A form's parameters as `name:type`, optional ones with `?`; a button's are none. */
export function paramsOfAction(name: ActionName): readonly string[] {
  const { shape } = actions[name].params ?? z.object({});
  return Object.entries(shape).map(([param, schema]) => {
    const optional = schema instanceof z.ZodOptional;
    const inner = optional ? schema.unwrap() : schema;
    return `${param}:${inner instanceof z.ZodNumber ? 'int' : 'string'}${optional ? '?' : ''}`;
  });
}
