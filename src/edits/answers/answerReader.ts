import { type Answer, type AnswerBlock, type AnswerPart, type Incomplete, Lines, withoutCutPart } from './answer.ts';
import { beginsEnvelope, endsEnvelope, readEnvelope } from './patchEnvelope.ts';
import { commentPath, infoPath, pathLine, quotedPath } from './paths.ts';
import { beginsSearch, endsSearch, readSearch, searchBlock } from './searchReplace.ts';
import {
  beginsPatch,
  holdsPatch,
  isHalfHeader,
  isLostHeader,
  readBareRows,
  readPatch,
  unprefixedName,
} from './unifiedPatch.ts';

/** Maximum number of non-empty lines between a path and its fence or block. */
const linesBefore = 2;
/** Copilot's first line in a fence: `// filepath: src/a.ts`. */
const headingPath = /\bfile(?:name|path)?\s*:/i;
/** Languages of fences that show commands and outputs, not files. */
const commands = /^(?:bash|sh|shell|zsh|console|terminal|powershell|ps1|cmd|bat|output|log|text|txt|plaintext)?$/i;

/** Introduces code that must not be applied. */
const warningLead =
  /(?:^|[.!:;,]\s+|[^\w\s])\s*(?:please )?(?:do not|don['’]t|never|avoid)\b(?! forget| worry| hesitate)|\b(?:wrong|incorrect|bad)\W*$/i;
/** Introduces a use, or the present state. */
const exampleLead =
  /\b(?:for (?:example|instance)|e\.g\.|(?:an?|as an|usage|another) example|example(?: usage)?\W*$|sample|hypothetical|(?:might|could|would) look like|currently|you (?:wrote|have|had))\b/i;
const oldCode = /\b(?:replace|find|locate|change|before|old|original|existing|previous|from|instead of)\b/i;
const newCode = /\b(?:with|by|to|into|after|new|updated|replacement|becomes?)\b/i;
const removalLead = /\b(?:remove|delete)\s+(?:this|these|those|the following)\b/i;

/** Maximum number of words between an old text and its new one. */
const maxBridge = 8;

/**
 * Finds the edits in a chat model's answer: `apply_patch` envelopes, unified diffs, search/replace
 * blocks, complete files in fences with a path, in any number and with prose between them. Placing them is left to {@link placeBlocks}.
 */
export function readAnswer(text: string): Answer {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const found = new Reader(new Lines(lines, 1), false).read();
  return {
    files: found.filter((one) => 'kind' in one),
    incomplete: found.filter((one): one is Incomplete => !('kind' in one)),
  };
}

/** Reads prose, or the content of a fence. */
class Reader {
  readonly #lines: Lines;
  readonly #isDiff: boolean;
  readonly #found: AnswerPart[] = [];
  /** The path named last, by a line of its own, a tag or a header. */
  #path: string | null;

  constructor(lines: Lines, isDiff: boolean, path: string | null = null) {
    this.#lines = lines;
    this.#isDiff = isDiff;
    this.#path = path;
  }

  read(): readonly AnswerPart[] {
    while (!this.#lines.isDone) this.#next();
    return this.#found;
  }

  #next(): void {
    const lines = this.#lines;
    const line = lines.peek() as string;
    const fence = fenceOf(line);
    const [, tagged] = /^\s*<path>\s*(.+?)\s*<\/path>\s*$/.exec(line) ?? [];
    if (beginsEnvelope(line)) this.#found.push(...readEnvelope(lines));
    else if (beginsSearch.test(line)) {
      const path = this.#pathBefore();
      this.#addBlock(readSearch(lines), path);
    } else if (beginsPatch(lines, this.#isDiff)) this.#addPatch();
    else if (fence !== null) this.#fence(fence);
    else if (endsSearch.test(line) || endsEnvelope(line)) this.#lostBegin();
    else if (isHalfHeader(lines)) this.#path = unprefixedName(lines.read().slice('+++ '.length));
    else if (isLostHeader(lines)) this.#leftOver();
    else if (this.#isDiff && /^[-+]/.test(line) && (this.#found.length > 0 || holdsPatch(lines))) this.#leftOver();
    else {
      lines.read();
      this.#path = tagged ?? this.#path;
    }
  }

  #addPatch(): void {
    const before = this.#lines.at;
    const path = this.#pathBefore();
    const files = readPatch(this.#lines, path, this.#isDiff);
    this.#found.push(...files);
    const last = files.at(-1);
    if (last !== undefined && 'kind' in last) this.#path = ('newPath' in last ? last.newPath : undefined) ?? last.path;
    if (this.#lines.at === before) this.#lines.read();
    else if ((files.length === 0 && /^[-+ ]/.test(this.#lines.peek() ?? '')) || this.#goesOnUnsigned())
      this.#leftOver();
  }

  /** Returns true if changed lines, not list items, follow an unsigned line that ended a hunk. */
  #goesOnUnsigned(): boolean {
    const first = this.#lines.peek();
    if (this.#isDiff || first === null || /^[-+ ]/.test(first)) return false;
    let ahead = 0;
    for (let line: string | null = first; line !== null && line.trim() !== ''; line = this.#lines.peek(++ahead)) {
      if (/^(?:diff --git |--- |\+\+\+ |@@)/.test(line) || fenceOf(line) !== null || beginsEnvelope(line)) return false;
      if (/^[-+](?:[^\s-]|\s{2})/.test(line)) return true;
    }
    return false;
  }

  /** Collects changed lines that belong to no hunk. */
  #leftOver(): void {
    const at = this.#lines.at;
    const text: string[] = [];
    while (!this.#lines.isDone && !beginsPatch(this.#lines, true) && !isHalfHeader(this.#lines)) {
      if (!this.#isDiff && text.length > 0 && !/^(?:[-+ ]|$)/.test(this.#lines.peek() as string)) break;
      text.push(this.#lines.read());
    }
    this.#found.push({ at, text: text.join('\n') });
  }

  /** Handles a block or an envelope whose first line is missing. */
  #lostBegin(): void {
    const text: string[] = [];
    for (const line of this.#lines.before()) {
      if (fenceOf(line) !== null || endsSearch.test(line) || endsEnvelope(line) || pathLine(line) !== null) break;
      text.unshift(line);
    }
    const at = Math.max(1, this.#lines.at - text.length);
    this.#lines.read();
    if (text.some((line) => line.trim() !== '')) this.#found.push({ at, text: text.join('\n') });
  }

  #addBlock(block: AnswerBlock | Incomplete, path: string | null): void {
    this.#path = path;
    this.#found.push('rows' in block ? { kind: 'change', at: block.at, path, blocks: [block] } : block);
  }

  /** Returns the path named in the preceding lines, else the one named last. */
  #pathBefore(): string | null {
    let seen = 0;
    for (const line of this.#lines.before()) {
      if (line.trim() === '' || /^\s*<\/?\w+>\s*$/.test(line)) continue;
      const path = pathLine(line) ?? (fenceOf(line) === null ? quotedPath(line) : infoPath(fenceOf(line)?.info ?? ''));
      if (path !== null) return path;
      if (++seen >= linesBefore) break;
    }
    return this.#path;
  }

  #fence(fence: Fence): void {
    const below = this.#lines.peek(1) ?? '';
    const named = infoPath(fence.info) ?? (headingPath.test(below) ? commentPath(below) : null);
    const path = named ?? this.#pathBefore();
    const isNamed = named !== null || this.#isNamedBefore();
    const lead = this.#leadBefore();
    this.#lines.read();
    const at = this.#lines.at;
    const language = fence.info.split(/[\s:{]/)[0] ?? '';
    const isDiff = /^(?:diff|patch|udiff)$/i.test(language);
    const isMarkdown = /^(?:markdown|md|mdx)\b/i.test(fence.info);
    const isOfDocument = /\.mdx?$/i.test(path ?? '');
    const { body, mayGoOn } = this.#bodyOf(fence, isMarkdown || isOfDocument, isDiff);
    const filled = body.rest.filter((line) => line.trim() !== '');
    const onlyPath = filled.length === 1 && commands.test(language) ? pathLine(filled[0] as string) : null;
    const begin = filled.find((line) => line.trim() !== '<edits>') ?? '';
    const isDocument = (isNamed || isMarkdown) && isOfDocument && !isDiff;
    // A Markdown document contains fences and diffs of its own.
    const isWhole =
      isDocument &&
      !beginsSearch.test(begin) &&
      !beginsEnvelope(begin) &&
      !beginsPatch(new Lines(body.rest, at), false);
    const inner = isWhole ? [] : new Reader(new Lines(body.rest, at), isDiff, path).read();
    const isCut = mayGoOn && !isMarkdown && !isOfDocument && !endsEnvelope(filled.at(-1) ?? '');
    const facts = { path, isNamed, language, mayGoOn, isExample: warningLead.test(lead) || exampleLead.test(lead) };
    if (onlyPath !== null) this.#path = onlyPath;
    else if (warningLead.test(lead)) this.#addWhole(body.rest, at, facts);
    else if (inner.length > 0) this.#addFound(isCut ? withoutCutPart(inner) : inner);
    else if (isDiff && path !== null) this.#addBareDiff(body.rest, at, path, isCut);
    else if (mayGoOn || !this.#addReplacement(lead, body.rest, at, path)) this.#addWhole(body.rest, at, facts);
  }

  /** Adds "replace … with …" or "remove these lines"; false for other code. */
  #addReplacement(lead: string, old: readonly string[], at: number, path: string | null): boolean {
    const bridge: string[] = [];
    let ahead = 0;
    let next = this.#lines.peek();
    for (; next !== null && fenceOf(next) === null && bridge.length <= linesBefore; next = this.#lines.peek(++ahead))
      if (next.trim() !== '') bridge.push(next);
    const fence = next === null ? null : fenceOf(next);
    const named = bridge.map((line) => pathLine(line) ?? quotedPath(line)).find((one) => one !== null) ?? path;
    const isFollowed = fence !== null && bridge.length > 0 && named === path && !commands.test(fence.info || 'code');
    if (isFollowed && isReplacement(lead, bridge.join(' '))) {
      for (let skipped = 0; skipped <= ahead; skipped++) this.#lines.read();
      const { body, mayGoOn } = this.#bodyOf(fence, /\.mdx?$/i.test(path ?? ''), false);
      this.#addBlock(mayGoOn ? { at, text: old.join('\n') } : searchBlock(at, null, old, body.rest), path);
      return true;
    }
    if (!removalLead.test(lead)) return false;
    this.#addBlock(searchBlock(at, null, old, []), path);
    return true;
  }

  /** The line of prose before the next one that is not just a path; empty if there is none. */
  #leadBefore(): string {
    for (const line of this.#lines.before()) {
      if (fenceOf(line) !== null) return '';
      if (line.trim() !== '' && pathLine(line) === null) return line;
    }
    return '';
  }

  /** Adds a diff without a header as one hunk. */
  #addBareDiff(body: readonly string[], at: number, path: string, isCut: boolean): void {
    const rows = readBareRows(body);
    if (rows === null || isCut) {
      this.#found.push({ at, text: body.join('\n') });
    } else this.#addBlock({ at, form: 'hunk', rows, below: [], line: null, onlyAdds: false, atEnd: false }, path);
  }

  /** Adds the parts of a fence; the last file that they change is the one named last. */
  #addFound(parts: readonly AnswerPart[]): void {
    this.#found.push(...parts);
    const changed = parts.filter((one) => 'kind' in one).findLast(({ kind }) => kind === 'change');
    this.#path = changed?.path ?? this.#path;
  }

  /** Returns true if the preceding line is a path, or quotes exactly one. */
  #isNamedBefore(): boolean {
    for (const line of this.#lines.before()) {
      if (line.trim() !== '') return pathLine(line) !== null || quotedPath(line) !== null;
    }
    return false;
  }

  #addWhole(body: readonly string[], at: number, { path, isNamed, language, mayGoOn, isExample }: FenceFacts): void {
    const [first = '', ...rest] = body;
    const commented = commentPath(first) ?? (isNamed ? null : pathLine(first));
    const named = commented !== null && headingPath.test(first) ? commented : isNamed ? path : commented;
    const isCommand = commands.test(language);
    if (body.every((line) => line.trim() === '') || (named === null && isCommand)) return;
    if (isNamed && isCommand && !/\.(?:sh|bash|zsh|ps1|bat|cmd|txt|log|\w+)$|^[^.]+$/.test(named ?? '')) return;
    // A comment with just the path may be a line of the file; `filepath:` is Copilot's heading.
    const isHeading = commented !== null && (headingPath.test(first) || commentPath(first) === null);
    const text = (isHeading ? rest : body).map((line) => `${line}\n`).join('');
    const shown = isExample ? { isExample } : {};
    this.#found.push({ kind: 'whole', at, path: named, text, isSure: false, isNew: false, mayGoOn, ...shown });
  }

  /**
   * Reads up to the closing fence; Markdown may contain nested ones. `mayGoOn`: the closing fence is
   * missing, or a nested one may have been taken for it: then the body is all of the rest.
   */
  #bodyOf(
    { mark, indent }: Fence,
    isMarkdown: boolean,
    isDiff: boolean,
  ): { readonly body: Lines; readonly mayGoOn: boolean } {
    let depth = 0;
    const isEnd = (line: string) => {
      const inner = fenceOf(line);
      // A fence in the text of a diff follows a sign or the space of a context line.
      if (inner === null || inner.mark[0] !== mark[0] || (isDiff && inner.indent !== indent)) return false;
      if (inner.info !== '') {
        if (isMarkdown && inner.mark.length >= mark.length) depth++;
        return false;
      }
      if (inner.mark.length < mark.length) return false;
      return depth-- === 0;
    };
    const rest = new Lines(this.#lines.rest, this.#lines.at);
    const body = this.#lines.until(isEnd);
    if (body !== null && !(isMarkdown && this.#closedEarly(mark)))
      return { body: body.outdented(indent), mayGoOn: false };
    while (!this.#lines.isDone) this.#lines.read();
    return { body: rest.outdented(indent), mayGoOn: true };
  }

  /** Returns true if a fence that is left has no partner, or the next one has neither a language nor a path before it. */
  #closedEarly(mark: string): boolean {
    const left = this.#lines.rest.filter((line) => line.trim() !== '');
    const fences = left.flatMap((line, at) => ((fenceOf(line)?.mark.length ?? 0) >= mark.length ? [at] : []));
    const [next = -1] = fences;
    const before = left[next - 1] ?? '';
    const isBare = next >= 0 && fenceOf(left[next] as string)?.info === '';
    return fences.length % 2 === 1 || (isBare && pathLine(before) === null && quotedPath(before) === null);
  }
}

/** What is known of a fence besides its text. */
interface FenceFacts {
  readonly path: string | null;
  readonly isNamed: boolean;
  readonly language: string;
  readonly mayGoOn: boolean;
  readonly isExample: boolean;
}

interface Fence {
  /** The white space before it, shared by all of its lines inside a list. */
  readonly indent: string;
  readonly mark: string;
  readonly info: string;
}

function fenceOf(line: string): Fence | null {
  const [, indent = '', mark, info = ''] = /^(\s{0,8})(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
  return mark === undefined ? null : { indent, mark, info: info.trim() };
}

/** Returns true if the line introduces old code and the short one after it introduces the new code. */
function isReplacement(lead: string, bridge: string): boolean {
  const words = bridge.match(/[\p{L}\p{N}']+/gu) ?? [];
  return oldCode.test(lead) && newCode.test(bridge) && words.length <= maxBridge;
}
