import { leadingCount } from '../base/leadingCount.ts';
import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { breaksOf, likePlaceholdersIn, placeholdersIn } from './placeholder.ts';
import type { PlaceholderSpan, RedactedText } from './redactedText.ts';
import { type MemberStart, memberStarts } from './rules/members.ts';
import { findSecrets, reach, type Secrets, updateSecrets } from './secretFinder.ts';

/** Why changes of a redacted text are refused, in words for whoever made them. */
export class RedactionRefusal {
  readonly code: 'EDIT_PLACEHOLDER' | 'EDIT_SECRET';
  readonly reason: string;

  constructor(code: RedactionRefusal['code'], reason: string) {
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Changes of a redacted text as changes of the raw one, or why they are refused.
 *
 * A hidden secret either goes, with the whole of its placeholder, or it stays where it is, and then every line that makes it known as
 * a secret stays as it is, from the name that tells it to its end; of a long line what no rule sees together with the secret may
 * change. No placeholder is written, and no text that would be hidden.
 *
 * Laws:
 * - Whether changes are refused, and with which words, depends on the redacted text and on the changes alone: two raw texts that
 *   differ in hidden secrets only have the same answer.
 * - The raw text with the changes given, redacted, is the redacted text with `changes`.
 *
 * @param isAllowed whether the developer lets a text be seen that looks like a secret.
 */
export function rawChanges(
  redacted: RedactedText,
  changes: ChangeSet,
  isAllowed: (secret: string) => boolean = () => false,
): ChangeSet | RedactionRefusal {
  const whole = widened(redacted, changes);
  const refusal = hiddenRefusal(redacted, whole, isAllowed);
  if (refusal !== null) return refusal;
  if (redacted.isUnchanged) return whole;
  const last = redacted.hidden.at(-1)?.end ?? 0;
  const length = last + redacted.text.length - redacted.toRedacted(last);
  const raw = whole.changes.map(({ start, end, newText }) => ({
    start: redacted.toRaw(start),
    end: redacted.toRaw(end),
    newText,
  }));
  return ChangeSet.of(raw, length);
}

/** Refuses changes that were asked for and begin or end within a placeholder. */
export function refuseCuts(
  { text, placeholders }: RedactedText,
  changes: readonly TextChange[],
): RedactionRefusal | null {
  const cut = placeholders.find((place) =>
    changes.some(({ start, end }) => isInsidePlaceholder(start, place) || isInsidePlaceholder(end, place)),
  );
  if (cut === undefined) return null;
  const line = text.lineIndexOf(cut.start) + 1;
  return new RedactionRefusal('EDIT_PLACEHOLDER', `an edit begins or ends within the placeholder in line ${line}`);
}

/** The changes with placeholders as wholes: of two texts that begin or end alike only the middle may have been named. */
function widened({ text, placeholders }: RedactedText, changes: ChangeSet): ChangeSet {
  const groups: { start: number; end: number; changes: TextChange[] }[] = [];
  for (const change of changes.changes) {
    const cut = placeholders.filter(
      (place) => isInsidePlaceholder(change.start, place) || isInsidePlaceholder(change.end, place),
    );
    const start = Math.min(change.start, ...cut.map((place) => place.start));
    const end = Math.max(change.end, ...cut.map((place) => place.end));
    const last = groups.at(-1);
    if (last !== undefined && start < last.end) {
      last.end = Math.max(last.end, end);
      last.changes.push(change);
    } else groups.push({ start, end, changes: [change] });
  }
  const wide = groups.map((group) => {
    let newText = '';
    let at = group.start;
    for (const { start, end, newText: inserted } of group.changes) {
      newText += text.slice(at, start) + inserted;
      at = end;
    }
    return { start: group.start, end: group.end, newText: newText + text.slice(at, group.end) };
  });
  return ChangeSet.of(wide, text.length);
}

function isInsidePlaceholder(offset: number, { start, end }: PlaceholderSpan): boolean {
  return start < offset && offset < end;
}

function hiddenRefusal(
  redacted: RedactedText,
  changes: ChangeSet,
  isAllowed: (secret: string) => boolean,
): RedactionRefusal | null {
  const { text } = redacted;
  // What only looks like a placeholder is treated as one: whoever edits cannot tell.
  const literal = placeholdersIn(text.toString()).map((span) => ({ ...span, from: span.start }));
  const places = placesOnce([...redacted.placeholders, ...literal]);
  const disturbed = disturbedPlace(text, changes.changes, places);
  if (disturbed !== undefined) {
    const line = text.lineIndexOf(disturbed.start) + 1;
    return new RedactionRefusal(
      'EDIT_PLACEHOLDER',
      `line ${line} holds the placeholder of a hidden secret: such a line stays as it is, or the whole placeholder goes`,
    );
  }
  const newer = changes.apply(text);
  const written = writtenPlaceholder(newer, changes, places);
  if (written !== null) {
    const line = newer.lineIndexOf(written) + 1;
    return new RedactionRefusal(
      'EDIT_PLACEHOLDER',
      `line ${line} of the result would hold a placeholder, which stands for nothing there`,
    );
  }
  return secretRefusal(text, newer, changes, isAllowed) ?? blockRefusal(text, newer, changes, places);
}

/** A placeholder that a change leaves, but not all that makes its secret known. */
function disturbedPlace(
  text: SourceText,
  changes: readonly TextChange[],
  places: readonly PlaceholderSpan[],
): PlaceholderSpan | undefined {
  const visible = new VisibleUnits(places);
  let lines: KnowingLines | null = null;
  return places.find((place) => {
    const first = text.lineAt(text.lineIndexOf(place.from)).start;
    const last = text.lineAt(text.lineIndexOf(place.end)).end;
    if (lines?.first !== first || lines.last !== last) lines = new KnowingLines(text, first, last);
    for (let at = leadingCount(changes, ({ end }) => end < first); at < changes.length; at++) {
      const change = changes[at] as TextChange;
      if (change.start > last) return false;
      if (disturbs(text, change, place, lines) && !isFar(change, place, lines, visible)) return true;
    }
    return false;
  });
}

/** Keys in their wrappings are looked for across a whole line. */
const keyMark = /-----|LS0tLS1/;

/** The lines that make a secret known, `[first, last)`: from that of its name to that in which it ends. */
class KnowingLines {
  readonly first: number;
  readonly last: number;
  readonly hasKeyMark: boolean;
  /** The beginnings of the members of JSON in one line; none where the lines are several. */
  readonly members: readonly MemberStart[];

  constructor(text: SourceText, first: number, last: number) {
    const lines = text.slice(first, last);
    this.first = first;
    this.last = last;
    this.hasKeyMark = keyMark.test(lines);
    const members = this.hasKeyMark || /[\r\n]/.test(lines) ? [] : memberStarts(lines);
    this.members = members.map(({ start, end }) => ({ start: first + start, end: first + end }));
  }
}

function disturbs(text: SourceText, change: TextChange, place: PlaceholderSpan, lines: KnowingLines): boolean {
  const { start, end, newText } = change;
  if (start <= place.start && place.end <= end) return false;
  if (isInOtherMember(change, place, lines)) return false;
  // At either edge only whole lines come and go.
  if (end === lines.first) return !/(?:^|[\r\n])$/.test(text.slice(Math.max(0, start - 1), start) + newText);
  if (start === lines.last) return !/^(?:$|[\r\n])/.test(newText + text.slice(end, Math.min(text.length, end + 1)));
  return true;
}

/**
 * Whether a change in a placeholder's line is in another member of JSON: no rule looks beyond the beginnings of members on both sides of
 * a secret, and those stay.
 */
function isInOtherMember(
  { start, end, newText }: TextChange,
  place: PlaceholderSpan,
  { members }: KnowingLines,
): boolean {
  if (members.length === 0 || /[\r\n]/.test(newText) || keyMark.test(newText)) return false;
  const before = leadingCount(members, (member) => member.start < place.start);
  const [own, next] = [members[before - 1], members[before]];
  if (own !== undefined && place.from < own.start) return false;
  return (own !== undefined && end <= own.start) || (next !== undefined && start >= next.end);
}

/**
 * Whether a change in a placeholder's lines is so far from it that no rule sees both, whatever is hidden there: a placeholder counts as
 * nothing, for its secret may be short.
 */
function isFar(
  { start, end, newText }: TextChange,
  place: PlaceholderSpan,
  { first, last, hasKeyMark }: KnowingLines,
  visible: VisibleUnits,
): boolean {
  if (hasKeyMark || keyMark.test(newText) || start < first || last < end) return false;
  return (end <= place.from ? visible.between(end, place.from) : visible.between(place.end, start)) > reach;
}

/** Counts the units of a text outside of placeholders. */
class VisibleUnits {
  readonly #places: readonly TextSpan[];
  /** What the first placeholders take together, by their number; UTF-16 units. */
  readonly #taken: number[] = [0];

  constructor(places: readonly TextSpan[]) {
    this.#places = places;
    for (const { start, end } of places) this.#taken.push((this.#taken.at(-1) ?? 0) + end - start);
  }

  /** Between two offsets; placeholders that reach over one of them count. */
  between(from: number, to: number): number {
    const before = leadingCount(this.#places, ({ start }) => start < from);
    const upTo = leadingCount(this.#places, ({ end }) => end <= to);
    return to - from - Math.max(0, (this.#taken[upTo] ?? 0) - (this.#taken[before] ?? 0));
  }
}

/** Where the changes make something that looks like a placeholder; null when nowhere. */
function writtenPlaceholder(newer: SourceText, changes: ChangeSet, places: readonly PlaceholderSpan[]): number | null {
  const made = changes.inverseRanges();
  const found = likePlaceholdersIn(newer.toString()).find((span) =>
    made.some(({ start, end }) => (start === end ? span.start < start : span.start < end) && start < span.end),
  );
  if (found !== undefined) return found.start;
  const index = changes.changes.findIndex(
    ({ start, end, newText }) =>
      newText.includes('[REDACTED') && places.some((place) => start <= place.start && place.end <= end),
  );
  return made[index]?.start ?? null;
}

/** Whether the changes write what would be hidden: then whoever wrote it could tell from its placeholder what others stand for. */
function secretRefusal(
  text: SourceText,
  newer: SourceText,
  changes: ChangeSet,
  isAllowed: (secret: string) => boolean,
): RedactionRefusal | null {
  const before = findSecrets(text);
  const known = new Set(
    before.spans.map(({ start, end }) => `${changes.mapOffset(start, 1)} ${changes.mapOffset(end, -1)}`),
  );
  for (const { start, end } of updateSecrets(before, newer, changes.toRanges()).spans) {
    if (known.has(`${start} ${end}`) || isAllowed(newer.slice(start, end))) continue;
    return new RedactionRefusal(
      'EDIT_SECRET',
      `line ${newer.lineIndexOf(start) + 1} of the result would hold a text that is hidden as a secret`,
    );
  }
  return null;
}

/**
 * Whether the changes put a placeholder where a rule that looks at several lines, such as one for tables or keys, looks at the secret
 * behind it: what the rule would make of it depends on the secret. Asked of texts with the same meaningless word for every secret.
 */
function blockRefusal(
  text: SourceText,
  newer: SourceText,
  changes: ChangeSet,
  places: readonly PlaceholderSpan[],
): RedactionRefusal | null {
  const kept = places.filter((place) =>
    changes.changes.every(({ start, end }) => end <= place.start || place.end <= start),
  );
  if (kept.length === 0) return null;
  const words = text.withChanges(
    places.map(({ start, end }) => ({ start, end, newText: wordFor(text.slice(start, end)) })),
  );
  const before = findSecrets(words);
  const after = updateSecrets(before, changes.apply(words), changes.toRanges());
  const seen = new Set(
    looksAt(before, kept).map(({ rank, hit, place }) => `${rank} ${changes.mapOffset(hit, 1)} ${place}`),
  );
  const moved = kept.map(({ start, end }) => ({ start: changes.mapOffset(start, 1), end: changes.mapOffset(end, -1) }));
  const made = changes.inverseRanges();
  const found = looksAt(after, moved).find(({ rank, hit, from, to, place }) => {
    if (!seen.has(`${rank} ${hit} ${place}`)) return true;
    // Whether a line with a secret is the header of a table depends on the secret: then what is below it does, too.
    const line = newer.lineAt(newer.lineIndexOf(hit));
    const isInHeader = line.start <= (moved[place] as TextSpan).start && (moved[place] as TextSpan).end <= line.end;
    return isInHeader && to > line.endWithBreak && made.some(({ start, end }) => start <= to && from <= end);
  });
  if (found === undefined) return null;
  const line = newer.lineIndexOf((moved[found.place] as TextSpan).start) + 1;
  return new RedactionRefusal(
    'EDIT_PLACEHOLDER',
    `the lines above or below would give another meaning to the hidden secret in line ${line} of the result: such a table, key or value stands apart from it`,
  );
}

/** A word as long as a placeholder, with the line breaks of its secret. */
function wordFor(placeholder: string): string {
  const breaks = breaksOf(placeholder);
  return 'x'.repeat(placeholder.length - breaks.length) + breaks;
}

/** The places in order, each once. */
function placesOnce(places: readonly PlaceholderSpan[]): readonly PlaceholderSpan[] {
  const inOrder = places.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return inOrder.filter(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0));
}

/** A rule that has looked at a placeholder from beyond its line: the keyword at which it did, and the units that it looked at. */
interface LookBeyond {
  readonly rank: number;
  readonly hit: number;
  readonly from: number;
  readonly to: number;
  /** Which of the places. */
  readonly place: number;
}

function looksAt({ found }: Secrets, places: readonly TextSpan[]): readonly LookBeyond[] {
  return found
    .filter(({ from, to }) => from < to)
    .flatMap(({ rank, hit, from, to }) => {
      const first = leadingCount(places, ({ end }) => end < from);
      const behind = leadingCount(places, ({ start }) => start <= to);
      return places.slice(first, behind).map((_, index) => ({ rank, hit, from, to, place: first + index }));
    });
}
