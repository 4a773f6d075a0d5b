import { KeyedLimiter } from '../../base/keyedLimiter.ts';
import type { Clock } from '../../base/ports/clock.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import type { ContextFiles, OpenFile } from '../store/contextFiles.ts';
import type { RedactingStream } from '../store/fileWriter.ts';
import type { NewFile } from '../store/storedFile.ts';
import { TerminalText } from '../terminal/terminalText.ts';

/**
 * Maximum length of the beginning of an output that becomes a file, bytes; of the rest, the end is
 * kept.
 */
const defaultMaxBytes = 32 * 1024 * 1024;
const endUnits = 64 * 1024;
/** Maximum length of the end held of an output that is not yet a file, UTF-16 units. */
const maxBufferUnits = 256 * 1024;
const commandLength = 200;

export interface RecordingOptions {
  readonly clock: Clock;
  /** Longer outputs become files by themselves, bytes; null when none does. */
  readonly inlineBytes: number | null;
  /** Length of the beginning that becomes a file; 32 MiB without. Of the rest, the end is kept. */
  readonly maxBytes?: number;
  /** Begins to redact a text: the output before anything is cut from it, and the command line. */
  readonly redact: () => RedactingStream;
  /** Why a long output became no file; its end is held all the same. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Records the output of a command: as a context file if it is long, else in memory. Memory is
 * bounded. What is held is redacted, so that no cut goes through a secret.
 */
export class OutputRecording {
  readonly #store: Pick<ContextFiles, 'create'>;
  readonly #about: () => Omit<NewFile, 'hint'>;
  readonly #options: RecordingOptions;
  readonly #text: TerminalText;
  readonly #commandLine: string;
  #redacting: RedactingStream;
  /** Text that is not in a file yet. */
  #buffer = '';
  #file: OpenFile | null = null;
  #written = 0;
  #leftOut = 0;
  #bytes = 0;
  #exitCode: number | undefined;
  #isOver = false;
  #hasFailed = false;
  #ref: ContextRef | null = null;
  readonly #turns = new KeyedLimiter();

  /** @param about called when a file begins */
  constructor(
    store: Pick<ContextFiles, 'create'>,
    about: () => Omit<NewFile, 'hint'>,
    command: string,
    options: RecordingOptions,
  ) {
    this.#store = store;
    this.#about = about;
    this.#options = options;
    this.#text = new TerminalText(options.clock);
    this.#commandLine = command;
    this.#redacting = options.redact();
  }

  /** Bytes that have come so far. */
  get bytes(): number {
    return this.#bytes;
  }

  get hasOutput(): boolean {
    return this.#bytes > 0 || !this.#text.isEmpty;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Takes what the terminal got. */
  push(data: string): Promise<void> {
    return this.#inTurn(async () => this.#add(await this.#redacting.push(await this.#text.push(data))));
  }

  /** The command line in one line without its secrets, cut to 200 UTF-16 units. */
  async command(): Promise<string> {
    const redacting = this.#options.redact();
    const redacted = (await redacting.push(this.#commandLine)) + (await redacting.end());
    return redacted.replaceAll(/\s+/g, ' ').trim().slice(0, commandLength).toWellFormed();
  }

  /** The command has ended. Gives the file that its output has become, null when it was short. */
  end(exitCode: number | undefined): Promise<ContextRef | null> {
    return this.#inTurn(async () => {
      this.#exitCode = exitCode;
      this.#isOver = true;
      await this.#takeRest();
      return this.#file === null ? null : this.#close(this.#file).catch((error) => this.#fail(error));
    });
  }

  /**
   * Makes a file of the output so far, even of a short or running one. Rejects if it cannot be
   * written.
   */
  keep(): Promise<ContextRef> {
    return this.#inTurn(async () => {
      await this.#takeRest();
      if (this.#file === null && this.#ref !== null && this.#buffer === '') return this.#ref;
      return this.#close(this.#file ?? (await this.#begin()));
    });
  }

  async #takeRest(): Promise<void> {
    await this.#add(await this.#redacting.push(await this.#text.end()));
    await this.#add(await this.#redacting.end());
    this.#redacting = this.#options.redact();
  }

  #fail(error: unknown): null {
    this.#file = null;
    this.#hasFailed = true;
    this.#options.onFailure(error);
    return null;
  }

  async #add(text: string): Promise<void> {
    if (text === '') return;
    const bytes = encodeUtf8(text).length;
    this.#bytes += bytes;
    const { inlineBytes, maxBytes = defaultMaxBytes } = this.#options;
    const fits = this.#buffer === '' && this.#written + bytes <= maxBytes;
    if (this.#file !== null && fits) return this.#write(this.#file, text).catch((error) => void this.#fail(error));
    this.#buffer += text;
    const isAutomatic = inlineBytes !== null && this.#bytes > inlineBytes && !this.#hasFailed;
    if (this.#file === null && isAutomatic) return void (await this.#begin().catch((error) => this.#fail(error)));
    const held = this.#file === null ? maxBufferUnits : endUnits;
    if (this.#buffer.length <= 2 * held) return;
    this.#leftOut += encodeUtf8(this.#buffer.slice(0, -held)).length;
    this.#buffer = this.#buffer.slice(-held);
  }

  async #begin(): Promise<OpenFile> {
    const file = await this.#store.create({ ...this.#about(), hint: await this.#hint() });
    this.#file = file;
    this.#written = 0;
    await this.#write(file, this.#takeBuffer());
    return file;
  }

  async #write(file: OpenFile, text: string): Promise<void> {
    await file.write(text);
    this.#written += encodeUtf8(text).length;
  }

  async #close(file: OpenFile): Promise<ContextRef> {
    await this.#write(file, this.#takeBuffer());
    this.#file = null;
    this.#ref = await file.close(await this.#hint());
    return this.#ref;
  }

  #takeBuffer(): string {
    const text = this.#leftOut === 0 ? this.#buffer : `\n… ${this.#leftOut} bytes left out …\n${this.#buffer}`;
    this.#buffer = '';
    this.#leftOut = 0;
    return text;
  }

  async #hint(): Promise<string> {
    const command = await this.command();
    const ended = this.#exitCode === undefined ? 'ended' : `exit code ${this.#exitCode}`;
    return `$ ${command} (${this.#isOver ? ended : 'still running'})`;
  }

  #inTurn<T>(operation: () => Promise<T>): Promise<T> {
    return this.#turns.run('', operation);
  }
}
