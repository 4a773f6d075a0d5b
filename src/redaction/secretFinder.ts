import type { TextSpan } from '../text/textChange.ts';
import { type EarlierFinds, findAgain, type PlacedFind } from './findAgain.ts';
import type { Block, FoundSecret, KeywordRule, LineRule, Slices } from './finding.ts';
import { lookAhead, lookBehind, united } from './finding.ts';
import { assignmentRules } from './rules/assignments.ts';
import { clusterSecretRules } from './rules/blocks/clusterSecrets.ts';
import { keyFileRules } from './rules/blocks/keyFiles.ts';
import { cutOutsideKeys, pemRules } from './rules/blocks/pem.ts';
import { tableRules } from './rules/blocks/tables.ts';
import { commandRules } from './rules/commands.ts';
import { KeywordScan } from './rules/keywordScan.ts';
import { nextBreak, nextOf, startOfLine } from './rules/lines.ts';
import { tokenRules } from './rules/tokens.ts';
import { urlRules } from './rules/urls.ts';

export interface Secrets {
  /** Ascending and disjoint. */
  readonly spans: readonly FoundSecret[];
  /** Empty ones say only what was read. */
  readonly found: readonly PlacedFind[];
}

/** The lower the rank of a rule, the surer is the kind that it names. */
const rules = [
  ...[...pemRules, ...keyFileRules, ...clusterSecretRules, ...tableRules],
  ...[...tokenRules, ...urlRules, ...commandRules, ...assignmentRules],
].map((rule: KeywordRule, rank) => ({ ...rule, rank }));
const rulesOf = [...Map.groupBy(rules, ({ keyword, exact = false }) => `${exact} ${keyword}`).values()];
const keywords = rulesOf.flatMap(([rule]) => (rule ? { text: rule.keyword, exact: rule.exact ?? false } : []));
const longestKeyword = Math.max(...keywords.map(({ text }) => text.length));
let keywordScan: KeywordScan | null = null;

/** Maximum distance that rules read without reporting it, UTF-16 units. */
const reach = lookAhead + lookBehind + longestKeyword;

/**
 * Searches a text in linear time. Of a text changed since `before` only the surroundings of the changes are searched.
 */
export function findSecrets(text: Slices, before?: EarlierFinds): Secrets {
  const search = new SecretSearch(text);
  const found = findAgain(text.length, reach, (from, to) => search.between(from, to), before).toSorted(byHit);
  const secrets = found.filter(({ start, end }) => start < end);
  return { spans: united(secrets.map((one) => ({ ...one, from: Math.min(one.hit, one.start) }))), found };
}

const byHit = (a: PlacedFind, b: PlacedFind) => a.hit - b.hit || a.rank - b.rank || a.start - b.start;

/** Ends an unquoted value. */
const terminator = /[\s"'`<>(){}[\]\\,;|]/;
/** Maximum part of a line that is read at once. */
const farAhead = 16 * lookAhead;

/** Units on each side of an offset that are read at once: many small slices of a tree are slow. */
const windowUnits = 8_192;

/** A search in one text. */
class SecretSearch {
  #found: PlacedFind[] = [];
  readonly #whole: Slices;
  /** The same, read by windows. */
  readonly #text: Slices;
  /** The last line, and the last run beyond a line's part. */
  #line = { start: 0, end: -1, isWhole: false };
  #run = { start: 0, end: -1 };
  /** The part being searched with its surroundings, and the last part beyond it. */
  #near = { from: 0, part: '' };
  #far = { from: 0, part: '', margin: windowUnits };

  constructor(text: Slices) {
    this.#whole = text;
    const { length } = text;
    const slice = (start: number, last: number) => {
      const end = Math.min(last, length);
      const { from, part } = this.#near;
      if (from <= start && end <= from + part.length) return part.slice(start - from, end - from);
      if (start < this.#far.from || end > this.#far.from + this.#far.part.length) {
        // Grows, so that rules that read far apart in turn soon read one string.
        const margin = Math.ceil(this.#far.margin * 1.1);
        const first = Math.max(0, Math.min(start, length) - margin);
        this.#far = { from: first, part: text.slice(first, Math.min(length, Math.max(end, start + margin))), margin };
      }
      return this.#far.part.slice(start - this.#far.from, end - this.#far.from);
    };
    this.#text = { length, slice };
  }

  /** Finds at the keywords in a range, in the order of their anchors. */
  between(from: number, to: number): readonly PlacedFind[] {
    this.#found = [];
    const first = Math.max(0, from - lookBehind - lookBehind);
    const part = this.#whole.slice(first, Math.min(this.#whole.length, to + lookAhead + longestKeyword));
    this.#near = { from: first, part };
    keywordScan ??= new KeywordScan(keywords);
    keywordScan.each(part, from - first, Math.min(part.length, to - first + longestKeyword), (keyword, start) => {
      if (first + start >= to) return;
      for (const { line, block, rank, glance } of rulesOf[keyword] ?? []) {
        if (glance?.(part, start) === false) continue;
        if (line) this.#tryLineRule(line, rank, first + start);
        const found = block?.(this.#text, first + start);
        if (found) this.#add(first + start, rank, found);
      }
    });
    return this.#found;
  }

  #tryLineRule(rule: LineRule, rank: number, hit: number): void {
    const line = this.#lineOf(hit);
    const start = Math.max(line.start, hit - lookBehind);
    const end = Math.min(line.end, hit + lookAhead);
    const text = this.#text.slice(start, end);
    let to = hit;
    const withNextLines = (count: number) => {
      if (end !== line.end) return text;
      const limit = Math.min(this.#text.length, end + lookAhead);
      to = end;
      for (let read = 0; read < count; read++) to = nextBreak(this.#text, Math.min(limit, to + 2), limit);
      return this.#text.slice(start, to);
    };
    const found = rule({ text, at: hit - start, withNextLines });
    const textEnd = to > hit ? to : end;
    const spans = found.map((span) => {
      const spanEnd = start + span.end;
      if (spanEnd !== textEnd) return { ...span, start: start + span.start, end: spanEnd };
      if (spanEnd < this.#run.start || spanEnd > this.#run.end)
        this.#run = { start: spanEnd, end: nextOf(terminator, this.#text, spanEnd, this.#text.length) };
      to = this.#run.end + 1;
      return { ...span, start: start + span.start, end: this.#run.end };
    });
    if (spans.length > 0 || to > hit) this.#add(hit, rank, { spans, from: hit, to });
  }

  #add(hit: number, rank: number, { spans, from, to }: Block): void {
    for (const { start, end, kind } of spans.length > 0 ? spans : [{ start: hit, end: hit, kind: '' }])
      this.#found.push({ hit, start, end, from, to, kind, rank, secret: undefined });
  }

  #lineOf(at: number): TextSpan {
    const known = this.#line;
    if (known.start <= at && (at + lookAhead < known.end || (known.isWhole && at <= known.end))) return known;
    const end = nextBreak(this.#text, at, at + farAhead);
    this.#line = { start: startOfLine(this.#text, at, 2 * lookBehind), end, isWhole: end < at + farAhead };
    return this.#line;
  }
}

/**
 * An offset at a line's beginning at which the text can be cut without changing any find, whatever
 * follows, or 0.
 */
export const cutBetweenSecrets = (text: string) => cutBefore(text, cutOutsideKeys(text), (at) => startOfLine(text, at));

/** The last offset up to `cut` at which no find is cut; `back` returns one before an offset. */
export function cutBefore(text: string, at: number, back: (at: number) => number): number {
  let cut = at;
  const last = cut === 0 ? [] : findSecrets(text).found.toReversed();
  for (let before = -1; before !== cut; ) {
    before = cut;
    for (const { hit, start, end, from, to } of last) {
      const first = Math.min(hit, start, from);
      if (first < cut && (cut < end || cut <= to)) cut = back(first);
    }
  }
  return cut;
}
