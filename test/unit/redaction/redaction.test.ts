import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { planted, plantedSecrets } from '../../support/secrets/plantedSecrets.ts';
import { arbitraryEdits, editsOf } from '../../support/texts/arbitraryText.ts';

const project = 'file:///project';
const document = 'file:///project/a.ts';
let workspace: MemoryWorkspace;
let redaction: Redaction;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  redaction = workspace.redaction;
});

const snippet = fc.oneof(
  fc.constantFrom(...plantedSecrets.map(planted)),
  fc.constantFrom(...plantedSecrets.map(({ text }) => text)),
  fc.constantFrom('password', ' = "', '\n', '"', 'x'),
  // A secret that no other run has seen, and where it becomes known.
  fc.constantFrom('\nseen ~ here\n', '\nAPI_KEY="~"\n'),
);

describe('versions of a document', () => {
  test('law: shown from the version before, they are what they are from scratch, and so are their diffs', () => {
    const edits = fc.array(arbitraryEdits(120, fc.oneof(snippet, fc.constant(''))), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 8 }), edits, fc.nat(), (start, rounds, salt) => {
        const id = `${document}${salt}`;
        const own = createHash('sha256').update(`${salt}`).digest('base64url').slice(0, 24);
        let text = SourceText.from(start.join('').replaceAll('~', own));
        redaction.redact(project, text, id);
        for (const round of rounds) {
          const written = round.map(([at, units, added]) => [at, units, added.replaceAll('~', own)] as const);
          text = editsOf(text, written).apply(text);
          const shown = redaction.redact(project, text, id);
          const scratch = redaction.redact(project, SourceText.from(text.toString()));
          expect(shown.text.toString()).toBe(scratch.text.toString());
          expect(shown.hidden).toEqual(scratch.hidden);
          expect(shown.text.lineCount).toBe(text.lineCount);
          expect(shown.text === text).toBe(shown.hidden.length === 0);
          for (const share of [0, 0.3, 0.7, 1]) {
            const offset = Math.floor(share * text.length);
            expect(shown.toRedacted(offset)).toBe(scratch.toRedacted(offset));
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('redacting what is redacted changes nothing', () => {
    const text = plantedSecrets.map(planted).join('\n');
    const once = redaction.redactText(project, text);
    expect(once.count).toBeGreaterThanOrEqual(plantedSecrets.length);
    expect(redaction.redactText(project, once.text)).toEqual({ text: once.text, count: 0 });
  });
});

describe('the numbers', () => {
  const [first, second] = plantedSecrets;
  const shownText = (one: typeof first, where = project) => redaction.redactOutput(where, one?.secret ?? '').text;

  test('are each project’s own', () => {
    expect(shownText(first)).toBe('[REDACTED:github-token:1]');
    expect(shownText(second)).toBe('[REDACTED:github-token:2]');
    expect(shownText(second, 'file:///other')).toBe('[REDACTED:github-token:1]');
    expect(shownText(first)).toBe('[REDACTED:github-token:1]');
  });

  test('survive a reload; the store holds no secret', async () => {
    shownText(first);
    shownText(second);
    await redaction.close();
    const kept = Buffer.from(workspace.files.files.get('redactions.json') ?? []).toString();
    expect(kept).not.toContain(first?.secret.slice(4, 14));
    redaction = (await MemoryWorkspace.open(workspace.files)).redaction;
    expect(shownText(second)).toBe('[REDACTED:github-token:2]');
    expect(shownText(plantedSecrets[2])).toBe('[REDACTED:github-token:3]');
  });

  test.each(['not json', '{"version":2}', '{"version":1,"salt":"0123456789abcdef","projects":[]}', '\u0000'])(
    'a damaged store (%j) is set aside',
    async (content) => {
      const files = new MemoryFileSystem();
      files.files.set('redactions.json', Buffer.from(content));
      redaction = (await MemoryWorkspace.open(files)).redaction;
      expect(shownText(first)).toBe('[REDACTED:github-token:1]');
      expect(files.files.has('redactions.unread.json')).toBe(true);
    },
  );

  test('a disk that is full costs the numbers of the next window, nothing else', async () => {
    workspace.files.fail = 'full';
    expect(shownText(first)).toBe('[REDACTED:github-token:1]');
    await redaction.close();
    expect(shownText(first)).toBe('[REDACTED:github-token:1]');
  });
});

test('a known secret is hidden whole where a weaker rule sees its beginning', () => {
  redaction.redact(project, SourceText.from('token = "12MY4jPJP;eIIEICtOy=yX"\n'), document);
  expect(redaction.redactText(project, 'password: 12MY4jPJP;eIIEICtOy=yX\n').text).not.toMatch(/12MY|CtOy/);
});

test.each([
  [1, `Type '"hunt"' is not assignable to type 'number'.`, "Type … is not assignable to type 'number'."],
  [1, '"hunter": Unknown word; undefined: ter22x and (hunter22x)', '… Unknown word; undefined: … and …'],
  [1, "'password' does not exist in type 'Options'", "'password' does not exist in type …"],
  [0, `Type '"hunter22x"' is not assignable to type '"a" | "b"'`, `Type '"…"' is not assignable to type '"…" | "…"'`],
  [0, `"Literal['hunter22x']" is not assignable to "int"`, `"Literal["…"]" is not assignable to "int"`],
  [0, `Module '"./a"' lacks 'b', 'import b from "./a"'`, `Module '"./a"' lacks 'b', 'import b from "./a"'`],
])('a message about line %i, %s, quotes no part of a password', (line, message, shown) => {
  const raw = SourceText.from('let user = 1;\nconst password = "hunter22x";\n');
  expect(redaction.document(project, document).message(message, { raw, line })).toBe(shown);
});
