/**
 * Texts from outside among our own: names, traces, constraints, requests. They are written so that a reader of CommonMark finds neither a
 * heading, a list, a tag nor an anchor in them, and so that nothing in them is invisible. Law: what is written reads back to the text.
 */
import { verbs } from '../../protocol/windows.ts';

/** Resembles an anchor in any alphabet: a kind in brackets, or an id with its key. */
const anchorPattern = new RegExp(
  `\\[\\s*(?:button|form|reference|ref|anchor|action)\\s*:|\\b(?:${verbs.join('|')})\\s*:\\s*[\\w-]+\\s*@\\s*\\w`,
  'iu',
);
/** What begins or ends a turn in some model's own format. */
const rolePattern =
  /<\|?\/?\s*(?:im_start|im_end|system|user|assistant|role|window|tool_call|(?:start|end)_header_id|eot_id|(?:start|end)_of_turn|function_(?:calls|results))\b|\[\/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS)\]|<<\/?SYS>>|^\s*#{2,4}\s*(?:instruction|response|system|human|user|assistant)\s*:/imu;
/** A turn in plain text, at the start or after an empty line; types such as `user: string` are none. */
const roleLine = /(?:^|\n[^\S\n]*\n)\s*(?:System|Human|Assistant|SYSTEM|HUMAN|ASSISTANT)\s*:/u;
/** What cannot be seen, or turns the direction of what follows. */
const unseenCharacters =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\ufffe\uffff\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/gu;
/** What begins a block or a tag in CommonMark, or could be taken for the beginning of one of our lines. */
const blockStart = /^\s*(?:[#>|~`=*+_<[\]-]|\d+[.)]|\s{4})/mu;

/** Brackets, colons and signs of other alphabets that look like those of an anchor; a hostile text is quoted without them. */
const likeOpening = /[^\P{Ps}({[]/gu;
const likeColon = /[ː˸։׃܃܄᛬∶⁚ꓽ꞉]/gu;
const anchorMarks = /[[\]@＠﹫:：﹕︓|ː˸։׃܃܄᛬∶⁚ꓽ꞉]|[^\P{Ps}({[]|[^\P{Pe})}\]]/gu;
/** Cyrillic, Greek and Armenian letters, each above the Latin one that it looks like. */
const likeLetters = 'аеорсухѕіјһԁոԝтмкɡαορντκυιь';
const latinLetters = 'aeopcyxsijhdnwtmkgaopvtkuib';
const latinOf = new Map([...likeLetters].map((letter, at) => [letter, latinLetters[at] ?? letter]));
const likeLatin = new RegExp(`[${likeLetters}]`, 'gu');

/** As a reader sees it: look-alikes are what they look like, and nothing is hidden between. */
function seen(text: string): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(unseenCharacters, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(likeOpening, '[')
    .replace(likeColon, ':')
    .replace(likeLatin, (letter) => latinOf.get(letter) ?? letter);
}

/** Whether a text looks as if it were made to be taken for an anchor, a window or somebody else's words. */
export function isHostile(text: string): boolean {
  const plain = seen(text);
  return (
    anchorPattern.test(plain) ||
    rolePattern.test(plain) ||
    roleLine.test(plain) ||
    /[\u202a-\u202e\u2066-\u2069]/u.test(text)
  );
}

/** Whether a text of several lines can stand among ours as it is. */
export function isPlainProse(text: string): boolean {
  const hidden = text.replace(/[\t\n\r]/g, '').search(unseenCharacters) >= 0;
  return !hidden && !blockStart.test(text) && !/[<`]|\]\(/.test(text) && !isHostile(text);
}

/** A line as it is where nothing in it can be taken for ours, else as a JSON string. */
export function amongOurs(line: string): string {
  return isPlainProse(line) && !line.startsWith('"') ? line : quoted(line);
}

/** A JSON string of which only what can be seen stands as it is; what marks code, tags or anchors in Markdown is escaped, too. */
export function quoted(text: string): string {
  const json = JSON.stringify(text)
    .replace(unseenCharacters, codesOf)
    .replace(/[<`]|(?<=\])\(/g, codesOf);
  return isHostile(text) ? json.replace(anchorMarks, codesOf) : json;
}

function codesOf(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
