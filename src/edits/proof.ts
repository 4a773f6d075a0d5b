import * as z from 'zod';
import { JsonFile } from '../base/jsonFile.ts';
import { type Clock, dayMs } from '../base/ports/clock.ts';
import type { FileSystem } from '../base/ports/fileSystem.ts';
import { type Consumer, consumerOfReader } from '../protocol/consumer.ts';
import type { Origin } from '../protocol/prompt/liveContext.ts';
import { type ProofDay, proofDaySchema } from '../protocol/proof.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { TextSpan } from '../text/textChange.ts';

/** Time for which an agent's edit is followed, ms. */
const followedMs = 10 * 60 * 1000;
/** An edit counts as rewritten once the developer removed this share of its text. */
const rewrittenShare = 0.5;
const keptDays = 90;
const keptRows = 2_000;

interface FollowedEdit {
  readonly row: string;
  readonly until: number;
  /** The current places of its text. */
  readonly spans: readonly TextSpan[];
  /** Current length of the document's text, UTF-16 units. */
  readonly length: number;
  /** UTF-16 units that it wrote, and those that the developer removed. */
  readonly written: number;
  readonly removed: number;
}

type Counts = Omit<ProofDay, 'day' | 'agent'>;

const zero: Counts = {
  ...{ edits: 0, rebased: 0, misplacedAvoided: 0, conflicts: 0, refused: 0, rewritten: 0 },
  deliveredTokens: 0,
};

const proofFileSchema = z.lazy(() =>
  z.strictObject({ version: z.literal(1), days: z.array(proofDaySchema).max(10_000) }),
);

/** Counts what Live Context does for each agent, by day. No text is stored. */
export class Proof {
  readonly #clock: Clock;
  readonly #file: JsonFile<z.infer<typeof proofFileSchema>>;
  /** By day and agent. */
  readonly #rows = new Map<string, ProofDay>();
  readonly #followed = new Map<string, readonly FollowedEdit[]>();

  private constructor(clock: Clock, file: JsonFile<z.infer<typeof proofFileSchema>>) {
    this.#clock = clock;
    this.#file = file;
  }

  /** `onFail` receives errors of reading and writing; the counts are then kept in memory only. */
  static async open(files: FileSystem, clock: Clock, onFail: (error: unknown) => void): Promise<Proof> {
    const file = new JsonFile(files, 'proof.json', proofFileSchema, onFail);
    const proof = new Proof(clock, file);
    for (const row of (await file.load())?.days ?? []) proof.#rows.set(dayKey(row), row);
    return proof;
  }

  /** The newest day first. */
  get days(): readonly ProofDay[] {
    return [...this.#rows.values()].sort((a, b) => b.day.localeCompare(a.day) || a.agent.localeCompare(b.agent));
  }

  /** Counts an applied edit. `isMisplaced`: applied as sent, it would have left another text. */
  edited(
    consumer: Consumer,
    documentId: string,
    { changes, isRebased, isMisplaced }: { changes: ChangeSet; isRebased: boolean; isMisplaced: boolean },
  ): void {
    const row = this.add(consumer, { edits: 1, rebased: Number(isRebased), misplacedAvoided: Number(isMisplaced) });
    const spans = changes.inverseRanges().map(({ start, end }) => ({ start, end }));
    const written = spans.reduce((sum, { start, end }) => sum + end - start, 0);
    const followed = this.#followed.get(documentId) ?? [];
    this.#followed.set(documentId, [
      ...followed,
      { row, until: this.#clock.now() + followedMs, spans, length: changes.lengthAfter, written, removed: 0 },
    ]);
  }

  /** Follows what happens to agents' edits: the developer may undo or rewrite them. */
  follow(documentId: string, changes: ChangeSet, origin: Origin): void {
    const followed = this.#followed.get(documentId);
    if (followed === undefined) return;
    const now = this.#clock.now();
    const isDevelopers = origin === 'typing' || origin === 'undo' || origin === 'redo';
    const left: FollowedEdit[] = [];
    for (const edit of followed) {
      // A document that was closed without saving has another text when it is opened again.
      if (edit.until < now || edit.length !== changes.lengthBefore) continue;
      const removed = edit.removed + (isDevelopers ? removedFrom(edit.spans, changes) : 0);
      const isUndone = origin === 'undo' && touches(edit.spans, changes);
      if (isUndone || (edit.written > 0 && removed >= edit.written * rewrittenShare)) {
        this.#addTo(edit.row, { rewritten: 1 });
        continue;
      }
      const spans = edit.spans.map(({ start, end }) => {
        const from = changes.mapOffset(start, 1);
        return { start: from, end: Math.max(from, changes.mapOffset(end, -1)) };
      });
      left.push({ ...edit, removed, spans, length: changes.lengthAfter });
    }
    if (left.length === 0) this.#followed.delete(documentId);
    else this.#followed.set(documentId, left);
  }

  /** Resolves when everything is stored. */
  flush(): Promise<void> {
    return this.#file.save(() => ({ version: 1, days: [...this.days] }));
  }

  /** Adds to what is counted today for the consumer's agent. Returns the row. */
  add(consumer: Consumer, counts: Partial<Counts>): string {
    const day = dayOf(this.#clock.now());
    const row = dayKey({ day, agent: agentOfConsumer(consumerOfReader(consumer)) });
    this.#addTo(row, counts);
    return row;
  }

  #addTo(row: string, counts: Partial<Counts>): void {
    const [day = '', agent = ''] = JSON.parse(row) as string[];
    const before = this.#rows.get(row) ?? { day, agent, ...zero };
    this.#rows.set(row, { ...before, ...added(before, { ...zero, ...counts }) });
    const oldest = dayOf(this.#clock.now() - keptDays * dayMs);
    for (const [key, one] of this.#rows) if (one.day < oldest || this.#rows.size > keptRows) this.#rows.delete(key);
    void this.flush();
  }
}

/** Returns the local day of a moment (ms since the epoch), e.g. `2026-11-22`. */
function dayOf(moment: number): string {
  const date = new Date(moment);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

function dayKey({ day, agent }: Pick<ProofDay, 'day' | 'agent'>): string {
  return JSON.stringify([day, agent]);
}

/** Removes ids of threads, sessions and processes. */
function agentOfConsumer(consumer: Consumer): string {
  if (consumer.startsWith('live:')) return 'live';
  if (/^mcp:[0-9a-f]{8}-[0-9a-f-]{27}$/.test(consumer)) return 'mcp';
  return consumer.startsWith('mcp:') ? consumer.replace(/-\w*\d\w*$/, '') : consumer;
}

function added(a: Counts, b: Counts): Counts {
  const names = Object.keys(zero) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Counts;
}

/** Counts the UTF-16 units of the spans that the changes remove. */
function removedFrom(spans: readonly TextSpan[], changes: ChangeSet): number {
  let removed = 0;
  for (const change of changes.changes)
    for (const { start, end } of spans)
      removed += Math.max(0, Math.min(end, change.end) - Math.max(start, change.start));
  return removed;
}

function touches(spans: readonly TextSpan[], changes: ChangeSet): boolean {
  return changes.changes.some((change) => spans.some(({ start, end }) => change.start <= end && change.end >= start));
}
