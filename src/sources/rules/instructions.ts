import { compileGlob, matchesGlob } from '../../base/globs.ts';
import type { ProjectFiles } from '../../base/ports/projectFiles.ts';
import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { InstructionsPart } from '../../protocol/prompt/prompt.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { foldersOf, leftOut, namesOf, parentFolder, resolved, within } from '../paths.ts';
import { firstLines } from '../retrieved/chunk.ts';
import { type FileHead, orUnread, type WatchedFiles } from '../watchedFiles.ts';
import { parseFrontMatter } from './frontMatter.ts';
import { rulesFilePath } from './rulesFile.ts';

/** Files at the root that hold for everything. */
const singleFiles = ['.github/copilot-instructions.md', '.windsurfrules', '.clinerules', '.cursorrules'];
/**
 * Files of every folder from the repository's root down to the document's. The nearest is last and
 * weighs most.
 */
const nestedNames = [
  'CLAUDE.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.override.md',
  'AGENTS.md',
  'GEMINI.md',
];

type InstructionFolders = (projectId: string) => Readonly<Record<string, boolean>>;

interface ScopedFolder {
  readonly folder: string;
  readonly name: RegExp;
  /** True if a file without globs applies to every document, false if to none. */
  readonly unscopedHolds: boolean;
  /** True if globs start at the project's root; else they match at any depth. */
  readonly isRooted?: boolean;
}

/** VS Code reads this one unless its setting turns it off. */
const instructionFolder = '.github/instructions';

/** Folders of files that name in their front matter what they are for. */
const scopedFolders: readonly ScopedFolder[] = [
  { folder: '.claude/rules', name: /\.md$/, unscopedHolds: true, isRooted: true },
  { folder: '.cursor/rules', name: /\.mdc$/, unscopedHolds: false },
  {
    folder: '.clinerules',
    // Cline keeps other things in these folders.
    name: /^\.clinerules\/(?!(?:workflows|hooks|skills)\/).*\.(?:md|txt)$/,
    unscopedHolds: true,
    isRooted: true,
  },
  { folder: '.windsurf/rules', name: /\.md$/, unscopedHolds: false },
];

/** True for a file of rules, whether they hold for a document or not. */
export function isInstructionFile(path: string): boolean {
  const isNested = nestedNames.some((name) => `/${path}`.endsWith(`/${name}`));
  return (
    isNested ||
    path === rulesFilePath ||
    singleFiles.includes(path) ||
    scopedFolders.some(({ folder, name }) => path.startsWith(`${folder}/`) && name.test(path))
  );
}

/** Files at the project's root or above it that a client always loads by itself. */
const loadedBy: readonly (readonly [client: RegExp, path: RegExp])[] = [
  [/claude/i, /^(\.\.\/)*(\.claude\/)?CLAUDE(\.local)?\.md$/],
  [/codex/i, /^(\.\.\/)*AGENTS(\.override)?\.md$/],
  [/gemini/i, /^(\.\.\/)*GEMINI\.md$/],
  [/visual studio code|vscode|copilot/i, /^\.github\/copilot-instructions\.md$/],
];

/** Claude Code and Gemini follow imports so deep. */
const maxImportDepth = 5;
const maxImports = 32;

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
 * Instruction files as their agents read them: files at the root; `CLAUDE.md`, `AGENTS.md` and
 * `GEMINI.md` of every folder from the repository's root down to the document's, with their
 * imports; files of rule folders whose globs match.
 *
 * As in VS Code, an `*.instructions.md` without `applyTo` applies to no file. Repeated texts are
 * shown once, and so is a `CLAUDE.md` that only refers to `AGENTS.md`. Files of an untrusted project
 * and those whose front matter never ends are left out with a warning.
 */
export class InstructionsSource implements PieceSource {
  readonly name = 'INSTRUCTIONS';
  readonly essential = true;
  readonly perConversation = true;
  readonly #files: ProjectFiles;
  readonly #watched: WatchedFiles;
  readonly #foldersOf: InstructionFolders;

  /** `foldersOf` returns further folders of `*.instructions.md`, and whether each is read. */
  constructor(files: ProjectFiles, watched: WatchedFiles, foldersOf: InstructionFolders = () => ({})) {
    this.#files = files;
    this.#watched = watched;
    this.#foldersOf = foldersOf;
  }

  async pieces({ projectId, live, client = '' }: SourceRequest, gaps: string[] = []): Promise<readonly Piece[]> {
    const { file } = live.editorState;
    const above = foldersOf(file).length === 0 ? [] : await this.#watched.foldersAbove(projectId);
    const reading: Reading = { projectId, above, failed: new Set() };
    const all = await this.#find(reading, file);
    const isTrusted = this.#files.isTrusted(projectId);
    if (!isTrusted && all.length > 0) gaps.push(leftOut(...all.map(({ path }) => path)));
    if (reading.failed.size > 0) gaps.push(`INSTRUCTIONS_UNREADABLE: ${namesOf([...reading.failed])} cannot be read`);
    const found = isTrusted ? all.filter(saysSomethingNew) : [];
    const isLoaded = (path: string) => loadedBy.some(([name, own]) => name.test(client) && own.test(path));
    return found.map((instructions) => {
      const location = { documentId: this.#files.documentId(projectId, instructions.path), line: 1 };
      const piece = { ...instructionsPiece(instructions, projectId), location };
      return isLoaded(instructions.path) ? pieceByName(piece) : piece;
    });
  }

  async #find(reading: Reading, file: string): Promise<readonly Instructions[]> {
    const inside = foldersOf(file);
    if (inside.length === 0) return [];
    const folders = [...reading.above.toReversed(), ...inside];
    const downTo = (name: string) =>
      Promise.all(folders.map((folder, depth) => this.#read(reading, within(folder, name), nearness(depth, folders))));
    const [single, nested, scoped] = await Promise.all([
      Promise.all(singleFiles.map((path) => this.#read(reading, path, 0.6))),
      Promise.all(nestedNames.map(downTo)),
      Promise.all(this.#scopedFolders(reading.projectId).map((rules) => this.#scoped(reading, file, rules))),
    ]);
    const found = [...single, ...nested.flat(), ...scoped.flat()].filter((one) => one !== null);
    const imported = await Promise.all(found.map((one) => this.#withImports(reading, one, 0)));
    const byPath = new Map<string, Instructions>();
    for (const one of imported.flat()) if (!byPath.has(one.path)) byPath.set(one.path, one);
    return [...byPath.values()];
  }

  /** A file of Claude Code or Gemini with those that it imports, after it. */
  async #withImports(reading: Reading, one: Instructions, depth: number): Promise<readonly Instructions[]> {
    if (depth === 0 && !/(^|\/)(CLAUDE(\.local)?|GEMINI)\.md$/.test(one.path)) return [one];
    if (depth >= maxImportDepth) return [one];
    const folder = parentFolder(one.path);
    const paths = importsOf(one.body).flatMap((path) => resolved(folder, path, reading.above.length) ?? []);
    const found = await Promise.all(paths.slice(0, maxImports).map((path) => this.#read(reading, path, one.weight)));
    const below: Instructions[] = [];
    for (const next of found) if (next !== null) below.push(...(await this.#withImports(reading, next, depth + 1)));
    return [one, ...below];
  }

  #scopedFolders(projectId: string): readonly ScopedFolder[] {
    const locations = Object.entries({ [instructionFolder]: true, ...this.#foldersOf(projectId) });
    const inside = locations.filter(([location, isRead]) => isRead && !/^(?:[~/\\]|[a-z]:)/i.test(location));
    const folders = inside.flatMap(([location]) => resolved('', location) ?? []);
    const instructions = [...new Set(folders)].map((folder) => {
      return { folder, name: /\.instructions\.md$/, unscopedHolds: false };
    });
    return [...instructions, ...scopedFolders];
  }

  async #scoped(reading: Reading, file: string, rules: ScopedFolder): Promise<readonly (Instructions | null)[]> {
    const names = await orUnread(this.#watched.list(reading.projectId, rules.folder), rules.folder, reading.failed, []);
    const paths = names.filter((name) => rules.name.test(name));
    return Promise.all(
      paths.map(async (path) => {
        const found = await this.#read(reading, path, 0.5);
        if (found === null) return null;
        const { applyTo, body, broken, always } = parseFrontMatter(found.head.text);
        if (broken) reading.failed.add(path);
        const holds = !broken && (always || (applyTo === null && rules.unscopedHolds));
        if (holds) return { ...found, body, weight: 0.6 };
        const matching =
          applyTo?.filter((glob) => (rules.isRooted ? compileGlob(glob)(file) : matchesGlob(glob, file))) ?? [];
        if (matching.length === 0) return null;
        return { ...found, body, weight: Math.max(...matching.map(exactness)) };
      }),
    );
  }

  /** Null when there is no such file, it is blank or cannot be read. */
  async #read(reading: Reading, path: string, weight: number): Promise<Instructions | null> {
    const head = await orUnread(this.#watched.read(reading.projectId, path), path, reading.failed, null);
    if (head === null || (head.text.trim() === '' && head.whole)) return null;
    return { path, head, body: head.text, weight };
  }
}

/** One look at a project's instructions; `failed` are the paths that cannot be read. */
interface Reading {
  readonly projectId: string;
  /** The folders of its repository above it, the nearest first. */
  readonly above: readonly string[];
  readonly failed: Set<string>;
}

/** The lines of a text that are outside of fenced code. */
function proseLines(text: string): readonly string[] {
  let fence: string | null = null;
  return text.split(/\r\n|\r|\n/).filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isInside = fence !== null || mark !== undefined;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence)) fence = null;
    return !isInside;
  });
}

/**
 * The paths that a text imports as `@path` outside of code. Absolute paths and those of a home
 * folder are left out.
 */
function importsOf(text: string): readonly string[] {
  return proseLines(text).flatMap((line) => {
    const prose = line.replace(/(`+)[^`]*\1/g, '');
    return [...prose.matchAll(/(?:^|\s)@([\w.-][\w./-]*)/g)].flatMap(
      ([, path = '']) => path.replace(/[.,]+$/, '') || [],
    );
  });
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
  // Codex reads one of the two in each folder.
  const override = /(^|\/)AGENTS\.md$/.test(path) ? path.replace(/AGENTS\.md$/, 'AGENTS.override.md') : null;
  if (all.some((other) => other.path === override)) return false;
  if (path.endsWith('CLAUDE.md') && /^@(\.\/)?AGENTS\.md$/.test(body.trim())) {
    const target = path.replace(/CLAUDE\.md$/, 'AGENTS.md');
    if (all.some((other) => other.path === target)) return false;
  }
  return all.findIndex((other) => other.body === body) === at;
}

function instructionsPiece({ path, head, body, weight }: Instructions, projectId: string): Omit<Piece, 'location'> {
  const text = head.whole ? body : cutAtLine(body);
  return {
    id: `instructions:${path}`,
    layer: 'rules',
    window: 'instructions',
    source: path,
    projectId,
    weight,
    render: (lod) => ({ kind: 'instructions', part: instructionsPart(path, text, lod) }),
    renderWithin: (units) => ({
      kind: 'instructions',
      part: { file: path, text: firstLines(text, units), detail: 'first-lines' },
    }),
  };
}

/** The same without its text. */
function pieceByName({ renderWithin: _, ...piece }: Piece): Piece {
  const part = { file: piece.source, text: '', detail: 'loaded' } as const;
  return { ...piece, render: () => ({ kind: 'instructions', part }) };
}

/** The whole lines of what was read, and a note that there is more. */
function cutAtLine(body: string): string {
  const lines = body.slice(0, body.lastIndexOf('\n') + 1);
  return `${lines}[Cut here: the file goes on.]\n`;
}

/** Full, headings, or the file's name alone. */
function instructionsPart(file: string, text: string, lod: LevelOfDetail): InstructionsPart {
  if (lod === 'full') return { file, text };
  if (lod === 'gist') return { file, text: '', detail: 'name' };
  return { file, text: headingsOf(text), detail: 'headings' };
}

/** The headings outside of code; of a text without any, its first line. */
function headingsOf(text: string): string {
  const headings = proseLines(text).filter((line) => /^ {0,3}#{1,6}(\s|$)/.test(line));
  const first = /\S.*/.exec(text)?.[0].slice(0, 200) ?? '';
  return `${headings.length === 0 ? first : headings.map((line) => line.trim()).join('\n')}\n`;
}
