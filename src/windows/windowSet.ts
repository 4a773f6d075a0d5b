import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { codeOf } from '../base/codeOf.ts';
import { LruMap } from '../base/lruMap.ts';
import type { OverrideOf } from '../engine/detailOverride.ts';
import type { Piece } from '../engine/piece.ts';
import { type AnchorInfo, type Interaction, maxInteractions } from '../protocol/prompt/contextModel.ts';
import { type WindowKind, windowKinds } from '../protocol/windowKinds.ts';
import type { Verb } from '../protocol/windows.ts';
import type { ContextItems } from './contextItems.ts';
import type { KeptConversation } from './keptConversations.ts';
import { parseAnchor, registry, verbDescriptions, verbForm, verbParams } from './registry.ts';
import { WindowContext } from './windowContext.ts';
import { defaultSettings, followed, isSet, overrideOf, type WindowSettings } from './windowSettings.ts';

/** Maximum number of windows in a conversation; the least recently used one is forgotten. */
const maxWindows = 512;
const keyLength = 6;

/** Accept verbs without having pieces. */
const alwaysThere: ReadonlySet<WindowKind> = new Set(['constraints', 'note']);

/** A window of a conversation, with the settings that anchors have made. */
export interface OpenWindow {
  /** The kind; from the second one on with a number: `diffs-2`. */
  readonly id: string;
  readonly kind: WindowKind;
  readonly projectId: string;
  /** Null for a window of the whole project. */
  readonly documentId: string | null;
  settings: WindowSettings;
  /** Tokens in the last listed prompt. */
  tokens: number;
  /** An anchor is being executed. */
  busy: boolean;
  /** The last executions, old to new. */
  history: readonly Interaction[];
  readonly context: WindowContext;
}

export interface FoundAnchor {
  readonly window: OpenWindow;
  readonly verb: Verb;
}

export type AnchorParams = Readonly<Record<string, string | number>>;

/** Windows of Immediate belong to the document, all others to its project. */
export interface WindowsAround {
  readonly projectId: string;
  readonly documentId: string;
}

/**
 * The windows of one conversation and their anchors, `verb:window@key`. The key is random, one for
 * each conversation and process, so a text cannot forge an anchor. Laws: only declared verbs run;
 * an id that is not offered, and invalid parameters, change nothing; a window runs one verb at a
 * time; each execution is in its history.
 */
export class WindowSet {
  readonly #items: ContextItems;
  readonly #key: string;
  /** By project, document and kind. */
  readonly #windows = new LruMap<string, OpenWindow>(maxWindows, { onEvict: (window) => this.#forget(window) });
  readonly #byId = new Map<string, OpenWindow>();
  readonly #counts = new Map<WindowKind, number>();

  /** `newKey` returns random digits and lower-case letters. */
  constructor(items: ContextItems, newKey: () => string) {
    this.#items = items;
    this.#key = newKey().slice(-keyLength);
  }

  /** Most recently used first. */
  get all(): readonly OpenWindow[] {
    return [...this.#windows.values()].reverse();
  }

  byId(id: string): OpenWindow | null {
    return this.#byId.get(id) ?? null;
  }

  /** Restores the windows of an earlier process. */
  restore(kept: KeptConversation['windows']): void {
    for (const { kind, projectId, documentId, pieces, ...settings } of kept) {
      const set = pieces.map((piece) => ({ ...piece, isThere: true, chunk: null }));
      this.change(this.#open(kind, { projectId, documentId: documentId ?? '' }), { ...settings, pieces: set });
    }
  }

  /** The windows with settings, for {@link restore}. */
  get kept(): KeptConversation['windows'] {
    const adjusted = [...this.#windows.values()].filter(({ settings }) => isAdjusted(settings));
    return adjusted.map(({ kind, projectId, documentId, settings }) => {
      const pieces = settings.pieces.map(({ id, level, kept }) => ({ id, level, kept }));
      return { kind, projectId, documentId, ...settings, pieces };
    });
  }

  /** The settings of the windows around a document for its pieces; undefined without any. */
  overrides(around: WindowsAround, pieces: readonly Piece[]): OverrideOf | undefined {
    if (!this.#isAdjusted()) return undefined;
    const byKind = new Map(windowKinds.map((kind) => [kind, this.#windows.peek(windowKey(kind, around))]));
    for (const [kind, window] of byKind) {
      if (window === undefined || window.settings.pieces.length === 0) continue;
      const own = pieces.filter((piece) => piece.window === kind);
      window.settings = { ...window.settings, pieces: followed(window.settings.pieces, own) };
    }
    return (piece) => {
      const window = byKind.get(piece.window);
      return window && overrideOf(window.settings, piece);
    };
  }

  /** The windows with pieces, removed or always there around a document, in prompt order. */
  around(around: WindowsAround, pieces: readonly Pick<Piece, 'window'>[]): readonly OpenWindow[] {
    const present = new Set(pieces.map(({ window }) => window));
    return windowKinds.flatMap((kind) => {
      const known = this.#windows.peek(windowKey(kind, around));
      if (!present.has(kind) && !alwaysThere.has(kind) && known?.settings.level !== 'Gone') return [];
      return [this.#open(kind, around)];
    });
  }

  /**
   * The window lines of a prompt. A removed window leaves its summary for everyone. Ids are only
   * for a consumer that can act: they cost tokens, and anybody may read the clipboard's text.
   */
  parts(around: WindowsAround, pieces: readonly Piece[], canAct: boolean, clean: (text: string) => string) {
    if (!canAct && !this.#isAdjusted()) return [];
    return this.around(around, pieces).flatMap((window) => {
      const { kind, settings } = window;
      const isRemoved = settings.level === 'Gone';
      const offered = canAct ? Object.entries(this.anchors(window)) : [];
      const actions = Object.fromEntries(
        offered.map(([id, { action, params }]) => [action, params.length === 0 ? id : `${id}(${params.join(', ')})`]),
      );
      const some = Object.keys(actions).length > 0;
      if (!isRemoved && !some) return [];
      return [
        { window: kind, ...(isRemoved ? { removed: clean(settings.summary) } : {}), ...(some ? { actions } : {}) },
      ];
    });
  }

  /** Sets a window. Items of a removed window are obsolete; one put back gets a new item. */
  change(window: OpenWindow, settings: WindowSettings): void {
    const [was, is] = [window.settings.level === 'Gone', settings.level === 'Gone'];
    if (is && !was) this.#items.markWindowObsolete(window.id);
    if (was && !is) this.#items.add({ type: 'Window', content: window.id });
    window.settings = settings;
  }

  /** The anchors that a window offers now, by id. */
  anchors(window: OpenWindow): Readonly<Record<string, AnchorInfo>> {
    const offered = offeredVerbs(window).map((verb): [string, AnchorInfo] => {
      const params = window.settings.level === 'Gone' ? [] : [...verbParams(window.kind, verb)];
      const type = params.length === 0 ? 'Button' : 'Form';
      return [
        `${verb}:${window.id}@${this.#key}`,
        { type, params, target: null, action: verb, description: verbDescriptions[verb] },
      ];
    });
    return Object.fromEntries(offered);
  }

  /** @throws {@link AppError} with `ANCHOR_…` */
  find(id: string): FoundAnchor {
    const anchor = parseAnchor(id);
    if (anchor === null) throw new AppError('ANCHOR_UNKNOWN');
    if (anchor.key !== this.#key) throw new AppError('ANCHOR_STALE');
    const { verb, windowId } = anchor;
    const window = this.byId(windowId);
    if (window === null || !registry[window.kind].verbs.includes(verb)) throw new AppError('ANCHOR_UNKNOWN');
    if (!offeredVerbs(window).includes(verb)) throw new AppError('ANCHOR_HIDDEN');
    return { window, verb };
  }

  /**
   * Runs a verb alone in its window and adds it to the history; `at` in ms since the epoch.
   * @throws {@link AppError} with `WINDOW_BUSY`; whatever `run` throws.
   */
  async execute<T extends { readonly result: string }>(
    { window, verb }: FoundAnchor,
    { by, at }: { readonly by: string; readonly at: number },
    run: () => Promise<T>,
  ): Promise<T> {
    if (window.busy && window.kind !== 'note') throw new AppError('WINDOW_BUSY');
    window.busy = true;
    const add = (result: string) => {
      const done = { action: verb, result, timestamp: new Date(at).toISOString(), by };
      window.history = [...window.history, done].slice(-maxInteractions);
    };
    try {
      const outcome = await run();
      add(outcome.result);
      return outcome;
    } catch (error) {
      add(`failed: ${codeOf(error) ?? 'INTERNAL'}`);
      throw error;
    } finally {
      window.busy = false;
    }
  }

  #isAdjusted(): boolean {
    return [...this.#windows.values()].some(({ settings }) => isAdjusted(settings));
  }

  #open(kind: WindowKind, around: WindowsAround): OpenWindow {
    return this.#windows.getOrMake(windowKey(kind, around), () => this.#create(kind, around));
  }

  #create(kind: WindowKind, { projectId, documentId }: WindowsAround): OpenWindow {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const window: OpenWindow = {
      id: count === 1 ? kind : `${kind}-${count}`,
      kind,
      projectId,
      documentId: isOfDocument(kind) ? documentId : null,
      settings: defaultSettings,
      tokens: 0,
      busy: false,
      history: [],
      context: new WindowContext(),
    };
    this.#byId.set(window.id, window);
    this.#items.add({ type: 'Window', content: window.id });
    return window;
  }

  #forget({ id }: OpenWindow): void {
    this.#items.markWindowObsolete(id);
    this.#byId.delete(id);
  }
}

/** @throws {@link AppError} with `ANCHOR_PARAMS` */
export function checkedParams({ window, verb }: FoundAnchor, params: AnchorParams): AnchorParams {
  const form = window.settings.level === 'Gone' ? z.strictObject({}) : verbForm(window.kind, verb);
  const parsed = form.safeParse(params);
  if (!parsed.success) throw new AppError('ANCHOR_PARAMS', z.prettifyError(parsed.error));
  return parsed.data as AnchorParams;
}

/** A removed window can only be put back. */
function offeredVerbs({ kind, settings }: OpenWindow): readonly Verb[] {
  return settings.level === 'Gone' ? ['putBack'] : registry[kind].verbs;
}

function isAdjusted(settings: WindowSettings): boolean {
  return isSet(settings) || settings.pieces.length > 0;
}

function windowKey(kind: WindowKind, { projectId, documentId }: WindowsAround): string {
  return isOfDocument(kind) ? `${kind}\n${documentId}` : `${kind}\n\n${projectId}`;
}

function isOfDocument(kind: WindowKind): boolean {
  return registry[kind].layer === 'immediate';
}
