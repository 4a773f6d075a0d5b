import * as z from 'zod';
import { LruMap } from '../../base/lruMap.ts';
import { dayMs } from '../../base/ports/clock.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import { deliveredFormats } from '../../protocol/prompt/deliveries.ts';
import type { SettingValues } from '../../protocol/settings.ts';
import type { Tokenizers } from '../tokenizer.ts';
import { LineFiles, type LineFilesParts } from './lineFiles.ts';

/** A delivered text: its size, its hash and its file. */
const deliveredSchema = z.lazy(() =>
  z.object({
    format: z.enum(deliveredFormats),
    sha256: z.string(),
    bytes: z.number(),
    tokens: z.number().nullable(),
    /** The documents that it shows, with the numbers of their versions. */
    documents: z.array(z.tuple([z.string(), z.number().nullable()])),
    /** The file with its text; null when it was not kept. */
    kept: z.string().nullable(),
  }),
);

const auditLineSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    time: z.iso.datetime(),
    consumer: z.string(),
    channel: z.string(),
    asked: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** The project; null when none is concerned. */
    projectId: z.string().nullable(),
    /** `ok`, or the code of the failure. */
    outcome: z.string(),
    /** Null if it delivered no text. */
    delivered: deliveredSchema.nullable(),
  }),
);
/** One thing that a consumer did: it read, it edited, it was given something. Never a text. */
export type AuditLine = z.infer<typeof auditLineSchema>;

const keptTextSchema = z.lazy(() => z.object({ delivery: z.string(), text: z.string() }));

/** A line before it is written. */
export type NewAuditLine = Omit<AuditLine, 'delivered'> & {
  readonly delivered: (Omit<z.infer<typeof deliveredSchema>, 'kept'> & { readonly text: string }) | null;
};

export interface AuditParts extends LineFilesParts {
  readonly tokenizers: Tokenizers;
  readonly settings: () => SettingValues;
  /** Called with the tokens of each delivered text. */
  readonly onDelivered: (consumer: Consumer, tokens: number) => void;
  /** Called once when lines or texts can't be stored, until they can be again. */
  readonly onFail: () => void;
}

/** A unique id of a line; `newId` returns a different string within each millisecond. */
export function auditId({ clock, newId }: Pick<AuditParts, 'clock' | 'newId'>): string {
  return `${clock.now().toString(36)}-${newId()}`;
}

const mebibyte = 1024 * 1024;
/** Lines are small: they outlast the texts. */
const auditLimits = { retentionMs: 365 * dayMs, capBytes: 32 * mebibyte, fileBytes: mebibyte };
const textLimits = { capBytes: 64 * mebibyte, fileBytes: 4 * mebibyte };
/** Maximum number of lines that wait in memory for a disk that can't be written. */
const maxUnwritten = 1_000;
/** Maximum number of files of lines that are kept parsed. */
const parsedFiles = 4;

/**
 * The log of all consumers' actions, a line of JSON each, and the delivered texts, for as long as
 * the setting says. Both are beside the histories. {@link write} returns at once; reading waits for
 * pending writes.
 */
export class Audit {
  readonly #parts: AuditParts;
  readonly #lines: LineFiles;
  readonly #texts: LineFiles;
  readonly #parsed = new LruMap<string, AuditLine[]>(parsedFiles);
  #unwritten: AuditLine[] = [];
  #writing: Promise<void> = Promise.resolve();
  #failed = false;
  /** The file that lines were written to last. */
  #file = '';

  constructor(parts: AuditParts) {
    this.#parts = parts;
    this.#lines = new LineFiles(parts, 'audit', () => auditLimits);
    this.#texts = new LineFiles(parts, 'deliveries', () => {
      return { ...textLimits, retentionMs: parts.settings().filesRetention * dayMs };
    });
  }

  write(line: NewAuditLine): void {
    const keeps = this.#parts.settings().keepDeliveries;
    this.#writing = this.#writing.then(() => this.#write(line, keeps));
  }

  /** Settles when everything so far is stored, or could not be. */
  flush(): Promise<void> {
    return this.#writing;
  }

  /** The newest first. */
  async *newest(): AsyncGenerator<AuditLine> {
    await this.flush();
    yield* this.#unwritten.toReversed();
    for (const name of await this.#lines.names()) yield* (await this.#linesOf(name)).toReversed();
  }

  /** The files that the texts of deliveries are kept in. */
  async keptFiles(): Promise<ReadonlySet<string>> {
    return new Set(await this.#texts.names());
  }

  /** The text of a delivery, or the reason why it can't be had. */
  async textOf({ id, delivered }: AuditLine): Promise<{ readonly text: string } | 'notKept' | 'expired' | 'damaged'> {
    const kept = delivered?.kept ?? null;
    if (kept === null) return 'notKept';
    if (!(await this.keptFiles()).has(kept)) return 'expired';
    const lines = ((await this.#texts.read(kept)) ?? []).map((line) => keptTextSchema.safeParse(line).data);
    return lines.find((line) => line?.delivery === id) ?? 'damaged';
  }

  async #write({ delivered, ...line }: NewAuditLine, keeps: boolean): Promise<void> {
    const entry: AuditLine = { ...line, delivered: delivered && (await this.#kept(line.id, delivered, keeps)) };
    if (typeof entry.delivered?.tokens === 'number') this.#parts.onDelivered(line.consumer, entry.delivered.tokens);
    const lines = [...this.#unwritten, entry];
    try {
      const name = this.#lines.next();
      if (name !== this.#file) await this.#texts.tidy();
      this.#file = name;
      await this.#lines.append(lines);
      this.#parsed.peek(name)?.push(...lines);
      this.#unwritten = [];
      this.#failed = false;
    } catch {
      this.#unwritten = lines.slice(-maxUnwritten);
      this.#fail();
    }
  }

  async #kept(
    id: string,
    { text, tokens, ...about }: NonNullable<NewAuditLine['delivered']>,
    keeps: boolean,
  ): Promise<AuditLine['delivered']> {
    const counted = tokens ?? (await this.#count(text));
    try {
      const kept = this.#texts.next();
      if (keeps) await this.#texts.append([{ delivery: id, text }]);
      return { ...about, tokens: counted, kept: keeps ? kept : null };
    } catch {
      this.#fail();
      return { ...about, tokens: counted, kept: null };
    }
  }

  /** Null when the model's tokenizer can't be had. */
  async #count(text: string): Promise<number | null> {
    const { tokenizers, settings } = this.#parts;
    return tokenizers.counterFor(settings().model).then(
      ({ count }) => count(text),
      () => null,
    );
  }

  async #linesOf(name: string): Promise<readonly AuditLine[]> {
    const known = this.#parsed.get(name);
    if (known !== undefined) return known;
    const read = ((await this.#lines.read(name)) ?? []).flatMap((line) => auditLineSchema.safeParse(line).data ?? []);
    this.#parsed.set(name, read);
    return read;
  }

  #fail(): void {
    if (!this.#failed) this.#parts.onFail();
    this.#failed = true;
  }
}
