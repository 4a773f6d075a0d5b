import type { RE2JS } from 're2js';
import { matchesGlob, splitGlobs } from '../../base/globs.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import { withLineFeeds } from '../../text/lineFeeds.ts';
import type { Judgement, Unjudged } from './judgement.ts';

/** Where a pattern is violated: the line, from one, and what stands there; null when something required is missing. */
export interface PatternViolation {
  readonly constraint: Constraint;
  readonly line: number | null;
  readonly excerpt: string | null;
}

/** What is judged. */
export interface JudgedText {
  readonly text: string;
  /** The path of the file that the text is; without it, it is a part of none, and nothing is required of it. */
  readonly file?: string | undefined;
  /** The file as it was: what it lacked is not asked of an edit. Nothing for a file without text. */
  readonly before?: string;
  /** The lines, from one, in which nothing forbidden may stand; by default all. */
  readonly added?: ReadonlySet<number>;
}

/** Maximum number of violations of one constraint that are reported. */
const maxViolations = 20;
/** UTF-16 units. */
const excerptLength = 200;
const keptPatterns = 500;
/** How long all matches of one pattern are searched for, and all patterns of a text, ms. A single search cannot be stopped. */
const patternMs = 250;
const textMs = 2_000;
/** How long a pattern may take until others get their turn behind it, ms. */
const sliceMs = 10;
/** What a single search may cost: the size of the pattern's program times the UTF-16 units of the text; at most about a second. */
const maxPatternSteps = 10_000_000;

/**
 * Finds violations of the constraints' patterns; prose constraints are not for it. `^` and `$` stand for the ends of
 * lines, and `\n` for any line break. A constraint with `files` is judged only for a file that matches. One search is linear in the text for
 * every pattern; all matches of some take the square of it (`c(?:[^]*z)?`), so that what takes too long is left unjudged, as is a pattern that no
 * linear-time engine takes (look-ahead and back-references).
 */
export async function judgePatterns(
  constraints: readonly Constraint[],
  judged: JudgedText,
  clock: Clock,
): Promise<Judgement<PatternViolation>> {
  const { file } = judged;
  const violations: PatternViolation[] = [];
  const unjudged: Unjudged[] = [];
  const text = withLineFeeds(judged.text);
  const before = withLineFeeds(judged.before ?? '');
  const end = clock.now() + textMs;
  for (const constraint of constraints) {
    const { check } = constraint;
    if (check === undefined || !concerns(check.files, file)) continue;
    if (check.kind === 'require' && file === undefined) continue;
    const pattern = await compilePattern(check.pattern);
    const began = clock.now();
    const until = Math.min(end, began + patternMs);
    const isLong = pattern !== null && pattern.programSize() * Math.max(text.length, before.length) > maxPatternSteps;
    if (pattern === null) unjudged.push({ constraint, why: 'pattern' });
    else if (isLong || began >= end) unjudged.push({ constraint, why: 'patternSlow' });
    else if (check.kind === 'forbid') {
      const { places, isAll } = forbidden(pattern, text, judged.added, () => clock.now() >= until);
      violations.push(...places.map((place) => ({ constraint, ...place })));
      if (!isAll && places.length === 0) unjudged.push({ constraint, why: 'patternSlow' });
    } else if (!pattern.matcher(text).find() && (before === '' || pattern.matcher(before).find())) {
      violations.push({ constraint, line: null, excerpt: null });
    }
    if (clock.now() - began >= sliceMs) await clock.pause?.();
  }
  return { violations, unjudged };
}

type ViolationPlace = Pick<PatternViolation, 'line' | 'excerpt'>;

/** The first match in each line; of one that spans lines, the first line that was added. `isAll`: none is left to be found, or reported. */
function forbidden(
  pattern: RE2JS,
  text: string,
  added: ReadonlySet<number> | undefined,
  isLate: () => boolean,
): { readonly places: readonly ViolationPlace[]; readonly isAll: boolean } {
  const places: ViolationPlace[] = [];
  const matcher = pattern.matcher(text);
  let first = 1;
  let counted = 0;
  while (places.length < maxViolations && matcher.find()) {
    const at = matcher.start();
    first += lineFeedsIn(text, counted, at);
    counted = at;
    const last = first + lineFeedsIn(text, at, Math.max(at, matcher.end() - 1));
    const line = firstOf(first, last, added);
    if (line !== null && places.at(-1)?.line !== line) places.push({ line, excerpt: excerptAt(text, at) });
    if (isLate()) return { places, isAll: false };
  }
  return { places, isAll: true };
}

function firstOf(first: number, last: number, added: ReadonlySet<number> | undefined): number | null {
  if (added === undefined) return first;
  for (let line = first; line <= last; line++) if (added.has(line)) return line;
  return null;
}

function lineFeedsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The line around an offset, shortened to what is near. */
function excerptAt(text: string, at: number): string {
  const near = Math.max(0, at - excerptLength / 2);
  const before = text.slice(near, at).split('\n').at(-1) ?? '';
  const after = text.slice(at, at + excerptLength / 2).split('\n')[0] ?? '';
  return `${before}${after}`.trim();
}

function concerns(files: string | undefined, file: string | undefined): boolean {
  if (files === undefined) return true;
  return file !== undefined && splitGlobs(files).some((glob) => matchesGlob(glob, file));
}

const compiled = new LruMap<string, RE2JS | null>(keptPatterns);

/** A pattern ready to search; null when it is refused. JavaScript's escapes and look-behind are understood. */
export async function compilePattern(pattern: string): Promise<RE2JS | null> {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = await compile(pattern);
  compiled.set(pattern, made);
  return made;
}

async function compile(pattern: string): Promise<RE2JS | null> {
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.MULTILINE | RE2JS.LOOKBEHINDS);
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
