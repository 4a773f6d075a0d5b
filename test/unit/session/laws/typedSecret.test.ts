import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';

const document = 'file:///project/src/config.ts';
const random = 'Kq7vR2mTz9pLwX4d';
const head = 'import x;\n\n';

/** Opens a document with `|` where the developer types, and answers with all that an agent reads of it. */
async function typingAt(place: string) {
  const workspace = await MemoryWorkspace.open();
  const at = (head + place).indexOf('|');
  workspace.openDocument(document, head + place.replace('|', ''));
  const since = workspace.histories.get(document)?.seal().id as string;
  const ask = async () => {
    const now = workspace.histories.get(document)?.seal().id as string;
    return JSON.stringify([
      await workspace.session.request('live:get', { trace: true }, 'mcp:agent'),
      await workspace.session.request('live:changesSince', { since }, 'mcp:agent'),
      await workspace.session.request('live:version', { versionId: since, compareWith: now }, 'mcp:agent'),
      await workspace.session.request('live:version', {}, 'mcp:agent'),
    ]);
  };
  const read = (versionId?: string, documentId = document) =>
    workspace.ask('live:version', { documentId, versionId }, 'mcp:agent');
  const moveTo = (offset: number) => Object.assign(workspace.documents.get(document) ?? {}, { cursor: offset });
  /** Types one unit behind those typed before it; the caret follows. */
  const typeUnit = (index: number, unit: string) => {
    workspace.type(document, at + index, unit);
    moveTo(at + index + 1);
  };
  return { workspace, at, ask, read, moveTo, typeUnit };
}

const places = [
  ...['map.put("password", "|");\n', "os.environ['API_KEY'] = '|'\n", 'var clientSecret string = "|"\n'],
  ...["let password = '|'; // of the database\n", 'connect({ user, password: "|", port: 1 });\n'],
  ...['const password = "|\n', 'h("Authorization", "B " + "|"\n', 'x.password = `|`;\n', '- name: TOKEN\n  value: |\n'],
  ...['{"user": "me", "password": "|", "port": 5432}\n', '"secrets": {\n  "db": "|"\n}\n', 'env: {TOKEN: |}\n'],
  ...['private String password = "|";\n', 'spring.datasource.password=|\nserver.port=80\n', 'curl -u me:| host\n'],
  ...['db:\n  password: |\n  user: me\n', 'db: {user: me, password: "|"} # local\n', 'connect("db", "root", "|\n'],
  ...['password: my |\n', 'tokens:\n  - a\n  - |\n', '<password>|</password>', '<a name="token">\n<value>|</value>\n'],
  ...["CREATE USER app WITH PASSWORD '|';\n", "ALTER USER app IDENTIFIED BY '|';\n", 'mysql -u root -p| app\n'],
  ...['sql.Open("mysql", "root:|@tcp(db)/app")\n', 'RUN echo "root:|" | chpasswd\n', 'url: pg://me:|\n'],
  ...['req.SetBasicAuth("u", "|")\n', 'accessToken, err := "|", nil\n', 'user, password = "me", "|"\n'],
  ...['Map.of("password", "|");\n', 'if ("|".equals(password)) {\n', "agent.auth('admin', '|').expect(200)\n"],
  ...["pool.connect('pg://me:|')\n", "await login('me', '|');\n", 'String pw = env != null ? env.get() : "|";\n'],
  ...['<meta name="api-token" content="|">\n', 'client := NewClientWithToken(\n\t"|",\n)\n', 'mapOf("token" to "|")\n'],
  ...['- run: app --token |\n', '<password>\n  |\n</password>', 'name,password,port\nme,|,1\n', 'private-token: |\n'],
  ...['# password = me & |\n', 'ALTER USER app IDENTIFIED BY |;\n', "@auth('me', '|')\n", 'api_keys: [|]\n'],
  ...['args: ["--password", "|"]\n', 'password: str = Field(default="|")\n', 'password = os.environ.get("PW", "|")\n'],
];

/** Weak ones are no secrets by their form. */
const typed = ['hu@t:r=2', 'Kq7!vR2mTz9pLw'];

test.each(places)('what is typed is hidden from its first unit on: %j', async (place) => {
  for (const secret of typed) {
    const { workspace, at, ask, moveTo, typeUnit } = await typingAt(place);
    const answers: string[] = [];
    for (const [index, unit] of [...secret].entries()) {
      typeUnit(index, unit);
      answers.push(await ask());
    }
    for (let index = secret.length; index > 3; index--) {
      workspace.edit(document, [{ start: at + index - 1, end: at + index, newText: '' }], 'undo');
      answers.push(await ask());
      moveTo(at + index - 1);
      answers.push(await ask());
    }
    const before = place.slice(0, place.indexOf('|')).split('\n').at(-1) as string;
    for (const units of [1, 2, 3, 5]) {
      const shown = JSON.stringify(`${before}${secret.slice(0, units)}`).slice(1, -1);
      for (const answer of answers) {
        expect(answer).not.toContain(shown);
        expect(answer).not.toContain(JSON.stringify(shown).slice(1, -1));
      }
    }
    expect(answers[0]).toContain('[REDACTED:');
  }
});

test.each(places)('what is pasted, or typed in part and completed, is hidden at once: %j', async (place) => {
  for (const units of [0, 3]) {
    const { workspace, at, ask, moveTo } = await typingAt(place);
    const [, secret = ''] = typed;
    for (let index = 0; index < units; index++) workspace.type(document, at + index, secret[index] as string);
    workspace.edit(document, [{ start: at, end: at + units, newText: secret }]);
    moveTo(at + secret.length);
    const answer = await ask();
    for (const part of [secret, secret.slice(0, 5), secret.slice(-5)]) expect(answer).not.toContain(part);
  }
});

test.each(['DB_PASS=|\n', 'password: |\n'])('a sign that may end it does not show its beginning: %j', async (place) => {
  const { ask, typeUnit } = await typingAt(place);
  for (const [index, unit] of [...'hu,nt;er, 2'].entries()) {
    typeUnit(index, unit);
    expect(await ask()).not.toMatch(/(?:DB_PASS=|password: )h/);
  }
});

test('what is typed at two carets is hidden at both', async () => {
  const between = '";\nlet token = "';
  const { workspace, at, ask } = await typingAt(`let password = "|${between}";\n`);
  for (const [index, newText] of [...'hunter'].entries()) {
    const carets = [at + index, at + 2 * index + between.length].map((start) => ({ start, end: start, newText }));
    workspace.edit(document, carets);
    expect(await ask()).not.toMatch(/(?:password|token) = \\+"h/);
  }
});

test.each([
  ['const accessToken = "|";\n', 'bearer', /^(?!.*\[REDACTED:).*bearer/s],
  ['authenticate("me", "|");\n', 'k8Qz2-vR7mLp4Xw9', /^(?!.*k8Qz).*\[REDACTED:/s],
])('in %j, once the caret has left, %s is shown only if it is no secret', async (place, value, shown) => {
  const { ask, moveTo, typeUnit } = await typingAt(place);
  for (const [index, unit] of [...value].entries()) typeUnit(index, unit);
  expect(await ask()).toContain('[REDACTED:secret:0]');
  moveTo(0);
  expect(await ask()).toMatch(shown);
});

test.each(['secret plans 2', 'token = "now", 2'])('a blank and a closing quote end what is typed: %s', async (line) => {
  const { ask, typeUnit } = await typingAt('|\n');
  for (const [index, unit] of [...line].entries()) typeUnit(index, unit);
  expect(await ask()).toContain(JSON.stringify(line).slice(1, -1));
});

const plain = ['<a id="password" class="|">', 'let password = x;\nlog("|")', 'let tokenLabel = "|";'];
test.each([...plain, '<p>Password</p>\n|', 'pw: *al|', 'env:\n  - name: TOKEN\n  - na|'])('no: %s', async (place) => {
  const { workspace, at, ask, moveTo } = await typingAt(`${place}\n`);
  workspace.type(document, at, 'form');
  moveTo(at + 4);
  expect(await ask()).not.toContain('[REDACTED:');
});

test.each([
  ['DB_PASS=|\n', 'letmein'],
  ['connect("mongodb://me:|@host");\n', 'Kq7!vR2mTz9pLw'],
  ["authenticate('me', '|');\n", 'k8Qz2-vR7mLp4Xw9'],
])('in %j a secret that was typed and deleted stays hidden in the versions that hold it', async (place, secret) => {
  const { workspace, at, read, moveTo, typeUnit } = await typingAt(place);
  const versions: string[] = [];
  for (const [index, unit] of [...secret].entries()) {
    typeUnit(index, unit);
    versions.push((await read()).versionId);
  }
  workspace.edit(document, [{ start: at, end: at + secret.length, newText: '' }], 'undo');
  moveTo(0);
  await read();
  for (const id of versions) expect((await read(id)).text).toContain('[REDACTED:');
});

test.each([
  ["const password| = 'freesia7';\n", ['<<<<<<<<', ': string', ' as const', '_', '\n']],
  ["const password = |'freesia7';\n", ['env.PW ?? ', '\n', 'x, ']],
  ["conn = connect(user='me', password|='freesia7')\n", ['<<<<<<<<', '_']],
  ['db:\n  pass|word: freesia7\n', ['<<<<', '-', ' ']],
  ['export DB_PASSWORD=|freesia7\n', ['env.PW ?? ', '\n', "'"]],
])('nothing typed or deleted (<) beside it shows a hidden value: %j', async (line, texts) => {
  for (const text of texts) {
    const { workspace, at, read, moveTo } = await typingAt(line);
    const answers: Awaited<ReturnType<typeof read>>[] = [];
    let caret = at;
    for (const unit of text) {
      const [start, newText] = unit === '<' ? [caret - 1, ''] : [caret, unit];
      workspace.edit(document, [{ start, end: caret, newText }]);
      caret = start + newText.length;
      moveTo(caret);
      answers.push(await read());
    }
    const start = workspace.text(document)?.indexOf('freesia7') as number;
    workspace.edit(document, [{ start: start - 1, end: start + 'freesia7 '.length, newText: 'x' }], 'agent');
    moveTo(0);
    await read();
    for (const { versionId } of [...answers]) answers.push(await read(versionId));
    for (const answer of answers) expect(answer.text).not.toContain('freesia7');
  }
});

test.each(['"freesia7";\n', "'freesia7'", 'f(freesia7) '])(
  'one step that writes a hidden value anew, as in %j, does not show it',
  async (copy) => {
    const { workspace, at, ask, moveTo } = await typingAt("const password = '|freesia7';\n");
    // The editor keeps the letters that both texts share.
    const pieces: readonly (readonly [number, number, string])[] = [
      [-1, 2, 'n'],
      [3, 6, 'wLoc'],
      [7, 9, 'l'],
    ];
    const kept = pieces.map(([from, to, newText]) => ({ start: at + from, end: at + to, newText }));
    workspace.edit(document, [{ start: head.length, end: head.length, newText: `const local = ${copy}` }, ...kept]);
    moveTo(at);
    const answer = await ask();
    expect(answer).not.toContain('freesia7');
    expect(answer).toContain('password = newLocal;');
  },
);

test('what is cut is hidden where it is pasted next, and nothing that is pasted later', async () => {
  const { workspace, at, ask, moveTo } = await typingAt("const password = '|maple-rocket';\n\n\n\n\n\n");
  moveTo(at);
  workspace.edit(document, [{ start: at - 1, end: at + 13, newText: '' }]);
  for (const newText of ["'maple-rocket'", "\n\n\n\n'pine-rocket'"]) {
    const { length } = workspace.text(document) as string;
    moveTo(length);
    await ask();
    workspace.edit(document, [{ start: length, end: length, newText }]);
    moveTo(length + newText.length);
    expect((await ask()).includes('-rocket')).toBe(newText.includes('pine'));
  }
});

test('what is cut and not pasted leaves agents their small updates', async () => {
  const { workspace, at, moveTo, read } = await typingAt(`password = '|maple-rocket';${'\nline();'.repeat(600)}`);
  moveTo(at);
  workspace.edit(document, [{ start: at, end: at + 12, newText: '' }]);
  moveTo(0);
  const { text: whole } = await workspace.ask('live:get', {}, 'mcp:agent');
  const have = [(await read()).versionId];
  workspace.type(document, 0, 'x');
  const { text: update } = await workspace.ask('live:get', { have }, 'mcp:agent');
  expect(update.length).toBeLessThan(whole.length / 2);
});

test('a value that is cut back to its beginning is left like any other', async () => {
  const { workspace, at, moveTo, read } = await typingAt('"password": "Password|",\n\n\n\n');
  for (const [newText, end] of [
    ['2', at],
    ['', at + 1],
  ] as const) {
    workspace.edit(document, [{ start: at, end, newText }]);
    moveTo(at + newText.length);
    expect((await read()).text).not.toContain('"Passw');
  }
  moveTo(at + 5);
  expect((await read()).text).toContain('"Password"');
});

const elsewhere = 'file:///project/src/other.ts';
test.each([
  ['extracted', document, 0],
  ['cut and pasted into another document', elsewhere, 1],
])('a random value that only its typing has hidden stays hidden when it is %s', async (_, target, steps) => {
  const { workspace, at, moveTo, typeUnit, read } = await typingAt("const slackWebhook = '|';\n");
  workspace.openDocument(elsewhere, '');
  for (const [index, unit] of [...random].entries()) typeUnit(index, unit);
  const value = { start: at - 1, end: at + 17, newText: steps === 0 ? 'hook' : '' };
  const copy = { start: 0, end: 0, newText: steps === 0 ? `const hook = '${random}';\n` : `'${random}'` };
  workspace.edit(document, steps === 0 ? [copy, value] : [value]);
  if (steps > 0) workspace.edit(elsewhere, [copy]);
  for (const cursor of [copy.newText.length, 0]) {
    Object.assign(workspace.documents.get(target) ?? {}, { cursor });
    moveTo(0);
    expect((await read(undefined, target)).text).not.toContain(random);
  }
});

test('a value that is written anew with its line is hidden at its place, whatever is there', async () => {
  for (const value of ['w', 'con', 'password'])
    for (const line of ["const password = '*';", 'const dbPassword: string = "*";']) {
      const { workspace, at, moveTo, typeUnit, read } = await typingAt('const password = "|";\n');
      for (const [index, unit] of [...value].entries()) typeUnit(index, unit);
      const newText = line.replace('*', value);
      workspace.edit(document, [{ start: head.length, end: at + value.length + 2, newText }]);
      moveTo(head.length + line.indexOf('*') + value.length);
      expect((await read()).text).toContain(line.replace('*', '[REDACTED:secret:0]'));
    }
});

test('a deleted value that its line brings back at the end of the document is hidden there', async () => {
  const { workspace, at, moveTo, read } = await typingAt("const |password = 'maple-rocket'");
  const steps = [
    { start: at, end: at + 8, newText: 'pin' },
    { start: at + 6, end: at + 20, newText: '' },
    { start: at - 6, end: at + 6, newText: "const pin = 'maple-rocket'" },
  ];
  for (const step of steps) {
    workspace.edit(document, [step]);
    moveTo(step.start + step.newText.length);
    expect((await read()).text).not.toContain('maple');
  }
});

test('a known secret that was typed where nothing tells stays hidden', async () => {
  const { workspace, moveTo, typeUnit, read } = await typingAt("const slackWebhook = '|';\n");
  workspace.openDocument(elsewhere, `API_KEY=${random}\n`);
  await read(undefined, elsewhere);
  for (const [index, unit] of [...random].entries()) typeUnit(index, unit);
  for (const caret of [head.length + 30, 0]) {
    moveTo(caret);
    expect((await read()).text).not.toContain(random);
  }
});

// In one step it is cut, so that any word is hidden in its place.
test.each([8, 4])('no guess in the place of a value deleted by %d units is compared with it', async (units) => {
  const answers = ['freesia7', 'freesia4'].map(async (secret) => {
    const { workspace, at, moveTo, read } = await typingAt(`const |password = '${secret}';\n`);
    moveTo(at);
    workspace.edit(document, [{ start: at, end: at + 8, newText: 'pin' }]);
    for (let left = 8; left > 0; left -= units)
      workspace.edit(document, [{ start: at + 7, end: at + 7 + units, newText: '' }]);
    const edit = { type: 'offsets' as const, start: at + 7, end: at + 7, newText: 'freesia7' };
    const params = { documentId: document, baseVersionId: (await read()).versionId, edits: [edit] };
    await workspace.ask('live:applyEdits', params, 'mcp:agent');
    workspace.edit(document, [{ start: at - 6, end: at + 17, newText: "  const pin = 'freesia7';" }]);
    return (await read()).text;
  });
  expect(await answers[0]).toBe(await answers[1]);
});

test('no number of a guess tells the next unit of a token that was typed', async () => {
  const { workspace, typeUnit } = await typingAt('token = "|"\n');
  const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.Kq7vR2mTz9pLwX4dB8nH';
  for (const [index, unit] of [...token].entries()) {
    typeUnit(index, unit);
    await workspace.ask('live:version', {}, 'mcp:agent');
  }
  for (let units = 45; units < token.length - 1; units++) {
    const [right, wrong] = [token[units], '3'].map((unit) => {
      const guess = token.slice(0, units) + unit;
      return workspace.redaction.redactText('file:///project', `api_key = "${guess}"\nsee ${guess}\n`).text;
    });
    expect(right).toBe(wrong);
  }
});

test('what is typed stays hidden while its quotes are changed and its file is renamed, and tells no length', async () => {
  const { workspace, at, read, moveTo, typeUnit } = await typingAt(`const password = "|";\n// ${'-'.repeat(900)}\n`);
  for (const [index, unit] of [...'hunter'].entries()) typeUnit(index, unit);
  workspace.edit(document, [{ start: at - 1, end: at + 7, newText: "'hunter'" }], 'unknown');
  const renamed = `${document}x`;
  moveTo(at + 6);
  Object.assign(workspace.documents.get(document) ?? {}, { diskText: `${head}const password = "hunt";\n` });
  expect(JSON.stringify(await workspace.ask('live:changesSince', {}, 'mcp:agent'))).not.toContain('hunt');
  await workspace.applyEdits([], [{ kind: 'rename', documentId: document, to: renamed }]);
  const versions: string[] = [];
  for (let units = 0; units < 8; units++) {
    const { text = '', versionId } = await read(versions.at(-1), renamed);
    expect(text).toContain("password = '[REDACTED:");
    const newText = `${head}const passwd = 'J';\n// ${'-'.repeat(70)}\n`;
    const end = text.length - 1;
    const cut = { start: end - newText.length - units, end, newText: '' };
    const edits = [{ start: 0, end: 0, newText }, cut].map((edit) => ({ type: 'offsets' as const, ...edit }));
    await workspace.ask('live:applyEdits', { documentId: renamed, baseVersionId: versionId, edits }, 'mcp:agent');
    versions.push((await read(undefined, renamed)).versionId);
  }
  for (const id of versions) expect((await read(id, renamed)).text).toContain("'J'");
});

test.each([
  ['\n  ', ''],
  ['"', '"'],
])('%j before it and %j behind it do not show it', async (...around) => {
  const { workspace, at, ask, moveTo, typeUnit } = await typingAt("const password = '|';\n");
  for (const [index, unit] of [...'hunter'].entries()) typeUnit(index, unit);
  workspace.edit(
    document,
    [0, 6].map((units, side) => ({ start: at + units, end: at + units, newText: around[side] ?? '' })),
  );
  moveTo(at + around[0].length);
  expect(await ask()).not.toContain('hunter');
});

test('versions keep a value hidden, however much is typed after it without a read', async () => {
  const { workspace, read, moveTo, typeUnit } = await typingAt('const password = "|";\n');
  const versions: string[] = [];
  for (const [index, unit] of [...'hunter2!'].entries()) {
    typeUnit(index, unit);
    versions.push((await read()).versionId);
  }
  moveTo(0);
  for (let keys = 0; keys < 1_100; keys++) workspace.type(document, 0, '\n');
  const more = Array.from({ length: 300 }, (_, at) => ({ start: at, end: at, newText: 'token = "b"' }));
  workspace.edit(document, more);
  for (const id of versions) expect((await read(id)).text).not.toContain('"h');
});

test.each([
  ['hunter2!', 'zebra55!'],
  ['hunter', 'zebras'],
])('no refused renaming, constraint or guess in its place tells %s from %s', async (...secrets) => {
  const answersOf = async (secret: string) => {
    const { workspace, read, typeUnit } = await typingAt('const password = "|";\n');
    for (const [index, unit] of [...secret].entries()) typeUnit(index, unit);
    const rule = { type: 'style' as const, text: 'x', check: { kind: 'forbid' as const, pattern: 'const p.*' } };
    await workspace.ask('constraints:create', { projectId: 'file:///project', ...rule }, 'mcp:agent');
    const apply = workspace.applyEdits.bind(workspace);
    workspace.applyEdits = (edits, files) => (files.length > 0 ? Promise.resolve('refused') : apply(edits, files));
    const answers: unknown[] = [];
    const line = { start: head.length + 9, end: head.length + 48, newText: 'zebra55! or hunter2!' };
    const edits = [
      { type: 'rename' as const, to: 'src/config2.ts' },
      { type: 'offsets' as const, start: 0, end: 0, newText: '// first\n' },
      { type: 'offsets' as const, ...line },
    ];
    for (const edit of edits) {
      const params = { documentId: document, baseVersionId: (await read()).versionId, edits: [edit] };
      answers.push(await workspace.session.request('live:applyEdits', params, 'mcp:agent'), await read());
    }
    expect(answers[2]).toMatchObject({ ok: true });
    return answers;
  };
  expect(await answersOf(secrets[0] as string)).toEqual(await answersOf(secrets[1] as string));
});
