import type { RE2JS } from 're2js';
import { LruMap } from '../base/lruMap.ts';
import type { Constraint } from '../protocol/constraints.ts';
import { matchesGlob, splitGlobs } from '../sources/globs.ts';

/** A violation of a constraint: the line, from one, and what stands there; null when something required is missing. */
export interface Violation {
  readonly constraintId: string;
  /** The constraint's. */
  readonly text: string;
  readonly line: number | null;
  readonly excerpt: string | null;
}

export interface Judgement {
  readonly violations: readonly Violation[];
  /** Ids of constraints whose pattern cannot be used: no linear-time regular expression (RE2's syntax). */
  readonly refused: readonly string[];
}

/** So many violations of one constraint are told. */
const maxViolations = 20;
/** UTF-16 units. */
export const excerptLength = 200;
const keptPatterns = 500;

/**
 * Finds violations of the constraints' patterns in a text; prose constraints are not for it. `^` and `$` stand for the ends of
 * lines, and `\n` for any line break. A constraint with `files` is judged only for a file that matches. Time is linear in the text for every pattern.
 */
export async function judge(constraints: readonly Constraint[], text: string, file?: string): Promise<Judgement> {
  const violations: Violation[] = [];
  const refused: string[] = [];
  const lines = text.replace(/\r\n?/g, '\n');
  for (const { id, text: rule, check } of constraints) {
    if (check === undefined || !concerns(check.files, file)) continue;
    const pattern = await compilePattern(check.pattern);
    if (pattern === null) {
      refused.push(id);
      continue;
    }
    const found = check.kind === 'forbid' ? forbidden(pattern, lines) : required(pattern, lines);
    violations.push(...found.map((place) => ({ constraintId: id, text: rule, ...place })));
  }
  return { violations, refused };
}

type Place = Pick<Violation, 'line' | 'excerpt'>;

/** The first match in each line. */
function forbidden(pattern: RE2JS, text: string): readonly Place[] {
  const places: Place[] = [];
  const matcher = pattern.matcher(text);
  let line = 1;
  let counted = 0;
  while (places.length < maxViolations && matcher.find()) {
    const at = matcher.start();
    line += text.slice(counted, at).match(/\n/g)?.length ?? 0;
    counted = at;
    if (places.at(-1)?.line !== line) places.push({ line, excerpt: excerptAt(text, at) });
  }
  return places;
}

function required(pattern: RE2JS, text: string): readonly Place[] {
  return pattern.matcher(text).find() ? [] : [{ line: null, excerpt: null }];
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

/** A pattern ready to search; null when it is refused. JavaScript's escapes are understood. */
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
    return RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.MULTILINE);
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
