import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { RedactionRefusal, rawChanges } from '../../../src/redaction/redactedEdits.ts';
import { RedactedText } from '../../../src/redaction/redactedText.ts';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { arbitraryEdits, editsOf } from '../../support/texts/arbitraryText.ts';

/** Hides each `<…>` of a template that is filled with secrets. */
function redact(template: string, secrets: readonly string[], number = 1): { raw: SourceText; redacted: RedactedText } {
  let raw = '';
  const spans: { start: number; end: number; from: number; kind: string }[] = [];
  for (const part of template.split(/(<\d>)/)) {
    const number = /^<(\d)>$/.exec(part)?.[1];
    const text = number === undefined ? part : (secrets[Number(number)] as string);
    if (number !== undefined) {
      const from = raw.lastIndexOf('\n') + 1;
      spans.push({ start: raw.length, end: raw.length + text.length, from, kind: `kind${number}` });
    }
    raw += text;
  }
  const source = SourceText.from(raw);
  return { raw: source, redacted: RedactedText.of(source, spans, ({ kind }) => `[REDACTED:${kind}:${number}]`) };
}

const numbered = fc.constantFrom('<0>', '<1>', '<2>');
const plain = fc.constantFrom('a', 'b c', '\n', '\r\n', ' = ', '"', '');
const template = fc.array(fc.oneof(plain, plain, numbered), { maxLength: 12 }).map((parts) => parts.join(''));
const secrets = fc.tuple(
  fc.constantFrom('S3CRET', 'S'),
  fc.constantFrom('T0KEN\nLINE\n2', 'TT\n\n'),
  fc.constantFrom('K3Y\r\nEND', 'K\r\n'),
);
const edits = arbitraryEdits(
  30,
  fc.constantFrom('', 'z', '\n', 'new\n', '\nnew', '[REDACTED:kind0:1]', '[REDACTED', ':1]'),
);

test('a redacted text: holds nothing of a secret, as many lines, and maps offsets both ways', () => {
  fc.assert(
    fc.property(template, secrets, (made, values) => {
      const { raw, redacted } = redact(made, values);
      expect(redacted.text.toString()).not.toMatch(/S3CRET|T0KEN|LINE|K3Y|END/);
      expect(redacted.text.lineCount).toBe(raw.lineCount);
      let before = 0;
      for (let offset = 0; offset <= raw.length; offset++) {
        const there = redacted.toRedacted(offset);
        expect(there).toBeGreaterThanOrEqual(before);
        before = there;
        const hidden = redacted.hidden.find(({ start, end }) => start < offset && offset < end);
        expect(redacted.toRaw(there)).toBe(hidden?.start ?? offset);
      }
      expect(redacted.toRedacted(raw.length)).toBe(redacted.text.length);
    }),
  );
});

describe('changes of a redacted text', () => {
  test('law: whether they are refused, and with which words, does not depend on the secrets', () => {
    fc.assert(
      fc.property(template, edits, (made, wanted) => {
        const one = redact(made, ['S3CRET', 'T0KEN\nLINE\n2', 'K3Y\r\nEND']);
        const other = redact(made, ['other', 'x\n\nanother', '\r\nq']);
        expect(other.redacted.text.toString()).toBe(one.redacted.text.toString());
        const changes = editsOf(one.redacted.text, wanted);
        const [mine, theirs] = [rawChanges(one.redacted, changes), rawChanges(other.redacted, changes)];
        if (mine instanceof RedactionRefusal) expect(theirs).toEqual(mine);
        else expect(theirs).not.toBeInstanceOf(RedactionRefusal);
      }),
      { numRuns: 1_000 },
    );
  });

  test('law: made to the raw text they leave what is hidden hidden, and the rest is what was asked for', () => {
    let taken = 0;
    fc.assert(
      fc.property(template, secrets, edits, (made, values, wanted) => {
        const { raw, redacted } = redact(made, values);
        const changes = editsOf(redacted.text, wanted);
        const back = rawChanges(redacted, changes);
        if (back instanceof RedactionRefusal) return;
        taken++;
        const gone = (at: number) => back.changes.some(({ start, end }) => start <= at && at < end);
        const spans = redacted.hidden.filter(({ start }) => !gone(start));
        const moved = spans.map((span) => ({
          ...span,
          start: back.mapOffset(span.start, 1),
          end: back.mapOffset(span.end, -1),
          kind: span.newText.trimEnd(),
        }));
        const again = RedactedText.of(back.apply(raw), moved, ({ kind }) => kind);
        expect(again.text.toString()).toBe(changes.apply(redacted.text).toString());
        for (const { start, end } of moved) expect(values).toContain(back.apply(raw).slice(start, end));
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(300);
  });

  const { raw: secretText, redacted } = redact('const token = "<0>";\nconst other = "x";\n', ['S3CRET']);
  const raw = secretText.toString();
  const first = '[REDACTED:kind0:1]';
  const edited = (newText: string) => {
    const changes = ChangeSet.of(textDiff(redacted.text.toString(), newText), redacted.text.length);
    const back = rawChanges(redacted, changes);
    return back instanceof RedactionRefusal ? back.code : back.apply(secretText).toString();
  };
  const text = redacted.text.toString();

  test('beside a known secret all but the next units may change, beside another one other lines', () => {
    const weak = redact('const pin = "<0>";\n', ['S3CRET'], 0).redacted;
    const renamed = ChangeSet.of([{ start: 0, end: 5, newText: 'let' }], weak.text.length);
    expect(rawChanges(weak, renamed)).toMatchObject({ reason: 'line 1 holds a hidden secret' });
    expect(edited(`// one\n${text}`)).toBe(`// one\n${raw}`);
    expect(edited(text.replace('"x"', '"y"'))).toBe(raw.replace('"x"', '"y"'));
    expect(edited(text.replace('const token', 'let key'))).toBe(raw.replace('const token', 'let key'));
    expect(edited(text.replace('token = "', 'token = "x'))).toBe('EDIT_PLACEHOLDER');
  });

  test('a placeholder may be replaced whole, also by what begins or ends alike', () => {
    expect(edited(text.replace(`"${first}"`, 'process.env.TOKEN'))).toBe(raw.replace('"S3CRET"', 'process.env.TOKEN'));
    expect(edited(text.replace(first, 'fields[1]'))).toBe(raw.replace('S3CRET', 'fields[1]'));
    expect(edited('const other = "x";\n')).toBe('const other = "x";\n');
  });

  test('a value that is being typed is not replaced: what is no secret later would confirm a guess', () => {
    const hidden = redacted.hidden.map((span) => ({ ...span, doubt: true }));
    const typed = RedactedText.of(secretText, hidden, () => first);
    const changes = ChangeSet.of(textDiff(text, text.replace(first, 'guess')), text.length);
    expect(rawChanges(typed, changes)).toMatchObject({ reason: expect.stringContaining('is being typed') });
  });
});

const project = 'file:///project';

let redaction: Redaction;
beforeEach(async () => {
  redaction = (await MemoryWorkspace.open()).redaction;
});

test('a secret alone is not put in place of a hidden one, be it right or wrong; it may be blanked, or more may change', () => {
  const raw = SourceText.from('password=hunter2!horse\nend\n');
  const { text } = redaction.redact(project, raw);
  const isRefused = (newText: string) => {
    const changes = ChangeSet.of(textDiff(text.toString(), newText), text.length);
    return redaction.edit(project, raw, changes) instanceof RedactionRefusal;
  };
  for (const secret of ['hunter2!horse', 'summer7!rain']) {
    expect(isRefused(`password=${secret}\nend\n`)).toBe(true);
    expect(isRefused(`password=${secret}\nend 2\n`)).toBe(false);
  }
  expect(isRefused('password=\nend\n')).toBe(false);
});

test('a line far from a secret stays if it identifies the secret', () => {
  const raw = SourceText.from('data:\n  key: c2VjcmV0IQ==\nkind: Secret\n');
  const text = redaction.redact(project, raw).text.toString();
  expect(text).toBe('data:\n  key: [REDACTED:secret:0]\nkind: Secret\n');
  const changes = ChangeSet.of(textDiff(text, text.replace('kind: Secret', 'kind: ConfigMap')), text.length);
  expect(redaction.edit(project, raw, changes)).toMatchObject({
    reason: expect.stringContaining('no longer be hidden'),
  });
});
