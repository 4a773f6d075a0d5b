/** Placeholders: what stands in a shown text for a secret (design R), such as `[REDACTED:github-token:1]`. */

/** Every placeholder of a text, known or not. */
const placeholders = /\[REDACTED:[a-z0-9-]{1,40}:[0-9]{1,9}\]/g;

export function placeholderOf(kind: string, number: number): string {
  return `[REDACTED:${kind}:${number}]`;
}

/** How many placeholders a text holds. */
export function countPlaceholders(text: string): number {
  return text.includes('[REDACTED:') ? (text.match(placeholders)?.length ?? 0) : 0;
}

/** The text with each placeholder replaced; null as soon as one has no replacement. `rest` is what follows it. */
export function replacePlaceholders(
  text: string,
  replacement: (placeholder: string, rest: string) => { readonly text: string; readonly taken: number } | null,
): string | null {
  let replaced = '';
  let at = 0;
  for (const { 0: placeholder, index } of text.matchAll(placeholders)) {
    const end = index + placeholder.length;
    const by = replacement(placeholder, text.slice(end));
    if (by === null) return null;
    replaced += text.slice(at, index) + by.text;
    at = end + by.taken;
  }
  return replaced + text.slice(at);
}

/** The line breaks of a text and nothing else: a placeholder keeps those of its secret, so that every line keeps its number. */
export function breaksOf(text: string): string {
  return text.replace(/[^\r\n]+/g, '');
}
