import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import { patternOf } from './data/rows.ts';
import { typingRows } from './data/typing.ts';
import { type FoundSecret, lookAhead, lookBehind } from './finding.ts';
import { aboutSecret } from './rules/names.ts';
import { findSecrets } from './secretFinder.ts';

/** Maximum numbers of values, of versions with each, and of versions that others planned. */
const maxValues = 256;
const maxVersions = 1024;
const maxPlans = 512;
/** Number of lines above a value that may name it. */
const linesAbove = 2;

interface TypedValue {
  documentId: string;
  /** The last version with the value. */
  text: SourceText;
  /** Where it starts in its versions. */
  readonly starts: LruMap<SourceText, number>;
  /** The carets at the last change, before they followed it; null once they left. */
  carets: string | null;
  /** Number of edits that others have planned, whether they were made or refused. */
  plans: number;
}

/**
 * Values that the developer types where a secret is likely. They are hidden from the first unit on.
 * After the caret has left, only secrets by form stay hidden.
 *
 * A version is known by its object, not by what is written there: that would confirm guesses.
 */
export class TypedValues {
  readonly #caretsOf: (documentId: string) => readonly number[];
  readonly #values = new LruMap<TypedValue, true>(maxValues);
  /** Increases whenever the hidden values change. */
  version = 0;

  constructor(caretsOf: (documentId: string) => readonly number[]) {
    this.#caretsOf = caretsOf;
  }

  /** Follows a change of a document; `text` is the result. */
  follow(documentId: string, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    const values = this.#openIn(documentId).filter((value) => value.text.length === changes.lengthBefore);
    for (const value of values) {
      const start = startIn(value, value.text);
      // Looking for the value would confirm the guesses in an agent's edit.
      value.starts.set(text, isDevelopers ? moved(value.text, start, changes) : changes.mapOffset(start, -1));
    }
    for (const range of isDevelopers ? changes.inverseRanges() : []) {
      const isKnown = values.some((value) => isIn(text, startIn(value, text), range.end));
      const start = isKnown ? null : typedStart(text, range.start, range.end);
      if (start === null) continue;
      const starts = new LruMap<SourceText, number>(maxVersions).set(text, start);
      values.push({ documentId, text, starts, carets: '', plans: 0 });
    }
    if (values.length === 0) return;
    const carets = String(this.#caretsOf(documentId));
    for (const value of values) this.#values.set(Object.assign(value, { text, carets }), true);
    this.version++;
  }

  /**
   * Returns what changes of another author would make of a text, with the values hidden. After
   * {@link maxPlans} they are not: such versions must not push out those of the developer.
   */
  plan(documentId: string, text: SourceText, changes: ChangeSet): SourceText {
    const planned = changes.apply(text);
    for (const value of this.#openIn(documentId))
      if (value.text === text && value.plans++ < maxPlans)
        value.starts.set(planned, changes.mapOffset(startIn(value, text), -1));
    return planned;
  }

  /** Follows the renaming of a document. */
  rename(from: string, to: string): void {
    for (const value of this.#openIn(from)) value.documentId = to;
  }

  /** Values in a text that are being typed, or were in this version. */
  among(text: SourceText): readonly FoundSecret[] {
    return [...this.#values.keys()]
      .flatMap(({ starts }) => starts.peek(text) ?? [])
      .map((start) => ({ start, end: typedEnd(text, start), from: start, kind: 'secret', doubt: true }))
      .filter(({ start, end }) => start < end);
  }

  /** Ends the typing of values that the carets have left. */
  settle(documentId: string): void {
    const carets = this.#caretsOf(documentId);
    // Where there is no caret, none has left.
    if (carets.length === 0) return;
    for (const value of this.#openIn(documentId)) {
      const { text, starts } = value;
      const start = startIn(value, text);
      if (String(carets) === value.carets || carets.some((caret) => isIn(text, start, caret))) continue;
      value.carets = null;
      starts.delete(text);
      const from = Math.max(0, start - lookBehind);
      const near = text.slice(from, text.lineAt(text.lineIndexOf(start)).end);
      if (!isHidden(near, start - from, typedEnd(text, start) - from)) this.#values.delete(value);
      this.version++;
    }
  }

  #openIn(documentId: string): readonly TypedValue[] {
    return [...this.#values.keys()].filter((value) => value.documentId === documentId && value.carets !== null);
  }
}

const startIn = ({ starts }: TypedValue, text: SourceText) => starts.peek(text) ?? 0;

/** Maps the start of a value. If one change replaces the value and its quotes, finds it in the new text. */
function moved(text: SourceText, start: number, changes: ChangeSet): number {
  const over = changes.changes.find((one) => one.start < start && start <= one.end);
  if (over === undefined) return changes.mapOffset(start, -1);
  const value = text.slice(start, typedEnd(text, start));
  const { newText } = over;
  const places = [newText.length + start - over.end, start - over.start, newText.indexOf(value)];
  const at = places.find((place) => place >= 0 && newText.startsWith(value, place));
  return changes.mapOffset(over.start, -1) + (at ?? newText.search(/[^"'`]|$/));
}

const isIn = (text: SourceText, start: number, at: number) => start <= at && at <= typedEnd(text, start);

/** Samples of a secret: in a string random, else barely, with a sign that no name in code has. */
const [random, barely] = ['Kq7vR2mTz9pLwX4dB8nH', 'x7lamp4rose!'];
/** Where a value begins in its line: behind an open quote or a tag, else behind a blank or sign. */
const closedString = /((?<!\w\w)'|["`])(?:\\.|(?!\1)[^\\])*\1/g;
const openString = /^.*(?:(?<!\w\w)'|["`])/;
const element = /^(?:.*[.:;>])?[ \t]*(?:<[^<>]+>)+(?=[^<>]*$)/;
/** A key of YAML, whose value may be several words. */
const keyOfWords = /^[ \t]*(?:- )?[\w.-]+: (?!\S*:\/\/)(?=[^"'`({[]*$)/;
const wordStart = /^.*(?:\s-p(?=\S*$)|[\s"'`=:<>(){}[\],;@/&|])|^/;
/** Before the value in a string that holds more, or in a setting. */
const valueSign = /(?:[^\s\w] ?|[\w-][_-]\w+ |(?:bearer|basic|token) )$/i;
/** Begins a line whose unquoted words are code. */
const code = /^[ \t]*(?:export )?(?:const|let|var|val|def|return|public|private|protected)\b|\w\(/;
/** Before a word that is the value of a setting, an item, or a text below its key. */
const setting =
  /\n[ \t]*(?:- |(?:- )?[\w.-]+ ?[:=] ?)$|(?:: ?[|>][+-]?|[=(,:] ?\w?(?:"""|'''|`)|<<[-~<]?\W?\w+\W?)[ \t]*\n[ \t]*$/;
/** The last name before a value, and the sign that makes it the key. */
const nameBefore = /([\w.-]*)((?:(?:["']?\])? ?:?[:=]|["'] ?:) ?\w?["'`]?$(?<!\?.*)|>$)?\W*$/;
/** Names of values whose real name is beside them. */
const generic = /^$|value|default|content|string|with|data|text|send|keys$/i;
/** A line that names those below, such as `secrets: {`. */
const title = /^[^()]*[:=[{|>\]-][ \t]*$/;
const telling = new RegExp(patternOf(typingRows, 'telling'), 'i');
const plain = new RegExp(patternOf(typingRows, 'plain'), 'i');

/** Start of the value that a change is part of, or null if nothing around it suggests a secret. */
function typedStart(text: SourceText, from: number, to: number): number | null {
  const at = from + text.slice(from, to).search(/[^\s"'`]|$/);
  const above = text.slice(Math.max(0, at - lookAhead), at).split(/\r?\n/);
  const own = above.pop() ?? '';
  const outside = own.replaceAll(closedString, ({ length }) => ' '.repeat(length));
  const [word] = keyOfWords.exec(own) ?? wordStart.exec(own) ?? [''];
  const [string] = openString.exec(outside) ?? element.exec(outside) ?? [];
  const before = own.slice(0, (string ?? word).length);
  const start = at - own.length + before.length;
  const end = typedEnd(text, start);
  if (start === end || end < to || (string === undefined ? code : plain).test(before)) return null;
  const [after = '', below = ''] = text.slice(end, Math.min(end + lookBehind, text.length)).split(/\r?\n/);
  const near = `${above.slice(-linesAbove).join('\n')}\n`;
  const [head, sample] = string === undefined ? [word, barely] : [word.slice(before.length), random];
  if (wouldBeHidden(near + before, sample, after)) return start;
  if (valueSign.test(head) && wouldBeHidden(near + word, random, after)) return start;
  if (string === undefined && !setting.test(near + before)) return null;
  const [, name = '', key] = nameBefore.exec(before) ?? [];
  const isOfName = key !== undefined && !generic.test(name);
  if (isOfName && aboutSecret.test(name)) return null;
  const parent = above.findLast((line) => /\S/.test(line) && line.search(/\S/) < own.search(/\S|$/)) ?? '';
  const around = (generic.test(name) ? near + below : '') + (title.test(parent) ? `\n${parent}` : '');
  return isTelling(`${isOfName ? name : `${before} ${after}`}\n${around}`) ? start : null;
}

/** End of a value that begins at `start`: its closing quote or tag, or a blank. */
function typedEnd(text: SourceText, start: number): number {
  const line = text.lineAt(text.lineIndexOf(start));
  const before = text.slice(Math.max(line.start, start - lookBehind), start);
  // A start may lie within a line break of two units.
  const rest = text.slice(start, Math.max(start, Math.min(line.end, start + lookAhead)));
  const [quote = element.test(before) ? '<' : ''] = /["'`]$/.exec(before) ?? [];
  if (quote !== '') return start + rest.search(new RegExp(`(?<!\\\\)${quote}|$`));
  if (keyOfWords.test(before)) return start + rest.search(/\s(?:#|\/\/)|["'`]|[,;]?$/);
  return start + (/\S/.test(before) ? rest.search(/[\s"'`]|(?<=^[\w.$]+)\(|$/) : rest.length);
}

/** Tests for a telling name, also as a part of a longer one: `passwordControl`. */
function isTelling(words: string): boolean {
  const parts = words.replaceAll(/(?<=[a-z])(?=[A-Z])|[_.]/g, ' ');
  const assigned = `${words} ${parts} `.replaceAll(/[^\p{L}\p{N}_$.-]+/gu, `="${barely}"\n`);
  return telling.test(`${words} ${parts}`) || findSecrets(assigned).spans.length > 0;
}

function wouldBeHidden(before: string, sample: string, after: string): boolean {
  const [sign = ''] = /:\/\/[^\s/@]*:$|["'`]$/.exec(before) ?? [];
  const tail = sign.length > 1 ? '@host' : after === '' && sign !== '' ? `${sign})` : '';
  return isHidden(before + sample + tail + after, before.length, before.length + sample.length);
}

function isHidden(text: string, from: number, to: number): boolean {
  return findSecrets(text).spans.some(({ start, end }) => start < to && from < end);
}
