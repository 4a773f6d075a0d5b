import * as z from 'zod';
import { lazyObject, longId, plainText } from '../schemas.ts';
import { preferenceDecisionSchema } from './preferences.ts';

/** Subjects of a constraint; the first four for code, the others for prose. */
export const constraintTypes = [
  ...(['convention', 'architecture', 'api', 'process'] as const),
  ...(['style', 'narrative', 'character', 'world', 'plot'] as const),
] as const;

/** Who set a rule; what a user set is never cut. */
const ruleSources = ['user', 'project', 'knowledge'] as const;

/** Maximum number of constraints of a project. */
export const maxConstraints = 500;

/**
 * Constraints are rules that must not be violated. They are in `.vscode/live-context.json`, which a
 * team can commit.
 */

/** A linear-time regular expression that the Judge checks: it must not, or must, occur. */
const patternSchema = lazyObject(() => ({
  kind: z.enum(['forbid', 'require']),
  pattern: z.string().min(1).max(1_000),
  /** Only files that match are judged. */
  files: z.string().max(500).optional(),
}));

export const constraintSchema = z.strictObject({
  id: z.string().min(1).max(100),
  type: z.enum(constraintTypes),
  source: z.enum(ruleSources),
  text: z.string().trim().min(1).max(2_000),
  check: patternSchema.optional(),
});
export type Constraint = z.infer<typeof constraintSchema>;

/** Entries of `.vscode/live-context.json`. Unknown fields of newer releases survive a rewrite. */
export const rulesFileEntries = {
  constraints: z.looseObject(constraintSchema.shape),
  preferences: z.looseObject(preferenceDecisionSchema.shape),
};
export interface RulesFileContent {
  constraints: z.infer<typeof rulesFileEntries.constraints>[];
  preferences: z.infer<typeof rulesFileEntries.preferences>[];
}

const projectId = longId.optional();

/** The channels of constraints; without a project that of the active document is meant. */
export const constraintChannels = {
  'constraints:list': {
    params: z.strictObject({ projectId }),
    result: z.lazy(() => z.strictObject({ projectId: z.string(), constraints: z.array(constraintSchema) })),
  },
  'constraints:create': {
    params: lazyObject(() => ({
      projectId,
      ...constraintSchema.omit({ id: true, source: true }).shape,
      text: plainText(2_000).min(1),
      type: z.enum(constraintTypes).default('convention'),
      /**
       * Default: `user` for the developer, `project` for everyone else. Only the developer
       * creates `user` constraints.
       */
      source: z.enum(ruleSources).optional(),
    })),
    result: z.strictObject({ projectId: z.string(), constraint: constraintSchema }),
  },
  'constraints:update': {
    params: lazyObject(() => ({
      projectId,
      id: z.string(),
      ...constraintSchema.omit({ id: true }).partial().shape,
      text: plainText(2_000).min(1).optional(),
      /** Null takes the pattern away. */
      check: patternSchema.nullable().optional(),
    })),
    result: z.strictObject({ projectId: z.string(), constraint: constraintSchema }),
  },
  'constraints:delete': {
    params: z.strictObject({ projectId, id: z.string() }),
    result: z.strictObject({ projectId: z.string(), constraint: constraintSchema }),
  },
} as const;
