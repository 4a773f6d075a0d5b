import fc from 'fast-check';
import type { WireEdit } from '../../../src/protocol/edits.ts';
import { deeds } from './projectDeeds.ts';
import { type Found, guessOf, looks, type Step, type Taken } from './projectLooks.ts';
import { document, one, other, type TwoProjects } from './twoProjects.ts';

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];
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
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom(...keysOf(deeds)), from: share, to: share }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom(...keysOf(looks)), from: share, to: share }) },
);
type Next = typeof step extends fc.Arbitrary<infer T> ? T : never;

function wireEdit(text: string, { form, from, to, newText }: Extract<Next, { does: 'edit' }>): WireEdit {
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
export async function take(projects: TwoProjects, next: Next, versions: string[]): Promise<void> {
  const documentId = document;
  const { value: now } = (await projects.ask('live:version', { documentId })) as Found<Taken['now']>;
  versions.push(now.versionId);
  if (next.does === 'develop') return projects.develop(next.at, next.newText);
  const { from, to } = next;
  const past = (at: number) => versions[Math.floor(at * (versions.length - 1))] as string;
  const steps: Readonly<Record<string, Step>> = { ...looks, ...deeds };
  if (next.does !== 'edit')
    return steps[next.does]?.({ projects, from, to, documentId, now, past, ...guessOf(from, to) });
  for (const baseVersionId of [now.versionId, past(from)]) {
    const edits = [wireEdit(projects.text, next)];
    await projects.ask('live:applyEdits', { documentId, baseVersionId, edits });
  }
}
