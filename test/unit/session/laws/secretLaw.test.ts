import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WireEdit } from '../../../../src/protocol/edits.ts';
import { MemoryWorkspace, settled } from '../../../support/memoryWorkspace.ts';
import {
  body,
  document,
  one,
  other,
  plain,
  project,
  type Secrets,
  second,
  TwoProjects,
  textCount,
} from '../../../support/secrets/twoProjects.ts';

const agent = 'mcp:agent';
const runs = Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);

const share = fc.double({ min: 0, max: 1, noNaN: true });
const written = fc.constantFrom(
  ...['', 'z', '\n', ' ', 'x = 1\n', '\nnew line\n', '$', '@', "'", '// ', 'password: ', 'ghp_', '[REDACTED', ':1]'],
  ...[
    one.password,
    `// ${one.password}\n`,
    `x = "${one.url}";\n`,
    other.url,
    '[REDACTED:password:1]',
    '// see [REDACTED:github-token:1]\n',
    '-----BEGIN RSA PRIVATE ',
    'KEY-----\n',
    'key:\n',
  ],
);
const edit = fc.record({
  does: fc.constant('edit' as const),
  form: fc.constantFrom('offsets', 'range', 'replace', 'patch', 'line', 'move'),
  from: share,
  to: share,
  newText: written,
});
const looks = [
  ...([
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
  ] as const),
] as const;
const step = fc.oneof(
  { weight: 4, arbitrary: edit },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('develop' as const),
      at: share,
      newText: written.filter((text) => !/REDACTED|BEGIN|KEY|password|ghp|key/.test(text)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        ...looks,
        'read',
        'lines',
        'diff',
        'since',
        'get',
        'assemble',
        'errors',
        'files',
        'names',
        'judge',
        'guess',
      ),
      from: share,
      to: share,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Look = Step & { readonly does: (typeof looks)[number] };

function isLook(one: Step): one is Look {
  return (looks as readonly string[]).includes(one.does);
}

/** What the second project does not have; what can be guessed stands bare, too. */
function guessOf({ from, to }: { readonly from: number; readonly to: number }) {
  const { password, token } = one;
  const guess = from < 0.5 ? `password = '${password}'` : `token: ${token}`;
  return { guess, words: to < 0.5 ? guess : `see ${from < 0.5 ? password : token} there` };
}

/** What a command prints: it quotes secrets, and holds them behind their names. */
const output = ({ token, api, key, password, url }: Secrets) =>
  [
    `using ${token}`,
    `SERVICE_API_KEY=${api} and again ${api}`,
    `password: ${password}`,
    key,
    `mysql://root:${url}@host/db`,
    'done',
  ].join('\n');

function wireEdit(text: string, { form, from, to, newText }: Extract<Step, { does: 'edit' }>): WireEdit {
  const start = Math.floor(from * text.length);
  const end = Math.min(text.length, start + Math.floor(to * 40));
  const lines = text.split('\n');
  const line = Math.floor(from * lines.length);
  const row = lines[line] ?? '';
  switch (form) {
    case 'offsets':
      return { type: 'offsets', start, end, newText };
    case 'range': {
      const column = 1 + Math.floor(to * (row.length + 1));
      return {
        type: 'range',
        start: { line: line + 1, column },
        end: { line: line + 1, column: row.length + 1 },
        newText,
      };
    }
    case 'replace':
      return { type: 'replace', oldText: text.slice(start, end) || text.slice(0, 1) || ' ', newText, occurrence: 1 };
    case 'patch':
      return { type: 'patch', patch: `@@ -${line + 1} +${line + 1} @@\n-${row}\n+${newText}${row}\n` };
    case 'line':
      return { type: 'replace', oldText: row || ' ', newText: `${newText}${row}`, occurrence: 1 };
    case 'move':
      return { type: 'offsets', start, end: start, newText: lines[Math.floor(to * lines.length)] ?? '' };
  }
}

async function take(projects: TwoProjects, next: Step, versions: string[]): Promise<void> {
  const documentId = document;
  const now = (await projects.ask('live:version', { documentId })) as {
    ok: boolean;
    value: { versionId: string; lineCount: number };
  };
  versions.push(now.value.versionId);
  const past = (at: number) => versions[Math.floor(at * (versions.length - 1))] as string;
  if (isLook(next)) return look(projects, next, past);
  switch (next.does) {
    case 'edit': {
      const baseVersionId = now.value.versionId;
      await projects.ask('live:applyEdits', { documentId, baseVersionId, edits: [wireEdit(projects.text, next)] });
      await projects.ask('live:applyEdits', {
        documentId,
        baseVersionId: past(next.from),
        edits: [wireEdit(projects.text, next)],
      });
      return;
    }
    case 'develop':
      return projects.develop(next.at, next.newText);
    case 'read':
      await projects.ask('live:version', { documentId, versionId: past(next.from) });
      return;
    case 'lines': {
      const first = 1 + Math.floor(next.from * now.value.lineCount);
      await projects.ask('live:version', { documentId, lines: { first, last: first + Math.floor(next.to * 3) } });
      return;
    }
    case 'diff':
      await projects.ask('live:version', { documentId, versionId: past(next.from), compareWith: past(next.to) });
      return;
    case 'since':
      await projects.ask('live:changesSince', next.from < 0.5 ? {} : { since: past(next.to) });
      return;
    case 'get':
      await projects.ask('live:get', { documentId });
      return;
    case 'assemble':
      await projects.ask('context:assemble', {
        documentId,
        cursorPosition: Math.floor(next.from * 2 * projects.text.length),
        additionalInput: 'Why?',
      });
      return;
    case 'errors':
      await projects.ask('live:version', { documentId, versionId: 'v999999' });
      await projects.ask('live:applyEdits', {
        documentId,
        baseVersionId: now.value.versionId,
        edits: [{ type: 'offsets', start: 0, end: 1_000_000, newText: '' }],
      });
      await projects.ask('live:applyEdits', {
        documentId,
        baseVersionId: now.value.versionId,
        edits: [
          {
            type: 'range',
            start: { line: 1 + Math.floor(next.from * now.value.lineCount), column: 500 },
            end: { line: 1 + now.value.lineCount, column: 1 },
            newText: '',
          },
        ],
      });
      return;
    case 'files': {
      await projects.ask('files:list', {});
      return;
    }
    case 'names':
      await projects.ask('redactions:list', {});
      await projects.ask('live:timeline', { documentId });
      await projects.ask('live:status', {});
      return;
    case 'guess': {
      // Right in the one project, wrong in the other.
      const { words, guess } = guessOf(next);
      await projects.ask('constraints:create', { type: 'api', text: guess });
      await projects.ask('constraints:judge', { text: words });
      await projects.ask('context:assemble', { documentId, cursorPosition: 0, additionalInput: words });
      const saved = (await projects.ask('files:save', { source: 'selection', hint: 'a note', text: words })) as {
        ok: boolean;
        value: { ref: { id: string } };
      };
      if (saved.ok) await projects.ask('files:read', { id: saved.value.ref.id });
      return;
    }
    case 'judge':
      await projects.ask('constraints:judge', { text: projects.text });
  }
}

interface AskedWindows {
  readonly value: {
    readonly windows: readonly { readonly context: { readonly anchors: Readonly<Record<string, unknown>> } }[];
  };
}

/** Looks at whatever else an agent can reach. */
async function look(projects: TwoProjects, step: Look, past: (at: number) => string): Promise<void> {
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
      const [id = 'b1@e1', anchor] = anchors[Math.floor(from * anchors.length)] ?? [];
      const asked = JSON.stringify(anchor ?? '');
      const params = /readMore/.test(asked)
        ? { first, last }
        : /readChunk/.test(asked)
          ? { file: 'src/connect.ts', line: 2 }
          : /addConstraint/.test(asked)
            ? { text: words }
            : /write/.test(asked)
              ? { title: words, text: guess }
              : /compareWith/.test(asked)
                ? { version_id: past(to) }
                : /close/.test(asked)
                  ? { summary: words }
                  : {};
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
      await projects.ask('constraints:judge', { text: `${words}\n${guess}\neval` });
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

describe('two projects that differ in hidden secrets only', () => {
  test('law: give the same answers, byte for byte, whatever is asked and edited', async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(textCount - 1), fc.array(step, { minLength: 1, maxLength: 14 }), async (at, all) => {
        const projects = await TwoProjects.open(at);
        const versions: string[] = [];
        for (const next of all) {
          await take(projects, next, versions);
          steps++;
        }
        await projects.ask('live:version', { documentId: document });
        await projects.ask('live:get', {});
      }),
      { numRuns: 60 * runs, ...(runs === 1 ? { seed: 11 } : { endOnFailure: true }) },
    );
    if (runs > 1) console.log(`${steps} steps`);
  }, 3_600_000);
});

/** The guess itself has as many tokens as it has. */
function withoutCounts(answer = ''): string {
  return answer.replaceAll(/[0-9a-f]{64}|"(?:tokens|fullTokens|tokenCount|bytes)":\d+/g, '');
}

describe('an agent that would uncover a secret by an edit', () => {
  const secret = one.password;
  const hidden = '[REDACTED:password:1]';
  const raw = `const a = 1;\nconst password = '${secret}';\nconst url = 'https://user:${one.token}@host/x';\n// see\n`;
  let workspace: MemoryWorkspace;

  beforeEach(async () => {
    workspace = await MemoryWorkspace.open();
    workspace.openDocument(document, raw);
  });

  test.each([
    ['copies the placeholder', '// see', `// see ${hidden}`],
    ['moves it', `'${hidden}'`, `''; // ${hidden}`],
    ['renames the name before it', 'const password', 'const x'],
    ['deletes the name before it', "const password = '", "'"],
    ['writes a newline before it', `password = '${hidden}`, `password =\n'${hidden}`],
    ['writes a letter before a token', 'user:', 'user:x'],
    ['writes a $ before it', `'${hidden}`, `'$${hidden}`],
    ['takes away the @', '@host', 'host'],
    ['inserts beside it', `${hidden}'`, `${hidden} x'`],
    ['deletes a part of it', ':password:1]', ''],
    ['writes one that nobody knows', '// see', '// [REDACTED:jwt:7]'],
  ])('%s and is refused', async (_name, oldText, newText) => {
    const { versionId, text } = settled(await workspace.session.request('live:version', {}, agent));
    expect(text).toContain(oldText);
    const edits = [{ type: 'replace' as const, oldText, newText, occurrence: 1 }];
    const answer = await workspace.session.request(
      'live:applyEdits',
      { documentId: document, baseVersionId: versionId, edits },
      agent,
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'EDIT_PLACEHOLDER' } });
    expect(workspace.text(document)).toBe(raw);
  });

  test('in a document without secrets a placeholder is refused, not written', async () => {
    workspace.openDocument(second, 'nothing here\n');
    const { versionId } = settled(await workspace.session.request('live:version', {}, agent));
    const edits = [{ type: 'replace' as const, oldText: 'nothing', newText: hidden }];
    const answer = await workspace.session.request(
      'live:applyEdits',
      { documentId: second, baseVersionId: versionId, edits },
      agent,
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'EDIT_PLACEHOLDER' } });
    expect(workspace.text(second)).toBe('nothing here\n');
  });

  test('guesses it, and learns nothing from the number of its placeholder', async () => {
    workspace.openDocument(second, 'nothing here\n');
    const { versionId } = settled(await workspace.session.request('live:version', {}, agent));
    const answers = await Promise.all(
      [secret, 'anotherGuess!99'].map((guess) => {
        const edits = [{ type: 'replace' as const, oldText: 'nothing', newText: `password = '${guess}'` }];
        return workspace.session.request(
          'live:applyEdits',
          { documentId: second, baseVersionId: versionId, edits },
          agent,
        );
      }),
    );
    expect(answers[0]).toMatchObject({ ok: false, error: { code: 'EDIT_SECRET' } });
    expect(JSON.stringify(answers[1])).toBe(JSON.stringify(answers[0]));
  });

  test('what it wrote itself has number 0, whatever the project knows', async () => {
    settled(await workspace.session.request('live:version', {}, agent));
    const text = `password = '${secret}', ${one.token}`;
    const { ref } = settled(await workspace.session.request('files:save', { source: 'tool', hint: text, text }, agent));
    const { content } = settled(await workspace.session.request('files:read', { id: ref.id }, agent));
    expect([content, ref.hint]).toEqual(Array(2).fill("password = '[REDACTED:password:0]', [REDACTED:github-token:0]"));
  });

  test.each([
    ['in a document', (text: string) => ({ edits: [{ type: 'replace' as const, oldText: '// see', newText: text }] })],
    [
      'in the words for its edits',
      (text: string) => ({ edits: [{ type: 'replace' as const, oldText: '// see', newText: '// x' }], summary: text }),
    ],
  ])('guesses a bare password %s, and cannot tell a right guess from a wrong one', async (_name, of) => {
    const answers: string[] = [];
    for (const guess of [secret, 'anothe7!guess']) {
      const asked = await MemoryWorkspace.open();
      asked.openDocument(document, raw);
      const { versionId } = settled(await asked.session.request('live:version', {}, agent));
      const params = { documentId: document, baseVersionId: versionId, ...of(`// ${guess}`) };
      const all = [
        await asked.session.request('live:applyEdits', params, agent),
        await asked.session.request('live:get', {}, agent),
      ];
      answers.push(plain(all).replaceAll(guess, 'the guess'));
    }
    expect(withoutCounts(answers[1])).toBe(withoutCounts(answers[0]));
  });

  test.each([
    ['in its name', `password = '${secret}'`, `password = 'anotherGuess!99'`],
    ['bare', `see ${one.token} there`, `see ghp_${body('guess', 36)} there`],
    ['bare and like no secret', `see ${secret} there`, 'see anotherGuess!99 there'],
  ])('guesses it %s in what it sends, and cannot tell a right guess from a wrong one', async (_name, ...guesses) => {
    const answers: string[] = [];
    for (const text of guesses) {
      const asked = await MemoryWorkspace.open();
      asked.openDocument(document, raw);
      settled(await asked.session.request('live:version', {}, agent));
      const { ref } = settled(
        await asked.session.request('files:save', { source: 'selection', hint: 'a note', text }, agent),
      );
      const all = [
        await asked.session.request('files:read', { id: ref.id }, agent),
        await asked.session.request('constraints:judge', { text }, agent),
        await asked.session.request('context:assemble', { documentId: document, additionalInput: text }, agent),
      ];
      answers.push(plain(all));
    }
    expect(answers[0]?.match(/\[REDACTED:[^\]]*\]/g)).toEqual(answers[1]?.match(/\[REDACTED:[^\]]*\]/g));
  });
});
