import type { AnchorInfo } from '../../../src/protocol/prompt/contextModel.ts';
import { body, one, project, type Secrets, second, type TwoProjects } from './twoProjects.ts';

/** What a step is taken with: two shares of what there is, and what the developer's document is now. */
export interface Taken {
  readonly projects: TwoProjects;
  readonly from: number;
  readonly to: number;
  readonly documentId: string;
  readonly words: string;
  readonly guess: string;
  readonly now: { readonly versionId: string; readonly lineCount: number };
  /** A version of the document so far. */
  past(at: number): string;
}

export type Step = (taken: Taken) => Promise<void>;

export interface Found<T> {
  readonly ok: boolean;
  readonly value: T;
}

/** A password of the first project or a random token, after its name or bare. */
export function guessOf(from: number, to: number) {
  const { password } = one;
  const token = `ghp_${body('guess', 36)}`;
  const guess = from < 0.5 ? `password = '${password}'` : `token: ${token}`;
  return { guess, words: to < 0.5 ? guess : `see ${from < 0.5 ? password : token} there` };
}

/** What a command prints: it quotes secrets, and holds them behind their names. */
export const output = ({ token, api, key, password, url }: Secrets) =>
  [
    `using ${token}`,
    `SERVICE_API_KEY=${api} and again ${api}`,
    `password: ${password}`,
    key,
    `mysql://root:${url}@host/db`,
    'done',
  ].join('\n');

const linesOf = (from: number, to: number) => [1 + Math.floor(from * 3), 3 + Math.floor(to * 3)] as const;

/** Looks at whatever an agent can reach. */
export const looks = {
  async read({ projects, from, documentId, past }) {
    await projects.ask('live:version', { documentId, versionId: past(from) });
  },
  async lines({ projects, from, to, documentId, now }) {
    const first = 1 + Math.floor(from * now.lineCount);
    await projects.ask('live:version', { documentId, lines: { first, last: first + Math.floor(to * 3) } });
  },
  async diff({ projects, from, to, documentId, past }) {
    await projects.ask('live:version', { documentId, versionId: past(from), compareWith: past(to) });
  },
  async since({ projects, from, to, past }) {
    await projects.ask('live:changesSince', from < 0.5 ? {} : { since: past(to) });
  },
  async get({ projects, documentId }) {
    await projects.ask('live:get', { documentId });
  },
  async assemble({ projects, from, documentId }) {
    await projects.ask('context:assemble', {
      documentId,
      cursorPosition: Math.floor(from * 2 * projects.text.length),
      additionalInput: 'Why?',
    });
  },
  async errors({ projects, from, documentId, now }) {
    await projects.ask('live:version', { documentId, versionId: 'v999999' });
    await projects.ask('live:applyEdits', {
      documentId,
      baseVersionId: now.versionId,
      edits: [{ type: 'offsets', start: 0, end: 1_000_000, newText: '' }],
    });
    await projects.ask('live:applyEdits', {
      documentId,
      baseVersionId: now.versionId,
      edits: [
        {
          type: 'range',
          start: { line: 1 + Math.floor(from * now.lineCount), column: 500 },
          end: { line: 1 + now.lineCount, column: 1 },
          newText: '',
        },
      ],
    });
  },
  async files({ projects }) {
    await projects.ask('files:list', {});
  },
  async names({ projects, documentId }) {
    await projects.ask('redactions:list', {});
    await projects.ask('live:timeline', { documentId });
    await projects.ask('live:status', {});
  },
  async guess({ projects, documentId, words, guess }) {
    // Right in the one project, wrong in the other.
    await projects.ask('constraints:create', { type: 'api', text: guess });
    await projects.ask('context:assemble', { documentId, cursorPosition: 0, additionalInput: words });
    const saved = (await projects.ask('files:save', { source: 'selection', hint: 'a note', text: words })) as Found<{
      ref: { id: string };
    }>;
    if (saved.ok) await projects.ask('files:read', { id: saved.value.ref.id });
  },
  async outputs({ projects, from, to }) {
    await projects.output(output);
    const { value } = (await projects.ask('files:list', {})) as Found<{ items: { id: string }[] }>;
    const id = value.items[0]?.id ?? '';
    await projects.ask('files:read', { id, offset: Math.floor(from * 200), limit: 1 + Math.floor(to * 300) });
    await projects.ask('files:tail', { id, lines: linesOf(from, to)[0] });
    for (const pattern of ['ghp_', 'REDACTED', '.', one.password.slice(0, 4), `^.{${Math.floor(to * 60)}}$`])
      await projects.ask('files:grep', { id, pattern, contextLines: 1 });
    await projects.ask('files:usage', {});
  },
  async windows({ projects, to, documentId }) {
    await projects.ask('windows:list', { documentId, contents: to < 0.5 });
  },
  async act({ projects, to, from, documentId, words, guess }) {
    const [first, last] = linesOf(from, to);
    const { ok, value } = (await projects.ask('windows:list', { documentId })) as Found<{
      windows: { context: { anchors: Readonly<Record<string, AnchorInfo>> } }[];
    }>;
    const anchors = (ok ? value.windows : []).flatMap(({ context }) => Object.entries(context.anchors));
    const [id = 'keep:diffs@0000', anchor] = anchors[Math.floor(from * anchors.length)] ?? [];
    const given = { first, last, title: words, text: guess, summary: words, piece: 'src/connect.ts' };
    const names = anchor?.params.map((param) => param.replace(/:.*/, '')) ?? [];
    const required = names.filter((name) => name in given && (name !== 'piece' || names.length === 1));
    const params = Object.fromEntries(required.map((name) => [name, given[name as keyof typeof given]]));
    await projects.ask('windows:act', { id, params });
  },
  async pins({ projects, to, from, documentId }) {
    const [first, last] = linesOf(from, to);
    await projects.ask('pins:create', { documentId, lines: { first, last } });
    await projects.ask('pins:list', {});
  },
  async tools({ projects, from, to, past }) {
    const [first, last] = linesOf(from, to);
    const most = 1_000 + Math.floor(from * 4_000);
    await projects.call('live_context', {}, most);
    await projects.call('live_context_changes', { since: past(to) }, most);
    await projects.call('live_context_version', { lines: { first, last } }, most);
    await projects.call('context_list', {}, most);
  },
  async constraints({ projects, from, to, words }) {
    const { value } = (await projects.ask('constraints:list', {})) as Found<{
      constraints: { id: string; text: string }[];
    }>;
    const { id = 'c1', text = '' } = value.constraints[Math.floor(from * value.constraints.length)] ?? {};
    const check = { kind: 'forbid', pattern: words.replaceAll(/[^\w ]/g, '\\$&') } as const;
    await projects.ask('constraints:update', {
      id,
      text: to < 0.3 ? `${text} ${words}` : to < 0.6 ? text.slice(1) : `${text} more`,
    });
    await projects.ask('constraints:update', { id, check });
    await projects.ask('constraints:create', { type: 'api', text: `rule ${to < 0.5 ? words : one.password}`, check });
    if (to > 0.9) await projects.ask('constraints:delete', { id });
  },
  async hints({ projects, from, documentId, words, past }) {
    const edits = [{ type: 'offsets' as const, start: 0, end: 0, newText: '// a\n' }];
    await projects.ask('live:applyEdits', { documentId, baseVersionId: past(1), edits, summary: words });
    await projects.ask('checkpoints:create', { documentId, name: words });
    await projects.ask('live:timeline', { documentId });
    await projects.ask('live:get', { documentId, format: from < 0.5 ? 'json' : 'xml', trace: true });
  },
  async preferences({ projects, documentId, words }) {
    await projects.ask('preferences:list', { documentId });
    await projects.ask('preferences:decide', { id: 'typescript:semicolons', decision: 'edit', text: words });
    await projects.ask('preferences:list', { documentId });
  },
  async archive({ projects }) {
    await projects.ask('files:export', {});
  },
  async answer({ projects, from, to, documentId, words, guess }) {
    const lines = projects.text.split('\n');
    const line = lines[Math.floor(from * lines.length)] ?? '';
    const found = to < 0.5 ? line : guess;
    const answer = `src/config.ts\n<<<<<<< SEARCH\n${found}\n=======\n${words}\n>>>>>>> REPLACE\n`;
    await projects.ask('answers:read', { text: answer, documentId, choices: [] });
    await projects.ask('live:applyEdits', { answer });
  },
  async deliveries({ projects, from, documentId, words }) {
    await projects.ask('context:assemble', { documentId, additionalInput: words });
    const { value } = (await projects.ask('deliveries:list', {})) as Found<{ deliveries: { id: string }[] }>;
    const { id = 'none' } = value.deliveries[Math.floor(from * Math.min(3, value.deliveries.length))] ?? {};
    await projects.ask('deliveries:get', { id });
  },
  async turn({ projects, words, guess }) {
    await projects.ask('agents:turn', {});
    await projects.ask('agents:beforeWrite', { paths: ['/project/src/config.ts', '/project/notes.md'] });
    await projects.ask('agents:afterWrite', {
      paths: ['/project/src/config.ts'],
      write: { kind: 'replace', edits: [{ oldText: words, newText: guess, everywhere: true }] },
    });
    await projects.ask('proof:get', {});
    await projects.ask('conversations:list', {});
  },
  async several({ projects, from, to, documentId, words }) {
    const bases = [documentId, second].map(async (id) => {
      const { value } = (await projects.ask('live:version', { documentId: id })) as Found<Taken['now']>;
      const line = 1 + Math.floor(from * value.lineCount);
      const at = { line, column: 1 };
      return {
        documentId: id,
        baseVersionId: value.versionId,
        edits: [{ type: 'range' as const, start: at, end: at, newText: to < 0.5 ? '// a\n' : words }],
      };
    });
    const documents = [];
    for (const base of bases) documents.push(await base);
    await projects.ask('live:applyEdits', { documents });
    const name = `${project}/src/${Math.floor(to * 1_000)}.ts`;
    await projects.ask('live:applyEdits', { documentId: name, edits: [{ type: 'create', newText: words }] });
    await projects.ask('live:version', { documentId: name });
  },
  async inspect({ projects, from, to, documentId, words }) {
    await projects.ask('context:inspect', {
      documentId,
      cursorPosition: Math.floor(from * 300),
      additionalInput: words,
    });
    await projects.ask('context:assemble', {
      documentId: second,
      skillId: to < 0.5 ? 'review' : 'chat',
      format: 'json',
    });
  },
} satisfies Readonly<Record<string, Step>>;
