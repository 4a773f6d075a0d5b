import * as z from 'zod';

/** An id or a path as others give it: of a document, a project, a conversation. At most 4,096 UTF-16 units. */
export const longId = z.string().min(1).max(4096);
