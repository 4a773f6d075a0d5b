import { expect } from 'vitest';
import type { TimelineEntry } from '../../../src/protocol/channels.ts';
import { applyStrictly } from '../strictPatch.ts';
import type { Workbench } from './workbench.ts';

/** What the editor and the history say of one document, asked in one moment. */
export interface DocumentTruth {
  /** The editor's text. */
  readonly text: string;
  /** The text of the history's newest version. */
  readonly newest: string;
  /** New to old. */
  readonly entries: readonly TimelineEntry[];
}

/** Asks the editor and the history about a document. */
export async function askTruth(workbench: Workbench, documentId: string): Promise<DocumentTruth> {
  return workbench.probe.run(async (api, id) => {
    const product = await api.extensions.getExtension('live-context.live-context')?.activate();
    const ask = async (channel: string, params: object) => {
      const result = await product.request(channel, { documentId: id, ...params });
      if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`);
      return result.value;
    };
    const timeline = await ask('live:timeline', {});
    const version = await ask('live:version', { versionId: timeline.now });
    const document = api.workspace.textDocuments.find((one) => one.uri.toString() === id);
    return { text: document?.getText() ?? version.text, newest: version.text, entries: timeline.entries };
  }, documentId);
}

/**
 * Expects that history and editor agree, that every kept version reads back, and that the patches between neighbours apply
 * byte for byte. Returns the origins, old to new.
 */
export async function expectTruth(workbench: Workbench, documentId: string): Promise<readonly string[]> {
  const { text, newest, entries } = await askTruth(workbench, documentId);
  expect(newest).toBe(text);
  const oldToNew = entries.filter((entry) => !entry.checkpoints.some((one) => one.kind === 'head')).toReversed();
  const steps = await workbench.probe.run(
    async (api, { id, versions }) => {
      const product = await api.extensions.getExtension('live-context.live-context')?.activate();
      const ask = async (params: object) => {
        const result = await product.request('live:version', { documentId: id, ...params });
        if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`);
        return result.value;
      };
      const texts: string[] = [];
      const patches: string[] = [];
      for (const [index, versionId] of versions.entries()) {
        texts.push((await ask({ versionId })).text);
        if (index > 0) patches.push((await ask({ versionId: versions[index - 1], compareWith: versionId })).patch);
      }
      return { texts, patches };
    },
    { id: documentId, versions: oldToNew.map((entry) => entry.versionId) },
  );
  for (const [index, patch] of steps.patches.entries()) {
    const older = steps.texts[index] as string;
    expect(patch === '' ? older : applyStrictly(patch, older)).toBe(steps.texts[index + 1]);
  }
  return oldToNew.flatMap((entry) => entry.edit?.origin ?? []);
}
