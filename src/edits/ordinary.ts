import type { OrdinaryReading } from './proof.ts';

/**
 * The baseline without Live Context: an agent reads numbered lines of a file by a tool, or runs
 * `git diff`. Each reading is the call and its reply, as the agent's model receives them.
 */

export function fileRead(path: string, text: string, firstLine = 1): string {
  const lines = text.split(/\r\n|\r|\n/);
  const numbered = lines.map((line, index) => `${String(firstLine + index).padStart(6)}\t${line}`).join('\n');
  const range = firstLine === 1 ? {} : { offset: firstLine, limit: lines.length };
  return `${call('read_file', { path, ...range })}\n${numbered}`;
}

export function gitDiff(path: string, patch: string): string {
  return `${call('shell', { command: `git diff -- ${path}` })}\ndiff --git a/${path} b/${path}\nindex 0000000..0000000 100644\n${patch}`;
}

/** A read of the whole file, or `git diff` if it shows the changes. */
export function readingOf(path: string, text: string, patch: string | null): OrdinaryReading {
  const read = fileRead(path, text);
  return { ways: patch === null ? [read] : [read, gitDiff(path, patch)] };
}

/** A tool call as a model writes it. */
export function call(name: string, input: object): string {
  return JSON.stringify({ name, arguments: input });
}
