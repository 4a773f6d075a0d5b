import type { TextSpan } from '../text/textChange.ts';

/** All placeholders in a text, also literal ones. */
const placeholders = /\[REDACTED:[a-z0-9-]{1,40}:[0-9]{1,9}\]/g;

/** Text that imitates a placeholder. */
const likePlaceholders = /\[REDACTED:[^\s\]]{0,60}\]?/g;

export const placeholderOf = (kind: string, number: number) => `[REDACTED:${kind}:${number}]`;

export const countPlaceholders = (text: string) => text.match(placeholders)?.length ?? 0;

/** Ranges of texts that begin like a placeholder, ascending. */
export function likePlaceholdersIn(text: string): readonly TextSpan[] {
  return [...text.matchAll(likePlaceholders)].map(({ 0: like, index: start }) => ({ start, end: start + like.length }));
}

/** A text with one placeholder for all secrets. */
export const withEqualPlaceholders = (text: string) => text.replaceAll(likePlaceholders, '[REDACTED]');
