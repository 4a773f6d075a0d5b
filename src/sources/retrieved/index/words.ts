/** Words of nearly every text of code. */
const common = new Set(
  (
    'abstract and any are args array as assert async await bool boolean break byte case catch char class const constructor continue def ' +
    'default delete do double elif else end enum except export extends false final finally float fn for foreach from func ' +
    'function get go goto if impl implements import in include instanceof int interface internal is it lambda let list long ' +
    'match mod module mut namespace new nil none not null number object of or override package param pass private ' +
    'protected pub public raise readonly ref require return returns self set short static str string struct super switch ' +
    'test the then this throw throws to trait true try type typeof undefined unsigned use using val value var virtual void ' +
    'where while with yield'
  ).split(' '),
);

/** Longer words are data, not names; UTF-16 units. */
const maxWord = 64;

/** True for a key word or a name as common as one. */
export function isCommon(name: string): boolean {
  return common.has(name.toLowerCase());
}

/** The names in a text, in order, with their offsets. */
export function namesIn(text: string): readonly { readonly name: string; readonly offset: number }[] {
  return [...text.matchAll(/[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu)].flatMap((match) =>
    match[0].length <= maxWord ? [{ name: match[0], offset: match.index }] : [],
  );
}

const quotedTexts = /(?<![\p{L}\p{N}&<])'[^']*'|"(?:\\.|[^"\\])*"|(?<=^\s*#\s*include\s*)<[^>]*>/gu;

const commentLine = /^\s*(?:\/\/|\/?\*+(?=\s|\/|$)|#(?!define|include)|--|;)/;

/**
 * The names in a line of code that may be declared somewhere. Leaves out quoted paths
 * (`'./greeting.ts'`), quoted prose, plain words of a comment and the ends of numbers (`0xff`);
 * code in braces inside a string counts.
 */
export function codeNamesIn(line: string): ReturnType<typeof namesIn> {
  const spoken = [...line.matchAll(quotedTexts)].filter(([text]) => isPathOrProse(text.slice(1, -1)));
  const isComment = commentLine.test(line);
  return namesIn(line).filter(
    ({ name, offset }) =>
      !(isComment && /^\p{Lu}?\p{Ll}*$/u.test(name)) &&
      !/\d/.test(line[offset - 1] ?? '') &&
      !spoken.some(({ 0: text, index }) => index < offset && offset < index + text.length),
  );
}

function isPathOrProse(text: string): boolean {
  if (/[{$]/.test(text)) return false;
  return /\s/.test(text) ? /[\p{L}\p{N}]\s+\p{L}/u.test(text) : /[/\\]|[^.]\.[a-z][a-z\d]{0,4}$/i.test(text);
}

const anyName = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The names in a text, in order; where a script has no spaces between words, pairs of letters. */
export function wordsIn(text: string): readonly string[] {
  const names = text.match(anyName) ?? [];
  return names.flatMap((word) => {
    if (word.length < 2 || word.length > maxWord) return [];
    if (!unspaced.test(word)) return [word];
    const letters = [...word];
    return letters.length < 3 ? [word] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
}

/** Longer lines are no code that people write, UTF-16 units. */
export const longLine = 1_000;

/** Matches a line that imports, in the common languages. */
export const importLine =
  /^\s*(?:(?:import|use|using|#\s*include)\b(?!\s*\()|from\s+\S+\s+import\b|(?:export\b.*|\})\s*from\s*['"]|(?:const|let|var)\b.*=\s*require\()/;
