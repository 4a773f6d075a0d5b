import { ChangeSet } from '../text/changeSet.ts';
import type { TextChange, TextSpan } from '../text/textChange.ts';
import { unionOf } from './findAgain.ts';
import { likePlaceholdersIn } from './placeholder.ts';
import type { PlaceholderSpan, RedactedText } from './redactedText.ts';

/** A refusal to change redacted text, with the reason for the author of the change. */
export class RedactionRefusal {
  readonly code = 'EDIT_PLACEHOLDER';
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Maps changes of a redacted text to the raw text, or refuses them.
 *
 * A change either replaces a whole placeholder or leaves all lines from the secret's name to its
 * end; beside a known secret, with a number, it leaves only the next units. What is being typed it
 * leaves. It writes no placeholder.
 *
 * Laws:
 * - The answer depends on the redacted text and the changes alone, never on the hidden secrets.
 * - The changed raw text, redacted, is the changed redacted text, unless the change adds a secret.
 */
export function rawChanges(redacted: RedactedText, changes: ChangeSet): ChangeSet | RedactionRefusal {
  const whole = widened(redacted, changes);
  const refusal = hiddenRefusal(redacted, whole);
  if (refusal !== null) return refusal;
  const raw = whole.changes.map((one) => ({ ...one, start: redacted.toRaw(one.start), end: redacted.toRaw(one.end) }));
  return ChangeSet.of(raw, redacted.toRaw(redacted.text.length));
}

/** Refuses changes that begin or end within a placeholder. */
export function refuseCuts(redacted: RedactedText, changes: readonly TextChange[]): RedactionRefusal | null {
  const [cut] = cutPlaces(redacted.placeholders, changes);
  if (cut === undefined) return null;
  const line = redacted.text.lineIndexOf(cut.start) + 1;
  return new RedactionRefusal(`an edit begins or ends within the placeholder in line ${line}`);
}

/** Extends changes to whole placeholders: a diff may keep the units that two placeholders share. */
function widened({ text, placeholders }: RedactedText, changes: ChangeSet): ChangeSet {
  const cut = cutPlaces(placeholders, changes.changes);
  if (cut.length === 0) return changes;
  const newer = changes.apply(text);
  const newText = ({ start, end }: TextSpan) => newer.slice(changes.mapOffset(start, -1), changes.mapOffset(end, 1));
  const whole = unionOf([...changes.changes, ...cut]).map((span) => ({ ...span, newText: newText(span) }));
  return ChangeSet.of(whole, text.length);
}

/** The placeholders that changes begin or end within. */
function cutPlaces(places: readonly PlaceholderSpan[], changes: readonly TextChange[]): readonly PlaceholderSpan[] {
  const isCut = (place: TextSpan) => (offset: number) => place.start < offset && offset < place.end;
  return places.filter((place) => changes.some(({ start, end }) => [start, end].some(isCut(place))));
}

function hiddenRefusal(redacted: RedactedText, changes: ChangeSet): RedactionRefusal | null {
  const { text } = redacted;
  const disturbed = disturbedPlace(redacted, changes);
  if (disturbed !== undefined) {
    const line = text.lineIndexOf(disturbed.start) + 1;
    const what = disturbed.doubt ? 'value that is being typed' : 'hidden secret';
    return new RedactionRefusal(`line ${line} holds a ${what}`);
  }
  const written = writtenPlaceholder(redacted, changes);
  if (written === undefined) return null;
  const line = changes.apply(text).lineIndexOf(written.start) + 1;
  return new RedactionRefusal(`line ${line} of the result would hold a placeholder where there is no secret`);
}

/**
 * Returns a placeholder that stays although a change touches the lines that identify its secret.
 */
function disturbedPlace({ text, placeholders }: RedactedText, { changes }: ChangeSet): PlaceholderSpan | undefined {
  return placeholders.find((place) => {
    const first = text.lineAt(text.lineIndexOf(place.from)).start;
    const last = text.lineAt(text.lineIndexOf(place.end)).end;
    return changes.some(({ start, end, newText }) => {
      if (end < first || last < start || (!place.doubt && start <= place.start && place.end <= end)) return false;
      if (place.isKnown && (end < place.start || place.end < start)) return false;
      // At either edge only whole lines may be added or removed.
      if (end === first && /(?:^|[\r\n])$/.test(text.slice(Math.max(0, start - 1), start) + newText)) return false;
      return start !== last || !/^(?:$|[\r\n])/.test(newText + text.slice(end, Math.min(text.length, end + 1)));
    });
  });
}

/** Range of a placeholder that the changes create. */
function writtenPlaceholder({ text, placeholders }: RedactedText, changes: ChangeSet): TextSpan | undefined {
  const newer = changes.apply(text);
  const made = changes.inverseRanges();
  const isMade = (span: TextSpan) => made.some(({ start, end }) => span.start < end && start < span.end);
  const inPlace = changes.changes.findIndex(
    ({ start, end, newText }) =>
      newText.includes('[REDACTED') && placeholders.some((place) => start <= place.start && place.end <= end),
  );
  return likePlaceholdersIn(newer.toString()).find(isMade) ?? made[inPlace];
}
