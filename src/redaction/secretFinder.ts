import type { ChangeRange, SourceText } from '../text/sourceText.ts';
import { type FoundSecret, type LineRule, lookAhead, lookBehind, type SecretSpan } from './finding.ts';
import { assignmentRules } from './rules/assignments.ts';
import { commandRules } from './rules/commands.ts';
import { KeywordScan } from './rules/keywordScan.ts';
import { pemAt, pemKeyword, type Slices } from './rules/pem.ts';
import { tokenRules } from './rules/tokens.ts';
import { urlRules } from './rules/urls.ts';

/** What one keyword's place gave. `from` and `to` bound what was looked at. */
interface Found extends SecretSpan {
  /** Where the keyword begins. */
  readonly hit: number;
  /** Of two rules that find the same secret the lower one names it. */
  readonly rank: number;
  readonly from: number;
  readonly to: number;
}

/** Every secret of one text. */
export interface Secrets {
  /** Ascending and disjoint. */
  readonly spans: readonly FoundSecret[];
  readonly found: readonly Found[];
}

const rules: readonly (readonly [keyword: string, rule: LineRule])[] = [
  ...tokenRules,
  ...urlRules,
  ...commandRules,
  ...assignmentRules,
];
const keywords = [...new Set([pemKeyword, ...rules.map(([keyword]) => keyword)])];
const rulesOf: readonly (readonly { readonly rule: LineRule; readonly rank: number }[])[] = keywords.map((keyword) =>
  rules.flatMap(([other, rule], rank) => (other === keyword ? [{ rule, rank: rank + 1 }] : [])),
);
const longestKeyword = Math.max(...keywords.map(({ length }) => length));
let scan: KeywordScan | null = null;

/** Texts of one origin with more changed places than this are searched anew. */
const maxRanges = 64;

const none: Secrets = { spans: [], found: [] };

/** Searches a whole text. Time grows with its length and no faster, whatever it holds. */
export function findSecrets(text: Slices & { toString(): string }): Secrets {
  const found: Found[] = [];
  search(text, { text: text.toString(), base: 0 }, 0, text.length, found);
  return secretsOf(found);
}

/**
 * Searches a text that came from another one by changes in known places: only around them.
 *
 * Law: the answer is that of {@link findSecrets}. It holds since what a rule finds at a keyword depends on the units within its reach
 * alone: the rest of the line for most, the lines of the block for private keys.
 */
export function updateSecrets(older: Secrets, text: SourceText, ranges: readonly ChangeRange[]): Secrets {
  if (ranges.length === 0) return older;
  if (ranges.length > maxRanges) return findSecrets(text);
  const zones = zonesOf(text, ranges);
  const found: Found[] = [];
  for (const one of older.found) {
    const hit = mapped(one.hit, ranges);
    if (hit === null || zones.some(({ from, to }) => from <= hit && hit < to)) continue;
    const touched = one.rank === 0 && ranges.some(({ start, end }) => one.from <= end && start <= one.to);
    if (touched) foundPem(text, hit, found);
    else found.push(moved(one, hit - one.hit));
  }
  const kept = found.length;
  for (const zone of zones) searchZone(text, zone, found);
  return kept === 0 && found.length === 0 ? none : secretsOf(found);
}

interface Zone {
  readonly from: number;
  readonly to: number;
}

/** Where keywords may begin whose rules look at something changed: in the changed lines, and near in long ones. */
function zonesOf(text: SourceText, ranges: readonly ChangeRange[]): readonly Zone[] {
  const zones: Zone[] = [];
  let growth = 0;
  for (const { start, end, newLength } of ranges) {
    const first = start + growth;
    const last = first + newLength;
    growth += newLength - (end - start);
    const from = Math.max(text.lineAt(text.lineIndexOf(first)).start, first - lookAhead - longestKeyword);
    const to = Math.min(text.lineAt(text.lineIndexOf(last)).endWithBreak, last + lookBehind + longestKeyword);
    const previous = zones.at(-1);
    if (previous !== undefined && from <= previous.to) zones[zones.length - 1] = { from: previous.from, to };
    else zones.push({ from, to });
  }
  return zones;
}

function searchZone(text: SourceText, { from, to }: Zone, found: Found[]): void {
  const base = Math.max(text.lineAt(text.lineIndexOf(from)).start, from - lookBehind);
  const end = Math.min(Math.max(to, text.lineAt(text.lineIndexOf(to)).end), to + lookAhead);
  search(text, { text: text.slice(base, end), base }, from, to, found);
}

/** Looks at every keyword that begins in `[from, to)`. */
function search(
  whole: Slices,
  { text, base }: { text: string; base: number },
  from: number,
  to: number,
  found: Found[],
): void {
  scan ??= new KeywordScan(keywords);
  scan.each(text, from - base, text.length, (keyword, start) => {
    const hit = base + start;
    if (hit >= to) return;
    if (keyword === 0) foundPem(whole, hit, found);
    for (const { rule, rank } of rulesOf[keyword] as (typeof rulesOf)[number]) {
      const span = rule(text, start);
      if (span === null) continue;
      found.push({ kind: span.kind, start: base + span.start, end: base + span.end, hit, rank, from: hit, to: hit });
    }
  });
}

function foundPem(text: Slices, hit: number, found: Found[]): void {
  const pem = pemAt(text, hit);
  if (pem !== null) found.push({ ...pem, kind: 'private-key', hit, rank: 0 });
}

function moved(one: Found, by: number): Found {
  if (by === 0) return one;
  const { kind, rank } = one;
  return {
    kind,
    rank,
    start: one.start + by,
    end: one.end + by,
    hit: one.hit + by,
    from: one.from + by,
    to: one.to + by,
  };
}

/** Where an offset of the older text stands now; null when it was changed away. */
function mapped(offset: number, ranges: readonly ChangeRange[]): number | null {
  let growth = 0;
  for (const { start, end, newLength } of ranges) {
    if (offset < start) break;
    if (offset < end) return null;
    growth += newLength - (end - start);
  }
  return offset + growth;
}

/** What was found, in order; overlapping finds are one secret, named by the rule that knows best. */
function secretsOf(unordered: readonly Found[]): Secrets {
  const found = unordered.toSorted((a, b) => a.hit - b.hit || a.rank - b.rank || a.start - b.start);
  const joined: { start: number; end: number; from: number; kind: string; rank: number }[] = [];
  const real = found.filter(({ start, end }) => start < end);
  for (const { start, end, hit, kind, rank } of real.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || a.rank - b.rank,
  )) {
    const last = joined.at(-1);
    if (last === undefined || start >= last.end) joined.push({ start, end, from: Math.min(hit, start), kind, rank });
    else {
      last.end = Math.max(last.end, end);
      last.from = Math.min(last.from, hit);
      if (rank < last.rank) {
        last.kind = kind;
        last.rank = rank;
      }
    }
  }
  return { spans: joined.map(({ start, end, from, kind }) => ({ start, end, from, kind })), found };
}
