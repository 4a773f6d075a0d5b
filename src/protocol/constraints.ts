import * as z from 'zod';
import { constraintTypes, ruleSources } from './prompt.ts';

/** Constraints: what must not be violated (design E). They live in `.vscode/live-context.json`, which a team can commit. */

/** A pattern that the Judge checks: what must not, or must, occur. A linear-time regular expression. */
const patternSchema = z.strictObject({
  kind: z.enum(['forbid', 'require']),
  pattern: z.string().min(1).max(1_000),
  /** Only files that match are judged. */
  files: z.string().max(500).optional(),
});

export const constraintSchema = z.strictObject({
  id: z.string().min(1).max(100),
  type: z.enum(constraintTypes),
  source: z.enum(ruleSources),
  text: z.string().trim().min(1).max(2_000),
  check: patternSchema.optional(),
});
export type Constraint = z.infer<typeof constraintSchema>;

/** The file `.vscode/live-context.json`. */
export const constraintsFileSchema = z.strictObject({
  version: z.literal(1),
  constraints: z.array(constraintSchema).max(500),
});

const projectId = z.string().min(1).max(4096).optional();

/** The channels of constraints; without a project that of the active document is meant. */
export const constraintChannels = {
  'constraints:list': {
    params: z.strictObject({ projectId }),
    result: z.strictObject({ projectId: z.string(), constraints: z.array(constraintSchema) }),
  },
  'constraints:create': {
    params: z.strictObject({
      projectId,
      ...constraintSchema.omit({ id: true, source: true }).shape,
      source: z.enum(ruleSources).default('user'),
    }),
    result: z.strictObject({ projectId: z.string(), constraint: constraintSchema }),
  },
  'constraints:update': {
    params: z.strictObject({ projectId, id: z.string(), ...constraintSchema.omit({ id: true }).partial().shape }),
    result: z.strictObject({ projectId: z.string(), constraint: constraintSchema }),
  },
  'constraints:delete': {
    params: z.strictObject({ projectId, id: z.string() }),
    result: z.strictObject({ projectId: z.string(), constraint: constraintSchema }),
  },
  /** Finds violations in a text by the constraints' patterns. */
  'constraints:judge': {
    params: z.strictObject({ projectId, file: z.string().optional(), text: z.string().max(1_000_000) }),
    result: z.strictObject({
      projectId: z.string(),
      violations: z.array(
        z.strictObject({
          constraintId: z.string(),
          text: z.string(),
          line: z.int().nullable(),
          excerpt: z.string().nullable(),
        }),
      ),
    }),
  },
} as const;
