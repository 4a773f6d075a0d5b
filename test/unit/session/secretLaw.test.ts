import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Channel, Params } from '../../../src/protocol/channels.ts';
import type { WireEdit } from '../../../src/protocol/edits.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';

const document = 'file:///project/src/config.ts';
const second = 'file:///project/notes.md';
const agent = 'mcp:agent';
const runs = Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);

const keyBlock = (rows: readonly string[]) =>
  ['-----BEGIN RSA PRIV', 'ATE KEY-----\n', ...rows.map((row) => `${row}\n`), '-----END RSA PRIV', 'ATE KEY-----'].join(
    '',
  );
/** Random text that is the same every time. */
function body(
  seed: string,
  length: number,
  units = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789',
): string {
  let state = 2_166_136_261;
  for (const unit of seed) state = Math.imul(state ^ unit.charCodeAt(0), 16_777_619);
  return Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    return units[(state >>> 8) % units.length];
  }).join('');
}

/** The same kinds at the same places, of other lengths and letters. */
const one = {
  password: 'hunter2!horse',
  token: `ghp_${body('one', 36)}`,
  url: 'vR7-pq_2kW',
  key: keyBlock([body('MIIEabcd0123+/ZZ', 64), body('QrStUv9876wXyZaa', 64), body('kkLL55mm', 20)]),
  api: body('q7W8e9R0t1Y2u3I4', 32),
};
const other: typeof one = {
  password: 'Xk9$mQ-2vLp#77aa@end',
  token: `ghp_${body('other', 36)}`,
  url: 'aQ9x',
  key: keyBlock([body('AAAAbbbb1111CCCC', 48), body('dD3/eE4+fF5', 64), body('gG6hH7', 33)]),
  api: body('m1N2b3V4c5X6z7L8k9', 40),
};

type Secrets = typeof one;
const right = one;
const texts = [
  ({ password, token }: Secrets) =>
    `import { connect } from 'db';\n\nconst password = '${password}';\nconst size = 10; // units\nconst token = '${token}';\nconnect(size);\n`,
  ({ url, api }: Secrets) =>
    `# settings\nDATABASE_URL=postgres://app:${url}@db.internal:5432/app\r\nSERVICE_API_KEY=${api}\r\nname = config.ts\r\nDATABASE_NAME=app\r\n`,
  ({ key, password }: Secrets) => `first\n\n${key}\n\nlast line\npassword: ${password}\nend`,
  ({ token, url }: Secrets) => `{"items": [1, 2, 3],\n"token": "${token}",\n"db": "mysql://root:${url}@host/db"}\n`,
];

/** Two projects that differ in their hidden secrets only, and an agent and a developer who do the same in both. */
class TwoProjects {
  readonly #workspaces: readonly [MemoryWorkspace, MemoryWorkspace];

  private constructor(workspaces: readonly [MemoryWorkspace, MemoryWorkspace]) {
    this.#workspaces = workspaces;
  }

  static async open(at: number): Promise<TwoProjects> {
    const [first, last] = [await MemoryWorkspace.open(), await MemoryWorkspace.open()];
    for (const [workspace, secrets] of [
      [first, one],
      [last, other],
    ] as const) {
      workspace.settings.excerptLength = 400;
      workspace.openDocument(second, (texts[(at + 1) % texts.length] as (typeof texts)[0])(secrets));
      workspace.openDocument(document, (texts[at % texts.length] as (typeof texts)[0])(secrets), 'typescript');
      workspace.problems = (text) =>
        [...text.split(/\r\n|\r|\n/).entries()].slice(0, 8).map(([line, content]) => ({
          severity: 'error',
          message: `Unexpected ${content.trim()}`,
          start: { line, column: Math.max(0, content.length - 1) },
        }));
    }
    return new TwoProjects([first, last]);
  }

  /** Asks both; their answers are one. */
  async ask<C extends Channel>(channel: C, params: Params<C>, consumer = agent): Promise<unknown> {
    const [first, last] = this.#workspaces;
    const answer = await first.session.request(channel, params, consumer);
    same(channel, plain(answer), plain(await last.session.request(channel, params, consumer)));
    expect(first.faults).toEqual([]);
    return answer;
  }

  get text(): string {
    return this.#workspaces[0].redaction.redact('file:///project', this.#raw(0)).text.toString();
  }

  /** The developer does the same in both, at lines that hold no secret. */
  develop(at: number, newText: string): void {
    const safe = this.text.split('\n').flatMap((line, index) => (/REDACTED|^$/.test(line) ? [] : [index]));
    const line = safe[Math.floor(at * safe.length)];
    if (line === undefined) return;
    for (const [index, workspace] of this.#workspaces.entries()) {
      const { start } = this.#lineOf(index, line);
      workspace.edit(document, [{ start, end: start, newText }]);
      workspace.clock.advance(700);
    }
  }

  #raw(index: number) {
    const history = (this.#workspaces[index] as MemoryWorkspace).histories.get(document);
    if (history === null) throw new Error('no history');
    return history.text;
  }

  /** Lines by line feeds: a carriage return alone ends none here. */
  #lineOf(index: number, line: number): { readonly start: number } {
    const rows = this.#raw(index).toString().split('\n');
    return { start: rows.slice(0, line).join('\n').length + (line === 0 ? 0 : 1) };
  }
}

/** Fails with the place where two answers differ, not with all of them. */
function same(channel: string, mine: string, theirs: string): void {
  if (mine === theirs) return;
  let at = 0;
  while (mine[at] === theirs[at]) at++;
  const part = (answer: string) => answer.slice(Math.max(0, at - 300), at + 120);
  expect(`${channel}: ${part(theirs)}`).toBe(`${channel}: ${part(mine)}`);
}

function plain(answer: unknown): string {
  const ids = new Map<string, string>();
  return JSON.stringify(answer).replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
    ids.set(id, ids.get(id) ?? `id ${ids.size}`);
    return ids.get(id) as string;
  });
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const written = fc.constantFrom(
  ...['', 'z', '\n', ' ', 'x = 1\n', '\nnew line\n', '$', '@', "'", '// ', 'password: ', 'ghp_', '[REDACTED', ':1]'],
  ...['[REDACTED:password:1]', '// see [REDACTED:github-token:1]\n', '-----BEGIN RSA PRIVATE ', 'KEY-----\n', 'key:\n'],
);
const edit = fc.record({
  does: fc.constant('edit' as const),
  form: fc.constantFrom('offsets', 'range', 'replace', 'patch', 'line', 'move'),
  from: share,
  to: share,
  newText: written,
});
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

async function take(projects: TwoProjects, one: Step, versions: string[]): Promise<void> {
  const documentId = document;
  const now = (await projects.ask('live:version', { documentId })) as {
    ok: boolean;
    value: { versionId: string; lineCount: number };
  };
  versions.push(now.value.versionId);
  const past = (at: number) => versions[Math.floor(at * (versions.length - 1))] as string;
  switch (one.does) {
    case 'edit': {
      const baseVersionId = now.value.versionId;
      await projects.ask('live:applyEdits', { documentId, baseVersionId, edits: [wireEdit(projects.text, one)] });
      await projects.ask('live:applyEdits', {
        documentId,
        baseVersionId: past(one.from),
        edits: [wireEdit(projects.text, one)],
      });
      return;
    }
    case 'develop':
      return projects.develop(one.at, one.newText);
    case 'read':
      await projects.ask('live:version', { documentId, versionId: past(one.from) });
      return;
    case 'lines': {
      const first = 1 + Math.floor(one.from * now.value.lineCount);
      await projects.ask('live:version', { documentId, lines: { first, last: first + Math.floor(one.to * 3) } });
      return;
    }
    case 'diff':
      await projects.ask('live:version', { documentId, versionId: past(one.from), compareWith: past(one.to) });
      return;
    case 'since':
      await projects.ask('live:changesSince', one.from < 0.5 ? {} : { since: past(one.to) });
      return;
    case 'get':
      await projects.ask('live:get', { documentId });
      return;
    case 'assemble':
      await projects.ask('context:assemble', {
        documentId,
        cursorPosition: Math.floor(one.from * 2 * projects.text.length),
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
            start: { line: 1 + Math.floor(one.from * now.value.lineCount), column: 500 },
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
      const guess = one.from < 0.5 ? `password = '${right.password}'` : `token: ${right.token}`;
      const words = one.to < 0.5 ? guess : `see ${one.from < 0.5 ? right.password : right.token} there`;
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

describe('two projects that differ in hidden secrets only', () => {
  test('law: give the same answers, byte for byte, whatever is asked and edited', async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.array(step, { minLength: 1, maxLength: 14 }), async (at, all) => {
        const projects = await TwoProjects.open(at);
        const versions: string[] = [];
        for (const next of all) {
          await take(projects, next, versions);
          steps++;
        }
        await projects.ask('live:version', { documentId: document });
        await projects.ask('live:get', {});
      }),
      { numRuns: 60 * runs, ...(runs === 1 ? { seed: 11 } : {}) },
    );
    if (runs > 1) console.log(`${steps} steps`);
  }, 3_600_000);
});

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
