import * as z from 'zod';

/** The wire forms of the layers above the Live Context. Lines count from one. */

/** What a constraint is about; the first four for code, the others for prose. */
export const constraintTypes = [
  'convention',
  'architecture',
  'api',
  'process',
  'style',
  'narrative',
  'character',
  'world',
  'plot',
] as const;

/** Who set a rule; what a user set is never cut. */
export const ruleSources = ['user', 'project', 'knowledge'] as const;

export const constraintPartSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    type: z.enum(constraintTypes),
    source: z.enum(ruleSources),
    text: z.string(),
  }),
);
export type ConstraintPart = z.infer<typeof constraintPartSchema>;

export const instructionsPartSchema = z.lazy(() =>
  z.strictObject({
    file: z.string(),
    text: z.string(),
    /** Present when the text was shortened: to its first lines, to its headings, or to nothing. */
    detail: z.enum(['head', 'headings', 'line']).optional(),
  }),
);
export type InstructionsPart = z.infer<typeof instructionsPartSchema>;

export const settingPartSchema = z.lazy(() =>
  z.strictObject({
    name: z.string(),
    value: z.string(),
    origin: z.string(),
    /** How sure it is that this holds, 0..1: below 1 only what was learned. */
    confidence: z.number().min(0).max(1),
  }),
);
export type SettingPart = z.infer<typeof settingPartSchema>;

export const chunkPartSchema = z.lazy(() =>
  z.strictObject({
    file: z.string(),
    first_line: z.int(),
    last_line: z.int(),
    language: z.string(),
    /** Why it was retrieved. */
    why: z.string(),
    /** How well it fits, 0..1. */
    score: z.number().min(0).max(1),
    text: z.string(),
    /** Present when the text was shortened to its first lines, or to nothing. */
    detail: z.enum(['head', 'line']).optional(),
  }),
);
export type ChunkPart = z.infer<typeof chunkPartSchema>;

/** What a prompt says of a window besides its pieces: that it is closed, with its trace, and what can be done to it. */
export const windowPartSchema = z.lazy(() =>
  z.strictObject({
    window: z.string(),
    /** How little of it is shown: `Summary, 2 of 6 left out`; absent when all is. */
    shown: z.string().optional(),
    /** The summary that was given when it was closed; empty without one. */
    closed: z.string().optional(),
    /** By name: the anchor's id, for a form followed by its parameters: `f4@1f0c22aa(summary:string?)`. */
    actions: z.record(z.string(), z.string()).optional(),
  }),
);
export type WindowPart = z.infer<typeof windowPartSchema>;
