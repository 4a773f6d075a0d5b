import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { TextChange } from '../../../src/text/sourceText.ts';

export const traceNames = [
  ...['sveltecomponent', 'friendsforever_flat', 'automerge-paper', 'rustcode', 'blog-post'],
] as const;

export type TraceName = (typeof traceNames)[number];

/** A recorded editing session: `edits`, applied one after another, turn `startContent` into `endContent`. */
export interface Trace {
  readonly startContent: string;
  readonly endContent: string;
  readonly edits: readonly TextChange[];
}

const recording = z.object({
  startContent: z.string(),
  endContent: z.string(),
  txns: z.array(z.object({ patches: z.array(z.tuple([z.int(), z.int(), z.string()])) })),
});

/** Reads a recording of test/fixtures/traces (where the README says whose they are). */
export function loadTrace(name: TraceName): Trace {
  const file = new URL(`../../fixtures/traces/${name}.json.gz`, import.meta.url);
  const { startContent, endContent, txns } = recording.parse(
    JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')),
  );
  const edits = txns.flatMap(({ patches }) =>
    patches.map(([start, deleted, newText]) => ({ start, end: start + deleted, newText })),
  );
  return { startContent, endContent, edits };
}
