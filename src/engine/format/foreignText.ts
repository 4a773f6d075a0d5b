/**
 * Texts from outside among our own: names, notes, constraints, requests. They are written so that
 * CommonMark finds no heading, list, tag or anchor in them and no character is invisible. Law: the
 * written form reads back to the text.
 */
import { windowKinds } from '../../protocol/windowKinds.ts';
import { verbs } from '../../protocol/windows.ts';

const anyOf = (words: readonly string[]) => `(?:${words.join('|')})`;
/** Resembles an anchor in any alphabet: a verb in brackets, a place, or an id with its key. */
const anchorPattern = new RegExp(
  `\\[\\s*(?:button|form|anchor|action)\\s*:\\s*${anyOf(verbs)}|\\[\\s*ref(?:erence)?\\s*:\\s*\\S+#l?\\d|\\b${anyOf(verbs)}\\s*:\\s*${anyOf(windowKinds)}[-\\d]*\\s*@\\s*\\w`,
  'iu',
);
/** Marks that begin or end a turn in some model's own format; `List<User>` does not match. */
const rolePattern =
  /<\|\/?\s*(?:im_start|im_end|system|user|assistant|(?:start|end)_header_id|eot_id)\b|<\/?(?:im_start|im_end|(?:start|end)_of_turn|tool_call|function_(?:calls|results))\b|^\s*<\/?(?:system|assistant)>|<role>\s*(?:system|user|assistant)\s*<|(?<!\w)\[\/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS)\]|<<\/?SYS>>|^\s*#{2,4}\s*(?:instruction|response|system|human|user|assistant)\s*:/imu;
/** A turn in plain text, at the start or after an empty line. */
const roleLine = /(?:^|\n[^\S\n]*\n)\s*(?:Human|Assistant|HUMAN|ASSISTANT)\s*:/u;
/** Invisible characters, and those that change the direction of the text. */
const unseenCharacters =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\ufffe\uffff\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/gu;
/** The beginning of a block or a tag in CommonMark, or of a line like the prompt's own. */
const blockStart = /^\s*(?:[#>|~`=*+_<[\]-]|\d+[.)]|\s{4})/mu;

/**
 * Brackets, colons and signs of other alphabets that resemble those of an anchor. A hostile text is
 * quoted without them.
 */
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

/** True if a text imitates an anchor, a window or a turn of the conversation. */
export function isHostile(text: string): boolean {
  const plain = seen(text);
  return (
    anchorPattern.test(plain) ||
    rolePattern.test(plain) ||
    roleLine.test(plain) ||
    /[\u202a-\u202e\u2066-\u2069]/u.test(text)
  );
}

/** True if a text of several lines needs no fence. */
export function isPlainProse(text: string): boolean {
  const hidden = text.replace(/[\t\n\r]/g, '').search(unseenCharacters) >= 0;
  return !hidden && !blockStart.test(text) && !/[<`]|\]\(/.test(text) && !isHostile(text);
}

/** A line as it is where nothing in it can be taken for ours, else as a JSON string. */
export function amongOurs(line: string): string {
  return isPlainProse(line) && !line.startsWith('"') ? line : quoted(line);
}

/**
 * Returns a JSON string with invisible characters and the marks of code, tags and anchors escaped.
 */
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
