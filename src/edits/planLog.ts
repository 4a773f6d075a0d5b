import type { Clock } from '../base/clock.ts';
import { Emitter } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import type { DiffSummary, PlanHint } from '../protocol/liveContext.ts';

/** So many outcomes of each project are told to agents. */
const keptHints = 5;
const keptProjects = 64;
const hintMs = 60 * 60 * 1000;

/** What became of an agent's edits to one document. */
export interface PlanOutcome extends Omit<PlanHint, 'id' | 'timestamp' | 'diff'> {
  readonly projectId: string;
  /** The unified diff of what was refused, of the shown text. */
  readonly refused?: Pick<DiffSummary, 'patch' | 'first_line' | 'last_line'>;
}

/** What became of the agents' last edits, for this window: the plan hints of the Live Context. */
export class PlanLog {
  readonly #clock: Clock;
  readonly #hints = new LruMap<string, readonly PlanHint[]>(keptProjects);
  readonly #added = new Emitter<void>();
  #last = 0;

  readonly onDidAdd = this.#added.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The last outcomes in a project, newest first; what is older than an hour says nothing about now. */
  hints(projectId: string): readonly PlanHint[] {
    const oldest = this.#clock.now() - hintMs;
    return (this.#hints.get(projectId) ?? []).filter(({ timestamp }) => Date.parse(timestamp) >= oldest);
  }

  add({ projectId, refused, ...outcome }: PlanOutcome): void {
    const timestamp = new Date(this.#clock.now()).toISOString();
    const { base_version_id, reason } = outcome;
    const diff = refused &&
      base_version_id && { ...refused, version_id: base_version_id, timestamp, base_version_id, is_error: true };
    const hint: PlanHint = {
      id: `plan${++this.#last}`,
      ...outcome,
      timestamp,
      ...(!diff ? {} : { diff: reason === undefined ? diff : { ...diff, reason } }),
    };
    const hints = [hint, ...this.hints(projectId)].slice(0, keptHints);
    this.#hints.set(projectId, hints);
    this.#added.fire();
  }
}
