import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FoundLine, FoundLines, Search, SearchQuery } from '../../../base/ports/search.ts';
import { SearchError } from '../../../base/ports/search.ts';

/**
 * With `--max-columns=1` no text of a line is written, however long, only its place; the text is
 * read from the file. The user's own configuration is not asked.
 */
const alwaysArguments = ['--no-config', '--color=never', '--text', '--crlf', '--no-heading', '--no-filename'];
const placeArguments = ['--line-number', '--column', '--byte-offset', '--max-columns=1', '--no-max-columns-preview'];

const executable = process.platform === 'win32' ? 'rg.exe' : 'rg';

/** Possible places of ripgrep: in VS Code's folder, newest first, then on PATH. */
export function ripgrepPlaces(appRoot: string): readonly string[] {
  const platform = `${process.platform}-${process.arch}`;
  const modules = ['node_modules', 'node_modules.asar.unpacked'].map((folder) => join(appRoot, folder, '@vscode'));
  const own = modules.flatMap((folder) => [
    join(folder, 'ripgrep-universal', 'bin', platform, executable),
    join(folder, `ripgrep-${platform}`, 'bin', executable),
    join(folder, 'ripgrep', 'bin', executable),
  ]);
  const path = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return [...own, ...path.map((folder) => join(folder, executable))];
}

/** Searches in files below `root` with the first ripgrep that is found in one of the places. */
export function ripgrep(root: string, places: readonly string[]): Search {
  const running = new Set<Process>();
  let program: Promise<string> | undefined;
  return {
    async lines(name, query) {
      program ??= firstExecutable(places);
      const path = await program;
      return searchFile(join(root, name), query, (args) => {
        const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
        running.add(child);
        child.once('close', () => running.delete(child));
        return child;
      });
    },
    dispose() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

async function firstExecutable(places: readonly string[]): Promise<string> {
  for (const place of places) {
    const found = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return place;
  }
  throw new SearchError('missing', 'There is no ripgrep.');
}

type Process = ChildProcessByStdio<null, Readable, Readable>;

/** A row of ripgrep's output: the place of a match, or of a line around one. */
const rowForm = /^(?:(\d+):(?:(\d+):)?(\d+):|(\d+)-(\d+)-)/;

/**
 * One search in one file: first the places of the matches that are given, then, if there are more,
 * their number.
 */
async function searchFile(
  path: string,
  { pattern, caseSensitive, contextLines, maxResults, timeLimit }: SearchQuery,
  run: (args: readonly string[]) => Process,
): Promise<FoundLines> {
  const deadline = performance.now() + timeLimit;
  const sensitivity = caseSensitive ? '--case-sensitive' : '--ignore-case';
  /** Passes ripgrep's output to `take` until it returns false. Returns false on a timeout. */
  const search = (options: readonly string[], take: (text: string) => boolean) =>
    outputOf(run([...alwaysArguments, ...options, sensitivity, '-e', pattern, '--', path]), deadline, take);
  const mark = await byteOrderMarkLength(path);
  const lines: FoundLine[] = [];
  let matches = 0;
  let last = 0;
  let more = false;
  /** Takes a row. Returns false once no more are wanted. */
  const takes = (row: string): boolean => {
    const found = rowForm.exec(row);
    if (found === null) return true;
    const [, matching, column, offset, surrounding, at] = found;
    const line = Number(matching ?? surrounding);
    const isFull = matches === maxResults;
    if (matching !== undefined && isFull) more = true;
    if (isFull && line > last + contextLines) return !more;
    // Without a column nothing but the end of the file matches.
    const match = matching === undefined || isFull ? null : Number(column ?? 1) - 1;
    lines.push({ line, offset: Number(offset ?? at) + mark, match });
    if (match !== null) {
      matches++;
      last = line;
    }
    return true;
  };
  const context = contextLines === 0 ? [] : [`--context=${contextLines}`];
  let rest = '';
  const inTime = await search([...placeArguments, ...context], (text) => {
    const rows = `${rest}${text}`.split('\n');
    rest = rows.pop() ?? '';
    return rows.every(takes);
  });
  if (!inTime || !more) return { lines, totalMatches: matches, partial: !inTime };
  let count = '';
  const isCounted = await search(['--count'], (text) => {
    count += text;
    return true;
  });
  return { lines, totalMatches: isCounted ? Number.parseInt(count, 10) : matches + 1, partial: !isCounted };
}

async function outputOf(child: Process, deadline: number, take: (text: string) => boolean): Promise<boolean> {
  let inTime = true;
  let enough = false;
  let complaint = '';
  const stop = () => {
    inTime = false;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(stop, Math.max(0, deadline - performance.now()));
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    if (enough || take(text)) return;
    enough = true;
    child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(0, 2_000);
  });
  try {
    const code = await exitCode(child);
    if (inTime && !enough && code !== 0 && code !== 1) throw searchFailure(complaint);
    return inTime;
  } finally {
    clearTimeout(timer);
  }
}

function exitCode(child: Process): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new SearchError('failed', 'ripgrep cannot be run.')));
    child.once('close', (code) => resolve(code));
  });
}

function searchFailure(complaint: string): SearchError {
  if (/regex/i.test(complaint)) return new SearchError('refused', /^error: (.+)$/m.exec(complaint)?.[1] ?? '');
  return new SearchError('failed', 'ripgrep failed.');
}

/** ripgrep counts offsets without a byte order mark. */
async function byteOrderMarkLength(path: string): Promise<number> {
  const file = await open(path, 'r').catch(() => {
    throw new SearchError('failed', 'The file cannot be read.');
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(3), 0, 3, 0);
    return bytesRead === 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
  } finally {
    await file.close();
  }
}
