import { expect, test } from 'vitest';
import { clientName, isExtension } from '../../../src/protocol/consumer.ts';
import { sharedConversation } from '../../../src/protocol/contextFiles.ts';

test.each(['acme.reviewer', 'Acme-2.code_tools.next', 'extension'])('an extension may ask as %s', (consumer) => {
  expect(isExtension(consumer)).toBe(true);
});

const others = ['clipboard', 'view', 'live:1', 'lm-tools', 'mcp:claude-1.2', sharedConversation, 'me', '', 'a.b\nc'];
test.each(others)('no extension may ask as %j: it is somebody else, or nobody', (consumer) => {
  expect(isExtension(consumer)).toBe(false);
});

test.each([
  ['mcp:6f1c2a3b-0d4e-4f5a-8b6c-7d8e9f0a1b2c', undefined, 'MCP client 6f1c'],
  ['mcp:6f1c2a3b-0d4e-4f5a-8b6c-7d8e9f0a1b2c', 'Alpha', 'Alpha (6f1c)'],
  ['mcp:claude-431-8462345', undefined, 'claude (431)'],
  ['mcp:claude-431-8462345', 'claude-code', 'claude (431)'],
  ['mcp:Zed', 'Zed', 'Zed'],
  ['mcp:1', '@live', 'MCP client @live (1)'],
  ['live:6f1c2a3b', undefined, '@live (6f1c)'],
])('%s with the name %j is called %j, also after a reload', (consumer, name, title) => {
  expect(clientName(consumer, (text, value = '') => text.replace('{0}', value), name)).toBe(title);
});
