import { haveSameItems } from '../base/sameItems.ts';
import type { Piece } from '../engine/piece.ts';
import type { LedgerLine } from '../protocol/prompt/assembly.ts';
import type { AnchorInfo, Context, Interaction } from '../protocol/prompt/contextModel.ts';
import type { WindowKind } from '../protocol/windowKinds.ts';
import type { Level, WindowState } from '../protocol/windows.ts';
import { registry } from './registry.ts';
import { noSetting, settingOf, type WindowSettings } from './windowSettings.ts';

/** A piece of the window as in the prompt. */
export interface WindowPiece {
  readonly piece: Pick<Piece, 'id' | 'source' | 'stretches' | 'location'>;
  /** Null for a piece that the prompt refused. */
  readonly line: Pick<LedgerLine, 'lod' | 'state' | 'tokens' | 'fullTokens' | 'why'> | null;
  /** Its text in the prompt; empty when it is cut. */
  readonly block: string;
  /** Its full text, which decides the source version. */
  readonly full: string;
}

export interface WindowFacts {
  readonly kind: WindowKind;
  readonly sessionId: string;
  readonly anchors: Readonly<Record<string, AnchorInfo>>;
  readonly history: readonly Interaction[];
  /** Number of pieces left out because another one has their id. */
  readonly conflicts: number;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Builds the contexts of a window and numbers their versions: `major` rises with the source (the
 * full pieces), `minor` with their levels, `patch` with anything else. Law: two contexts of one
 * version are equal, and the content is the blocks of the prompt.
 */
export class WindowContext {
  #last: { readonly facts: readonly (readonly unknown[])[]; readonly header: Context['header'] } | null = null;

  of(pieces: readonly WindowPiece[], { kind, sessionId, anchors, history, conflicts, now }: WindowFacts): Context {
    const shown = shownLevel(pieces);
    const currentLod = shown === 'Gone' ? 'Gist' : shown;
    const state = { currentLod, focusId: null, custom: errorsOf(pieces, conflicts) };
    const content = pieces.map(({ block }) => block).join('');
    const facts = [
      pieces.flatMap(({ piece, full }) => [piece.id, full]),
      pieces.flatMap(({ piece, line }) => [piece.id, line?.lod]),
      [content, JSON.stringify([state, anchors, history])],
    ];
    const before = this.#last;
    // Compares without writing out documents of megabytes.
    const changed = facts.map((fact, at) => Number(before !== null && !haveSameItems(fact, before.facts[at] ?? [])));
    const [source = 0, level = 0, rest = 0] = changed;
    const { major, minor, patch } = before?.header.version ?? { major: 1, minor: 0, patch: 0 };
    const version = { major: major + source, minor: minor + level, patch: patch + rest };
    const timestamp = new Date(now).toISOString();
    const isSame = before !== null && !changed.includes(1);
    const header = isSame ? before.header : { appId: kind, sessionId, version, timestamp };
    this.#last = { facts, header };
    return { header, state, content, anchors, history: [...history] };
  }
}

const levelNames: Record<LedgerLine['lod'], Level> = { full: 'Full', summary: 'Summary', gist: 'Gist', cut: 'Gone' };

/** `Gone` for a window that has pieces, none of which is shown. */
function shownLevel(pieces: readonly WindowPiece[]): Level {
  const lines = pieces.flatMap(({ line }) => line ?? []);
  if (lines.every(({ state }) => state === 'kept')) return 'Full';
  if (lines.every(({ lod }) => lod === 'cut')) return 'Gone';
  return lines.every(({ lod }) => lod === 'cut' || lod === 'gist') ? 'Gist' : 'Summary';
}

/** The errors of the context model that were recovered from. */
function errorsOf(pieces: readonly WindowPiece[], conflicts: number): Context['state']['custom'] {
  const refused = pieces.filter(({ line }) => line === null).length;
  const large = pieces.filter(({ line }) => line?.why.startsWith('over the budget')).length;
  const counted = [
    ['InvalidSourceDataError', refused, 'malformed pieces are left out'],
    ['AnchorConflictError', conflicts, 'pieces have the id of another and are left out'],
    ['ContextTooLargeError', large, 'pieces are shortened or left out'],
  ] as const;
  const errors = counted.flatMap(([name, count, what]) => (count === 0 ? [] : { name, message: `${count} ${what}` }));
  return errors.length === 0 ? null : { errors };
}

/** Reports a window: its settings, level and cost. */
export function windowState(
  window: { readonly id: string; readonly kind: WindowKind; readonly settings: WindowSettings },
  own: readonly WindowPiece[],
  context: Context,
): WindowState {
  const { id, kind, settings } = window;
  const { pieces: set, ...rest } = settings;
  const parts = own.flatMap(({ piece, line }): WindowState['parts'] => {
    if (line === null) return [];
    const { lod, tokens, fullTokens, why } = line;
    const about = { id: piece.id, name: describePiece(piece), shown: levelNames[lod], place: piece.location };
    return [{ ...about, tokens, fullTokens, why, ...(settingOf(set, piece.id) ?? noSetting) }];
  });
  const sum = (of: (part: WindowState['parts'][number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    id,
    kind,
    layer: registry[kind].layer,
    ...rest,
    shown: settings.level === 'Gone' ? 'Gone' : shownLevel(own),
    tokens: sum(({ tokens }) => tokens),
    fullTokens: sum(({ fullTokens }) => fullTokens),
    pieces: own.length,
    shownPieces: parts.filter(({ shown }) => shown !== 'Gone').length,
    parts,
    context,
  };
}

type Named = Pick<Piece, 'id' | 'source' | 'stretches'>;

/** Name of a piece for people and models: file and lines, version of a diff, else the source. */
export function describePiece({ id, source, stretches }: Named): string {
  if (id.startsWith('diff:')) return id.slice('diff:'.length);
  const lines = stretches ?? /^chunk:.*:(\d+-\d+)$/.exec(id)?.[1];
  return lines === undefined || source.startsWith('context-file:') ? source : `${source}:${lines}`;
}

/**
 * A piece is named by its id, name or source, by its first and last line, or by one of its lines as
 * `file:line`.
 */
export function isMeant({ id, source, stretches }: Named, name: string): boolean {
  const own = describePiece({ id, source, stretches });
  const names = [id, source, own, describePiece({ id, source })];
  if (names.includes(name) || source === `context-file:${name}`) return true;
  const [, file, line] = /^(.+):(\d+)$/.exec(name) ?? [];
  const [, listed = ''] = /:([\d,-]+)$/.exec(own) ?? [];
  const ranges = listed.split(',').map((range) => range.split('-').map(Number));
  return file === source && ranges.some(([first = 0, last = first]) => first <= Number(line) && Number(line) <= last);
}
