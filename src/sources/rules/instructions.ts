import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { InstructionsPart } from '../../protocol/prompt.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { matchesGlob } from '../globs.ts';
import { KeptByDocument } from '../keptByDocument.ts';
import { foldersOf, within } from '../paths.ts';
import type { FileHead, WatchedFiles } from '../watchedFiles.ts';
import { type FrontMatter, parseFrontMatter } from './frontMatter.ts';
import type { Warn } from './rulesFile.ts';

const copilotFile = '.github/copilot-instructions.md';
const scopedFolder = '.github/instructions';
const scopedName = /\.instructions\.md$/;

/** An instruction file that holds for a document. */
interface Instructions {
  readonly path: string;
  readonly head: FileHead;
  /** Without front matter. */
  readonly body: string;
  /** 0.5..0.99: the nearer to the document, or the more exactly meant for it, the more. */
  readonly weight: number;
}

/**
 * Instruction files for agents, in this order: `.github/copilot-instructions.md`; each `CLAUDE.md` from the root down to
 * the document's folder; the `AGENTS.md` nearest to the document; the `*.instructions.md` below `.github/instructions` whose
 * `applyTo` matches the document. As in VS Code, one without `applyTo` is not for every file and stays away; so does one with
 * broken front matter, which is warned of once. A file with the text of an earlier one, or a `CLAUDE.md` that only points to
 * `AGENTS.md`, says nothing twice.
 */
export class InstructionsSource implements PieceSource {
  readonly name = 'INSTRUCTIONS';
  readonly essential = true;
  readonly #files: WatchedFiles;
  readonly #warn: Warn;
  readonly #pieces = new KeptByDocument<readonly Piece[]>();
  readonly #frontMatter = new WeakMap<FileHead, FrontMatter>();
  /** What was warned of, once each. */
  readonly #warned = new Set<string>();

  constructor(files: WatchedFiles, warn: Warn) {
    this.#files = files;
    this.#warn = warn;
  }

  async pieces({ documentId, projectId, live }: SourceRequest): Promise<readonly Piece[]> {
    const { file } = live.editorState;
    const found = (await this.#find(projectId, file)).filter(saysSomethingNew);
    const inputs = [projectId, ...found.flatMap(({ path, head, weight }) => [path, head, weight])];
    return this.#pieces.of(documentId, inputs, () =>
      found.map((instructions) => {
        const location = { documentId: this.#files.documentId(projectId, instructions.path), line: 1 };
        return { ...pieceOf(instructions, projectId), location };
      }),
    );
  }

  async #find(projectId: string, file: string): Promise<readonly Instructions[]> {
    const folders = foldersOf(file);
    if (folders.length === 0) return [];
    const [copilot, claude, agents, scoped] = await Promise.all([
      this.#read(projectId, copilotFile, 0.6),
      Promise.all(
        folders.map((folder, depth) => this.#read(projectId, within(folder, 'CLAUDE.md'), nearness(depth, folders))),
      ),
      Promise.all(
        folders.map((folder, depth) => this.#read(projectId, within(folder, 'AGENTS.md'), nearness(depth, folders))),
      ),
      this.#scoped(projectId, file),
    ]);
    const nearest = agents.findLast((found) => found !== null) ?? null;
    return [copilot, ...claude, nearest, ...scoped].filter((found) => found !== null);
  }

  async #scoped(projectId: string, file: string): Promise<readonly (Instructions | null)[]> {
    const names = await this.#files.list(projectId, scopedFolder).catch(() => []);
    const paths = names.filter((name) => scopedName.test(name));
    return Promise.all(
      paths.map(async (path) => {
        const found = await this.#read(projectId, path, 0.5);
        if (found === null) return null;
        const { applyTo, body, broken } = await this.#frontMatterOf(found);
        if (broken) this.#warnOnce(projectId, path, 'INSTRUCTIONS_INVALID', 'has broken front matter and is left out');
        const matching = applyTo?.filter((glob) => matchesGlob(glob, file)) ?? [];
        if (matching.length === 0) return null;
        return { ...found, body, weight: Math.max(...matching.map(exactness)) };
      }),
    );
  }

  /** Null when there is no such file, it is blank or cannot be read. */
  async #read(projectId: string, path: string, weight: number): Promise<Instructions | null> {
    try {
      const head = await this.#files.read(projectId, path);
      if (head === null || (head.text.trim() === '' && head.whole)) return null;
      return { path, head, body: head.text, weight };
    } catch {
      this.#warnOnce(projectId, path, 'INSTRUCTIONS_UNREADABLE', 'cannot be read');
      return null;
    }
  }

  async #frontMatterOf({ head }: Instructions): Promise<FrontMatter> {
    const known = this.#frontMatter.get(head) ?? (await parseFrontMatter(head.text));
    this.#frontMatter.set(head, known);
    return known;
  }

  #warnOnce(projectId: string, path: string, code: string, what: string): void {
    const key = `${code} ${projectId} ${path}`;
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#warn(code, `${path} ${what}.`);
  }
}

/** Near the root 0.65, in the document's own folder 0.95. */
function nearness(depth: number, folders: readonly string[]): number {
  return folders.length === 1 ? 0.95 : Math.round(65 + (30 * depth) / (folders.length - 1)) / 100;
}

/** A glob for everything 0.6, one that spells out much of the path up to 0.99. */
function exactness(glob: string): number {
  return 0.6 + Math.min(0.39, glob.replace(/[*?{}[\]/,]/g, '').length / 100);
}

function saysSomethingNew({ path, body }: Instructions, at: number, all: readonly Instructions[]): boolean {
  if (path.endsWith('CLAUDE.md') && /^@(\.\/)?AGENTS\.md$/.test(body.trim())) {
    const target = path.replace(/CLAUDE\.md$/, 'AGENTS.md');
    if (all.some((other) => other.path === target)) return false;
  }
  return all.findIndex((other) => other.body === body) === at;
}

function pieceOf({ path, head, body, weight }: Instructions, projectId: string): Omit<Piece, 'location'> {
  return {
    id: `instructions:${path}`,
    layer: 'rules',
    window: 'instructions',
    source: path,
    projectId,
    weight,
    render: (lod) => ({ kind: 'instructions', part: partOf(path, head.whole ? body : headOf(body, head), lod) }),
  };
}

/** The whole lines of what was read, and a note that there is more. */
function headOf(body: string, { size }: FileHead): string {
  const lines = body.slice(0, body.lastIndexOf('\n') + 1);
  return `${lines}[Cut here: the file has ${size} bytes.]\n`;
}

/** Full, headings, or the file's name alone. */
function partOf(file: string, text: string, lod: LevelOfDetail): InstructionsPart {
  if (lod === 'full') return { file, text };
  if (lod === 'gist') return { file, text: '', detail: 'line' };
  return { file, text: headingsOf(text), detail: 'headings' };
}

/** The headings outside of code; of a text without any, its first line. */
function headingsOf(text: string): string {
  const headings: string[] = [];
  let fence: string | null = null;
  const lines = text.split(/\r\n|\r|\n/);
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence !== null && mark?.startsWith(fence)) fence = null;
    else if (fence === null && /^ {0,3}#{1,6}(\s|$)/.test(line)) headings.push(line.trim());
  }
  if (headings.length === 0) headings.push(lines.find((line) => line.trim() !== '')?.slice(0, 200) ?? '');
  return `${headings.join('\n')}\n`;
}
