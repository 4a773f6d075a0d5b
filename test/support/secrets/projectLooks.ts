import type { AnchorInfo } from '../../../src/protocol/prompt/contextModel.ts';
import { body, document, one, project, type Secrets, second, type TwoProjects } from './twoProjects.ts';

export const looks = [
  'outputs',
  'windows',
  'act',
  'pins',
  'tools',
  'constraints',
  'hints',
  'preferences',
  'archive',
  'inspect',
  'answer',
  'deliveries',
  'turn',
  'several',
] as const;

/** How a step is taken: two shares of what there is. */
export interface Shares {
  readonly from: number;
  readonly to: number;
}

type Look = Shares & { readonly does: (typeof looks)[number] };

export function isLook(one: { readonly does: string }): one is Look {
  return (looks as readonly string[]).includes(one.does);
}

/** A password of the first project or a random token, after its name or bare. */
export function guessOf({ from, to }: Shares) {
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

interface AskedWindows {
  readonly value: {
    readonly windows: readonly { readonly context: { readonly anchors: Readonly<Record<string, AnchorInfo>> } }[];
  };
}

/** Looks at whatever else an agent can reach. */
export async function look(projects: TwoProjects, step: Look, past: (at: number) => string): Promise<void> {
  const { does, from, to } = step;
  const { words, guess } = guessOf(step);
  const documentId = document;
  const [first, last] = [1 + Math.floor(from * 3), 3 + Math.floor(to * 3)];
  switch (does) {
    case 'outputs': {
      await projects.output(output);
      const { value } = (await projects.ask('files:list', {})) as unknown as { value: { items: { id: string }[] } };
      const id = value.items[0]?.id ?? '';
      await projects.ask('files:read', { id, offset: Math.floor(from * 200), limit: 1 + Math.floor(to * 300) });
      await projects.ask('files:tail', { id, lines: first });
      for (const pattern of ['ghp_', 'REDACTED', '.', one.password.slice(0, 4), `^.{${Math.floor(to * 60)}}$`])
        await projects.ask('files:grep', { id, pattern, contextLines: 1 });
      await projects.ask('files:usage', {});
      return;
    }
    case 'windows':
      await projects.ask('windows:list', { documentId, contents: to < 0.5 });
      return;
    case 'act': {
      const { value } = (await projects.ask('windows:list', { documentId })) as unknown as AskedWindows;
      const anchors = value.windows.flatMap(({ context }) => Object.entries(context.anchors));
      const [id = 'keep:diffs@0000', anchor] = anchors[Math.floor(from * anchors.length)] ?? [];
      const given = { first, last, title: words, text: guess, summary: words, piece: 'src/connect.ts' };
      const names = anchor?.params.map((param) => param.replace(/:.*/, '')) ?? [];
      const required = names.filter((name) => name in given && (name !== 'piece' || names.length === 1));
      const params = Object.fromEntries(required.map((name) => [name, given[name as keyof typeof given]]));
      await projects.ask('windows:act', { id, params });
      return;
    }
    case 'pins':
      await projects.ask('pins:create', { documentId, lines: { first, last } });
      await projects.ask('pins:list', {});
      return;
    case 'tools': {
      const most = 1_000 + Math.floor(from * 4_000);
      await projects.call('live_context', {}, most);
      await projects.call('live_context_changes', { since: past(to) }, most);
      await projects.call('live_context_version', { lines: { first, last } }, most);
      await projects.call('context_list', {}, most);
      return;
    }
    case 'constraints': {
      const { value } = (await projects.ask('constraints:list', {})) as unknown as {
        value: { constraints: { id: string; text: string }[] };
      };
      const { id = 'c1', text = '' } = value.constraints[Math.floor(from * value.constraints.length)] ?? {};
      const check = { kind: 'forbid', pattern: words.replaceAll(/[^\w ]/g, '\\$&') } as const;
      await projects.ask('constraints:update', {
        id,
        text: to < 0.3 ? `${text} ${words}` : to < 0.6 ? text.slice(1) : `${text} more`,
      });
      await projects.ask('constraints:update', { id, check });
      await projects.ask('constraints:create', { type: 'api', text: `rule ${to < 0.5 ? words : one.password}`, check });
      if (to > 0.9) await projects.ask('constraints:delete', { id });
      return;
    }
    case 'hints': {
      const edits = [{ type: 'offsets' as const, start: 0, end: 0, newText: '// a\n' }];
      await projects.ask('live:applyEdits', { documentId, baseVersionId: past(1), edits, summary: words });
      await projects.ask('checkpoints:create', { documentId, name: words });
      await projects.ask('live:timeline', { documentId });
      await projects.ask('live:get', { documentId, format: from < 0.5 ? 'json' : 'xml', trace: true, markers: true });
      return;
    }
    case 'preferences':
      await projects.ask('preferences:list', { documentId });
      await projects.ask('preferences:decide', { id: 'typescript:semicolons', decision: 'edit', text: words });
      await projects.ask('preferences:list', { documentId });
      return;
    case 'archive':
      await projects.ask('files:export', {});
      return;
    case 'answer': {
      const lines = projects.text.split('\n');
      const line = lines[Math.floor(from * lines.length)] ?? '';
      const found = to < 0.5 ? line : guess;
      const answer = `src/config.ts\n<<<<<<< SEARCH\n${found}\n=======\n${words}\n>>>>>>> REPLACE\n`;
      await projects.ask('answers:read', { text: answer, documentId, choices: [] });
      await projects.ask('live:applyEdits', { answer });
      return;
    }
    case 'deliveries': {
      await projects.ask('context:assemble', { documentId, additionalInput: words });
      const { value } = (await projects.ask('deliveries:list', {})) as unknown as {
        value: { deliveries: { id: string }[] };
      };
      const { id = 'none' } = value.deliveries[Math.floor(from * Math.min(3, value.deliveries.length))] ?? {};
      await projects.ask('deliveries:get', { id });
      return;
    }
    case 'turn':
      await projects.ask('agents:turn', {});
      await projects.ask('agents:beforeWrite', { paths: ['/project/src/config.ts', '/project/notes.md'] });
      await projects.ask('agents:afterWrite', {
        paths: ['/project/src/config.ts'],
        write: { kind: 'replace', edits: [{ oldText: words, newText: guess, everywhere: true }] },
      });
      await projects.ask('proof:get', {});
      await projects.ask('conversations:list', {});
      return;
    case 'several': {
      const bases = [documentId, second].map(async (id) => {
        const { value } = (await projects.ask('live:version', { documentId: id })) as unknown as {
          value: { versionId: string; lineCount: number };
        };
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
      return;
    }
    case 'inspect':
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
  }
}
