import * as z from 'zod';
import { lazyObject, longId } from './schemas.ts';

/**
 * Context files: large contents of a conversation, stored as files. Sizes and offsets are bytes of
 * UTF-8, `createdAt` and `expiresAt` are ms since the Unix epoch, lines count from one.
 */

/** The kinds that a model knows. */
export const fileKinds = ['artifact', 'history', 'catalog'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Origins of the content; each has its kind and folder. */
export const fileSources = [
  'tool',
  'selection',
  'file',
  'diff',
  'terminal',
  'task',
  'notebook',
  'archive',
  'summary',
  'catalog',
] as const;
export type FileSource = (typeof fileSources)[number];

/** The developer's own conversation, whose files every agent of the project may read. */
export const sharedConversation = 'workspace';

/** The store reports what is wrong with an id, with a code of its own. */
const id = longId;
/** Default: the client's own and the shared one. Only the developer's surfaces name another. */
const conversationId = longId.optional();
const archive = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'The bytes of a zip are expected');
const one = z.strictObject({ conversationId, id });

/** All that a model has to remember of a context file. */
export const contextRefSchema = lazyObject(() => ({
  id: z.string(),
  kind: z.enum(fileKinds),
  mimeType: z.string().optional(),
  /** Absent while the content has not been made yet. */
  byteSize: z.int().min(0).optional(),
  createdAt: z.int(),
  /** One line on what it is and where it comes from. */
  hint: z.string(),
}));
export type ContextRef = z.infer<typeof contextRefSchema>;

/** One line of a file that a pattern was found in, without its line break. */
const grepMatchSchema = lazyObject(() => ({
  line: z.int().min(1),
  content: z.string(),
  /**
   * Preceding and following lines in the file's order; present if context lines were requested.
   */
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
}));

export const contextFileChannels = {
  /** Files of a conversation, newest first. Default: the requester's own and the shared one. */
  'files:list': {
    params: z.strictObject({
      conversationId,
      kind: z.enum(fileKinds).optional(),
      limit: z.int().min(1).max(1_000).default(50),
    }),
    result: z.lazy(() => z.strictObject({ conversationId: z.string(), items: z.array(contextRefSchema) })),
  },
  /**
   * Reads a page: the whole characters within `limit` bytes from `offset`, at least one. An offset
   * inside a character is rounded down. Pages read from `nextOffset` to `nextOffset` join to the
   * stored bytes.
   */
  'files:read': {
    params: one.extend({ offset: z.int().min(0).default(0), limit: z.int().min(1).default(8192) }),
    result: lazyObject(() => ({
      id: z.string(),
      /** Start and maximum length of the page. */
      offset: z.int(),
      limit: z.int(),
      /** True if the page reaches the end of the file. */
      done: z.boolean(),
      content: z.string(),
      nextOffset: z.int(),
    })),
  },
  /** The last lines; at most as many bytes as the largest page, whole lines while one fits. */
  'files:tail': {
    params: one.extend({ lines: z.int().min(1).default(200) }),
    result: lazyObject(() => ({
      id: z.string(),
      /** Maximum number of lines. */
      lines: z.int(),
      content: z.string(),
    })),
  },
  /** The lines that a pattern (the syntax of Rust's regex crate, as ripgrep has it) is found in. */
  'files:grep': {
    params: one.extend({
      pattern: z.string().min(1).max(4096),
      maxResults: z.int().min(1).default(50),
      contextLines: z.int().min(0).default(0),
      caseSensitive: z.boolean().default(false),
    }),
    result: lazyObject(() => ({
      id: z.string(),
      /**
       * Matching lines in the whole file, including those not returned. A partial search counts
       * those it found.
       */
      totalMatches: z.int(),
      matches: z.array(grepMatchSchema),
      /** The time ran out before the end of the file. */
      partial: z.boolean().optional(),
    })),
  },
  /**
   * Stores a text as a file of the requester's own conversation or of the named one, after
   * redaction.
   */
  /** Stores a text; an equal one of the source `archive` is stored once. */
  'files:save': {
    params: lazyObject(() => ({
      conversationId,
      source: z.enum(fileSources),
      hint: z.string().trim().min(1).max(300),
      mimeType: z.string().max(100).optional(),
      text: z.string(),
    })),
    result: z.strictObject({ ref: contextRefSchema }),
  },
  /** Deletes a file, without an id every file; returns how many. One that is gone already is fine. */
  'files:delete': { params: one.partial(), result: z.strictObject({ deleted: z.int() }) },
  /** The conversation as the bytes of one zip. */
  'files:export': {
    params: z.strictObject({ conversationId }),
    result: z.strictObject({ conversationId: z.string(), files: z.int(), archive }),
  },
  /**
   * Adds the files of an exported conversation to the conversation that it names, all or none.
   * Existing files stay, so that a second import changes nothing.
   */
  'files:import': {
    params: z.strictObject({ archive }),
    result: z.lazy(() => z.strictObject({ conversationId: z.string(), added: z.int(), present: z.int() })),
  },
  /** Bytes of all conversations, with their limit. */
  'files:usage': {
    params: z.strictObject({}),
    result: lazyObject(() => ({
      files: z.int(),
      bytes: z.int(),
      quotaBytes: z.int(),
      retentionDays: z.int(),
      conversations: z.array(z.strictObject({ conversationId: z.string(), files: z.int(), bytes: z.int() })),
    })),
  },
} as const;
