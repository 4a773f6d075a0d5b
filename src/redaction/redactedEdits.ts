import { leadingCount } from '../base/leadingCount.ts';
import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { breaksOf, likePlaceholdersIn, placeholdersIn } from './placeholder.ts';
import type { PlaceholderSpan, RedactedText } from './redactedText.ts';
import { findSecrets, type Secrets } from './secretFinder.ts';

/** A refusal to change redacted text, with the reason for the author of the change. */
export class RedactionRefusal {
  readonly code: 'EDIT_PLACEHOLDER' | 'EDIT_SECRET';
  readonly reason: string;

  constructor(code: RedactionRefusal['code'], reason: string) {
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Maps changes of a redacted text to the raw text, or refuses them.
 *
 * A change either replaces a whole placeholder or leaves all lines from the secret's name to its
 * end. It writes no placeholder.
 *
 * Laws:
 * - The answer depends on the redacted text and the changes alone, never on the hidden secrets.
 * - The changed raw text, redacted, is the changed redacted text, unless the change adds a secret.
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

/** Refuses changes that begin or end within a placeholder. */
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

/** Extends changes to whole placeholders: a diff may keep the units that two placeholders share. */
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
  // Literal placeholders count too: the author cannot tell them from real ones.
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

/**
 * Returns a placeholder that stays although a change touches the lines that identify its secret.
 */
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
      // At either edge only whole lines may be added or removed.
      if (end === first && /(?:^|[\r\n])$/.test(text.slice(Math.max(0, start - 1), start) + newText)) continue;
      if (start === last && /^(?:$|[\r\n])/.test(newText + text.slice(end, Math.min(text.length, end + 1)))) continue;
      return true;
    }
    return false;
  });
}

/** Offset of a placeholder that the changes create, or null. */
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
 * Refuses changes that bring a hidden secret into a block (a table, a key): the block's finds would
 * then depend on the secret. Compares finds with a neutral word in place of each secret.
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
    // Finds below a table's header depend on the secret in the header.
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

function wordFor(placeholder: string): string {
  const breaks = breaksOf(placeholder);
  return 'x'.repeat(placeholder.length - breaks.length) + breaks;
}

function placesOnce(places: readonly PlaceholderSpan[]): readonly PlaceholderSpan[] {
  const inOrder = places.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return inOrder.filter(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0));
}

/** A rule that has read a placeholder from another line, with its keyword and range. */
interface LookBeyond {
  readonly rank: number;
  readonly hit: number;
  readonly from: number;
  readonly to: number;
  /** Index into the places. */
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
