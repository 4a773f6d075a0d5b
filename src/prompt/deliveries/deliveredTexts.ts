import * as z from 'zod';
import type { Sha256 } from '../../base/ports/hash.ts';
import type { LineFiles } from './lineFiles.ts';

const partLine = z.strictObject({ part: z.string(), text: z.string() });
const deliveryLine = z.lazy(() => z.strictObject({ delivery: z.string(), parts: z.array(z.string()) }));

/** Why a text can't be had: its file has expired, or lines of it are gone. */
export type MissingText = 'expired' | 'damaged';

/**
 * Delivered texts, split into parts that are stored once per file: similar prompts share most
 * parts.
 */
export class DeliveredTexts {
  readonly #lines: LineFiles;
  readonly #sha256: Sha256;
  /** Names of the parts in the current file. */
  #file = '';
  readonly #known = new Set<string>();

  constructor(lines: LineFiles, sha256: Sha256) {
    this.#lines = lines;
    this.#sha256 = sha256;
  }

  /** Stores the text of a delivery and returns the name of its file. Calls must not overlap. */
  async keep(id: string, text: string): Promise<string> {
    const file = this.#lines.next();
    if (file !== this.#file) this.#known.clear();
    this.#file = file;
    const parts = textParts(text).map((part) => [this.#nameOf(part), part] as const);
    const fresh = new Map(parts.filter(([name]) => !this.#known.has(name)));
    const lines = [...fresh].map(([part, own]) => ({ part, text: own }));
    await this.#lines.append([...lines, { delivery: id, parts: parts.map(([name]) => name) }]);
    for (const name of fresh.keys()) this.#known.add(name);
    return file;
  }

  files(): Promise<readonly string[]> {
    return this.#lines.names();
  }

  /** Removes the files that are too old or too many, also while nothing is kept. */
  tidy(): Promise<void> {
    return this.#lines.tidy();
  }

  /** The text of a delivery, put together again: every part has the hash that it is named after. */
  async find(id: string, file: string): Promise<{ readonly text: string } | MissingText> {
    if (!(await this.files()).includes(file)) return 'expired';
    const lines = (await this.#lines.read(file)) ?? [];
    const texts = new Map<string, string>();
    for (const line of lines) {
      const { data } = partLine.safeParse(line);
      if (data !== undefined && this.#nameOf(data.text) === data.part) texts.set(data.part, data.text);
    }
    const found = lines.map((line) => deliveryLine.safeParse(line).data).find((line) => line?.delivery === id);
    const parts = found?.parts.map((name) => texts.get(name)) ?? [undefined];
    return parts.every((part) => part !== undefined) ? { text: parts.join('') } : 'damaged';
  }

  #nameOf(part: string): string {
    return this.#sha256(part).slice(0, 16);
  }
}

/** Minimum length of a part, and the length at which it ends with the line, UTF-16 units. */
const leastUnits = 128;
const mostUnits = 8_192;
/** Average number of lines between cuts. */
const linesPerPart = 8;

/**
 * Splits a text at line ends (or the `\n` of JSON) chosen by the hash of the line, so equal lines
 * are split at equal places (content-defined chunking; Muthitacharoen et al., A Low-Bandwidth
 * Network File System, SOSP 2001).
 */
function textParts(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let lineStart = 0;
  for (const { 0: lineEnd, index } of text.matchAll(/\n|\\n/g)) {
    const end = index + lineEnd.length;
    const isEnd = end - start >= mostUnits || (lineHash(text, lineStart, end) >>> 12) % linesPerPart === 0;
    lineStart = end;
    if (end - start < leastUnits || !isEnd) continue;
    parts.push(text.slice(start, end));
    start = end;
  }
  return start < text.length ? [...parts, text.slice(start)] : parts;
}

/** FNV-1a over UTF-16 units, 32 bits. */
function lineHash(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
