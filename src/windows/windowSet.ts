import type { OverrideOf } from '../engine/detailOverride.ts';
import type { Piece } from '../engine/piece.ts';
import type { WindowPart } from '../protocol/prompt/prompt.ts';
import { type WindowKind, windowKinds } from '../protocol/windowKinds.ts';
import { AnchorTable } from './anchorTable.ts';
import type { ContextItems } from './contextItems.ts';
import { Interactions } from './interactions.ts';
import type { KeptConversation } from './keptConversations.ts';
import { followed } from './pieceSettings.ts';
import { registry } from './registry.ts';
import { WindowContext } from './windowContext.ts';
import { defaultSettings, isAdjusted, offeredActions, overrideOf, type WindowSettings } from './windowDetail.ts';

/** Maximum number of windows that a conversation remembers; those used longest ago are forgotten, and with them what was set for them. */
const maxWindows = 512;

/** They can be acted on though they have no pieces. */
const alwaysThere: ReadonlySet<WindowKind> = new Set(['constraints', 'note']);

/** A window of a conversation, with what anchors have set for it. */
export interface OpenWindow {
  readonly id: string;
  readonly kind: WindowKind;
  readonly projectId: string;
  /** Null for a window of the whole project. */
  readonly documentId: string | null;
  settings: WindowSettings;
  /** Whether an anchor of it is being executed. */
  busy: boolean;
  /** The piece that was acted on last. */
  focusId: string | null;
  readonly interactions: Interactions;
  readonly context: WindowContext;
}

/** Where windows are looked at: those of Immediate belong to the document, the others to its project. */
export interface WindowsAround {
  readonly projectId: string;
  readonly documentId: string;
}

/** The windows of one conversation, their anchors, and the items that refer to them. */
export class WindowSet {
  readonly anchors: AnchorTable;
  readonly #items: ContextItems;
  /** By project, document and kind; the last used last. */
  readonly #windows = new Map<string, OpenWindow>();
  readonly #byId = new Map<string, OpenWindow>();
  #last = 0;
  /** How many windows differ from new ones: as long as none does, a prompt costs nothing more. */
  #adjusted = 0;

  /** `newKey` draws eight random digits and lower-case letters. */
  constructor(items: ContextItems, newKey: () => string) {
    this.#items = items;
    this.anchors = new AnchorTable(newKey);
  }

  /** The one used last first. */
  get all(): readonly OpenWindow[] {
    return [...this.#windows.values()].reverse();
  }

  byId(id: string): OpenWindow | null {
    return this.#byId.get(id) ?? null;
  }

  /** Sets windows as they were set in an earlier process. */
  restore(kept: KeptConversation['windows']): void {
    for (const { kind, projectId, documentId, pieces, ...settings } of kept) {
      const set = pieces.map((piece) => ({ ...piece, isThere: true, chunk: null }));
      this.change(this.#open(kind, { projectId, documentId: documentId ?? '' }), { ...settings, pieces: set });
    }
  }

  /** The windows that differ from new ones, for {@link restore}. */
  get kept(): KeptConversation['windows'] {
    const adjusted = [...this.#windows.values()].filter(({ settings }) => isAdjusted(settings));
    return adjusted.map(({ kind, projectId, documentId, settings }) => {
      const pieces = settings.pieces.map(({ id, setting }) => ({ id, setting }));
      return { kind, projectId, documentId, ...settings, pieces };
    });
  }

  /** What the windows around a document ask for of its pieces; undefined when they ask for nothing. */
  overrides(around: WindowsAround, pieces: readonly Piece[]): OverrideOf | undefined {
    if (this.#adjusted === 0) return undefined;
    const byKind = new Map(windowKinds.map((kind) => [kind, this.#windows.get(windowKey(kind, around))]));
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

  /** The windows around a document that have pieces, or are closed, or can be acted on without; each in the order of the prompt. */
  around(around: WindowsAround, pieces: readonly Pick<Piece, 'window'>[]): readonly OpenWindow[] {
    const present = new Set(pieces.map(({ window }) => window));
    return windowKinds.flatMap((kind) => {
      const known = this.#windows.get(windowKey(kind, around));
      if (!present.has(kind) && !alwaysThere.has(kind) && !known?.settings.closed) return [];
      return [this.#open(kind, around)];
    });
  }

  /**
   * What a prompt says of the windows. A closed one leaves its trace for everyone; ids stand there only for a consumer that can act on
   * them, for tokens are dear and a text for the clipboard is read by whoever gets it.
   */
  parts(around: WindowsAround, pieces: readonly Piece[], canAct: boolean): readonly WindowPart[] {
    if (!canAct && this.#adjusted === 0) return [];
    return this.around(around, pieces).flatMap(({ id, kind, settings }) => {
      const actions = canAct ? this.#actionsOf(id) : {};
      const some = Object.keys(actions).length > 0;
      if (!settings.closed && !some) return [];
      return [{ window: kind, ...(settings.closed ? { closed: settings.trace } : {}), ...(some ? { actions } : {}) }];
    });
  }

  /** Sets what a window asks for, and with it its anchors; a closed window's items are obsolete, a reopened one gets a new item. */
  change(window: OpenWindow, settings: WindowSettings): void {
    this.#adjusted += Number(isAdjusted(settings)) - Number(isAdjusted(window.settings));
    if (settings.closed && !window.settings.closed) this.#items.markWindowObsolete(window.id);
    if (!settings.closed && window.settings.closed) this.#items.add({ type: 'Window', content: window.id });
    window.settings = settings;
    this.anchors.declare(window.id, offeredActions(registry[window.kind], settings));
  }

  #actionsOf(windowId: string): Record<string, string> {
    const acts = Object.entries(this.anchors.anchors(windowId)).filter(([, { type }]) => type !== 'Reference');
    return Object.fromEntries(
      acts.map(([id, { action = '', params }]) => [action, params.length === 0 ? id : `${id}(${params.join(', ')})`]),
    );
  }

  #open(kind: WindowKind, around: WindowsAround): OpenWindow {
    const key = windowKey(kind, around);
    const window = this.#windows.get(key) ?? this.#create(kind, around);
    this.#windows.delete(key);
    this.#windows.set(key, window);
    return window;
  }

  #create(kind: WindowKind, { projectId, documentId }: WindowsAround): OpenWindow {
    const window: OpenWindow = {
      id: `${kind}-${++this.#last}`,
      kind,
      projectId,
      documentId: registry[kind].perDocument ? documentId : null,
      settings: defaultSettings,
      busy: false,
      focusId: null,
      interactions: new Interactions(),
      context: new WindowContext(),
    };
    this.#byId.set(window.id, window);
    this.anchors.declare(window.id, offeredActions(registry[kind], window.settings));
    this.#items.add({ type: 'Window', content: window.id });
    if (this.#windows.size >= maxWindows) this.#forgetOne();
    return window;
  }

  #forgetOne(): void {
    for (const [key, window] of this.#windows) {
      if (window.busy) continue;
      this.change(window, defaultSettings);
      this.#items.markWindowObsolete(window.id);
      this.anchors.drop(window.id);
      this.#byId.delete(window.id);
      this.#windows.delete(key);
      return;
    }
  }
}

function windowKey(kind: WindowKind, { projectId, documentId }: WindowsAround): string {
  return registry[kind].perDocument ? `${kind}\n${documentId}` : `${kind}\n\n${projectId}`;
}
