import { describe, expect, test } from 'vitest';
import { readVerdict } from '../../../../src/edits/judge/prose.ts';
import type { Constraint } from '../../../../src/protocol/decisions/constraints.ts';

/** Wordings in which five families of models give a verdict; `found` is the JSON of what they found. */
const families: Readonly<Record<string, readonly ((found: string) => string)[]>> = {
  claude: [
    (found) => found,
    (found) => `\`\`\`json\n${found}\n\`\`\``,
    (found) => `Looking at the diff, \`values[0]\` is read.\n\n${found}`,
    (found) => `<thinking>The list [c1, c2] was given; [it] may be fine: [].</thinking>\n${found}`,
    (found) => `${found}\n\nNote: [1] refers to the added line.`,
  ],
  gpt: [
    (found) => found.replace(/(?<=[,:])\s/g, ''),
    (found) => `{"violations": ${found}}`,
    (found) => JSON.stringify(`{"results": [], "violations": ${found}}`),
    (found) => `{"result": ${found}}<|im_end|>`,
    (found) => `<|channel|>analysis<|message|>Maybe [] is right.<|end|><|channel|>final<|message|>${found}`,
    (found) => `{"results": ${found}, "summary": "see [1]"}`,
  ],
  gemini: [
    (found) => `\`\`\`\n${found}\n\`\`\`\n`,
    (found) => `**Verdict:**\n\n${found}`,
    (found) => `The array values[] was checked, and map[key] too.\n${found}\n`,
    (found) => `Here is the JSON array:\n\n\`\`\`json\n${found}\n\`\`\`\nThe array is complete [end].`,
    (found) => `The diff adds \`[{"id": 5}]\`.\n\n<answer>${found}</answer>`,
  ],
  deepseek: [
    (found) => `<think>values[0] is used {maybe}. [it] is [] then?</think>\n\n${found}`,
    (found) => `I consider [a, b].\n</think>\n${found}`,
    (found) => `<think>\n\n</think>\n\n\`\`\`json\n${found}\n\`\`\``,
    (found) => `Answer: \`${found}\`<｜end▁of▁sentence｜>`,
    (found) => `<think>[{"id": "zzz"}]</think>${found}`,
  ],
  qwen: [
    (found) => `${found}\n[1] As required.`,
    (found) => `Output:\n\`\`\`json\n{"violated": ${found}}\n\`\`\``,
    (found) => `${found}\n${found}`,
    (found) => `type T = { a: string[] } is what it adds.\n${found}`,
    (found) => `\n\n  ${found}  \n\n`,
  ],
};

/** What is found, as a list of entries. */
const findings: Readonly<Record<string, string>> = {
  'with reasons': '[{"id": "c1", "why": "It uses \\"var\\" [here]."}]',
  'without a reason': '[{"id": "c1"}]',
  'by its text, with others kept':
    '[{"constraint": "never shout", "violated": true, "line": 3}, {"id": 7, "violated": false}]',
  'with a status that says the opposite': '[{"id": "c1", "status": "ok", "violated": true}]',
  'with a numeric id': '[{"id": 7, "why": "It does.", "line": null}]',
};

const constraints: readonly Constraint[] = [
  { id: 'c1', type: 'style', source: 'project', text: 'never shout' },
  { id: '7', type: 'style', source: 'project', text: 'be brief' },
];

describe.each(Object.entries(families))('%s', (_family, wordings) => {
  test.each(Object.entries(findings))('a finding %s is read in every wording', (name, found) => {
    const wanted = name === 'with a numeric id' ? '7' : 'c1';
    for (const wording of wordings) {
      const ids = readVerdict(constraints, wording(found))?.map(({ constraint }) => constraint.id);
      expect(ids, wording(found)).toEqual([wanted]);
    }
  });

  test('nothing found is read in every wording', () => {
    for (const wording of wordings) expect(readVerdict(constraints, wording('[]')), wording('[]')).toEqual([]);
  });
});

test.each(['{"id": "c1", "why": "It shouts."}', 'It does:\n{"id": "c1"}', '["c1"]', '{"id": "c1"}\n{"id": "c1"}'])(
  'a finding without a list is read: %s',
  (reply) => expect(readVerdict(constraints, reply)).toMatchObject([{ constraint: { id: 'c1' } }]),
);

test.each([
  '',
  '[',
  '<think>\n[]\nc1',
  'I would rather not say.',
  '[1]',
  '{}',
  'c1 is violated by `values[]`.',
  'It returns [] for c1.',
  'No diff was provided.',
  '{"error": {"code": 429}, "data": null}',
  '{"detail": "Not Found", "results": []}',
  'Error 500: {"data": []}',
  '<html><script>\n[]\n</script></html>',
  '"{\\"error\\": \\"overloaded\\", \\"data\\": []}"',
  '{\n"kept": [],\n"violations": [\n{"id": "c1", "why": "It',
  '[{"id": "c1"}, {"id": "c9", "why": "Of no constraint that was asked about."}]',
])('what is no verdict is not read: %s', (reply) => expect(readVerdict(constraints, reply)).toBeNull());

test.each(['None.', 'There are no violations.', '[] (no clear violations)', '[{"id": "c1", "status": "ok"}]'])(
  'words for nothing are read: %s',
  (reply) => expect(readVerdict(constraints, reply)).toEqual([]),
);
