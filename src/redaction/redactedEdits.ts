import { leadingCount } from '../base/leadingCount.ts';
import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { breaksOf, likePlaceholdersIn, placeholdersIn } from './placeholder.ts';
import type { PlaceholderSpan, RedactedText } from './redactedText.ts';
import { findSecrets, type Secrets } from './secretFinder.ts';

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
 * A hidden secret either goes with the whole of its placeholder, or every line that makes it known
 * stays as it is, from the name of the secret to its end. No placeholder is written, and no text
 * that would be hidden.
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
      `line ${line} holds a hidden secret: keep the line, replace the whole placeholder, or ask the developer`,
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

/** Finds a placeholder that stays though a change touches the lines that make its secret known. */
function disturbedPlace(
  text: SourceText,
  changes: readonly TextChange[],
  places: readonly PlaceholderSpan[],
): PlaceholderSpan | undefined {
  return places.find((place) => {
    const first = text.lineAt(text.lineIndexOf(place.from)).start;
    const last = text.lineAt(text.lineIndexOf(place.end)).end;
    for (let at = leadingCount(changes, ({ end }) => end < first); at < changes.length; at++) {
      const { start, end, newText } = changes[at] as TextChange;
      if (start > last) return false;
      if (start <= place.start && place.end <= end) continue;
      // At either edge only whole lines come and go.
      if (end === first && /(?:^|[\r\n])$/.test(text.slice(Math.max(0, start - 1), start) + newText)) continue;
      if (start === last && /^(?:$|[\r\n])/.test(newText + text.slice(end, Math.min(text.length, end + 1)))) continue;
      return true;
    }
    return false;
  });
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
  for (const { start, end } of findSecrets(newer).spans) {
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
  const after = findSecrets(changes.apply(words));
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
