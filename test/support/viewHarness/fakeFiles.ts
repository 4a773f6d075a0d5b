import type { Value } from '../../../src/protocol/channels.ts';
import type { ContextRef } from '../../../src/protocol/contextFiles.ts';

const now = Date.parse('2026-03-05T10:42:30.000Z');
const minute = 60_000;

/** The context files of each conversation, the newest first. */
export const fakeFiles: ReadonlyMap<string, readonly ContextRef[]> = new Map([
  [
    'workspace',
    [
      {
        id: 'terminal-a1b2c3d4e5',
        kind: 'artifact',
        byteSize: 5_488_918,
        createdAt: now - 3 * minute,
        hint: '$ npm test -- --reporter=verbose packages/checkout packages/shipping (exit code 1)',
      },
      {
        id: 'archive-0000000001',
        kind: 'history',
        mimeType: 'text/markdown',
        byteSize: 18_222,
        createdAt: now - 190 * minute,
        hint: 'Rounds 1 to 12',
      },
      {
        id: 'catalog-0000000002',
        kind: 'catalog',
        mimeType: 'text/markdown',
        createdAt: now - 3 * 24 * 60 * minute,
        hint: 'The language-model tools that are present: names, descriptions, inputs',
      },
    ],
  ],
  [
    'live-7f3c',
    [
      {
        id: 'selection-0000000003',
        kind: 'artifact',
        byteSize: 812,
        createdAt: now - minute,
        hint: 'src/pricing/discountRules.ts, lines 212–231',
      },
    ],
  ],
]);

export const fakeUsage: Value<'files:usage'> = {
  files: 4,
  bytes: 5_507_952,
  quotaBytes: 512 * 1024 * 1024,
  retentionDays: 14,
  conversations: [
    { conversationId: 'workspace', files: 3, bytes: 5_507_140 },
    { conversationId: 'live-7f3c', files: 1, bytes: 812 },
  ],
};

/** Nothing kept yet. */
export const noUsage: Value<'files:usage'> = { ...fakeUsage, files: 0, bytes: 0, conversations: [] };
