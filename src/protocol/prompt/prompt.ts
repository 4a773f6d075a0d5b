import * as z from 'zod';
import type { Constraint } from '../decisions/constraints.ts';
import { lazyObject } from '../schemas.ts';

/** The wire forms of the layers above the Live Context. Lines count from one. */

export type ConstraintPart = Readonly<Omit<Constraint, 'check'>>;

export interface InstructionsPart {
  readonly file: string;
  readonly text: string;
  /** Present when the text was shortened: to its first lines, to its headings, or to nothing. */
  readonly detail?: 'first-lines' | 'headings' | 'name' | 'loaded' | undefined;
}

export interface SettingPart {
  readonly name: string;
  readonly value: string;
  readonly origin: string;
  /** Certainty of the setting, 0..1; below 1 only if it was learned. */
  readonly confidence: number;
}

export const chunkPartSchema = lazyObject(() => ({
  file: z.string(),
  first_line: z.int(),
  last_line: z.int(),
  language: z.string(),
  /** Why it was retrieved. */
  why: z.string(),
  /** Relevance, 0..1. */
  score: z.number().min(0).max(1),
  text: z.string(),
  /** Present when the text was shortened to its first lines, or to nothing. */
  detail: z.enum(['first-lines', 'name']).optional(),
}));
export type ChunkPart = z.infer<typeof chunkPartSchema>;

/** A note of the developer or an agent. */
export const notePartSchema = z.strictObject({
  /** Never used again in its project. */
  id: z.int(),
  text: z.string(),
  /** A suggested place, `path:line`. */
  place: z.string().optional(),
  /** Author: `developer`, or the name of an agent. */
  by: z.string(),
  at: z.iso.datetime(),
  /** Present once it is done. */
  ticked_by: z.string().optional(),
  ticked_at: z.iso.datetime().optional(),
});
export type NotePart = z.infer<typeof notePartSchema>;

/** Author of a note, and who else ticked it. */
export function noteAuthor({ by, ticked_by: ticked = by }: NotePart): string {
  return ticked === by ? by : `${by}, ticked by ${ticked}`;
}

/**
 * A window's line in the prompt: its level, the summary given when it was removed, and its actions.
 */
export const windowPartSchema = lazyObject(() => ({
  window: z.string(),
  /** Level and omissions: `Summary, 2 of 6 left out`; absent if all of it is shown. */
  shown: z.string().optional(),
  /** The summary that was given when it was removed; empty without one. */
  removed: z.string().optional(),
  /** Anchor ids by name, a form's with its parameters: `f4@1f0c22aa(summary:string?)`. */
  actions: z.record(z.string(), z.string()).optional(),
}));
export type WindowPart = z.infer<typeof windowPartSchema>;
