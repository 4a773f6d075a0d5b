import type { AnswerChoice, AnswerQuestion, TextEdit } from '../../protocol/edits.ts';
import type { TextChange } from '../../text/sourceText.ts';
import { type Answer, type AnswerBlock, type FileRequest, newTextOf } from './answer.ts';
import type { LinePlace } from './lineMatches.ts';
import { type Choices, placeBlocks } from './placing.ts';
import { filledText } from './snippet.ts';
import { wholeFileObstacle } from './wholeFile.ts';

/** A file that answers may change, with the text of the version that the answer refers to. */
export interface KnownFile {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

/** Resolves the paths of an answer. */
export interface FileTable {
  /** The file for a path as the answer writes it, or null. */
  find(path: string): KnownFile | null;
  /** Returns true for a path outside the project. */
  isOutside(path: string): boolean;
  /** Paths of similar existing files. */
  near(path: string): readonly string[];
  /** The file for parts that name none. */
  readonly inFront: KnownFile | null;
  /** The version of a file that is closest to the given complete text. */
  versionFor(file: KnownFile, text: string): WholeBase;
}

export interface WholeBase {
  readonly file: KnownFile;
  /** True if a later version was delivered whose new lines the text would remove. */
  readonly isEarlier: boolean;
}

/** A part of an answer that only the developer can place. */
export interface Question {
  /** Valid for the same answer; an {@link AnswerChoice} refers to it. */
  readonly id: string;
  /** The line in the answer where the part begins, from one. */
  readonly at: number;
  readonly path: string | null;
  readonly file: KnownFile | null;
  readonly reason: AnswerQuestion['reason'];
  /** The text of the part. */
  readonly text: string;
  readonly places: readonly LinePlace[];
  readonly files: readonly string[];
  /** True if the text may be the complete file. */
  readonly maybeWhole: boolean;
}

/** The action for one file. Edits refer to the text of the known file. */
export type PlannedFile =
  | {
      readonly action: 'edit';
      readonly file: KnownFile;
      readonly edits: readonly TextEdit[];
      readonly newPath?: string;
    }
  | { readonly action: 'create'; readonly path: string; readonly text: string }
  | { readonly action: 'delete'; readonly file: KnownFile };

export interface AnswerPlan {
  readonly files: readonly PlannedFile[];
  readonly questions: readonly Question[];
  /** Number of blocks that their files contain already. */
  readonly done: number;
}

/** Places all requests of an answer; every uncertain one becomes a question. */
export function planAnswer(answer: Answer, table: FileTable, choices: readonly AnswerChoice[] = []): AnswerPlan {
  return new Planner(table, choices).plan(answer);
}

/** A question without its usual defaults. */
type AskedQuestion = Pick<Question, 'id' | 'at' | 'path' | 'file' | 'reason' | 'text'> & Partial<Question>;

class Planner {
  readonly #table: FileTable;
  readonly #choices: ReadonlyMap<string, AnswerChoice>;
  readonly #files: PlannedFile[] = [];
  readonly #questions: Question[] = [];
  /** Texts made of parts of files, by the id of the file. */
  readonly #filled = new Map<string, string>();
  #done = 0;

  constructor(table: FileTable, choices: readonly AnswerChoice[]) {
    this.#table = table;
    this.#choices = new Map(choices.map((choice) => [choice.id, choice]));
  }

  plan({ files, incomplete }: Answer): AnswerPlan {
    for (const request of withIds(mergedRequests(files))) {
      const choice = this.#choices.get(request.id);
      if (choice?.as === 'nothing') continue;
      this.#request(choice?.as === 'file' ? { ...request, path: choice.path } : request, choice?.as ?? null);
    }
    for (const part of incomplete) {
      const id = `${part.at}`;
      if (this.#choices.has(id)) continue;
      this.#question({ ...part, id, reason: 'incomplete', path: null, file: null });
    }
    const questions = this.#questions.sort((a, b) => a.at - b.at);
    return { files: this.#files, questions, done: this.#done };
  }

  #question(question: AskedQuestion): void {
    this.#questions.push({ places: [], files: [], maybeWhole: false, ...question });
  }

  #request(request: PlannedPart, chosen: AnswerChoice['as'] | null): void {
    const { path } = request;
    const isOutside = path !== null && this.#table.isOutside(path);
    const file = path === null ? this.#table.inFront : isOutside ? null : this.#table.find(path);
    if (isOutside) this.#ask(request, 'outside', null, this.#table.near(path));
    else if (path === null && file === null) this.#ask(request, 'noFile');
    else if (request.isExample && chosen === null) this.#ask(request, 'example', file, path === null ? [] : [path]);
    else if (file !== null && request.kind === 'whole' && this.#filledAgain(request.text, file)) return;
    else if (file !== null && this.#files.some((other) => fileOf(other)?.id === file.id))
      this.#ask(request, 'overlaps');
    else if (file === null) this.#unknown(request, path as string, chosen === 'whole');
    else if (request.kind === 'delete' && request.text !== undefined && !isSameButForSpace(request.text, file.text))
      this.#ask(request, 'noMatch', file);
    else if (request.kind === 'delete') this.#files.push({ action: 'delete', file });
    else if (request.kind === 'whole') this.#whole(request, file, chosen);
    else this.#change(request, file);
  }

  /** Creates a file that does not exist if the answer gives all of it. */
  #unknown(request: PlannedPart, path: string, isChosen: boolean): void {
    const near = this.#table.near(path);
    const text = request.kind === 'whole' ? request.text : newFileText(request);
    const isCertain = request.kind === 'whole' && request.isNew;
    const isCreated = this.#files.some((other) => other.action === 'create' && other.path === path);
    if (isCreated) this.#ask(request, 'overlaps');
    else if (text === null || (near.length > 0 && !isCertain && !isChosen))
      this.#ask(request, 'fileUnknown', null, near);
    else if (wholeFileObstacle('', text, true) !== null && !isChosen) this.#ask(request, 'elided');
    else if (request.kind === 'whole' && request.mayGoOn && !isChosen) this.#ask(request, 'notWhole');
    else this.#files.push({ action: 'create', path, text });
  }

  #whole(request: PlannedPart & { readonly kind: 'whole' }, file: KnownFile, chosen: AnswerChoice['as'] | null): void {
    const { text, isSure, isNew, mayGoOn = false } = request;
    const { file: base, isEarlier } = this.#table.versionFor(file, text);
    const isThere = isNew && base.text !== '' && base.text !== text;
    const obstacle = isThere ? 'exists' : (wholeFileObstacle(base.text, text, isSure) ?? (mayGoOn ? 'notWhole' : null));
    const isPart = obstacle === 'elided' || obstacle === 'notWhole';
    const filled =
      isPart && !mayGoOn && chosen !== 'whole' && chosen !== 'earlier' ? filledText(base.text, text) : null;
    if (filled !== null) {
      this.#filled.set(file.id, filled);
      this.#edit(base, [{ start: 0, end: base.text.length, newText: filled }]);
      return;
    }
    const from = chosen === 'whole' ? file : base;
    if (chosen === 'whole' || chosen === 'earlier' || (obstacle === null && !isEarlier))
      this.#edit(from, [{ start: 0, end: from.text.length, newText: text }]);
    else this.#ask(request, obstacle ?? 'earlier', file);
  }

  /** Fills another part of a file into the text that earlier parts make. */
  #filledAgain(text: string, file: KnownFile): boolean {
    const before = this.#filled.get(file.id);
    const at = this.#files.findIndex((other) => fileOf(other)?.id === file.id);
    const planned = this.#files[at];
    const filled = before === undefined ? null : filledText(before, text);
    if (filled === null || planned?.action !== 'edit') return false;
    this.#filled.set(file.id, filled);
    const edit: TextEdit = { type: 'offsets', start: 0, end: planned.file.text.length, newText: filled };
    this.#files[at] = { ...planned, edits: [edit] };
    return true;
  }

  #change({ at, blocks, newPath }: FileRequest & { readonly kind: 'change' }, file: KnownFile): void {
    const chosen: Choices = new Map(
      blocks.flatMap((block): [AnswerBlock, LinePlace | null][] => {
        const choice = this.#choices.get(`${block.at}`);
        if (choice?.as === 'nothing') return [[block, null]];
        return choice?.as === 'lines' ? [[block, choice]] : [];
      }),
    );
    const { changes, unplaced, done } = placeBlocks(file.text, blocks, chosen);
    this.#done += done;
    for (const { block, reason, places } of unplaced) {
      const { at } = block;
      this.#question({ id: `${at}`, at, path: file.path, file, reason, places, text: blockText(block) });
    }
    const moveId = `${at}:move`;
    const isOutside = newPath !== undefined && this.#table.isOutside(newPath);
    if (newPath !== undefined && this.#choices.get(moveId)?.as === 'nothing') this.#edit(file, changes);
    else if (newPath !== undefined && (isOutside || this.#table.find(newPath)?.path === newPath)) {
      const reason = isOutside ? 'outside' : 'exists';
      this.#question({ id: moveId, at: blocks[0]?.at ?? 1, path: newPath, file, reason, text: '' });
    } else this.#edit(file, changes, newPath);
  }

  #edit(file: KnownFile, changes: readonly TextChange[], newPath?: string): void {
    const edits = changes.map((change): TextEdit => ({ type: 'offsets', ...change }));
    if (edits.length === 0 && newPath === undefined) return;
    this.#files.push({ action: 'edit', file, edits, ...(newPath === undefined ? {} : { newPath }) });
  }

  #ask(
    request: PlannedPart,
    reason: AnswerQuestion['reason'],
    file: KnownFile | null = null,
    files: readonly string[] = [],
  ): void {
    const { id, at, path, kind } = request;
    const text = kind === 'change' ? request.blocks.map(blockText).join('\n') : 'text' in request ? request.text : '';
    const maybeWhole = kind === 'whole' && reason !== 'overlaps' && reason !== 'example';
    this.#question({ id, at, path, file, reason, text, files, maybeWhole });
  }
}

/** A request with a unique id. */
type PlannedPart = FileRequest & { readonly id: string };

/** Assigns unique ids: parts may share a line with their file, and all JSON edits share one. */
function withIds(requests: readonly FileRequest[]): readonly PlannedPart[] {
  const ids = new Set<string>();
  return requests.map((request, index) => {
    const id = request.kind === 'change' ? `${request.at}:file` : `${request.at}`;
    const own = ids.has(id) ? `${id}:${index}` : id;
    ids.add(own);
    return { ...request, id: own };
  });
}

function fileOf(planned: PlannedFile): KnownFile | null {
  return planned.action === 'create' ? null : planned.file;
}

/** Merges all blocks of one file into one request. */
function mergedRequests(files: readonly FileRequest[]): readonly FileRequest[] {
  const all: FileRequest[] = [];
  for (const one of files) {
    const at = all.findIndex((other) => one.kind === 'change' && other.kind === 'change' && other.path === one.path);
    const before = all[at];
    if (before?.kind !== 'change' || one.kind !== 'change') all.push(one);
    else all[at] = { ...before, ...one, at: before.at, blocks: [...before.blocks, ...one.blocks] };
  }
  return all;
}

/** Returns true if the texts differ only in white space at line ends and at the end. */
function isSameButForSpace(one: string, other: string): boolean {
  const bare = (text: string) => text.replace(/[^\S\n]+$/gm, '').trimEnd();
  return bare(one) === bare(other);
}

/** Returns the text of a new file given as a block without old lines; null for other requests. */
function newFileText(request: FileRequest): string | null {
  if (request.kind !== 'change' || request.newPath !== undefined) return null;
  const [block, ...others] = request.blocks;
  if (block === undefined || others.length > 0 || block.rows.some(({ sign, text }) => sign !== '+' && text !== ''))
    return null;
  return newTextOf({ ...block, rows: block.rows.filter(({ sign }) => sign === '+') });
}

function blockText({ rows }: AnswerBlock): string {
  return rows.map(({ sign, text }) => `${sign}${text}\n`).join('');
}
