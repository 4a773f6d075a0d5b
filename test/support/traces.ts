import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export const traceNames = ['automerge-paper', 'sveltecomponent', 'friendsforever_flat'] as const;
export type TraceName = (typeof traceNames)[number];

/** A recorded editing session; each patch is `[position, deleted, inserted]`, to be applied one after another. */
export interface Trace {
  readonly startContent: string;
  readonly endContent: string;
  readonly txns: readonly { readonly time: string; readonly patches: readonly (readonly [number, number, string])[] }[];
}

export function loadTrace(name: TraceName): Trace {
  const file = new URL(`../fixtures/traces/${name}.json.gz`, import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
}
