import { placeRows } from '../data/places.ts';
import { patternOf } from '../data/rows.ts';
import type { FoundPlace, KeywordRule, SecretSpan } from '../finding.ts';
import { isSecretBehind, isSecretBehindSpace } from './behindName.ts';
import { givenAt, type Offsets } from './given.ts';
import { isWordUnit, type SecretName, secretNames, spellings } from './names.ts';
import { isGenerated, isSecretWord } from './value.ts';
import { endOfMatch, quote, valueSpan } from './valueSpan.ts';

const nameUnits = 64;

const blanks = '[ \\t]{0,40}';
const nameAfter = /[A-Za-z0-9_.$-]{0,48}/y;
/** A call around a string: `String::from("…")`, `SecretStr("…")`, `[]byte("…")`. */
const wrapping = String.raw`(?:new )?(?:\[\])?(?![\w.]*\.set)[A-Za-z_][\w.:]{0,40}[({](?=${quote})`;
/** The pattern between a name and its value, by the value's line. */
const givingIn = (...wheres: readonly string[]) =>
  patternOf(placeRows, ...wheres)
    .replaceAll('{quote}', quote)
    .replaceAll('{blanks}', blanks);
const giving = new RegExp(
  `\\]?${quote}? ?\\]?${blanks}(?:${givingIn('here', 'prose')})${blanks}(?:${wrapping}|[[({] ?(?=${quote}))?`,
  'iy',
);
const givingBelow = new RegExp(`${quote}?\\]?${blanks}(?:${givingIn('below')})`, 'iy');
const lineOpens = new RegExp(
  String.raw`^(?:${quote}?\]?${blanks}(?![ \t])(?:[:=]|:=|=>|,)?[ \t]*(?![ \t])(?:[|>][+-]?|[([{,\\]|"""|''')?|${quote}?,?|<\/[\w:.-]{1,40}>| [A-Za-z(][^\r\n"'=<>:]{1,120}:)[ \t]*$`,
);
const nextItem = new RegExp(String.raw`${quote}?[ \t]*(?:,[ \t]*(?:\r?\n[ \t]*)?|\r?\n[ \t]*- )`, 'y');
const nextBranch = new RegExp(String.raw`${quote}[ \t]+(?::|\|\||\?\?|or)[ \t]+(?=${quote})`, 'y');
/** Rules for values assigned to a telling name. */
export const assignmentRules: readonly KeywordRule[] = secretNames.flatMap((name) =>
  spellings(name.words).map((keyword) => ({
    keyword,
    line: (place: FoundPlace) => assigned(place, keyword.length, name),
    glance: (text: string, at: number) => mayBeName(text, at, at + keyword.length, name),
  })),
);

const signs = /[^\p{L}\w\s]{1,3}|/uy;
/** Tests that a name is whole where it must be, and not repeated with its sign (`sig=sig=`), which takes time. */
function mayBeName(text: string, start: number, end: number, { whole }: SecretName): boolean {
  const next = endOfMatch(signs, text, endOfMatch(nameAfter, text, end));
  return (!whole || isWhole(text, start, end)) && !text.startsWith(text.slice(nameStart(text, start), next), next);
}

const isNameUnit = (unit: number) => isWordUnit(unit) || unit === 36 || unit === 45 || unit === 46;

function assigned(place: FoundPlace, length: number, name: SecretName): readonly SecretSpan[] {
  const { text, at } = place;
  const nameEnd = endOfMatch(nameAfter, text, at + length);
  const offsets = [nameStart(text, at), at + length, nameEnd] as const;
  const here = endOfMatch(giving, text, nameEnd);
  if (lineOpens.test(text.slice(nameEnd))) {
    const more = place.withNextLines(/s/i.test(text[nameEnd - 1] ?? '') ? longestList : 4);
    const below = endOfMatch(givingBelow, more, nameEnd);
    return below < 0 ? [] : assignedValues(more, offsets, below, name);
  }
  if (here >= 0 && here < text.length) return assignedValues(text, offsets, here, name);
  const isWord = name.whole && text[offsets[0]] !== '-' && !/^[ \t]*set /.test(text);
  return here >= 0 || isWord ? [] : behindSpace(text, offsets, name);
}

/** A quote that closes the string of its name: `title="Password: "`. */
const closesString = /(?:^|[\s=(,:[{+])(["'`])[^\s"'`][^"'`\r\n]{0,60}(?:[:=] ?| )\1$/;
/** The end of the text between a name and a list or a call. */
const opensList = /^\(|[[{]\s*$|- +$|[=:][^=:]*\($/;
/** Maximum number of lines and items of a list. */
const longestList = 20;

/** The value, and those that follow it in a list, a call or another branch. */
function assignedValues(text: string, offsets: Offsets, valueAt: number, name: SecretName): readonly SecretSpan[] {
  const given = givenAt(text, offsets, valueAt, name);
  if (given === null) return [];
  const spans = !closesString.test(text.slice(0, valueAt + 1)) && isSecretBehind(given) ? [given.secret] : [];
  if (name.vague) return spans;
  const follows = opensList.test(given.operator) ? nextItem : nextBranch;
  let { end } = spans[0] ?? given.span;
  for (let items = 0; items < longestList; items++) {
    const next = endOfMatch(follows, text, end);
    const other = next < 0 ? null : valueSpan(text, next, false, null);
    if (other === null) break;
    end = other.end;
    const item = text.slice(other.start, end);
    const isWord = name.chosen && text[end] !== ')' && isSecretWord(item, 'bare');
    if (isWord || isGenerated(item, { least: 16, bits: 8 }, 'program'))
      spans.push({ start: other.start, end, kind: name.kind });
  }
  return spans;
}

/** Tests that a word is separate in its name, perhaps with a number: `app_key`, `appKey2`. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const begins = before === 95 || !isWordUnit(before) || /[a-z0-9][A-Z][A-Za-z]/.test(text.slice(start - 1, start + 2));
  return begins && /^\d{0,2}(?!\w)/.test(text.slice(end, end + 3));
}

function behindSpace(text: string, offsets: Offsets, name: SecretName): readonly SecretSpan[] {
  const valueAt = endOfMatch(/[ \t]{1,40}/y, text, offsets[2]);
  if (valueAt < 0 || /^`\w+:/.test(text.slice(valueAt))) return [];
  const given = givenAt(text, offsets, valueAt, name);
  return given !== null && isSecretBehindSpace(given) ? [given.secret] : [];
}

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < nameUnits && isNameUnit(text.charCodeAt(start - 1))) start--;
  return start;
}
