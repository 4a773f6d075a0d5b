import { describe, expect, test } from 'vitest';
import { readVerdict } from '../../../../src/edits/judge/prose.ts';
import type { Constraint } from '../../../../src/protocol/decisions/constraints.ts';

/** Wordings in which models give a verdict; `found` is the JSON of what they found. */
const wordings: readonly ((found: string) => string)[] = [
  (found) => found,
  (found) => `\n\n  ${found.replace(/(?<=[,:])\s/g, '')}  \n\n`,
  (found) => `\`\`\`json\n${found}\n\`\`\``,
  (found) => `Looking at the diff, \`values[0]\` is read.\n\n${found}`,
  (found) => `The array values[] was checked, and map[key] too.\n\`\`\`\n${found}\n\`\`\`\n`,
  (found) => `<thinking>The list [c1, c2] was given; [it] may be fine: [].</thinking>\n${found}`,
  (found) => `<think>[{"id": "zzz"}]</think>${found}`,
  (found) => `<|channel|>analysis<|message|>Maybe [] is right.<|end|><|channel|>final<|message|>${found}`,
  (found) => `{"violations": ${found}}<|im_end|>`,
  (found) => `**Verdict:**\n\n${found}`,
];

const constraints: readonly Constraint[] = [
  { id: 'c1', type: 'style', source: 'project', text: 'never shout' },
  { id: '7', type: 'style', source: 'project', text: 'be brief' },
];

function idsIn(reply: string): readonly string[] | undefined {
  return readVerdict(constraints, reply)?.map(({ constraint }) => constraint.id);
}

describe.each(wordings.map((wording) => [wording('…'), wording] as const))('%j', (_, wording) => {
  test.each([
    ['[{"id": "c1", "why": "It uses \\"var\\" [here]."}]', 'c1'],
    ['[{"id": "c1"}]', 'c1'],
    ['[{"id": "c1", "violated": true}, {"id": "7", "violated": false}]', 'c1'],
    ['[{"id": 7, "why": "It does.", "line": null}]', '7'],
    ['{"id": "c1"}', 'c1'],
  ])('%s', (found, id) => expect(idsIn(wording(found))).toEqual([id]));

  test('nothing found', () => expect(idsIn(wording('[]'))).toEqual([]));
});

test.each([
  ...['', '[', '{"error": "overloaded", "violations": []}', '[{"why":"it sets x: []', 'HTTP 500\n[]'],
  ...['c1 is violated:\n```ts\nconst x: []\n```', 'Violates c1: the default is `[]`'],
  '<think>\n[]',
  'I would rather not say.',
  'None.',
  '[1]',
  '{}',
  'c1 is violated by `values[]`.',
  'It returns [] for c1.',
  '{"error": {"code": 429}, "data": null}',
  '{"detail": "Not Found", "results": []}',
  'Error 500: {"data": []}',
  '<html><script>\n[]\n</script></html>',
  '"{\\"error\\": \\"overloaded\\", \\"violations\\": []}"',
  '{\n"kept": [],\n"violations": [\n{"id": "c1", "why": "It',
  '{"id": "c1"}\n{"id": "7"}',
  '[{"id": "c1"}, {"id": "c9", "why": "Of no constraint that was asked about."}]',
])('what is no clear verdict is not read: %s', (reply) => expect(readVerdict(constraints, reply)).toBeNull());
