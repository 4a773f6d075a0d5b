import { beforeEach, describe, expect, test } from 'vitest';
import type { Channel, Params, Value } from '../../../src/protocol/channels.ts';
import { chunk } from '../../support/prompts/samplePieces.ts';
import { body } from '../../support/secrets/twoProjects.ts';
import { WindowUser } from '../../support/windowUser.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const document = 'file:///project/a.ts';
const project = 'file:///project';
/** A token as GitHub publishes their form, and a password that only its name tells where it stands. */
const token = `ghp_${body('a stored name', 36)}`;
const password = body('q7W8e9R0t1Y2u3I4', 20);

useWorkspace(() => {
  workspace.openDocument(document, `const token = '${token}';\nconst password = '${password}';\n`, 'typescript');
});

async function ask<C extends Channel>(channel: C, params: Params<C>, consumer = 'clipboard'): Promise<Value<C>> {
  return await workspace.ask(channel, params, consumer);
}

async function decide(allowed: boolean): Promise<void> {
  const { redactions } = await ask('redactions:list', {});
  for (const { placeholder } of redactions) await ask('redactions:allow', { placeholder, allowed });
}

/** All that tells of names. */
async function everything(): Promise<string> {
  const told = [
    await ask('live:timeline', {}),
    await ask('live:timeline', {}, 'mcp:1'),
    await ask('windows:list', { documentId: document }),
    await ask('live:get', {}),
    await ask('context:assemble', { documentId: document, format: 'json' }),
    await ask('conversations:list', {}),
  ];
  return JSON.stringify(told);
}

test('a checkpoint’s name that was given while its secrets were allowed hides them again', async () => {
  await decide(true);
  await ask('checkpoints:create', { name: `before ${token} and ${password}` });
  expect(await everything()).toContain(`before ${token} and ${password}`);
  await decide(false);
  const told = await everything();
  expect(told).toContain('before [REDACTED:github-token:1] and [REDACTED:password:1]');
  expect(told).not.toContain(token);
  expect(told).not.toContain(password);
});

test('a note and a window’s trace hold no secret that is allowed: it may be hidden again', async () => {
  workspace.pieces = () => [chunk('b.ts', 'found', 1)];
  await decide(true);
  const user = new WindowUser(workspace, 'clipboard');
  await user.act('note', 'add', { text: `like ${password} and ${token}` });
  await user.act('retrieved', 'remove', { summary: `done with ${password}` });
  await decide(false);
  const told = await everything();
  expect(told).toContain('done with [REDACTED:password:1]');
  expect(told).not.toContain(token);
  expect(told).not.toContain(password);
});

describe('what the search finds in a long table, whose header stands far above', () => {
  beforeEach(() => {
    // As Google publishes the form that Chrome exports saved passwords in.
    const row = (index: number, user: string, secret: string) =>
      `site${index},https://site${index}.example/,${user},${secret},`;
    const rows = Array.from({ length: 400 }, (_, index) => row(index, `user${index}`, `Sommer-${index}!`));
    rows[300] = row(300, 'computeOrbit', 'Winter-Rain9');
    workspace.projectFiles.set(project, 'doc/saved.csv', `name,url,username,password,note\n${rows.join('\n')}\n`);
    workspace.openDocument(document, 'computeOrbit(planet, computeOrbit);\n', 'typescript');
  });

  const prompt = async () => (await ask('live:get', { preview: true })).text;

  test('is hidden', async () => {
    let told = '';
    await expect
      .poll(async () => {
        told = await prompt();
        return told;
      })
      .toContain('computeOrbit,[REDACTED:');
    expect(told).not.toMatch(/Winter-Rain9|Sommer-/);
  });
});
