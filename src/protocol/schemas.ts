import * as z from 'zod';

/**
 * Id or path of a document, a project or a conversation from outside, at most 4,096 UTF-16 units.
 */
export const longId = z.string().min(1).max(4096);

/** An id, or `sha256:` and the SHA-256 of the file's bytes in hex. */
export const versionId = z.string().min(1).max(80);

/** A number of lines, columns or things, counted from one. */
export const fromOne = z.int().min(1);

/** An object without other fields, built when it is first used: a window starts with few schemas. */
export function lazyObject<S extends z.ZodRawShape>(shape: () => S): z.ZodLazy<z.ZodObject<S, z.core.$strict>> {
  return z.lazy(() => z.strictObject(shape()));
}

/**
 * Control characters except tab and line breaks, lone surrogates, direction marks, and zero-width
 * characters except the joiners of scripts and emoji.
 */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/**
 * A stored text from outside, shown among our own: trimmed, visible, at most `maxLength` UTF-16
 * units.
 */
export function plainText(maxLength: number): z.ZodString {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine(
      (text) => !unseen.test(text),
      'It holds control characters, marks of direction or others that cannot be seen.',
    );
}
