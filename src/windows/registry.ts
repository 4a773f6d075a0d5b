import * as z from 'zod';
import type { Layer } from '../engine/piece.ts';
import { constraintTypes } from '../protocol/decisions/constraints.ts';
import type { AnchorInfo } from '../protocol/prompt/contextModel.ts';
import { plainText } from '../protocol/schemas.ts';
import { type WindowKind, windowKinds } from '../protocol/windowKinds.ts';
import { type Verb, verbs } from '../protocol/windows.ts';

/** Maximum length of a rule, or of notes that are added at once, UTF-16 units. */
const maxTextLength = 2_000;

/** Half a line for each verb, for models. */
export const verbDescriptions: Readonly<Record<Verb, string>> = {
  expand: 'show in full, shorten last',
  shorten: 'show less: Summary, then Gist',
  keep: 'leave out last',
  remove: 'leave out; a summary stays',
  putBack: 'undo the others',
  read: 'return the text',
  add: 'add a note for everybody, or a rule',
  tick: 'mark a note done',
  close: 'remove all notes; a summary stays',
};

/** Reads an anchor's id, `verb:window@key`; null for another text, or one of no kind of window. */
export function parseAnchor(id: string) {
  const [, name, windowId = '', key = ''] = /^(\w+):(\w+(?:-\d+)?)@([0-9a-z]+)$/.exec(id) ?? [];
  const verb = verbs.find((one) => one === name);
  const kind = windowKinds.find((one) => one === windowId.replace(/-\d+$/, ''));
  return verb === undefined || kind === undefined ? null : { verb, kind, windowId, key };
}

/** True if the developer must confirm: the verb changes the project, not only a prompt. */
export function changesProject(kind: WindowKind, verb: Verb): boolean {
  return kind === 'constraints' && verb === 'add';
}

export interface WindowDefinition {
  /** Windows of Immediate belong to one document, the others to the project. */
  readonly layer: Layer;
  /** In the order in which they are offered. */
  readonly verbs: readonly Verb[];
  /** The verbs apply to single pieces (`some`), and to nothing else (`only`). */
  readonly pieces: 'none' | 'some' | 'only';
}

const five = ['expand', 'shorten', 'keep', 'remove', 'putBack', 'read'] as const;
const found = { layer: 'retrieved', verbs: five, pieces: 'some' } as const;

/** The windows in prompt order. No verb removes rules, the document or the editor's state. */
export const registry: Readonly<Record<WindowKind, WindowDefinition>> = {
  constraints: { layer: 'rules', verbs: ['add'], pieces: 'none' },
  instructions: { layer: 'rules', verbs: [], pieces: 'none' },
  settings: { layer: 'settings', verbs: ['keep', 'remove', 'putBack', 'read'], pieces: 'some' },
  retrieved: found,
  diagnostics: found,
  contextFiles: found,
  note: { layer: 'retrieved', verbs: ['add', 'tick', 'remove', 'close'], pieces: 'only' },
  document: { layer: 'immediate', verbs: ['expand', 'shorten', 'putBack', 'read'], pieces: 'none' },
  diffs: { layer: 'immediate', verbs: five, pieces: 'some' },
  editorState: { layer: 'immediate', verbs: ['expand', 'shorten', 'putBack'], pieces: 'none' },
  plan: { layer: 'immediate', verbs: ['keep', 'remove', 'putBack', 'read'], pieces: 'some' },
};

/** The anchors of windows for models: the key is named once. */
export function anchorList(
  windows: readonly { readonly id: string; readonly anchors: Readonly<Record<string, AnchorInfo>> }[],
): { readonly id: string; readonly windows: Readonly<Record<string, string>> } {
  const [id = ''] = windows.flatMap(({ anchors }) => Object.keys(anchors));
  const lines = windows.flatMap(({ id: window, anchors }) => {
    const offered = Object.values(anchors).map(({ type, action = '', params, description = '' }) => {
      if (type === 'Reference') return description;
      return params.length === 0 ? action : `${action}(${params.join(', ')})`;
    });
    return offered.length === 0 ? [] : [[window, offered.join(', ')] as const];
  });
  return { id: id.replace(/^.*@/, 'verb:window@'), windows: Object.fromEntries(lines) };
}

const pieceParam = z.union([z.string().min(1).max(4_096), z.int().transform(String)]);
const summary = plainText(500).optional();

/** The parameters of a verb in a window. */
export function verbForm(kind: WindowKind, verb: Verb): z.ZodObject {
  const { pieces } = registry[kind];
  if (verb === 'add') {
    const text = plainText(maxTextLength).min(1);
    if (kind === 'note') return z.strictObject({ text, place: pieceParam.optional() });
    return z.strictObject({ text, type: z.enum(constraintTypes).optional() });
  }
  if (verb === 'read' && pieces === 'none') {
    return z.strictObject({ first: z.int().min(1), last: z.int().min(1) });
  }
  if (verb === 'close') return z.strictObject({ summary });
  if (verb === 'read' || pieces === 'only') return z.strictObject({ piece: pieceParam });
  if (pieces === 'none') return z.strictObject({});
  return z.strictObject({ piece: pieceParam.optional(), ...(verb === 'remove' ? { summary } : {}) });
}

/** Parameters as `name:type`, optional ones with `?`. */
export function verbParams(kind: WindowKind, verb: Verb): readonly string[] {
  return Object.entries(verbForm(kind, verb).shape).map(([name, schema]) => {
    const optional = schema instanceof z.ZodOptional;
    const inner = optional ? schema.unwrap() : schema;
    return `${name}:${inner instanceof z.ZodNumber ? 'int' : 'string'}${optional ? '?' : ''}`;
  });
}
