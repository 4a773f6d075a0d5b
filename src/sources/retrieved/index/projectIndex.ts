import type { Disposable } from '../../../base/disposable.ts';
import type { Clock } from '../../../base/ports/clock.ts';
import type { FolderEntry } from '../../../base/ports/projectFiles.ts';
import { decodeUtf8 } from '../../../base/utf8.ts';
import type { WhyNotReason } from '../../../protocol/prompt/whyNot.ts';
import { SourceText } from '../../../text/sourceText.ts';
import { parentFolder, within } from '../../paths.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { isGeneratedText, maxFileBytes, type ProjectTextsParts, readableBytes, textOfBytes } from './projectTexts.ts';
import { defaultBounds, type IndexBounds, WordIndex } from './wordIndex.ts';

/** Length of a slice of work and of the pause after it, ms. */
const indexSliceMs = 4;
const indexPauseMs = 4;
/** An index that takes less time or fewer files is ready before anybody reads that it is not. */
const minReportedFiles = 100;
const minReportedMs = 500;
/** Maximum number of names that it looks at in a project. */
const maxEntries = 100_000;
/** Number of simultaneous changes after which the index is rebuilt. */
const maxChanges = 5_000;
/**
 * Open documents up to this length are indexed again at once, so that no prompt shows their old
 * text; UTF-16 units.
 */
const maxAtOnce = 200_000;
const maxIgnoreBytes = 256 * 1024;

/** Lock files, minified files and source maps by their name: never read. */
const notSource =
  /(^|[/.])(package-lock\.json|npm-shrinkwrap\.json|[^/]*\.lock|[^/]*-lock\.(ya?ml|json)|lock\.json|go\.sum)$|\.(min\.(js|css)|map)$/i;
/** Files that are no text by their name: never read. */
const notText =
  /\.(png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|psd|pdf|zip|gz|bz2|xz|zst|7z|rar|jar|war|class|exe|dll|so|dylib|a|o|obj|lib|wasm|bin|dat|db|sqlite3?|pyc|mp[34]|m4a|mov|avi|mkv|webm|wav|ogg|flac|ttf|otf|woff2?|eot|docx?|xlsx?|pptx?|vsix)$/i;

export interface ProjectIndexParts extends Omit<ProjectTextsParts, 'workspace'> {
  readonly clock: Clock;
  readonly bounds?: IndexBounds;
  /** Called whenever nothing is left to do: what is found may have changed. */
  readonly onSettled?: () => void;
}

export type IndexAbsence = Extract<
  WhyNotReason,
  'ignored' | 'notSource' | 'indexFull' | 'notText' | 'tooLong' | 'generated' | 'indexing' | 'unreadable'
>;

/**
 * Keeps the index of one project up to date. Walks the folders of open documents first, then the
 * others from the root down, in slices of a few ms. Leaves out files that git ignores, excluded,
 * generated, binary and large ones, and the deepest ones of a project that is too large.
 */
export class ProjectIndex implements Disposable {
  readonly #projectId: string;
  readonly #parts: ProjectIndexParts;
  #index: WordIndex;
  #rules = new IgnoreRules();
  /** The folders whose rules are known. */
  readonly #ruled = new Set<string>();
  #folders: string[] = [];
  readonly #walked = new Set<string>();
  readonly #changed = new Set<string>();
  #refreshing: string | null = null;
  /** The text that was indexed of each open document, by path. */
  readonly #openTexts = new Map<string, SourceText>();
  #isWalking = true;
  #begun = 0;
  #entriesLeft = maxEntries;
  /** Files that found no room. */
  readonly #leftOut = new Set<string>();
  #running: Promise<void> | null = null;
  #epoch = 0;
  #sliceStart = 0;
  #disposed = false;

  /** It begins at once. */
  constructor(projectId: string, parts: ProjectIndexParts) {
    this.#projectId = projectId;
    this.#parts = parts;
    this.#index = new WordIndex(parts.bounds ?? defaultBounds);
    this.reset();
  }

  get index(): WordIndex {
    return this.#index;
  }

  /** What the index is without, as `CODE: what`. */
  get gaps(): readonly string[] {
    const indexed = this.#index.fileCount;
    const leftOut = this.#leftOut.size;
    const isLong = indexed >= minReportedFiles || this.#parts.clock.now() - this.#begun >= minReportedMs;
    const gaps: readonly (string | false)[] = [
      this.#isWalking && isLong && `SEARCH_INDEXING: ${indexed} files are indexed so far`,
      leftOut > 0 && `SEARCH_LEFT_OUT: ${leftOut} files found no room in the index of ${indexed}`,
      this.#entriesLeft < 0 &&
        `SEARCH_LEFT_OUT: of more than ${maxEntries} names in the project the deepest were not looked at`,
    ];
    return gaps.filter((gap) => gap !== false);
  }

  /** Settles when nothing is left to do. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** Rebuilds the index: the rules have changed. */
  reset(): void {
    this.#epoch++;
    this.#index = new WordIndex(this.#parts.bounds ?? defaultBounds);
    this.#rules = new IgnoreRules();
    this.#ruled.clear();
    this.#folders = [''];
    this.#walked.clear();
    this.#isWalking = true;
    this.#begun = this.#parts.clock.now();
    this.#entriesLeft = maxEntries;
    this.#changed.clear();
    this.#leftOut.clear();
    this.#openTexts.clear();
    this.#work();
  }

  /** A file, or a folder with all that is in it, changed or went away. */
  changed(path: string): void {
    if (/(^|\/)\.gitignore$/.test(path) || path === '.git/info/exclude') this.reset();
    else if (path.startsWith('../')) return;
    else if (isGit(path) || this.#rules.ignores(path)) return;
    else if (this.#changed.size >= maxChanges) this.reset();
    else {
      this.#changed.add(path);
      this.#work();
    }
  }

  /** Indexes the unsaved texts of open documents, and the file again after one is closed. */
  followOpenDocuments(open: ReadonlyMap<string, SourceText>): void {
    for (const [path, text] of open) {
      if (this.#openTexts.get(path) === text) continue;
      if (text.length > maxAtOnce || this.#index.get(path) === undefined) this.changed(path);
      else {
        this.#openTexts.set(path, text);
        const documentId = this.#parts.files.documentId(this.#projectId, path);
        const { text: shown } = this.#parts.redaction.redact(this.#projectId, text, documentId);
        for (const _ of this.#index.put(path, shown.toString()));
      }
    }
    for (const path of this.#openTexts.keys()) {
      if (open.has(path)) continue;
      this.#openTexts.delete(path);
      this.changed(path);
    }
  }

  /** Walks the folder of a document before all others, so that its neighbours find room. */
  prefer(path: string): void {
    const folder = parentFolder(path);
    if (this.#isWalking && !this.#walked.has(folder) && this.#folders[0] !== folder) this.#folders.unshift(folder);
  }

  /** The reason why a file is not indexed; null if it is. */
  async absence(path: string): Promise<IndexAbsence | null> {
    if (this.#index.get(path) !== undefined) return null;
    if (isGit(path) || this.#rules.ignores(path)) return 'ignored';
    if (notText.test(path)) return 'notText';
    if (notSource.test(path)) return 'notSource';
    if (this.#leftOut.has(path)) return 'indexFull';
    try {
      const text = await this.#textOf(path);
      const { files } = this.#parts;
      const isLong = async () => (await readableBytes(files, this.#projectId, path, maxFileBytes)) === null;
      if (text === null) return (await isLong()) ? 'tooLong' : 'notText';
      return isGeneratedText(text) ? 'generated' : 'indexing';
    } catch {
      return 'unreadable';
    }
  }

  /** False while the index has another text than an open document, or a file is to be read again. */
  isCurrent(path: string, open: SourceText | undefined): boolean {
    return open === undefined
      ? !this.#changed.has(path) && this.#refreshing !== path
      : this.#openTexts.get(path) === open;
  }

  dispose(): void {
    this.#disposed = true;
    this.#epoch++;
  }

  #work(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#disposed) return;
      if (this.#changed.size > 0 || this.#folders.length > 0) this.#work();
      else {
        this.#isWalking = false;
        this.#parts.onSettled?.();
      }
    });
  }

  async #run(): Promise<void> {
    // Collects changes that are reported in one go.
    await Promise.resolve();
    this.#sliceStart = this.#parts.clock.now();
    while (!this.#disposed) {
      const epoch = this.#epoch;
      const [path] = this.#changed;
      const folder = path === undefined ? this.#folders.shift() : undefined;
      if (path !== undefined) {
        this.#changed.delete(path);
        this.#refreshing = path;
        await this.#refresh(path, epoch);
        this.#refreshing = null;
      } else if (folder !== undefined) await this.#walk(folder, epoch);
      else return;
    }
  }

  async #walk(folder: string, epoch: number): Promise<void> {
    if (this.#walked.has(folder)) return;
    this.#walked.add(folder);
    for (let end = -1; end < folder.length; end = nextFolder(folder, end)) {
      await this.#readRules(folder.slice(0, Math.max(0, end)), epoch);
      if (epoch !== this.#epoch || (end > 0 && !this.#enters(folder.slice(0, end)))) return;
    }
    const entries = await this.#entries(folder);
    if (epoch !== this.#epoch) return;
    await this.#readRules(folder, epoch);
    for (const { name, kind } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      await this.#breathe();
      if (epoch !== this.#epoch || this.#entriesLeft-- <= 0) break;
      const path = within(folder, name);
      if (kind === 'folder') {
        if (this.#enters(path)) this.#folders.push(path);
      } else await this.#take(path, epoch);
    }
    if (epoch === this.#epoch && this.#entriesLeft < 0) this.#folders = [];
  }

  #entries(folder: string): Promise<readonly FolderEntry[]> {
    return this.#parts.files.entries(this.#projectId, folder).catch(() => []);
  }

  /** Reads the `.gitignore` of a folder, once. */
  async #readRules(folder: string, epoch: number): Promise<void> {
    if (this.#ruled.has(folder)) return;
    this.#ruled.add(folder);
    if (folder === '') await this.#readRepositoryRules(epoch);
    const text = await this.#ruleText(within(folder, '.gitignore'));
    if (epoch === this.#epoch && text !== null) this.#rules.add(folder, text);
  }

  /**
   * Reads the rules of the whole repository and the `.gitignore` of each folder above the project.
   */
  async #readRepositoryRules(epoch: number): Promise<void> {
    const { files } = this.#parts;
    const above = await files.foldersAbove(this.#projectId).catch(() => []);
    const root = above.at(-1) ?? '';
    const names = files.documentId(this.#projectId, 'any').split('/').slice(0, -1);
    const rules = new IgnoreRules(
      names
        .slice(names.length - above.length)
        .map(decodeURIComponent)
        .join('/'),
    );
    const exclude = await this.#ruleText(within(root, '.git/info/exclude'));
    if (exclude !== null) rules.add(root, exclude);
    for (const folder of above.toReversed()) {
      const text = await this.#ruleText(`${folder}/.gitignore`);
      if (text !== null) rules.add(folder, text);
    }
    if (epoch !== this.#epoch) return;
    // If the user opened an ignored folder, only its own rules count.
    this.#rules = rules.ignoresProject() ? new IgnoreRules() : rules;
  }

  async #ruleText(path: string): Promise<string | null> {
    const bytes = await readableBytes(this.#parts.files, this.#projectId, path, maxIgnoreBytes).catch(() => null);
    return bytes === null ? null : decodeUtf8(bytes);
  }

  /**
   * False if everything in the folder is ignored or excluded, judged by a shallow and a deep name.
   */
  #enters(folder: string): boolean {
    if (isGit(folder) || this.#rules.ignoresFolder(folder)) return false;
    return this.#isAllowed(`${folder}/any`) || this.#isAllowed(`${folder}/any/any`);
  }

  #isAllowed(path: string): boolean {
    return this.#parts.allowed(this.#parts.files.documentId(this.#projectId, path));
  }

  async #refresh(path: string, epoch: number): Promise<void> {
    await this.#breathe();
    for (let end = -1; end < path.length; end = nextFolder(path, end)) {
      if (epoch !== this.#epoch) return;
      await this.#readRules(path.slice(0, Math.max(0, end)), epoch);
    }
    if (epoch !== this.#epoch) return;
    if (await this.#take(path, epoch)) return;
    if (!this.#enters(path)) return;
    const entries = await this.#entries(path);
    if (epoch !== this.#epoch || entries.length === 0) return;
    for (const walked of this.#walked)
      if (walked === path || walked.startsWith(`${path}/`)) this.#walked.delete(walked);
    this.#folders.push(path);
  }

  /** Indexes a file or removes it; false if there is no such file. */
  async #take(path: string, epoch: number): Promise<boolean> {
    if (notText.test(path) || notSource.test(path) || this.#rules.ignores(path) || !this.#isAllowed(path)) {
      this.#remove(path);
      return true;
    }
    if (this.#index.isFull && this.#index.get(path) === undefined) {
      this.#leftOut.add(path);
      return true;
    }
    const text = await this.#textOf(path).catch(() => null);
    if (epoch !== this.#epoch) return true;
    if (text === null || isGeneratedText(text)) {
      this.#remove(path);
      return text !== null;
    }
    this.#leftOut.delete(path);
    for (const _ of this.#index.put(path, text)) {
      await this.#breathe();
      if (epoch !== this.#epoch) return true;
    }
    if (this.#index.isFull && this.#index.get(path) === undefined) this.#leftOut.add(path);
    return true;
  }

  /** Takes a file or a folder out. */
  #remove(path: string): void {
    for (const other of this.#leftOut) if (other === path || other.startsWith(`${path}/`)) this.#leftOut.delete(other);
    this.#index.remove(path);
  }

  /** Null if the file is missing, too large or no text. Rejects if it cannot be read. */
  async #textOf(path: string): Promise<string | null> {
    const { files, histories, redaction } = this.#parts;
    const documentId = files.documentId(this.#projectId, path);
    const open = histories.isOpen(documentId) ? histories.textOf(documentId) : null;
    if (open !== null) {
      this.#openTexts.set(path, open);
      return open.length > maxFileBytes ? null : redaction.redact(this.#projectId, open, documentId).text.toString();
    }
    const bytes = await readableBytes(files, this.#projectId, path, maxFileBytes);
    const text = bytes === null ? null : textOfBytes(bytes);
    return text === null ? null : redaction.redact(this.#projectId, SourceText.from(text), documentId).text.toString();
  }

  async #breathe(): Promise<void> {
    const { clock } = this.#parts;
    if (clock.now() - this.#sliceStart < indexSliceMs) return;
    await new Promise<void>((resolve) => clock.after(indexPauseMs, resolve));
    this.#sliceStart = clock.now();
  }
}

/** Index of the next slash in a path; its length if there is no further one. */
function nextFolder(path: string, end: number): number {
  const next = path.indexOf('/', end + 1);
  return next < 0 ? path.length : next;
}

function isGit(path: string): boolean {
  return path === '.git' || path.startsWith('.git/') || path.includes('/.git/') || path.endsWith('/.git');
}
