import type { RE2JS } from 're2js';
import { matchesGlob, splitGlobs } from '../../base/globs.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { UnjudgedReason } from '../../protocol/edits.ts';
import { withLineFeeds } from '../../text/lineFeeds.ts';

/** A constraint that could not be judged, and why. */
export interface Unjudged {
  readonly constraint: Constraint;
  readonly why: UnjudgedReason;
}

export interface Judgement<Violation> {
  readonly violations: readonly Violation[];
  readonly unjudged: readonly Unjudged[];
}

/** A violated pattern, its line from one and the text there; null if required text is missing. */
export interface PatternViolation {
  readonly constraint: Constraint;
  readonly line: number | null;
  readonly excerpt: string | null;
}

/** A text to judge. */
export interface JudgedText {
  readonly text: string;
  /** The path of the file; a text without it is part of none, and nothing is required of it. */
  readonly file?: string | undefined;
  /** The old path of a renamed file: all of its text is new to constraints that did not apply there. */
  readonly from?: string | undefined;
  /** The file before the edit: text that it lacked is not required. */
  readonly before?: string;
  /** The lines, from one, that forbidden text is searched in; all by default. */
  readonly added?: ReadonlySet<number>;
}

/** Maximum number of violations reported for one constraint. */
const maxViolations = 20;
/** UTF-16 units. */
const excerptLength = 200;
const keptPatterns = 500;
/** Time limits of one pattern and of all patterns, ms. A single search cannot be stopped. */
const patternMs = 250;
const textMs = 2_000;
/** Time after which other work gets its turn, ms. */
const sliceMs = 10;
/** Maximum cost of a single search, about a second: program size times UTF-16 units of the text. */
const maxPatternSteps = 10_000_000;

/**
 * Finds violations of the constraints' patterns. `^` and `$` match at line ends, and `\n` matches
 * any line break. A constraint with `files` applies to matching files only. A single search takes
 * linear time, but all matches of `c(?:[^]*z)?` take quadratic time: such a pattern is left unjudged,
 * as is one with look-ahead or back-references.
 */
export async function judgePatterns(
  constraints: readonly Constraint[],
  judged: JudgedText,
  clock: Clock,
): Promise<Judgement<PatternViolation>> {
  const { file, from } = judged;
  const violations: PatternViolation[] = [];
  const unjudged: Unjudged[] = [];
  const text = withLineFeeds(judged.text);
  const textBefore = withLineFeeds(judged.before ?? '');
  const end = clock.now() + textMs;
  for (const constraint of constraints) {
    const { check } = constraint;
    if (check === undefined || !concerns(check.files, file)) continue;
    if (check.kind === 'require' && file === undefined) continue;
    const isNew = from !== undefined && !concerns(check.files, from);
    const before = isNew ? '' : textBefore;
    const pattern = await compilePattern(check.pattern);
    const began = clock.now();
    const until = Math.min(end, began + patternMs);
    if (pattern === null) unjudged.push({ constraint, why: 'pattern' });
    else if (stepsPerUnit(pattern) * Math.max(text.length, before.length) > maxPatternSteps || began >= end)
      unjudged.push({ constraint, why: 'patternSlow' });
    else if (check.kind === 'forbid') {
      const { places, isAll } = forbidden(pattern, text, isNew ? undefined : judged.added, () => clock.now() >= until);
      violations.push(...places.map((place) => ({ constraint, ...place })));
      if (!isAll && places.length === 0) unjudged.push({ constraint, why: 'patternSlow' });
    } else if (!pattern.matcher(text).find() && (before === '' || pattern.matcher(before).find())) {
      violations.push({ constraint, line: null, excerpt: null });
    }
    if (clock.now() - began >= sliceMs) await clock.pause?.();
  }
  return { violations, unjudged };
}

/** The program size as a power of two: the exact one tells the length of a secret in a pattern. */
function stepsPerUnit(pattern: RE2JS): number {
  return 2 ** Math.ceil(Math.log2(pattern.programSize()));
}

type ViolationPlace = Pick<PatternViolation, 'line' | 'excerpt'>;

/** Finds the first match in each added line. `isAll`: the search was not stopped by time. */
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

/** Returns the line around an offset, shortened. */
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

const compiled = new LruMap<string, Promise<RE2JS | null>>(keptPatterns);

/** Compiles a pattern with JavaScript's escapes and look-behind; null if it is not supported. */
export function compilePattern(pattern: string): Promise<RE2JS | null> {
  return compiled.getOrMake(pattern, () => compile(pattern));
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
