import { beforeEach } from 'vitest';
import type { Params } from '../../src/protocol/channels.ts';
import { type EditsResult, editsResultSchema } from '../../src/protocol/edits.ts';
import type { Failure } from '../../src/protocol/result.ts';
import { MemoryWorkspace } from './memoryWorkspace.ts';

/** The workspace of the test that runs. */
export let workspace: MemoryWorkspace;

/** Opens a new workspace before each test of a file. */
export function useWorkspace(prepare?: () => Promise<void> | void): void {
  beforeEach(async () => {
    workspace = await MemoryWorkspace.open();
    await prepare?.();
  });
}

export async function versionOf(documentId: string): Promise<string> {
  return (await workspace.ask('live:version', { documentId }, 'agent')).versionId;
}

export async function apply(params: Params<'live:applyEdits'>): Promise<EditsResult> {
  return await workspace.ask('live:applyEdits', params, 'agent');
}

/** The failure of edits of the agent, whose data has the form of a result. */
export async function refused(params: Params<'live:applyEdits'>): Promise<Failure & { readonly data: EditsResult }> {
  const result = await workspace.session.request('live:applyEdits', params, 'agent');
  if (result.ok) throw new Error('it was applied');
  return { ...result.error, data: editsResultSchema.parse(result.error.data ?? { documents: [] }) };
}
