import { expect, test } from 'vitest';
import { byteRoom } from '../../../src/agents/replyLimit.ts';
import { callTool } from '../../../src/agents/toolAnswer.ts';
import { tools } from '../../../src/agents/tools.ts';
import { hookRequest } from '../../../src/mcp/programs/hookDialects.ts';
import { readerNamed } from '../../../src/mcp/server/agentServer.ts';
import { readerIn } from '../../../src/protocol/consumer.ts';
import { clientOf } from '../../support/mcp/window.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const document = 'file:///project/a.ts';
const session = 'mcp:claude-1-2';

useWorkspace(() => {
  workspace.openDocument(document, 'one\ntwo\n');
});

const changes = async (consumer: string) => (await workspace.ask('live:changesSince', {}, consumer)).text;

/** Calls a tool of Claude Code, whose hook says before who makes the call. */
function callBy(agent: string | undefined, call: string) {
  const hook = { hook_event_name: 'PreToolUse', tool_name: 'mcp__live-context__live_context_changes' };
  const asked = hookRequest({ ...hook, tool_use_id: call, ...(agent === undefined ? {} : { agent_id: agent }) });
  expect(asked?.channel).toBe('agents:call');
  return workspace
    .ask('agents:call', { call, ...asked?.params }, session)
    .then(() => changes(readerIn(session, readerNamed('claude-code', { 'claudecode/toolUseId': call }) ?? '')));
}

test('the main agent and two subagents of Claude Code are each told each change once', async () => {
  const agents = [undefined, 'a1', 'b2'];
  let calls = 0;
  const look = () => Promise.all(agents.map((agent) => callBy(agent, `toolu_${calls++}`)));
  await look();
  for (const typed of ['first', 'second']) {
    workspace.type(document, 0, `${typed} `);
    for (const text of await look()) expect(text).toContain(`+${typed}`);
    for (const text of await look()) expect(text).toContain('No document has changed');
  }
});

test.each([
  ['two threads of Codex', ['mcp:codex-1', readerIn('mcp:codex-1', 'thread')]],
  ['two chats of VS Code', [readerIn('lm-tools', 'one'), readerIn('lm-tools', 'two')]],
  ['two sessions of a client', ['mcp:one', 'mcp:two']],
])('%s are each told each change once', async (_, readers) => {
  for (const reader of readers) await changes(reader);
  workspace.type(document, 0, 'typed ');
  for (const reader of readers) expect(await changes(reader)).toContain('+typed one');
  for (const reader of readers) expect(await changes(reader)).toContain('No document has changed');
});

test('agents that nothing tells apart are told again what another one may have received', async () => {
  const reader = readerIn('mcp:x', readerNamed('opencode') ?? '');
  await changes(reader);
  workspace.type(document, 0, 'typed ');
  expect(await changes(reader)).toContain('+typed one');
  const again = await changes(reader);
  expect(again).toContain('# Changes since an earlier delivery, again for the other agents');
  expect(again).toContain('+typed one');
  expect(await changes(reader)).toContain('No document has changed');
});

test.each([
  ['codex-mcp-client', { threadId: 't', sessionId: 't' }, null],
  ['codex-mcp-client', { threadId: 'u', sessionId: 't' }, 'u'],
  ['claude-code', { 'claudecode/toolUseId': 'toolu_1', progressToken: 2 }, 'toolu_1'],
  ['opencode', { progressToken: 2 }, 'several'],
  ['cursor-vscode', {}, null],
])('a call of %s with %j is of the reader %s', (client, meta, reader) => {
  expect(readerNamed(client, meta)).toBe(reader);
});

test.each(['x', '字', '😀'])('a reply of %s has at most the bytes that the client passes on', async (unit) => {
  workspace.openDocument(document, `${unit.repeat(40)}\n`.repeat(2_000));
  for (const tool of tools.filter(({ name }) => /^live_context(_changes|_version)?$/.test(name))) {
    for (const bytes of [8_000, 18_000, 50_000]) {
      const { text } = await callTool(clientOf(workspace), tool, {}, 'mcp:bytes', byteRoom(bytes));
      expect(Buffer.byteLength(text), tool.name).toBeLessThanOrEqual(bytes);
    }
    workspace.edit(document, [{ start: 0, end: 0, newText: `${unit.repeat(30)}\n`.repeat(900) }]);
  }
});
