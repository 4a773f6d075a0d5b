import * as z from 'zod';
import { Emitter } from '../base/event.ts';
import { JsonFile } from '../base/jsonFile.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { FileSystem } from '../base/ports/fileSystem.ts';
import { type Consumer, consumerOfReader, developerConsumers } from '../protocol/consumer.ts';
import { type DiffSummary, type PlanHint, planHintSchema } from '../protocol/prompt/liveContext.ts';

/** Maximum numbers of outcomes, stored for each project and reported to a consumer. */
const keptHints = 40;
const reportedHints = 5;
const hintMs = 60 * 60 * 1000;

/** The outcome of an agent's edits of one document. */
export interface PlanOutcome extends Omit<PlanHint, 'id' | 'timestamp' | 'diff'> {
  readonly projectId: string;
  /** The unified diff of what was refused, of the redacted text. */
  readonly refused?: Pick<DiffSummary, 'patch' | 'first_line' | 'last_line'> | undefined;
}

const entrySchema = z.strictObject({ projectId: z.string(), hint: planHintSchema });
type LoggedHint = z.infer<typeof entrySchema>;

const planLogSchema = z.lazy(() =>
  z.strictObject({ version: z.literal(1), last: z.int(), entries: z.array(entrySchema).max(1_000) }),
);

/**
 * The outcomes of the agents' last edits: the plan hints of the Live Context, stored for an hour.
 * An outcome is reported to the consumer that sent the edit. A refused edit is reported with its
 * diff until the same consumer has changed the file.
 */
export class PlanLog {
  readonly #clock: Clock;
  readonly #file: JsonFile<z.infer<typeof planLogSchema>>;
  readonly #added = new Emitter<void>();
  /** The newest first. */
  #entries: readonly LoggedHint[] = [];
  #last = 0;

  readonly onDidAdd = this.#added.event;

  private constructor(clock: Clock, file: JsonFile<z.infer<typeof planLogSchema>>) {
    this.#clock = clock;
    this.#file = file;
  }

  /** `onFail` is called if reading or writing fails; the log is then in memory only. */
  static async open(files: FileSystem, clock: Clock, onFail: (error: unknown) => void): Promise<PlanLog> {
    const log = new PlanLog(clock, new JsonFile(files, 'plans.json', planLogSchema, onFail));
    const { entries = [], last = 0 } = (await log.#file.load()) ?? {};
    log.#entries = entries;
    log.#last = last;
    return log;
  }

  /**
   * The outcomes for a consumer in a project, newest first; the view gets all. Replies have told a
   * tool's reader what it made or made good: of that, only its last outcome is repeated.
   */
  hints(projectId: string, reader: Consumer): readonly PlanHint[] {
    const consumer = consumerOfReader(reader);
    const all = this.#ofLastHour.filter((entry) => entry.projectId === projectId).map(({ hint }) => hint);
    if (consumer === 'view') return all.slice(0, reportedHints);
    const own = all.filter((hint) => consumerOfReader(hint.consumer) === consumer);
    const isOver = ({ id, outcome }: PlanHint) => !isRefused(outcome) || isSettled(id, own);
    const isKnown = (hint: PlanHint) => hint.consumer === reader && isOver(hint) && !developerConsumers.has(reader);
    const news = own.filter((hint, index) => index === 0 || !isKnown(hint));
    return news.slice(0, reportedHints).map(({ diff, ...line }) => {
      return diff === undefined || isSettled(line.id, own) ? line : { ...line, diff };
    });
  }

  /**
   * The refused edits of a file in the last hour, newest first, unless their consumer has changed
   * it since.
   */
  refusedOf(projectId: string, file: string): readonly PlanHint[] {
    const all = this.#ofLastHour
      .filter((entry) => entry.projectId === projectId && entry.hint.file === file)
      .map(({ hint }) => hint);
    const ofMaker = (hint: PlanHint) => all.filter(({ consumer }) => consumer === hint.consumer);
    return all
      .filter(({ outcome }) => isRefused(outcome))
      .filter((hint) => !isSettled(hint.id, ofMaker(hint)))
      .slice(0, reportedHints);
  }

  add({ projectId, refused, ...outcome }: PlanOutcome): void {
    const timestamp = new Date(this.#clock.now()).toISOString();
    const { base_version_id: base, reason } = outcome;
    const isShown = refused !== undefined && base !== undefined;
    const diff = isShown
      ? { ...refused, version_id: base, timestamp, base_version_id: base, is_error: true, reason }
      : undefined;
    const hint: PlanHint = { id: `plan${++this.#last}`, ...outcome, timestamp, diff };
    const kept = this.#ofLastHour;
    const ofProject = kept.filter((entry) => entry.projectId === projectId);
    const dropped = new Set(ofProject.slice(keptHints - 1));
    this.#entries = [{ projectId, hint }, ...kept.filter((entry) => !dropped.has(entry))];
    void this.flush();
    this.#added.fire();
  }

  /** Settles when all of it is stored. */
  flush(): Promise<void> {
    return this.#file.save(() => ({ version: 1, last: this.#last, entries: [...this.#ofLastHour] }));
  }

  get #ofLastHour(): readonly LoggedHint[] {
    const oldest = this.#clock.now() - hintMs;
    return this.#entries.filter((entry) => Date.parse(entry.hint.timestamp) >= oldest);
  }
}

function isRefused(outcome: PlanHint['outcome']): boolean {
  return outcome === 'conflict' || outcome === 'failed';
}

/** True if the same consumer has changed the file since. */
function isSettled(id: string, own: readonly PlanHint[]): boolean {
  const at = own.findIndex((hint) => hint.id === id);
  return own
    .slice(0, at)
    .some(({ file, outcome }) => file === own[at]?.file && (outcome === 'applied' || outcome === 'rebased'));
}
