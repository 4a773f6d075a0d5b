import { createHash } from 'node:crypto';
import type { WireEdit } from '../../../src/protocol/edits.ts';
import { rawZip } from '../contextFiles/rawZip.ts';
import { type Found, output, type Step } from './projectLooks.ts';
import {
  cell,
  developer,
  document,
  one,
  otherAgent,
  project,
  quoting,
  type Secrets,
  second,
  type TwoProjects,
} from './twoProjects.ts';

/** A thread of the chat: its words are the developer's. */
const thread = 'live:thread';
let deletions = 0;

/** What the developer does besides writing, and what an agent does to files. */
export const deeds = {
  async import({ projects, to }) {
    await projects.ask('files:import', { archive: archiveOf(one, to) });
    const conversationId = to < 0.5 ? 'workspace' : 'thread';
    await projects.askEach('files:import', (secrets) => ({ archive: archiveOf(secrets, to) }), developer);
    await projects.ask('files:list', { conversationId });
    await readFiles(projects, conversationId, developer);
    return readFiles(projects, undefined);
  },
  async allow({ projects, from, to }) {
    return allowAndHide(projects, from, to);
  },
  async unpin({ projects, from, to }) {
    const { value } = (await projects.ask('pins:list', {})) as Found<{ pins: { id: string }[] }>;
    const { id = 'pin-1' } = value.pins[Math.floor(from * value.pins.length)] ?? {};
    await projects.ask('pins:delete', { id }, to < 0.5 ? undefined : developer);
    await projects.ask('pins:delete', { id });
    await projects.ask('pins:list', {});
  },
  async say({ projects, from, to, words, guess }) {
    const talk = [
      { type: 'User' as const, content: words },
      { type: 'Assistant' as const, content: guess },
    ];
    await projects.ask('conversations:say', { name: words.slice(0, 100), talk, tools: [guess] });
    await projects.askEach(
      'conversations:say',
      (secrets) => ({
        name: quoting(secrets),
        talk: [
          { type: 'User', content: to < 0.5 ? quoting(secrets) : output(secrets) },
          { type: 'Assistant', content: `You said: ${quoting(secrets)}` },
        ],
        tools: [`run(${JSON.stringify({ script: output(secrets) })})`],
      }),
      thread,
    );
    for (const consumer of [undefined, thread]) {
      await projects.ask('context:inspect', { documentId: document }, consumer);
      const format = from < 0.5 ? 'messages' : 'markdown';
      await projects.ask('context:assemble', { documentId: document, format, additionalInput: 'Why?' }, consumer);
      await projects.ask('windows:list', { documentId: document, contents: false }, consumer);
    }
    await projects.ask('conversations:list', {});
    await projects.ask('conversations:list', {}, developer);
  },
  async rename({ projects, from, to, words, guess }) {
    const { value } = (await projects.ask('live:version', {})) as Found<{ versionId: string }>;
    const name = `${project}/src/${to < 0.4 ? `moved ${from}.ts` : guess.replace(/ ?[:=] /, '=').replaceAll(/[^\w=!-]+/g, '')}`;
    const added: WireEdit = { type: 'offsets', start: 0, end: 0, newText: to < 0.8 ? '// moved\n' : words };
    const edits: WireEdit[] = [{ type: 'rename', to: name }, ...(from < 0.5 ? [added] : [])];
    const target = { documentId: document, baseVersionId: value.versionId, edits };
    const moved = (await projects.ask('live:applyEdits', target)) as Found<unknown>;
    await projects.ask('live:get', {});
    await projects.ask('agents:turn', {});
    await projects.ask('live:version', { documentId: name });
    if (!moved.ok) return;
    await projects.ask('live:timeline', { documentId: name });
    const back = { documentId: name, edits: [{ type: 'rename' as const, to: document }] };
    const returned = (await projects.ask('live:applyEdits', back)) as Found<unknown>;
    if (!returned.ok) throw new Error(`not renamed back: ${JSON.stringify(returned)}`);
  },
  async delete({ projects, from }) {
    const old = `${project}/src/old${deletions++}.ts`;
    const text = ({ password }: Secrets) => `password = '${password}';`;
    projects.put(old, text);
    const { value } = (await projects.ask('live:version', { documentId: old })) as Found<{ versionId: string }>;
    const to = `${project}/${from < 0.3 ? '.env' : 'src/older.ts'}`;
    await projects.ask('live:applyEdits', { documentId: old, edits: [{ type: 'rename', to }] });
    const hash = `sha256:${createHash('sha256').update(text(one)).digest('hex')}`;
    for (const baseVersionId of [hash, 'v999999', value.versionId])
      for (const documentId of [old, `${project}/src/older.ts`]) {
        await projects.ask('live:applyEdits', { documentId, baseVersionId, edits: [{ type: 'delete' }] });
        await projects.ask('live:version', { documentId });
      }
    await projects.ask('live:applyEdits', { documentId: old, edits: [{ type: 'create', newText: text(one) }] });
    await projects.ask('live:changesSince', {});
  },
  async notebook({ projects, words }) {
    await projects.ask('live:version', { documentId: cell });
    await projects.ask('live:get', { documentId: cell, trace: true });
    await projects.ask('context:assemble', { documentId: cell, additionalInput: words });
    await projects.ask('windows:list', { documentId: cell });
    return readFiles(projects, undefined);
  },
} satisfies Readonly<Record<string, Step>>;

/** A conversation as somebody else has exported it, who hides nothing. */
function archiveOf(secrets: Secrets, to: number): Uint8Array {
  const conversation = `context/${to < 0.5 ? 'workspace' : 'thread'}`;
  const id = `terminal-${to < 0.25 ? 'abc0000001' : 'abc0000002'}`;
  const path = `artifacts/terminal/${id}.log`;
  const content = Buffer.from(output(secrets));
  const hint = `$ deploy --token ${secrets.token}`;
  const file = { id, path, source: 'terminal', hint, created: 1_000, expires: 2_000, size: content.length };
  const manifest = Buffer.from(JSON.stringify({ version: 1, files: [file] }));
  return rawZip([
    { name: `${conversation}/${path}`, content },
    ...(to < 0.75 ? [{ name: `${conversation}/manifest.json`, content: manifest }] : []),
  ]);
}

/** Reads the newest files of a conversation, and then what is said of their sizes. */
async function readFiles(projects: TwoProjects, conversationId: string | undefined, consumer?: string): Promise<void> {
  const place = conversationId === undefined ? {} : { conversationId };
  const { ok, value } = (await projects.askEach('files:list', () => place, consumer, false)) as Found<{
    items: { id: string }[];
  }>;
  if (!ok) return;
  for (const { id } of value.items.slice(0, 3)) {
    await projects.ask('files:read', { ...place, id }, consumer);
    await projects.ask('files:grep', { ...place, id, pattern: one.password.slice(0, 4) }, consumer);
  }
  await projects.ask('files:usage', {}, consumer);
}

/** While a secret is allowed the projects may differ; hidden again it is hidden wherever it went meanwhile. */
async function allowAndHide(projects: TwoProjects, from: number, to: number): Promise<void> {
  await projects.ask('redactions:list', {}, developer);
  const all = (secrets: Secrets) => ['[REDACTED:password:9]', ...projects.placeholders(secrets)];
  const decided = (secrets: Secrets) =>
    from < 0.5 ? all(secrets) : [all(secrets)[Math.floor(from * all(secrets).length)] ?? ''];
  const decide = async (allowed: boolean, consumer?: string) => {
    for (const at of decided(one).keys())
      await projects.askEach(
        'redactions:allow',
        (secrets) => ({ placeholder: decided(secrets)[at] ?? '', allowed }),
        consumer,
        consumer !== developer,
      );
  };
  await decide(true);
  await projects.ask('live:version', { documentId: document });
  await decide(true, developer);
  await projects.askEach('redactions:list', () => ({}), developer, false);
  // What was received meanwhile is known to whoever received it: another agent.
  await projects.askEach('live:version', () => ({ documentId: document }), otherAgent, false);
  await projects.askEach('live:get', () => ({ documentId: document, preview: true }), otherAgent, false);
  if (to < 0.3) await projects.output(output);
  if (to > 0.2 && to < 0.6) {
    const saved = (secrets: Secrets) =>
      ({ source: 'selection', hint: quoting(secrets), text: output(secrets) }) as const;
    await projects.askEach('files:save', saved, developer, false);
    await projects.askEach(
      'constraints:create',
      (secrets) => ({ type: 'api', text: quoting(secrets) }),
      developer,
      false,
    );
  }
  if (to > 0.5) {
    const named = (secrets: Secrets) => ({ documentId: second, name: `like ${quoting(secrets)}` });
    await projects.askEach('checkpoints:create', named, developer, false);
    await projects.askEach('conversations:say', (secrets) => ({ name: quoting(secrets) }), developer, false);
    await projects.writeNote(document, (secrets) => ({
      text: `${secrets.api} of password = '${secrets.password}'\n${quoting(secrets)}`,
    }));
  }
  await decide(false, developer);
  await readFiles(projects, undefined);
  for (const consumer of [undefined, developer]) {
    await projects.ask('files:list', {}, consumer);
    await projects.ask('live:timeline', { documentId: second }, consumer);
    await projects.ask('context:assemble', { documentId: document, preview: true }, consumer);
    await projects.ask('constraints:list', {}, consumer);
  }
  // The developer's anchors are numbered by what was shown meanwhile.
  await projects.ask('windows:list', { documentId: document });
  await projects.ask('redactions:list', {});
  await projects.ask('conversations:list', {}, developer);
}
