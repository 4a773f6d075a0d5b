import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { CellOutput } from '../../base/ports/workspace.ts';
import { decodeUtf8, encodeUtf8, firstCharacter } from '../../base/utf8.ts';
import { TerminalText } from '../../files/terminal/terminalText.ts';
import type { Redaction } from '../../redaction/redaction.ts';

/** Maximum number of outputs that are remembered as they are shown. */
const keptOutputs = 64;

/** An output that is too long for a prompt. */
export interface LongOutput {
  readonly projectId: string;
  /** The file is about this. */
  readonly hint: string;
  /** The same key means the same output. */
  readonly key: string;
  readonly text: string;
}

interface Dependencies {
  readonly clock: Clock;
  readonly redaction: Redaction;
  /** Longer outputs become context files, bytes. */
  readonly maxInline: () => number;
  /** Keeps an output as a context file, once; gives its head, its tail and its id. */
  readonly keep: (output: LongOutput) => Promise<string>;
  readonly onFault: (error: unknown) => void;
}

/**
 * The outputs of notebook cells as a terminal shows them. A long one is shown by head, id and tail
 * of its context file.
 */
export class CellOutputs {
  readonly #dependencies: Dependencies;
  readonly #shown = new LruMap<string, { readonly of: string; readonly text: string }>(keptOutputs);

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns an output without secrets; empty if the cell printed nothing. A long output of a
   * running cell is shown by its end.
   */
  async text(
    documentId: string,
    projectId: string,
    name: string,
    { text: raw, isRunning }: CellOutput,
  ): Promise<string> {
    const { redaction, maxInline } = this.#dependencies;
    const of = JSON.stringify([projectId, isRunning, maxInline(), redaction.epoch, raw]);
    const known = this.#shown.get(documentId);
    if (known?.of === of) return known.text;
    const text = await this.#made(documentId, projectId, name, { text: await this.#asShown(raw), isRunning });
    this.#shown.set(documentId, { of, text });
    return text;
  }

  async #made(documentId: string, projectId: string, name: string, { text, isRunning }: CellOutput): Promise<string> {
    const { redaction, maxInline, keep, onFault } = this.#dependencies;
    const most = maxInline();
    const bytes = encodeUtf8(text);
    if (bytes.length <= most) return redaction.redactText(projectId, text).text;
    const end = (why: string) => {
      const last = encodeUtf8(redaction.redactText(projectId, text).text).subarray(-most);
      return `… ${why}, its end:\n${decodeUtf8(last.subarray(firstCharacter(last)))}`;
    };
    if (isRunning) return end('still running');
    const output = { projectId, hint: `Output of ${name}`, key: JSON.stringify([documentId, text]), text };
    try {
      return await keep(output);
    } catch (error) {
      onFault(error);
      return end('it could not be kept as a context file');
    }
  }

  async #asShown(raw: string): Promise<string> {
    if (!/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(raw)) return raw;
    const terminal = new TerminalText(this.#dependencies.clock);
    return (await terminal.push(raw)) + (await terminal.end());
  }
}
