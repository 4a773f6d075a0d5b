import * as z from 'zod';

/** Controls but tab and line breaks, lone surrogates, marks of direction, and what has no width but the joiners of scripts and emoji. */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/** Whether everything in a text can be seen. */
function isPlainText(text: string): boolean {
  return !unseen.test(text);
}

/** A text from outside that is kept and stands among ours: trimmed, at most so many UTF-16 units, nothing invisible in it. */
export function plainText(maxLength: number): z.ZodString {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine(isPlainText, 'It holds control characters, marks of direction or others that cannot be seen.');
}
