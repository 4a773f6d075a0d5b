import { Minimatch } from 'minimatch';
import { LruMap } from '../base/lruMap.ts';

/** Longer globs, or with more alternatives, match nothing: a hostile one costs time out of all proportion. */
const maxGlobLength = 500;
const braceExpandMax = 1_000;
const keptGlobs = 1_000;

const compiled = new LruMap<string, Minimatch | null>(keptGlobs);

/**
 * Whether a project path matches a glob. As in VS Code's `applyTo`, a glob that begins neither with `/` nor with two stars and a slash matches at
 * any depth, and letter case does not matter.
 */
export function matchesGlob(glob: string, path: string): boolean {
  return compile(glob)?.match(path) ?? false;
}

function compile(glob: string): Minimatch | null {
  return compiled.getOrMake(glob, () => (glob.length > maxGlobLength ? null : compileRooted(glob.trim())));
}

function compileRooted(glob: string): Minimatch | null {
  if (glob === '') return null;
  const rooted = glob.startsWith('/') ? glob.slice(1) : glob.startsWith('**/') ? glob : `**/${glob}`;
  return new Minimatch(rooted, { dot: true, nocomment: true, nonegate: true, nocase: true, braceExpandMax });
}

/** The globs of a list that is parted by commas; commas within braces part nothing. */
export function splitGlobs(list: string): readonly string[] {
  const globs = [''];
  let depth = 0;
  for (const char of list) {
    if (char === '{') depth++;
    if (char === '}') depth = Math.max(0, depth - 1);
    if (char === ',' && depth === 0) globs.push('');
    else globs[globs.length - 1] += char;
  }
  return globs.map((glob) => glob.trim()).filter((glob) => glob !== '');
}
