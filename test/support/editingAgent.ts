import type { Params } from '../../src/protocol/channels.ts';
import { type EditsResult, editsResultSchema, type WireEdit } from '../../src/protocol/edits.ts';
import type { Failure } from '../../src/protocol/result.ts';
import type { MemoryWorkspace } from './memoryWorkspace.ts';

export const replace = (oldText: string, newText: string): WireEdit => ({ type: 'replace', oldText, newText });

/** The failure of edits of the agent, whose data has the form of a result. */
export async function refusedEdits(
  { session }: MemoryWorkspace,
  params: Params<'live:applyEdits'>,
): Promise<Failure & { readonly data: EditsResult }> {
  const result = await session.request('live:applyEdits', params, 'agent');
  if (result.ok) throw new Error('it was applied');
  return { ...result.error, data: editsResultSchema.parse(result.error.data ?? { documents: [] }) };
}
