import * as z from 'zod';

/**
 * Id or path of a document, a project or a conversation from outside, at most 4,096 UTF-16 units.
 */
export const longId = z.string().min(1).max(4096);
