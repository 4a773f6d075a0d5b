import * as z from 'zod';
import {
  type AnchorInfo,
  anchorInfoSchema,
  type Context,
  type Interaction,
  interactionSchema,
  type LodName,
  lodNames,
  maxInteractions,
} from '../protocol/contextModel.ts';
import { withoutAnchors } from './anchorText.ts';

/** One piece of a window at its three levels of detail, written. */
const itemSchema = z.object({
  id: z.string().min(1),
  full: z.string(),
  summary: z.string(),
  gist: z.string(),
});

/** What a window shows, with its version: the same number for the same data. */
export const sourceDataSchema = z.object({
  appId: z.string().min(1),
  sessionId: z.string().min(1),
  title: z.string(),
  version: z.int().min(0),
  /** The time of that version. */
  timestamp: z.iso.datetime(),
  items: z.array(itemSchema),
  /** By id; of two with one id the first holds. */
  anchors: z.array(z.tuple([z.string().min(1), anchorInfoSchema])),
});
export type SourceData = z.infer<typeof sourceDataSchema>;

/** How much is shown: of the window, and of single items where they differ (`null`: not at all). */
export interface LodState {
  readonly currentLod: LodName;
  /** Rises with every change of what is here. */
  readonly version: number;
  readonly focusId?: string | null;
  readonly items?: Readonly<Record<string, LodName | null>>;
}

export interface InteractionHistory {
  /** How many there have ever been. */
  readonly count: number;
  /** Old to new. */
  readonly interactions: readonly Interaction[];
}

/** The errors of the context model by their names; each is recovered from, and told beside the context. */
export type ContextErrorName =
  | 'InvalidSourceDataError'
  | 'VersionMismatchError'
  | 'AnchorConflictError'
  | 'ContextTooLargeError';

export interface ContextError {
  readonly name: ContextErrorName;
  readonly message: string;
}

export interface Built {
  readonly context: Context;
  readonly errors: readonly ContextError[];
}

export interface BuildOptions {
  /** The content takes at most so many tokens, if a lower level of detail can do it. */
  readonly maxTokens: number;
  readonly count: (text: string) => number;
}

/**
 * Context = f(sourceData, lod, interactions): pure, never throws. Laws: the same input gives the same bytes; the fields that the
 * protocol needs are never null; every anchor id occurs once. Neither the time nor the version stands in the content.
 */
export function buildContext(
  data: unknown,
  lod: LodState,
  history: InteractionHistory | null,
  options?: BuildOptions,
): Built {
  const parsed = sourceDataSchema.safeParse(data);
  if (!parsed.success) return invalid(data, lod, z.prettifyError(parsed.error));
  const source = parsed.data;
  const { anchors, errors } = uniqueAnchors(source.anchors);
  const shown = options === undefined ? { lod, errors: [] } : fitting(source, lod, options);
  const context: Context = {
    header: {
      appId: source.appId,
      sessionId: source.sessionId,
      version: { major: source.version, minor: lod.version, patch: history?.count ?? 0 },
      timestamp: source.timestamp,
    },
    state: { currentLod: shown.lod.currentLod, focusId: lod.focusId ?? null, custom: null },
    content: contentOf(source, shown.lod),
    anchors,
    history: historyOf(history),
  };
  return { context, errors: [...errors, ...shown.errors] };
}

/** Markdown: the items' blocks under the window's title, what looks like an anchor escaped. */
function contentOf({ title, items }: SourceData, lod: LodState): string {
  const blocks = items.flatMap((item) => {
    const level = lod.items === undefined || !Object.hasOwn(lod.items, item.id) ? lod.currentLod : lod.items[item.id];
    return level == null ? [] : [block(item, level)];
  });
  return withoutAnchors(`# ${title}\n\n${blocks.join('')}`);
}

function block(item: SourceData['items'][number], lod: LodName): string {
  return lod === 'Full' ? item.full : lod === 'Summary' ? item.summary : item.gist;
}

function uniqueAnchors(declared: SourceData['anchors']): {
  readonly anchors: Record<string, AnchorInfo>;
  readonly errors: readonly ContextError[];
} {
  const anchors = new Map<string, AnchorInfo>();
  const errors: ContextError[] = [];
  for (const [id, info] of declared) {
    if (anchors.has(id)) {
      errors.push({ name: 'AnchorConflictError', message: `Two anchors have the id ${id}; the first is kept.` });
    } else anchors.set(id, info);
  }
  return { anchors: Object.fromEntries(anchors), errors };
}

/** The level of detail falls until the content fits, or cannot fall further. */
function fitting(
  source: SourceData,
  lod: LodState,
  { maxTokens, count }: BuildOptions,
): { readonly lod: LodState; readonly errors: readonly ContextError[] } {
  const tokens = count(contentOf(source, lod));
  if (tokens <= maxTokens) return { lod, errors: [] };
  const lower = lodNames
    .slice(lodNames.indexOf(lod.currentLod) + 1)
    .map((currentLod) => ({ ...lod, currentLod, items: {} }));
  const found = lower.find((candidate) => count(contentOf(source, candidate)) <= maxTokens) ?? lower.at(-1) ?? lod;
  const message = `${tokens} tokens, over the limit of ${maxTokens}: shown as ${found.currentLod}.`;
  return { lod: found, errors: [{ name: 'ContextTooLargeError', message }] };
}

function historyOf(history: InteractionHistory | null): Context['history'] {
  if (history === null) return null;
  return history.interactions.slice(-maxInteractions).map((interaction) => interactionSchema.parse(interaction));
}

/** The error context: whatever of the header can be read, and the diagnosis where the content would stand. */
function invalid(data: unknown, lod: LodState, diagnosis: string): Built {
  const given = typeof data === 'object' && data !== null ? data : {};
  const text = (key: string, fallback: string): string => {
    const value = Reflect.get(given, key);
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  const time = z.iso.datetime().safeParse(Reflect.get(given, 'timestamp'));
  const version = z.int().min(0).safeParse(Reflect.get(given, 'version'));
  const context: Context = {
    header: {
      appId: text('appId', 'unknown'),
      sessionId: text('sessionId', 'unknown'),
      version: { major: version.success ? version.data : 0, minor: lod.version, patch: 0 },
      timestamp: time.success ? time.data : new Date(0).toISOString(),
    },
    state: { currentLod: lod.currentLod, focusId: null, custom: { error: 'InvalidSourceDataError' } },
    content: withoutAnchors(`# Error\n\nThe source data of this window is invalid.\n\n${diagnosis}\n`),
    anchors: {},
    history: null,
  };
  return { context, errors: [{ name: 'InvalidSourceDataError', message: diagnosis }] };
}
