import { frontOf, type Half, type Hunk, type LoggedCommit, languageOfPath } from './nextHalfHalves.ts';
import { type FileText, namesOf } from './nextHalfNeeds.ts';

/** Lines of a piece that a search shows. */
const pieceLines = 40;
/** Lines before and after a use that are shown. */
const useMargin = 4;
const cursorMargin = 10;
/** The shares of a prompt that the diffs and the document in front take beside what is searched for. */
const diffShare = 0.1;
const ownShare = 0.25;

/** What somebody knows who looks for context: the project with half of a commit typed in. */
export interface Situation {
  readonly half: Half;
  readonly texts: ReadonlyMap<string, FileText>;
  readonly log: readonly LoggedCommit[];
  /** In the document in front, from zero. */
  readonly cursorLine: number;
  readonly count: (text: string) => number;
}

type Search = (situation: Situation) => readonly string[];

/** The searches that Live Context is compared with. Each gives texts, best first. */
export const searches: Readonly<Record<string, Search>> = {
  BM25: (situation) => bm25(situation).map(({ text }) => text),
  'uses of changed names': usesOfChanged,
  'changed together': changedTogether,
  'repo map': repoMap,
  mix: (situation) => {
    const found = [usesOfChanged(situation), changedTogether(situation), bm25(situation).map(({ text }) => text)];
    const most = Math.max(...found.map(({ length }) => length));
    return [...new Set(Array.from({ length: most }, (_, at) => found.flatMap((texts) => texts[at] ?? [])).flat())];
  },
};

/** A prompt of a search, of at most `tokens`: the diffs, the lines around the cursor, what was found. */
export function promptOf(situation: Situation, found: readonly string[], tokens: number): string {
  const { count } = situation;
  const diffs = within(diffsOf(situation.half.typed), tokens * diffShare, count);
  const own = within(ownLines(situation), tokens * ownShare, count);
  const front = [...diffs, ...own].join('\n');
  return [
    front,
    ...within(
      found.flatMap((text) => text.split('\n')),
      tokens - count(front),
      count,
    ),
  ].join('\n');
}

/** As many lines as have room; counted one by one, which tells a little too much. */
function within(lines: Iterable<string>, tokens: number, count: (text: string) => number): readonly string[] {
  const kept: string[] = [];
  let room = tokens;
  for (const line of lines) {
    room -= count(`${line}\n`);
    if (room < 0) break;
    kept.push(line);
  }
  return kept;
}

function diffsOf(typed: readonly Hunk[]): readonly string[] {
  return typed
    .toReversed()
    .flatMap(({ path, removed, added }) => [
      path,
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
    ]);
}

/** The lines of the document in front, the nearest to the cursor first, two above for one below. */
function* ownLines({ half, texts, cursorLine }: Situation): Generator<string> {
  const lines = texts.get(frontOf(half))?.lines ?? [];
  let above = cursorLine;
  let below = cursorLine + 1;
  while (above >= 0 || below < lines.length) {
    for (let step = 0; step < 2; step++) if (above >= 0) yield lines[above--] ?? '';
    if (below < lines.length) yield lines[below++] ?? '';
  }
}

interface Piece {
  readonly path: string;
  readonly text: string;
  readonly score: number;
}

function piecesOf(path: string, file: FileText): readonly Omit<Piece, 'score'>[] {
  const { lines } = file;
  return Array.from({ length: Math.ceil(lines.length / pieceLines) }, (_, at) => {
    return { path, text: lines.slice(at * pieceLines, (at + 1) * pieceLines).join('\n') };
  });
}

const counted = new WeakMap<
  FileText,
  readonly (Omit<Piece, 'score'> & { readonly words: ReadonlyMap<string, number> })[]
>();

function countedPieces(path: string, file: FileText) {
  const known = counted.get(file);
  if (known !== undefined) return known;
  const pieces = piecesOf(path, file).map((piece) => {
    const words = new Map<string, number>();
    for (const word of namesOf(piece.text)) words.set(word, (words.get(word) ?? 0) + 1);
    return { ...piece, words };
  });
  counted.set(file, pieces);
  return pieces;
}

/** BM25 by the names of the hunks and around the cursor. */
function bm25({ half, texts, cursorLine }: Situation): readonly Piece[] {
  const front = frontOf(half);
  const near = texts.get(front)?.lines.slice(Math.max(0, cursorLine - cursorMargin), cursorLine + cursorMargin) ?? [];
  const query = new Set(
    [...near, ...half.typed.flatMap(({ added, removed }) => [...added, ...removed])].flatMap(namesOf),
  );
  const pieces = [...texts].filter(([path]) => path !== front).flatMap(([path, file]) => countedPieces(path, file));
  const spread = new Map<string, number>();
  let length = 0;
  for (const { words } of pieces) {
    for (const word of words.keys()) if (query.has(word)) spread.set(word, (spread.get(word) ?? 0) + 1);
    length += words.size;
  }
  const mean = length / Math.max(1, pieces.length);
  return pieces
    .map(({ path, text, words }) => {
      let score = 0;
      for (const word of query) {
        const times = words.get(word) ?? 0;
        if (times === 0) continue;
        const idf = Math.log(1 + (pieces.length - (spread.get(word) ?? 0) + 0.5) / ((spread.get(word) ?? 0) + 0.5));
        score += (idf * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.size) / mean));
      }
      return { path, text, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 200);
}

/** The lines around the uses of the names that the hunks changed, rare names first. */
function usesOfChanged({ half, texts }: Situation): readonly string[] {
  const front = frontOf(half);
  const changed = new Set(
    half.typed.flatMap(({ removed, added }) => {
      const [before, after] = [new Set(removed.flatMap(namesOf)), new Set(added.flatMap(namesOf))];
      return [...before, ...after].filter((name) => before.has(name) !== after.has(name));
    }),
  );
  const others = [...texts].filter(([path]) => path !== front && languageOfPath(path) !== undefined);
  const found: Piece[] = [];
  for (const name of changed) {
    if (name.length < 4) continue;
    const places = others.flatMap(([path, file]) => {
      if (!file.names.has(name)) return [];
      return file.lines.flatMap((line, at) => (namesOf(line).includes(name) ? [{ path, file, at }] : []));
    });
    if (places.length > 40) continue;
    for (const { path, file, at } of places) {
      const text = file.lines.slice(Math.max(0, at - useMargin), at + useMargin + 1).join('\n');
      found.push({ path, text, score: 1 / places.length });
    }
  }
  return [...new Set(found.sort((a, b) => b.score - a.score).map(({ text }) => text))];
}

/** The best pieces of the files that changed together with those that were typed in. */
function changedTogether(situation: Situation): readonly string[] {
  const edited = new Set(situation.half.typed.map(({ path }) => path));
  const together = new Map<string, number>();
  for (const { files } of situation.log) {
    if (files.length > 30) continue;
    const share = files.filter((path) => edited.has(path)).length / edited.size;
    if (share > 0)
      for (const path of files) together.set(path, (together.get(path) ?? 0) + share / Math.sqrt(files.length));
  }
  return bm25(situation)
    .map((piece) => ({ ...piece, score: piece.score * (together.get(piece.path) ?? 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
}

const declaringLine =
  /^\s*(?:(?:export|pub(?:\(\w+\))?|public|protected|internal|static|abstract|final|async|default|declare|override|virtual|sealed|partial|unsafe)\s+)*(?:(?:function\*?|class|interface|type|enum|def|fn|func|struct|trait|record|mod|const|macro_rules!|#define)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)|(?:[\w<>[\],.?]+\s+){1,2}([\p{L}_$][\p{L}\p{N}_$]*)\s*\([^;]*\{?\s*$)/u;

/** The declaring lines of all files, by how many files use the name and whether it is used near what was typed. */
function repoMap({ half, texts }: Situation): readonly string[] {
  const front = frontOf(half);
  const typed = new Set(half.typed.flatMap(({ added, removed }) => [...added, ...removed]).flatMap(namesOf));
  const own = texts.get(front)?.names ?? new Set();
  const code = [...texts].filter(([path]) => languageOfPath(path) !== undefined);
  const users = new Map<string, number>();
  for (const [, file] of code) for (const name of file.names) users.set(name, (users.get(name) ?? 0) + 1);
  const rows = code.flatMap(([path, file]) => {
    if (path === front) return [];
    return declaringRows(file).map(({ name, line }) => {
      return { line, score: Math.sqrt(users.get(name) ?? 1) * (typed.has(name) ? 10 : own.has(name) ? 3 : 1) };
    });
  });
  return [...new Set(rows.sort((a, b) => b.score - a.score).map(({ line }) => line))];
}

const declaringRowsOf = new WeakMap<FileText, readonly { readonly name: string; readonly line: string }[]>();

function declaringRows(file: FileText) {
  const known = declaringRowsOf.get(file);
  if (known !== undefined) return known;
  const rows = file.lines.flatMap((line) => {
    const found = line.length > 300 ? null : declaringLine.exec(line);
    const name = found?.[1] ?? found?.[2] ?? '';
    return name.length < 3 ? [] : [{ name, line }];
  });
  declaringRowsOf.set(file, rows);
  return rows;
}
