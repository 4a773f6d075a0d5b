import * as z from 'zod';
import { untrackedReasons } from '../errorCodes.ts';
import { lazyObject } from '../schemas.ts';

/** Reasons why a file is or is not in a prompt, for people; `{0}` is what the item is about. */
export const whyNotTexts = {
  shown: 'In the prompt',
  part: 'In the prompt in part',
  shortened: 'Shortened on request',
  removed: 'Removed on request',
  noRoom: 'No room: {0} would have to go',
  excluded: 'Excluded by {0}',
  secretFile: untrackedReasons.secretFile.text,
  notFollowed: 'Not followed: see the setting {0}',
  ignored: 'Ignored by git',
  notSource: 'Not source code, by its name',
  notText: 'No text',
  tooLong: 'Longer than the search reads',
  generated: 'Generated or minified',
  unreadable: 'It cannot be read',
  indexFull: 'The project has more files than the search reads',
  indexing: 'The search has not read it yet',
  searchOff: 'The search is off: see the setting {0}',
  lost: 'Less related to your work than {0}',
  unrelated: 'Not related to your work',
} as const;
export type WhyNotReason = keyof typeof whyNotTexts;

const itemSchema = lazyObject(() => ({
  documentId: z.string(),
  file: z.string(),
  /** The declared name that was asked for; null if the whole file is meant. */
  symbol: z.string().nullable(),
  /** Lines of the symbol, from one; null for the whole file. */
  lines: z.strictObject({ first: z.int(), last: z.int() }).nullable(),
  reason: z.literal(Object.keys(whyNotTexts) as WhyNotReason[]),
  /** Settings, or other pieces of the prompt. */
  about: z.array(z.string()),
  /** The setting that decides; null if none does. */
  setting: z.string().nullable(),
  /** True if a pin brings it into the prompt. */
  canAdd: z.boolean(),
}));
export type WhyNotItem = z.infer<typeof itemSchema>;

export const whyNotChannels = {
  /** Files and symbols of the project by name, each with why it is or is not in the prompt of `reader`. */
  'prompt:whyNot': {
    params: z.strictObject({
      documentId: z.string().max(4096).optional(),
      reader: z.string().min(1).max(200),
      query: z.string().trim().min(1).max(200),
      maxCharacters: z.int().min(1).optional(),
    }),
    result: z.lazy(() => z.strictObject({ items: z.array(itemSchema) })),
  },
} as const;
