import { expect, test } from 'vitest';
import { SourceText } from '../../../../src/text/sourceText.ts';
import { MemoryWorkspace, settled } from '../../../support/memoryWorkspace.ts';

const document = 'file:///project/src/config.ts';
const head = 'import x;\n\n';

/** Opens a document with `|` where the developer types, and answers with all that an agent reads of it. */
async function typingAt(place: string) {
  const workspace = await MemoryWorkspace.open();
  const at = (head + place).indexOf('|');
  workspace.openDocument(document, head + place.replace('|', ''));
  const since = workspace.histories.get(document)?.seal().id as string;
  const ask = async () => {
    const now = workspace.histories.get(document)?.seal().id as string;
    const { text } = workspace.histories.get(document) as { text: SourceText };
    // Read under other names, and in a version with the middle of a line break where the value begins.
    for (const name of [undefined, 'file:///other.ts']) workspace.redaction.redact('file:///project', text, name);
    workspace.redaction.redact('file:///project', SourceText.from('\r\n'.repeat(99)), document);
    return JSON.stringify([
      await workspace.session.request('live:get', { trace: true }, 'mcp:agent'),
      await workspace.session.request('live:changesSince', { since }, 'mcp:agent'),
      await workspace.session.request('live:version', { versionId: since, compareWith: now }, 'mcp:agent'),
      await workspace.session.request('live:version', {}, 'mcp:agent'),
    ]);
  };
  const moveTo = (offset: number) => Object.assign(workspace.documents.get(document) ?? {}, { cursor: offset });
  /** Types one unit behind those typed before it; the caret follows. */
  const typeUnit = (index: number, unit: string) => {
    workspace.type(document, at + index, unit);
    moveTo(at + index + 1);
  };
  return { workspace, at, ask, moveTo, typeUnit };
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
  ...['sql.Open("mysql", "root:|@tcp(db)/app")\n', 'RUN echo "root:|" | chpasswd\n'],
  ...['req.SetBasicAuth("u", "|")\n', 'accessToken, err := "|", nil\n', 'user, password = "me", "|"\n'],
  ...['Map.of("password", "|");\n', 'if ("|".equals(password)) {\n', "agent.auth('admin', '|').expect(200)\n"],
  ...["pool.connect('pg://me:|')\n", "await login('me', '|');\n", 'String pw = env != null ? env.get() : "|";\n'],
  ...['<meta name="api-token" content="|">\n', 'client := NewClientWithToken(\n\t"|",\n)\n', 'mapOf("token" to "|")\n'],
  ...['args: ["--password", "|"]\n', 'password: str = Field(default="|")\n', 'password = os.environ.get("PW", "|")\n'],
];

/** Weak ones are no secrets by their form. */
const typed = ['hu@t:r=2', 'Kq7!vR2mTz9pLw'];

test.each(places)('what is typed is hidden from its first unit on: %j', async (place) => {
  for (const secret of typed) {
    const { workspace, at, ask, moveTo, typeUnit } = await typingAt(place);
    const answers: string[] = [];
    for (let index = 0; index < secret.length; index++) {
      typeUnit(index, secret[index] as string);
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

test('what is typed at two carets is hidden at both', async () => {
  const between = '";\nlet token = "';
  const { workspace, at, ask } = await typingAt(`let password = "|${between}";\n`);
  for (const [index, newText] of [...'hunter'].entries()) {
    const carets = [at + index, at + 2 * index + between.length].map((start) => ({ start, end: start, newText }));
    workspace.edit(document, carets);
    expect(await ask()).not.toMatch(/(?:password|token) = \\+"h/);
  }
});

test('what is no secret is shown once the caret has left it', async () => {
  const { ask, moveTo, typeUnit } = await typingAt('const tokenType = 1;\nconst accessToken = "|";\n');
  for (const [index, unit] of [...'bearer'].entries()) {
    typeUnit(index, unit);
    expect(await ask()).toContain('[REDACTED:secret:0]');
  }
  moveTo(0);
  expect(await ask()).toMatch(/^(?!.*\[REDACTED:).*bearer/s);
});

test.each(['secret plans 2', 'token = "now", 2'])('a blank and a closing quote end what is typed: %s', async (line) => {
  const { at, ask, moveTo, typeUnit } = await typingAt('|\n');
  for (const [index, unit] of [...line].entries()) typeUnit(index, unit);
  moveTo(at + line.length);
  expect(await ask()).toContain(JSON.stringify(line).slice(1, -1));
});

test.each(['<a id="password" class="|">', 'let password = x;\nlog("|")'])('%s is no place', async (place) => {
  const { workspace, at, ask, moveTo } = await typingAt(`${place}\n`);
  workspace.type(document, at, 'form');
  moveTo(at + 4);
  expect(await ask()).not.toContain('[REDACTED:');
});

test('what has become a secret stays hidden in the versions on the way to it', async () => {
  const { workspace, ask, moveTo, typeUnit } = await typingAt('connect("mongodb://me:|@host");\n');
  const secret = 'Kq7!vR2mTz9pLw';
  for (const [index, unit] of [...secret].entries()) {
    typeUnit(index, unit);
    workspace.clock.advance(5_000);
    workspace.histories.get(document)?.seal();
  }
  moveTo(0);
  expect(await ask()).not.toMatch(/me:K/);
  const { value } = (await workspace.session.request('live:timeline', { documentId: document }, 'mcp:agent')) as {
    value: unknown;
  };
  expect(JSON.stringify(value)).not.toMatch(/me:Kq/);
});

test('an older version of the same length reads as before', async () => {
  const { workspace, typeUnit } = await typingAt("const password = '|' + read_it;\n// hunter\n");
  const versionId = workspace.histories.get(document)?.seal().id as string;
  const end = workspace.histories.get(document)?.text.length ?? 0;
  const older = () => workspace.session.request('live:version', { versionId }, 'mcp:agent');
  const before = await older();
  workspace.edit(document, [{ start: end - 7, end: end - 1, newText: '' }]);
  for (const [index, unit] of [...'hunter'].entries()) {
    typeUnit(index, unit);
    expect(await older()).toEqual(before);
  }
});

test.each(['Kq7!vR2mTz9pLw', 'hunter'])('an agent edits elsewhere, and cannot try beginnings of %s', async (secret) => {
  const { workspace, at, moveTo, typeUnit } = await typingAt('const password = "|";\n');
  for (const [index, unit] of [...secret].entries()) typeUnit(index, unit);
  const read = async () =>
    settled(await workspace.session.request('live:version', { documentId: document }, 'mcp:agent'));
  for (const guess of [secret[0], 'J']) {
    Object.assign(workspace.documents.get(document) ?? {}, { diskText: `${head}const password = "${guess}";\n` });
    expect(JSON.stringify(await workspace.ask('live:changesSince', {}, 'mcp:agent'))).not.toContain(`\\"${guess}\\"`);
  }
  const newText = `const password = "${secret[0]}";\nconst password = "J";\n`;
  for (const caret of [at, 0]) {
    moveTo(caret);
    const params = { documentId: document, baseVersionId: (await read()).versionId };
    const edits = [{ type: 'offsets' as const, start: 0, end: 0, newText }];
    settled(await workspace.session.request('live:applyEdits', { ...params, edits }, 'mcp:agent'));
    expect((await read()).text?.slice(0, newText.length)).toBe(newText);
  }
});
