import type { habits } from '../../protocol/decisions/preferences.ts';
import { sampledLength } from '../rules/relevance.ts';

/** A habit that a text shows. */
export interface LearnedPreference {
  /** `<language>:<topic>`. */
  readonly id: string;
  readonly text: string;
  /** The winner's share of the samples, less the fewer there are; in steps of 0.05. 0..1. */
  readonly confidence: number;
}

type Topic = keyof typeof habits;
type Habit = (typeof habits)[Topic][number];
/** Number of occurrences of each way. */
type WordCounts = ReadonlyMap<Habit, number>;

/** Number of samples that count half: nobody's habit shows in two lines. */
const halfWeightSamples = 5;
/** Habits below this confidence are left out. */
const minConfidence = 0.6;

const scripts = new Set(['typescript', 'javascript']);
const quoting = new Set([...scripts, 'python']);
const prose = new Set(['plaintext', 'markdown', 'json', 'jsonc', 'html', 'xml', 'csv', 'log', 'diff']);

/** The language whose habits hold: those of JSX are its language's. */
export function habitLanguage(language: string): string {
  return language.replace(/react$/, '');
}

/** Learns habits from a text. Reports only ways that clearly prevail. */
export function learn(whole: string, language: string): readonly LearnedPreference[] {
  const family = habitLanguage(language);
  if (prose.has(family)) return [];
  const text = withoutComments(whole.slice(0, sampledLength), family);
  const topics: readonly (readonly [Topic, WordCounts])[] = [
    ['quotes', quoting.has(family) ? quotes(text) : new Map()],
    ['semicolons', scripts.has(family) ? semicolons(text) : new Map()],
    ['indentation', indentation(text)],
    ['naming', naming(text)],
  ];
  return topics.flatMap(([topic, counts]) => {
    const winner = winnerOf(counts);
    return winner === null ? [] : [{ id: `${family}:${topic}`, ...winner }];
  });
}

/** The way seen most often, with share × samples / (samples + 5); null when that is too little. */
export function winnerOf(counts: ReadonlyMap<string, number>): Omit<LearnedPreference, 'id'> | null {
  const samples = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (first === undefined || samples === 0) return null;
  const [text, count] = first;
  const confidence = Math.round((count / samples) * (samples / (samples + halfWeightSamples)) * 20) / 20;
  return confidence < minConfidence ? null : { text, confidence };
}

function withoutComments(text: string, family: string): string {
  if (family === 'python') return text.replace(/#[^\n]*|"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)/g, '');
  return text.replace(/\/\*[\s\S]*?(?:\*\/|$)|(^|[^:'"`\\/])\/\/[^\n]*/g, '$1');
}

/** String literals in one line that hold no quote: one that does leaves no choice. */
function quotes(text: string): WordCounts {
  return tally(
    [...text.matchAll(/'[^'"`\\\n]*'|"[^'"`\\\n]*"/g)].map(([found]) =>
      found.startsWith("'") ? 'single quotes' : 'double quotes',
    ),
  );
}

/** Statements that end on their line. */
function semicolons(text: string): WordCounts {
  const statements = text.matchAll(
    /^[ \t]*(?:const|let|var|return|import|throw|break|continue|export \*)\b[^\n]*?([\w)'"`\]]|;)[ \t\r]*$/gm,
  );
  return tally([...statements].map(([, end]) => (end === ';' ? 'semicolons end statements' : 'no semicolons')));
}

/** Each line that is deeper than the one before shows what one level is. */
function indentation(text: string): WordCounts {
  const ways: Habit[] = [];
  let before = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    const white = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (white.length === line.length) continue;
    const added = white.startsWith(before) ? white.slice(before.length) : '';
    if (added === '\t') ways.push('tabs');
    else if (/^ {2,8}$/.test(added) && added.length % 2 === 0) ways.push(`${added.length as 2 | 4 | 6 | 8} spaces`);
    before = white;
  }
  return tally(ways);
}

/** Declared functions and variables whose names have more than one word. */
function naming(text: string): WordCounts {
  const names = text.matchAll(
    /\b(?:function|const|let|var|def|fn|func|val|fun)[ \t]+(?:mut[ \t]+)?([a-z][A-Za-z0-9_]*)/g,
  );
  return tally(
    [...names].flatMap(([, name = '']) => {
      const snake = /[a-z0-9]_[a-z0-9]/.test(name);
      const camel = /[a-z0-9][A-Z]/.test(name);
      return snake === camel ? [] : [snake ? 'snake_case names' : 'camelCase names'];
    }),
  );
}

function tally(ways: readonly Habit[]): WordCounts {
  const counts = new Map<Habit, number>();
  for (const way of ways) counts.set(way, (counts.get(way) ?? 0) + 1);
  return counts;
}
