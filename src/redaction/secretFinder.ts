import { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { findAgain, type PlacedFind, type SearchedText } from './findAgain.ts';
import {
  type BlockRule,
  type FoundSecret,
  type KeywordRule,
  type LineRule,
  lookAhead,
  lookBehind,
  type Slices,
} from './finding.ts';
import { assignmentRules } from './rules/assignments.ts';
import { clusterSecretRules } from './rules/blocks/clusterSecrets.ts';
import { keyFileRules } from './rules/blocks/keyFiles.ts';
import { cutOutsideKeys, pemRules } from './rules/blocks/pem.ts';
import { tableRules } from './rules/blocks/tables.ts';
import { commandRules } from './rules/commands.ts';
import { KeywordScan } from './rules/keywordScan.ts';
import { nextBreak, nextTerminator, startOfLine } from './rules/lines.ts';
import { tokenRules } from './rules/tokens.ts';
import { urlRules } from './rules/urls.ts';

/** A find at one keyword; empty if only the range read matters. */
interface Found extends PlacedFind {
  readonly kind: string;
  /** The lower rank names a secret that two rules find. */
  readonly rank: number;
}

export interface Secrets {
  /** Ascending and disjoint. */
  readonly spans: readonly FoundSecret[];
  readonly found: readonly Found[];
}

type RankedRule = { readonly rank: number } & (
  | ({ readonly sees: 'line' } & KeywordRule<LineRule>)
  | ({ readonly sees: 'block' } & KeywordRule<BlockRule>)
);

const blockRules = [...pemRules, ...keyFileRules, ...clusterSecretRules, ...tableRules];
const lineRules = [...tokenRules, ...urlRules, ...commandRules, ...assignmentRules];
const rules: readonly RankedRule[] = [
  ...blockRules.map((rule) => ({ ...rule, sees: 'block' as const })),
  ...lineRules.map((rule) => ({ ...rule, sees: 'line' as const })),
].map((rule, rank) => ({ ...rule, rank }));
const rulesOf = [...Map.groupBy(rules, ({ keyword, exact = false }) => `${exact} ${keyword}`).values()];
const keywords = rulesOf.flatMap(([rule]) => (rule ? { text: rule.keyword, exact: rule.exact ?? false } : []));
const longestKeyword = Math.max(...keywords.map(({ text }) => text.length));
let keywordScan: KeywordScan | null = null;

/** Maximum distance that rules read without reporting it, UTF-16 units. */
const reach = lookAhead + lookBehind + longestKeyword;

/**
 * Searches a text in linear time. Of a text changed since `before` only the surroundings of the changes are searched.
 */
export function findSecrets(text: Slices & { toString(): string }, before?: SearchedText<Found>): Secrets {
  const search = new SecretSearch(text);
  const between = (from: number, to: number) => search.between(from, to);
  if (text instanceof SourceText) return secretsOf(findAgain(text, before, reach, between));
  search.keywords(text.toString(), 0, 0, text.length);
  return secretsOf(search.found);
}

/** Maximum part of a line that is read at once. */
const farAhead = 16 * lookAhead;

/** Beyond this number of slices the text is joined: slices of a tree are slower. */
const maxSlices = 256;

/** A search in one text. */
class SecretSearch {
  found: Found[] = [];
  readonly #text: Slices;
  /** The last line, and the last run beyond a line's part. */
  #line = { start: 0, end: -1, isWhole: false };
  #run = { start: 0, end: -1 };
  /** The part being searched, with its surroundings. */
  #near = { from: 0, part: '' };

  constructor(text: Slices) {
    const { length } = text;
    let read = text;
    let slices = 0;
    const slice = (start: number, end: number) => {
      const { from, part } = this.#near;
      if (from <= start && end <= from + part.length) return part.slice(start - from, end - from);
      if (slices++ === maxSlices) read = text.slice(0, length);
      return read.slice(Math.min(start, length), Math.min(end, length));
    };
    this.#text = { length, slice };
  }

  /** Finds at the keywords in a range, in order. */
  between(from: number, to: number): readonly Found[] {
    this.found = [];
    const first = Math.max(0, from - lookBehind - lookBehind);
    this.#near = { from: first, part: this.#text.slice(first, to + lookAhead + longestKeyword) };
    this.keywords(this.#text.slice(from, to + longestKeyword), from, from, to);
    return this.found.sort((a, b) => a.hit - b.hit);
  }

  /** Tries every keyword in `[from, to)` of the text; `base` is the offset of `part`. */
  keywords(part: string, base: number, from: number, to: number): void {
    keywordScan ??= new KeywordScan(keywords);
    keywordScan.each(part, from - base, part.length, (keyword, start) => {
      const hit = base + start;
      if (hit >= to) return;
      for (const rule of rulesOf[keyword] as readonly RankedRule[])
        if (rule.glance === undefined || rule.glance(part, start)) this.#tryRule(rule, hit);
    });
  }

  #tryRule(rule: RankedRule, hit: number): void {
    const { rank } = rule;
    if (rule.sees === 'line') {
      this.#tryLineRule(rule.rule, rank, hit);
      return;
    }
    const found = rule.rule(this.#text, hit);
    if (found === null) return;
    const { from, to, spans } = found;
    if (spans.length === 0) this.found.push({ start: hit, end: hit, kind: '', hit, rank, from, to });
    for (const { start, end, kind } of spans) this.found.push({ start, end, kind, hit, rank, from, to });
  }

  #tryLineRule(rule: LineRule, rank: number, hit: number): void {
    const line = this.#lineOf(hit);
    const start = Math.max(line.start, hit - lookBehind);
    const end = Math.min(line.end, hit + lookAhead);
    const whole = this.#text;
    const text = whole.slice(start, end);
    let to = hit;
    const withNextLines = (count: number) => {
      if (end !== line.end) return text;
      const limit = Math.min(whole.length, end + lookAhead);
      to = end;
      for (let read = 0; read < count; read++) to = nextBreak(whole, Math.min(limit, to + 2), limit);
      return whole.slice(start, to);
    };
    const spans = [rule({ text, at: hit - start, withNextLines }) ?? []].flat();
    if (spans.length === 0 && to > hit) this.found.push({ start: hit, end: hit, kind: '', hit, rank, from: hit, to });
    for (const span of spans) {
      const spanEnd = start + span.end;
      const found = { ...span, start: start + span.start, hit, rank, from: hit };
      const isCut = spanEnd === (to > hit ? to : end);
      const runEnd = isCut ? this.#runEnd(spanEnd) : spanEnd;
      this.found.push({ ...found, end: runEnd, to: isCut ? runEnd + 1 : to });
    }
  }

  #lineOf(at: number): TextSpan {
    const known = this.#line;
    if (known.start <= at && (at + lookAhead < known.end || (known.isWhole && at <= known.end))) return known;
    const end = nextBreak(this.#text, at, at + farAhead);
    const from = Math.max(0, at - 2 * lookBehind);
    const before = this.#text.slice(from, at);
    const start = from + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
    this.#line = { start, end, isWhole: end < at + farAhead };
    return this.#line;
  }

  #runEnd(at: number): number {
    if (at < this.#run.start || at > this.#run.end) this.#run = { start: at, end: nextTerminator(this.#text, at) };
    return this.#run.end;
  }
}

/**
 * An offset at a line's beginning at which the text can be cut without changing any find, whatever
 * follows, or 0.
 */
export function cutBetweenSecrets(text: string): number {
  let cut = cutOutsideKeys(text);
  const last = cut === 0 ? [] : findSecrets(text).found.toReversed();
  for (let before = -1; before !== cut; ) {
    before = cut;
    for (const { hit, start, end, from, to } of last) {
      const first = Math.min(hit, start, from);
      if (first < cut && (cut < end || cut <= to)) cut = startOfLine(text, first);
    }
  }
  return cut;
}

function secretsOf(unordered: readonly Found[]): Secrets {
  const found = unordered.toSorted((a, b) => a.hit - b.hit || a.rank - b.rank || a.start - b.start);
  const spans = found
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || a.end - b.end || a.rank - b.rank);
  return { spans: joinedFinds(spans), found };
}

/** Joins overlapping finds; the lowest rank names them. */
function joinedFinds(found: readonly Found[]): readonly FoundSecret[] {
  const joined: { start: number; end: number; from: number; kind: string }[] = [];
  let best = 0;
  for (const { start, end, hit, kind, rank } of found) {
    const last = joined.at(-1);
    if (last === undefined || start >= last.end) {
      joined.push({ start, end, from: Math.min(hit, start), kind });
      best = rank;
      continue;
    }
    last.end = Math.max(last.end, end);
    last.from = Math.min(last.from, hit);
    if (rank < best) last.kind = kind;
    best = Math.min(best, rank);
  }
  return joined;
}
