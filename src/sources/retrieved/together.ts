import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Commit, Commits } from '../../base/ports/commits.ts';

/** Number of commits that are looked at; those of more files say little. */
const maxCommits = 1_000;
const mostFilesOfCommit = 30;
/** Number of commits after which one counts a third. */
const ageScale = 400;
/** Lifetime of a project's cached commits, ms. */
const cachedMs = 10 * 60 * 1_000;
/** Maximum time that a prompt waits for them, ms. */
const logWaitMs = 40;
const maxLogs = 8;

/** The files that changed together in git. */
export class ChangedTogether {
  readonly #commits: Commits;
  readonly #clock: Clock;
  readonly #logs = new LruMap<string, { readonly until: number; readonly log: Promise<readonly Commit[]> }>(maxLogs);

  constructor(commits: Commits, clock: Clock) {
    this.#commits = commits;
    this.#clock = clock;
  }

  /**
   * Frequency of each file in the commits that changed `paths`, 0 to 1. Empty without git, and
   * while git is slow.
   */
  async with(projectId: string, paths: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const late = new Promise<readonly Commit[]>((resolve) => this.#clock.after(logWaitMs, () => resolve([])));
    return togetherIn(await Promise.race([this.#log(projectId), late]), paths);
  }

  #log(projectId: string): Promise<readonly Commit[]> {
    const now = this.#clock.now();
    const known = this.#logs.get(projectId);
    if (known !== undefined && now < known.until) return known.log;
    const log = this.#commits.newest(projectId, maxCommits);
    this.#logs.set(projectId, { until: now + cachedMs, log });
    return log;
  }
}

/** The newest commit first. */
function togetherIn(log: readonly Commit[], paths: ReadonlySet<string>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  let total = 0.5;
  for (const [age, { files }] of log.entries()) {
    if (files.length > mostFilesOfCommit) continue;
    const share = files.filter((path) => paths.has(path)).length / Math.max(1, paths.size);
    if (share === 0) continue;
    const weight = Math.exp(-age / ageScale) * share;
    total += weight;
    for (const path of files) sums.set(path, (sums.get(path) ?? 0) + weight / Math.sqrt(Math.max(1, files.length - 1)));
  }
  return new Map([...sums].map(([path, sum]) => [path, sum / total]));
}
