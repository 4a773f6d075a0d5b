import type { TextSpan } from '../text/textChange.ts';

/** Placeholders: what stands in a redacted text for a secret, such as `[REDACTED:github-token:1]`. */

/** Every placeholder of a text, known or not. */
const placeholders = /\[REDACTED:[a-z0-9-]{1,40}:[0-9]{1,9}\]/g;

/** What someone may have written for one from memory. */
const likePlaceholders = /\[REDACTED:[^\s\]]{0,60}\]?/g;

export function placeholderOf(kind: string, number: number): string {
  return `[REDACTED:${kind}:${number}]`;
}

/** How many placeholders a text holds. */
export function countPlaceholders(text: string): number {
  return placeholdersIn(text).length;
}

/** Where placeholders stand in a text, ascending, those that hide nothing there among them. */
export function placeholdersIn(text: string): readonly TextSpan[] {
  return spansOf(text, placeholders);
}

/** The same, with what only begins like a placeholder. */
export function likePlaceholdersIn(text: string): readonly TextSpan[] {
  return spansOf(text, likePlaceholders);
}

function spansOf(text: string, pattern: RegExp): readonly TextSpan[] {
  if (!text.includes('[REDACTED:')) return [];
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

/** The line breaks of a text and nothing else: a placeholder keeps those of its secret, so that every line keeps its number. */
export function breaksOf(text: string): string {
  return text.replace(/[^\r\n]+/g, '');
}
