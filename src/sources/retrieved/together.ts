import { LruMap } from '../../base/lruMap.ts';
import { type Clock, soon } from '../../base/ports/clock.ts';
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

/**
 * Returns a function that gives the frequency of each file in the commits that changed `paths`, 0
 * to 1; empty without git, and while git is slow.
 */
export function changedTogether(commits: Commits, clock: Clock) {
  const logs = new LruMap<string, { readonly until: number; readonly log: Promise<readonly Commit[]> }>(maxLogs);
  return async (projectId: string, paths: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> => {
    const now = clock.now();
    const known = logs.get(projectId);
    const log = known !== undefined && now < known.until ? known.log : commits.newest(projectId, maxCommits);
    if (log !== known?.log) logs.set(projectId, { until: now + cachedMs, log });
    return togetherIn(await soon(clock, logWaitMs, log, []), paths);
  };
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
