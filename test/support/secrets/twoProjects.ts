import { expect } from 'vitest';
import { callTool } from '../../../src/agents/toolAnswer.ts';
import { tools } from '../../../src/agents/tools.ts';
import type { Channel, Params } from '../../../src/protocol/channels.ts';
import type { Result } from '../../../src/protocol/result.ts';
import { minReplyLength } from '../../../src/protocol/settings.ts';
import type { ConversationState } from '../../../src/protocol/windows.ts';
import { clientOf } from '../mcp/window.ts';
import { MemoryWorkspace, settled } from '../memoryWorkspace.ts';

export const project = 'file:///project';
export const document = `${project}/src/config.ts`;
export const second = `${project}/notes.md`;
/** The one cell of a notebook. */
export const cell = 'vscode-notebook-cell:/project/nb.ipynb#c1';
export const developer = 'clipboard';
/** Another agent, who is shown secrets while they are allowed. */
export const otherAgent = 'mcp:other';
const seers: ReadonlySet<string> = new Set([developer, otherAgent]);

const keyBlock = (rows: readonly string[]) =>
  ['-----BEGIN RSA PRIV', 'ATE KEY-----\n', ...rows.map((row) => `${row}\n`), '-----END RSA PRIV', 'ATE KEY-----'].join(
    '',
  );
/** Random text that is the same every time. */
export function body(
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
export const one = {
  password: 'hunter2!horse',
  token: `ghp_${body('one', 36)}`,
  url: 'vR7-pq_2kW',
  key: keyBlock([body('MIIEabcd0123+/ZZ', 64), body('QrStUv9876wXyZaa', 64), body('kkLL55mm', 20)]),
  api: body('q7W8e9R0t1Y2u3I4', 32),
};
export const other: typeof one = {
  password: 'summer-2019!Lion',
  token: `ghp_${body('other', 36)}`,
  url: 'aQ9x',
  key: keyBlock([body('AAAAbbbb1111CCCC', 48), body('dD3/eE4+fF5', 64), body('gG6hH7', 33)]),
  api: body('m1N2b3V4c5X6z7L8k9', 40),
};

export type Secrets = typeof one;

/** Prose that quotes secrets, each behind what tells that it is one. */
export const quoting = ({ token, password }: Secrets) => `password = '${password}'; the token is ${token}`;

const between = Array.from({ length: 20 }, (_, at) => `// what stands between, line ${at}\n`).join('');
const texts = [
  ({ password, token }: Secrets) =>
    `import { connect } from 'db';\n\nconst password = '${password}';\nconst size = 10; // units\nconst token = '${token}';\nconnect(size);\n`,
  ({ url, api }: Secrets) =>
    `# settings\nDATABASE_URL=postgres://app:${url}@db.internal:5432/app\r\nSERVICE_API_KEY=${api}\r\nname = config.ts\r\nDATABASE_NAME=app\r\n`,
  ({ key, password }: Secrets) => `first\n\n${key}\n\nlast line\npassword: ${password}\nend`,
  ({ token, url }: Secrets) => `{"items": [1, 2, 3],\n"token": "${token}",\n"db": "mysql://root:${url}@host/db"}\n`,
  ({ password, token, url }: Secrets) =>
    `{"name":"app","password":"${password}","retries":5,"token":"${token}","tags":["a","b"],"db":"mysql://root:${url}@host/db","port":1}\n`,
  ({ password, token, api }: Secrets) =>
    `const token = '${token}';\n${between}const password = '${password}';\nSERVICE_API_KEY=${api}\n${between}`,
];
export const textCount = texts.length;

/** What lies in the project besides the open documents. */
const files: Readonly<Record<string, (secrets: Secrets) => string>> = {
  'AGENTS.md': ({ token, api }) => `# Rules\n\nUse tabs.\nThe token is ${token}, the key SERVICE_API_KEY=${api}\n`,
  'src/connect.ts': ({ password, token }) =>
    `export function connect(size: number) {\n  const password = "${password}";\n  // like ${token}\n  return size;\n}\n`,
  'src/settings.json': ({ url, api }) => `{"db": "postgres://app:${url}@db/app", "api_key": "${api}", "items": [1]}\n`,
  '.vscode/live-context.json': ({ token, password }) =>
    JSON.stringify({
      version: 1,
      constraints: [
        { id: 'c1', type: 'api', source: 'project', text: `Never write ${token} again` },
        {
          id: 'c2',
          type: 'api',
          source: 'project',
          text: `password = '${password}' is old`,
          check: { kind: 'forbid', pattern: `password = '${password}'|${token}` },
        },
        { id: 'c3', type: 'style', source: 'project', text: 'no eval', check: { kind: 'forbid', pattern: 'eval' } },
      ],
      preferences: [{ id: 'typescript:quotes', decision: 'edited', text: `like "${token}"` }],
    }),
};

/** Two projects that differ in their hidden secrets only, and an agent and a developer who do the same in both. */
export class TwoProjects {
  static #areAlike = false;
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
      workspace.settings.excerptTokens = 250;
      workspace.settings.debug = true;
      for (const [path, text] of Object.entries(files)) workspace.projectFiles.set(project, path, text(secrets));
      workspace.notebook = [cell];
      workspace.outputs.set(cell, {
        text: `${texts[0]?.(secrets)}\u001b[1m${secrets.token}\u001b[0m\n`,
        isRunning: false,
      });
      workspace.openDocument(cell, quoting(secrets), 'python');
      workspace.openDocument(second, (texts[(at + 1) % texts.length] as (typeof texts)[0])(secrets));
      workspace.openDocument(document, (texts[at % texts.length] as (typeof texts)[0])(secrets), 'typescript');
      workspace.problems = problemsOf;
      workspace.errors = () =>
        problemsOf(workspace.text(second) ?? '').map(({ start, message }) => ({
          documentId: second,
          line: start.line,
          message,
        }));
      workspace.outline = async () =>
        lines(workspace.text(document) ?? '').flatMap((content, line) =>
          content.trim() === ''
            ? []
            : [{ kind: 'variable', name: content.trim(), startLine: line, endLine: line, depth: 0 }],
        );
      workspace.definitions = async () => [{ documentId: `${project}/src/connect.ts`, startLine: 0, endLine: 4 }];
    }
    if (!TwoProjects.#areAlike)
      for (const text of [...texts, ...Object.values(files)])
        expect(last.redaction.redactText(project, text(other)).text).toBe(
          first.redaction.redactText(project, text(one)).text,
        );
    TwoProjects.#areAlike = true;
    // The logs draw ids when they begin, at their leisure: they have begun when the first step is taken.
    for (const workspace of [first, last]) {
      await workspace.session.request('live:get', {}, 'mcp:before');
      await workspace.deliveredTexts();
      // That gave the unused numbers back.
      await workspace.redaction.flush();
    }
    return new TwoProjects([first, last]);
  }

  /** Asks both; their answers are one. */
  async ask<C extends Channel>(channel: C, params: Params<C>, consumer = agent): Promise<Result<unknown>> {
    // Of the longest text a refused edit tells a part.
    for (const { settings } of this.#workspaces)
      settings.replyLength = channel === 'live:applyEdits' ? minReplyLength : 200_000;
    return this.askEach(channel, () => params, consumer);
  }

  /** Asks each with its own secrets; while what they ask about is hidden their answers are one. */
  async askEach<C extends Channel>(
    channel: C,
    params: (secrets: Secrets) => Params<C>,
    consumer = agent,
    isHidden = true,
  ): Promise<Result<unknown>> {
    const [first, last] = this.#workspaces;
    await this.#atRest();
    const answer = await first.session.request(channel, params(one), consumer);
    const theirs = await last.session.request(channel, params(other), consumer);
    if (isHidden) same(channel, plain(comparable(answer)), plain(comparable(theirs)));
    expect(first.faults).toEqual([]);
    return answer;
  }

  /** The placeholders of the secrets that stand in open documents; '' for others. */
  placeholders(secrets: Secrets): readonly string[] {
    const { redaction, histories } = this.#workspaces[secrets === one ? 0 : 1];
    const found = [document, second, cell].flatMap((documentId) => {
      const { text } = histories.get(documentId) ?? {};
      if (text === undefined) return [];
      const spans = redaction.secretsOf(project, text, documentId);
      return spans.map(({ start, end, placeholder }) => [text.slice(start, end), placeholder] as const);
    });
    return Object.values(secrets).map((secret) => new Map(found).get(secret) ?? '');
  }

  /** The developer writes a note in each, by the anchor that is for it there. */
  async writeNote(documentId: string, note: (secrets: Secrets) => { text: string }): Promise<void> {
    for (const [index, { session }] of this.#workspaces.entries()) {
      const { windows } = settled(await session.request('windows:list', { documentId }, developer));
      const anchors = windows.flatMap(({ context }) => Object.entries(context.anchors));
      const [id = ''] = anchors.find(([key]) => key.startsWith('add:note@')) ?? [];
      const params = note([one, other][index] as Secrets);
      settled(await session.request('windows:act', { id, params }, developer));
    }
  }

  /** A closed file lies in each. */
  put(documentId: string, text: (secrets: Secrets) => string): void {
    for (const [index, workspace] of this.#workspaces.entries()) {
      workspace.closeDocument(documentId);
      workspace.closed.set(documentId, text([one, other][index] as Secrets));
      workspace.active = document;
    }
  }

  /** Calls a tool of agents in both: its text is one, however it is cut. */
  async call(name: string, input: unknown, maxCharacters: number): Promise<void> {
    const tool = tools.find((known) => known.name === name);
    if (tool === undefined) throw new RangeError(name);
    await this.#atRest();
    const [mine, theirs] = await Promise.all(
      this.#workspaces.map((workspace) => callTool(clientOf(workspace), tool, input, agent, maxCharacters)),
    );
    same(name, plain(mine), plain(theirs));
  }

  /** A command has written to a terminal of each: its output is a context file. */
  async output(text: (secrets: Secrets) => string): Promise<void> {
    await this.#atRest();
    for (const [index, { contextFiles }] of this.#workspaces.entries()) {
      const secrets = [one, other][index] as Secrets;
      const about = { conversationId: 'workspace', source: 'terminal' as const, projectId: project };
      await contextFiles.save({ ...about, hint: `$ deploy --token ${secrets.token}` }, text(secrets));
    }
  }

  get text(): string {
    return this.#workspaces[0].redaction.redact(project, this.#raw(0), document).text.toString();
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

  /**
   * What each does on the side, such as indexing, is done, and both draw the same random ids from here on: while a secret is allowed, the
   * developer is shown other windows in one of them, and each window draws a key.
   */
  async #atRest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const drawn = Math.max(...this.#workspaces.map(({ idsDrawn }) => idsDrawn));
    for (const workspace of this.#workspaces) workspace.idsDrawn = drawn;
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

const agent = 'mcp:agent';

function lines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** What a compiler says of a text: it quotes what it finds. */
function problemsOf(text: string) {
  return [...lines(text).entries()].slice(0, 8).flatMap(([line, content]) => {
    const start = { line, column: Math.max(0, content.length - 1) };
    const [, value] = /(?:=|:) ?["']?([^"';\s]+)/.exec(content) ?? [];
    return [
      { severity: 'error' as const, message: `Unexpected ${content.trim()}`, start },
      ...(value === undefined || value.length < 4
        ? []
        : [{ severity: 'warning' as const, message: `Type "${value}" is not a number`, start, code: value }]),
    ];
  });
}

interface Listed {
  readonly value: {
    readonly conversations?: readonly ConversationState[];
    readonly redactions?: readonly { readonly count: number }[];
  };
}

/**
 * An answer but for the windows of whoever was shown allowed secrets, which may be others then, with other numbers. Nobody but the developer
 * gets a list of conversations. The developer's list of secrets joins a right guess with what it guesses: their places are counted.
 */
function comparable(answer: Result<unknown>): unknown {
  if (!answer.ok) return answer;
  const { conversations, redactions } = (answer as unknown as Listed).value;
  if (redactions !== undefined) return redactions.reduce((sum, { count }) => sum + count, 0);
  return (
    conversations?.map(({ windows, items, stats, ...conversation }) => {
      if (!seers.has(conversation.consumer)) return { windows, items, stats, ...conversation };
      return { ...conversation, said: items.flatMap(({ type, content }) => (type === 'Window' ? [] : [content])) };
    }) ?? answer
  );
}

/** Fails with the place where two answers differ, not with all of them. */
function same(channel: string, mine: string, theirs: string): void {
  if (mine === theirs) return;
  let at = 0;
  while (mine[at] === theirs[at]) at++;
  const part = (answer: string) => answer.slice(Math.max(0, at - 300), at + 120);
  expect(`${channel}: ${part(theirs)}`).toBe(`${channel}: ${part(mine)}`);
}

/** An answer as a string, with ids by their order. */
export function plain(answer: unknown): string {
  const ids = new Map<string, string>();
  const text = JSON.stringify(answer, (_key, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
    ids.set(id, ids.get(id) ?? `id ${ids.size}`);
    return ids.get(id) as string;
  });
}
