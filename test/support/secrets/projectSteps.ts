import fc from 'fast-check';
import type { WireEdit } from '../../../src/protocol/edits.ts';
import { deeds, doDeed, isDeed } from './projectDeeds.ts';
import { guessOf, isLook, look, looks } from './projectLooks.ts';
import { document, one, other, type TwoProjects } from './twoProjects.ts';

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
/** What an agent or the developer does next. */
export const step = fc.oneof(
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
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom(...deeds), from: share, to: share }),
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

/** Takes a step in both projects; `versions` are those of the document so far. */
export async function take(projects: TwoProjects, next: Step, versions: string[]): Promise<void> {
  const documentId = document;
  const now = (await projects.ask('live:version', { documentId })) as {
    ok: boolean;
    value: { versionId: string; lineCount: number };
  };
  versions.push(now.value.versionId);
  const past = (at: number) => versions[Math.floor(at * (versions.length - 1))] as string;
  if (isLook(next)) return look(projects, next, past);
  if (isDeed(next)) return doDeed(projects, next);
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
      await projects.ask('context:assemble', { documentId, cursorPosition: 0, additionalInput: words });
      const saved = (await projects.ask('files:save', { source: 'selection', hint: 'a note', text: words })) as {
        ok: boolean;
        value: { ref: { id: string } };
      };
      if (saved.ok) await projects.ask('files:read', { id: saved.value.ref.id });
      return;
    }
    case 'judge':
  }
}
