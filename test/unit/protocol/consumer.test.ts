import { expect, test } from 'vitest';
import { isExtension } from '../../../src/protocol/consumer.ts';
import { sharedConversation } from '../../../src/protocol/contextFiles.ts';

test.each(['acme.reviewer', 'Acme-2.code_tools.next', 'extension'])('an extension may ask as %s', (consumer) => {
  expect(isExtension(consumer)).toBe(true);
});

const others = [
  'clipboard',
  'view',
  'live',
  'live:1',
  'lm-tools',
  'mcp:claude-1.2',
  sharedConversation,
  'me',
  '',
  'a.b\nc',
];
test.each(others)('no extension may ask as %j: it is somebody else, or nobody', (consumer) => {
  expect(isExtension(consumer)).toBe(false);
});
