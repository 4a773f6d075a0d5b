import type { Piece } from '../engine/piece.ts';
import type { LedgerLine } from '../protocol/assembly.ts';
import type { AnchorInfo, Context, LodName } from '../protocol/contextModel.ts';
import type { WindowKind, WindowState } from '../protocol/windows.ts';
import type { InteractionHistory } from './contextBuilder.ts';
import { FrozenContext } from './frozenContext.ts';
import { registry } from './registry.ts';
import type { WindowSettings } from './windowDetail.ts';

/** A piece of the window as the prompt shows it: its level, and its block (null when it is cut). */
export interface WindowPiece {
  readonly piece: Piece;
  readonly line: Pick<LedgerLine, 'lod' | 'state' | 'tokens' | 'fullTokens'>;
  /** As it stands in the prompt. */
  readonly block: string | null;
  /** In full: when it changes, the window has another source version. */
  readonly full: string;
}

const lodNames = { full: 'Full', summary: 'Summary', gist: 'Gist', cut: null } as const;

/** What a window's context is made of beside its pieces. */
export interface WindowFacts {
  readonly kind: WindowKind;
  readonly sessionId: string;
  readonly anchors: Readonly<Record<string, AnchorInfo>>;
  readonly history: InteractionHistory;
  /** Milliseconds. */
  readonly now: number;
}

/** A window's context over time: tells source versions and levels of detail apart and numbers them. */
export class WindowContext {
  readonly #held = new FrozenContext();
  #source: { readonly version: number; readonly timestamp: string; readonly key: readonly string[] } | null = null;
  #lod: { readonly version: number; readonly key: string } = { version: 0, key: '' };

  of(pieces: readonly WindowPiece[], { kind, sessionId, anchors, history, now }: WindowFacts): Context {
    const source = this.#sourceOf(pieces, now);
    const shown = shownLevel(pieces);
    const currentLod: LodName = shown === 'Gone' ? 'Gist' : shown;
    const items = Object.fromEntries(pieces.map(({ piece, line }) => [piece.id, lodNames[line.lod]]));
    const lod = { currentLod, items, version: this.#lodVersion(JSON.stringify([currentLod, items])) };
    const data = {
      appId: kind,
      sessionId,
      title: registry[kind].title,
      version: source.version,
      timestamp: source.timestamp,
      items: pieces.map(({ piece: { id }, block }) => ({
        id,
        full: block ?? '',
        summary: block ?? '',
        gist: block ?? '',
      })),
      anchors: Object.entries(anchors),
    };
    return this.#held.of(data, lod, history).context;
  }

  #sourceOf(pieces: readonly WindowPiece[], now: number): { readonly version: number; readonly timestamp: string } {
    const key = pieces.flatMap(({ piece, full }) => [piece.id, full]);
    const before = this.#source;
    if (before !== null && before.key.length === key.length && before.key.every((part, at) => part === key[at]))
      return before;
    this.#source = { version: (before?.version ?? 0) + 1, timestamp: new Date(now).toISOString(), key };
    return this.#source;
  }

  #lodVersion(key: string): number {
    if (this.#lod.key !== key) this.#lod = { version: this.#lod.key === '' ? 0 : this.#lod.version + 1, key };
    return this.#lod.version;
  }
}

/** The level of a window: Full when nothing of it was shortened, Gist when nothing of it is more than a line, else Summary. */
function shownLevel(pieces: readonly Pick<WindowPiece, 'line'>[]): WindowState['shown'] {
  const lines = pieces.map(({ line }) => line);
  if (lines.every(({ state }) => state === 'kept')) return 'Full';
  if (lines.every(({ lod }) => lod === 'cut')) return 'Gone';
  return lines.every(({ lod }) => lod === 'cut' || lod === 'gist') ? 'Gist' : 'Summary';
}

/** A window as it is told: what is set for it, how it is shown, what it costs. */
export function windowState(
  window: { readonly id: string; readonly kind: WindowKind; readonly settings: WindowSettings },
  own: readonly WindowPiece[],
  context: Context,
): WindowState {
  const { id, kind, settings } = window;
  const sum = (of: (line: WindowPiece['line']) => number) => own.reduce((total, { line }) => total + of(line), 0);
  return {
    id,
    kind,
    layer: registry[kind].layer,
    ...settings,
    shown: settings.closed ? 'Gone' : shownLevel(own),
    tokens: sum(({ tokens }) => tokens),
    fullTokens: sum(({ fullTokens }) => fullTokens),
    pieces: own.length,
    shownPieces: own.filter(({ line }) => line.lod !== 'cut').length,
    context,
  };
}
