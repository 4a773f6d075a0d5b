import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Tokenizers } from '../../../src/prompt/tokenizer.ts';
import { buildRanks } from '../../../src/tokens/buildRanks.ts';
import { root } from '../running/toolchain.mjs';
import type { Script } from './scriptedModel.ts';

// What the models of all agents play, in Copilot as in the agents from npm.

/** The developer beside an agent, in an editor in memory or in a real one. */
export interface Developer {
  /** The id of the document that both write in; its text is {@link pairedText} at first. */
  readonly document: string;
  /** Types into it. */
  type(where: 'start' | 'end', text: string): void | Promise<void>;
  /** Opens a new file with that text. */
  openLong(text: string): unknown;
}

export const pairedText = Array.from({ length: 40 }, (_, index) => `const line${index} = ${index};\n`).join('');

/** A context file that the model searches and reads, with `FAIL here` in it. */
export const runOutput = 'ok\n'.repeat(300).concat('FAIL here\n');

interface Play {
  readonly script: Script;
  /** Checks what the model received. */
  check(): void;
  /** Keeps how much the model received of each answer, bytes and tokens, in `test-results`. */
  keepSizes(agent: string): Promise<void>;
}

/**
 * Eight answers: the context, nothing changed, a diff, an error, a conflict, a search, a page of a file, and a long file in as many
 * parts as the agent is handed it in.
 */
export function eightAnswers(
  { document, type, openLong }: Developer,
  { fileId, longLines }: { readonly fileId: string; readonly longLines: number },
): Play {
  const long = Array.from({ length: longLines }, (_, at) => `export const value${at} = 'text "${at}" \\\\';\n`).join(
    '',
  );
  const results: string[] = [];
  const received: string[] = [];
  let whole = '';
  let parts = 0;
  const script: Script = async (turn) => {
    const raw = turn.results.at(-1) ?? '';
    const last = unwrapped(raw);
    if (turn.step > 0) results[turn.step - 1] = last;
    if (turn.step > 0) received.push(raw);
    switch (turn.step) {
      case 0:
        return { tool: 'live_context' };
      case 1:
        return { tool: 'live_context_changes' };
      case 2:
        await type('start', 'x');
        return { tool: 'live_context_changes' };
      case 3:
        return { tool: 'live_context_version', args: { documentId: document, lines: { first: 1, last: 9_999 } } };
      case 4: {
        const edits = [{ oldText: 'const line0', newText: 'mine' }];
        const baseVersionId = /\bversion (v[\w-]+)/.exec(results[0] ?? '')?.[1];
        return { tool: 'live_context_apply_edits', args: { documentId: document, baseVersionId, edits } };
      }
      case 5:
        return { tool: 'context_grep', args: { id: fileId, pattern: 'FAIL' } };
      case 6:
        return { tool: 'context_read', args: { id: fileId, limit: 500 } };
      case 7:
        await openLong(long);
        return { tool: 'live_context_version', args: {} };
      default: {
        const [, part = ''] = /\ntext:\n`{3,}\n([\s\S]*?)\n`{3,}(?:\nnextOffset: \d+)?\s*$/.exec(last) ?? [];
        whole += part;
        parts++;
        const offset = /nextOffset: (\d+)\s*$/.exec(last)?.[1];
        return offset === undefined || turn.step > 40
          ? { text: 'Done.' }
          : { tool: 'live_context_version', args: { offset: Number(offset) } };
      }
    }
  };
  const check = () => {
    expect(results[0]).toContain(pairedText.slice(0, 200));
    expect(results[1]).toContain('No document has changed since');
    expect(results[2]).toContain('\n+xconst line0 = 0;\n');
    expect(results[3]).toContain('LINES_OUTSIDE: ');
    expect(results[4]).toContain('EDIT_CONFLICT: ');
    expect(results[5]).toContain('FAIL here');
    expect(results[6]).toContain('\nok\nok\n');
    expect([parts > 0, whole === long]).toEqual([true, true]);
    for (const one of results) expect(one).not.toMatch(/\\n|truncated|structuredContent/);
  };
  const keepSizes = async (agent: string) => {
    const { count } = await tokenizers.counterFor('gpt-5');
    const answers = [...received.slice(0, 7), received.slice(7).join('')];
    const lines = answers.map(
      (text, at) => `${answerNames[at]}: ${Buffer.byteLength(text)} bytes, ${count(text)} tokens\n`,
    );
    const folder = join(root, 'test-results');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `answers-${agent}.txt`), `${lines.join('')}in ${received.length - 7} parts\n`);
  };
  return { script, check, keepSizes };
}

const tokenizers = new Tokenizers(buildRanks);
const answerNames = [
  ...['the picture of now', 'nothing changed', 'one change', 'an error', 'a conflict', 'a search', 'a page of a file'],
  'a long document',
];

/** Fourteen steps: the agent looks and edits in turns, while the developer types at the end; `wanted` is the text afterwards. */
export function fourteenSteps({ document, type }: Developer): { readonly script: Script; readonly wanted: string } {
  let version: string | undefined;
  const script: Script = async ({ step, results }) => {
    const last = unwrapped(results.at(-1) ?? '');
    version = /\b(?:newVersionId|version_id|version)\W+(v\d[\w-]+)/.exec(last)?.[1] ?? version;
    if (step >= 14) return { text: 'Done.' };
    if (step === 0) return { tool: 'live_context' };
    await type('end', `// typed ${step}\n`);
    if (step % 2 === 0) return { tool: 'live_context_changes' };
    const edits = [{ oldText: `const line${step} =`, newText: `let agent${step} =` }];
    return { tool: 'live_context_apply_edits', args: { documentId: document, baseVersionId: version, edits } };
  };
  const typed = Array.from({ length: 13 }, (_, index) => `// typed ${index + 1}\n`).join('');
  const edited = pairedText.replace(/const line(1|3|5|7|9|11|13) =/g, 'let agent$1 =');
  return { script, wanted: edited + typed };
}

/** The text of a result as the model receives it, without what the agent itself puts around it. */
export function unwrapped(result: string): string {
  if (agentsJson.test(result)) {
    // Cline hands on the whole result, in which there is to be nothing but the text.
    const { content, isError: _, ...rest } = JSON.parse(result);
    expect(rest).toEqual({});
    return content.map((part: { readonly text: string }) => part.text).join('');
  }
  // Qwen Code puts the call and its own copy around an error.
  const [, error] = /^MCP tool .* with response: (\[\{.*\}\])$/s.exec(result) ?? [];
  if (error !== undefined) return JSON.parse(error)[0].functionResponse.response.content[0].text;
  return /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(result)?.[1] ?? result;
}

const agentsJson = /^\{"content":\[/;
