import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type FoundLine,
  type FoundLines,
  type Search,
  SearchError,
  type SearchQuery,
} from '../../../base/ports/search.ts';

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
      const run = (args: readonly string[]) => startProcess(path, args, running);
      return new FileSearch(join(root, name), query, run).result();
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
type Run = (args: readonly string[]) => Process;

function startProcess(program: string, args: readonly string[], running: Set<Process>): Process {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/**
 * One search in one file: first the places of the matches that are given, then, if there are more,
 * their number.
 */
class FileSearch {
  readonly #path: string;
  readonly #query: SearchQuery;
  readonly #run: Run;
  readonly #deadline: number;
  readonly #lines: FoundLine[] = [];
  #matches = 0;
  #last = 0;
  #more = false;

  constructor(path: string, query: SearchQuery, run: Run) {
    this.#path = path;
    this.#query = query;
    this.#run = run;
    this.#deadline = performance.now() + query.timeLimit;
  }

  async result(): Promise<FoundLines> {
    const mark = await byteOrderMarkLength(this.#path);
    const inTime = await this.#lists();
    const found = { lines: this.#lines.map((line) => ({ ...line, offset: line.offset + mark })) };
    if (!inTime || !this.#more) return { ...found, totalMatches: this.#matches, partial: !inTime };
    const total = await this.#counts();
    return { ...found, totalMatches: total ?? this.#matches + 1, partial: total === null };
  }

  /** Returns false on a timeout. */
  async #lists(): Promise<boolean> {
    const { contextLines } = this.#query;
    const context = contextLines === 0 ? [] : [`--context=${contextLines}`];
    let rest = '';
    return this.#search([...placeArguments, ...context], (text) => {
      const rows = `${rest}${text}`.split('\n');
      rest = rows.pop() ?? '';
      return rows.every((row) => this.#takes(row));
    });
  }

  /** Null when there was no time for it. */
  async #counts(): Promise<number | null> {
    let output = '';
    const inTime = await this.#search(['--count'], (text) => {
      output += text;
      return true;
    });
    return inTime ? Number.parseInt(output, 10) : null;
  }

  /** Takes a row. Returns false once no more are wanted. */
  #takes(row: string): boolean {
    const found = /^(?:(\d+):(?:(\d+):)?(\d+):|(\d+)-(\d+)-)/.exec(row);
    if (found === null) return true;
    const [, matching, column, offset, surrounding, at] = found;
    const line = Number(matching ?? surrounding);
    const isFull = this.#matches === this.#query.maxResults;
    if (matching !== undefined && isFull) this.#more = true;
    if (isFull && line > this.#last + this.#query.contextLines) return !this.#more;
    // Without a column nothing but the end of the file matches.
    const match = matching === undefined || isFull ? null : Number(column ?? 1) - 1;
    this.#lines.push({ line, offset: Number(offset ?? at), match });
    if (match !== null) {
      this.#matches++;
      this.#last = line;
    }
    return true;
  }

  /** Passes ripgrep's output to `take` until it returns false. Returns false on a timeout. */
  async #search(options: readonly string[], take: (text: string) => boolean): Promise<boolean> {
    const { pattern, caseSensitive } = this.#query;
    const sensitivity = caseSensitive ? '--case-sensitive' : '--ignore-case';
    const args = [...alwaysArguments, ...options, sensitivity, '-e', pattern, '--', this.#path];
    const child = this.#run(args);
    let inTime = true;
    let enough = false;
    let complaint = '';
    const timer = setTimeout(
      () => {
        inTime = false;
        child.kill('SIGKILL');
      },
      Math.max(0, this.#deadline - performance.now()),
    );
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
