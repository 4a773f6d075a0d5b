import type { AnswerChoice, AnswerQuestion, TextEdit } from '../../protocol/edits.ts';
import type { TextChange } from '../../text/sourceText.ts';
import { type Answer, type AnswerBlock, type FileRequest, newTextOf } from './answer.ts';
import type { LinePlace } from './lineMatches.ts';
import { type Choices, placeBlocks } from './placing.ts';
import { wholeFileObstacle } from './wholeFile.ts';

/** A file that answers may change; `text` is that of the version they were made for. */
export interface KnownFile {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

/** What the paths of an answer mean. */
export interface FileTable {
  /** The file for a path as the answer writes it; null where there is none. */
  find(path: string): KnownFile | null;
  /** Whether a path leads out of the project. */
  isOutside(path: string): boolean;
  /** Paths of files that may be meant where there is none. */
  near(path: string): readonly string[];
  /** What an answer speaks of that names no file. */
  readonly inFront: KnownFile | null;
  /** The version of a file that the whole of it was written for: the one it differs least from. */
  versionFor(file: KnownFile, text: string): WholeBase;
}

export interface WholeBase {
  readonly file: KnownFile;
  /** Whether a later version was given out, too, whose new lines the text would take away. */
  readonly isEarlier: boolean;
}

/** A part of an answer that nobody but the developer can place. */
export interface Question {
  /** Good for the same answer: names the part in a {@link AnswerChoice}. */
  readonly id: string;
  /** Where the part begins in the answer, a line from one. */
  readonly at: number;
  readonly path: string | null;
  readonly file: KnownFile | null;
  readonly reason: AnswerQuestion['reason'];
  /** The part itself. */
  readonly text: string;
  readonly places: readonly LinePlace[];
  readonly files: readonly string[];
  /** Whether the text may be meant as the whole file. */
  readonly maybeWhole: boolean;
}

/** What is to be done with one file. Edits speak of the text of the known file. */
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
  /** How many blocks are in their files already. */
  readonly done: number;
}

/** Places all that an answer asks for; what is not certain becomes a question. */
export function planAnswer(answer: Answer, table: FileTable, choices: readonly AnswerChoice[] = []): AnswerPlan {
  return new Planner(table, choices).plan(answer);
}

/** A question with what most of them lack. */
type AskedQuestion = Pick<Question, 'id' | 'at' | 'path' | 'file' | 'reason' | 'text'> & Partial<Question>;

class Planner {
  readonly #table: FileTable;
  readonly #choices: ReadonlyMap<string, AnswerChoice>;
  readonly #files: PlannedFile[] = [];
  readonly #questions: Question[] = [];
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
    else if (file !== null && this.#files.some((other) => fileOf(other)?.id === file.id))
      this.#ask(request, 'overlaps');
    else if (file === null) this.#unknown(request, path as string, chosen === 'whole');
    else if (request.kind === 'delete' && request.text !== undefined && !isSameButForSpace(request.text, file.text))
      this.#ask(request, 'noMatch', file);
    else if (request.kind === 'delete') this.#files.push({ action: 'delete', file });
    else if (request.kind === 'edits') this.#files.push({ action: 'edit', file, edits: request.edits });
    else if (request.kind === 'whole') this.#whole(request, file, chosen);
    else this.#change(request, file);
  }

  /** A file that does not exist is created where the answer gives all of it. */
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
    const from = chosen === 'whole' ? file : base;
    if (chosen === 'whole' || chosen === 'earlier' || (obstacle === null && !isEarlier))
      this.#edit(from, [{ start: 0, end: from.text.length, newText: text }]);
    else this.#ask(request, obstacle ?? 'earlier', file);
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
    this.#done += done.length;
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
    const maybeWhole = kind === 'whole' && reason !== 'overlaps';
    this.#question({ id, at, path, file, reason, text, files, maybeWhole });
  }
}

/** A request with a name of its own. */
type PlannedPart = FileRequest & { readonly id: string };

/** A part of a file shares its line with the file's own request, and edits in JSON have one line for all: each has its own name. */
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

/** All blocks of one file are one request, wherever they stand in the answer. */
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

/** Whether texts differ in white space at the ends of lines and of the text alone. */
function isSameButForSpace(one: string, other: string): boolean {
  const bare = (text: string) => text.replace(/[^\S\n]+$/gm, '').trimEnd();
  return bare(one) === bare(other);
}

/** The text of a new file that is told as a search block without old lines, or as added lines. */
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
