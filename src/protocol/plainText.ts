import * as z from 'zod';

/**
 * Control characters except tab and line breaks, lone surrogates, direction marks, and zero-width
 * characters except the joiners of scripts and emoji.
 */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/** True if every character of the text is visible. */
function isPlainText(text: string): boolean {
  return !unseen.test(text);
}

/**
 * A stored text from outside, shown among our own: trimmed, visible, at most `maxLength` UTF-16
 * units.
 */
export function plainText(maxLength: number): z.ZodString {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine(isPlainText, 'It holds control characters, marks of direction or others that cannot be seen.');
}
