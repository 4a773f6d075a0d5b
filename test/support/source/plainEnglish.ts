import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Share of doc comments that may open with a question word, and of comment lines that may be too wide. */
const maxOpenings = 0.05;
const maxWide = 0.02;
/** Columns of a comment line. */
const maxWidth = 100;
/** Idioms in 100 sentences of comments. */
const maxIdioms = 3;

const opening = /^(?:What|Whether|Of|How|Where|That|Which|So many|As many)\b/;

/** Phrases that a native writer would not use, each with the usual word. */
const idioms: readonly (readonly [phrase: RegExp, say: string])[] = [
  [/\btold\b/, 'reported, shown'],
  [/\bhand(?:ed|s|ing)? out\b/, 'delivered'],
  [/\bst(?:ands?|ood) (?:in|at|there|behind|before|where|on|after|beside|under|between)\b/, 'is'],
  [/\b(?:was|were|is|are) asked\b/, 'required, requested'],
  [/\b(?:of|as) now\b/, 'current'],
  [/\bso many\b/i, 'N'],
  [/\b(?:goes|go|going|went|gone) on\b/, 'continue'],
  [/\banew\b/, 'again'],
  [/\bunasked\b/, 'unless asked, automatically'],
  [/\bspeaks? of\b/, 'refer to'],
  [/\bgive[sn]? back\b/, 'return'],
  [/\bsightings?\b/, 'exposure'],
  [/\bunseen\b/, 'pending'],
  [/\bas (?:they|it) comes?\b/, 'unchanged'],
  [/\bof its own accord\b/, 'by itself'],
  [/\btells? (?:of|apart)\b/, 'report, distinguish'],
  [/\b(?:is|are) none\b/, 'is not one'],
  [/\bwhat (?:is|was) (?:none|no)\b/, 'anything but'],
  [/\bmind(?:s|ed)? (?:case|what)\b/, 'be sensitive to'],
];

/** Comments of a file with their markers removed. Line comments that follow one another are one. */
interface Comment {
  readonly text: string;
  readonly isDoc: boolean;
  /** One-based. */
  readonly line: number;
}

interface LanguageReport {
  readonly docComments: number;
  readonly openings: readonly string[];
  readonly commentLines: number;
  readonly wide: readonly string[];
  readonly sentences: number;
  readonly idioms: readonly string[];
}

/** Counts the openings, widths and idioms of the comments of the TypeScript files that match a glob below a folder. */
export function commentLanguage(folder: string, pattern: string): LanguageReport {
  const openings: string[] = [];
  const wide: string[] = [];
  const found: string[] = [];
  let docComments = 0;
  let commentLines = 0;
  let sentences = 0;
  for (const path of globSync(pattern, { cwd: folder }).sort()) {
    const source = readFileSync(join(folder, path), 'utf8');
    const lines = source.split('\n');
    for (const { text, isDoc, line } of commentsOf(path, source)) {
      const place = `${path}:${line}`;
      sentences += text.match(/[.!?](?=\s|$)/g)?.length ?? 1;
      if (isDoc) docComments += 1;
      if (isDoc && opening.test(text)) openings.push(`${place}: ${text.slice(0, 60)}`);
      for (const [phrase, say] of idioms) {
        const words = phrase.exec(text)?.[0];
        if (words !== undefined) found.push(`${place}: "${words}", say: ${say}`);
      }
    }
    for (const [index, line] of lines.entries()) {
      if (!/^\s*(?:\/\*|\*|\/\/)/.test(line)) continue;
      commentLines += 1;
      if (line.length > maxWidth) wide.push(`${path}:${index + 1}: ${line.length} columns`);
    }
  }
  return { docComments, openings, commentLines, wide, sentences, idioms: found };
}

function commentsOf(path: string, source: string): readonly Comment[] {
  const comments: Comment[] = [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) {
      if (seen.has(range.pos)) continue;
      seen.add(range.pos);
      const raw = source.slice(range.pos, range.end);
      const text = raw
        .replaceAll(/^\s*(?:\/\*\*?|\*\/?|\/\/\/?)|\*\/$/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const line = file.getLineAndCharacterOfPosition(range.pos).line + 1;
      comments.push({ text, isDoc: /^\/(?:\*\*|\/\/)/.test(raw), line });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return comments;
}

/** @returns one line per bound that the report exceeds; none if it is plain English */
export function languageFaults(report: LanguageReport): readonly string[] {
  const { docComments, openings, commentLines, wide, sentences } = report;
  const bounds = [
    { name: `comment lines over ${maxWidth} columns`, found: wide, per: commentLines, max: maxWide },
    { name: 'doc comments that open with What, Whether, Of…', found: openings, per: docComments, max: maxOpenings },
    { name: 'idioms in sentences of comments', found: report.idioms, per: sentences, max: maxIdioms / 100 },
  ];
  return bounds
    .filter(({ found, per, max }) => found.length > per * max)
    .map(
      ({ name, found, per, max }) =>
        `${found.length} of ${per} ${name} (at most ${max * 100} %):\n  ${found.join('\n  ')}`,
    );
}
