/** One line of the table of benchmarks. */
export interface BenchRow {
  readonly name: string;
  /** What was measured of ours, with its unit. */
  readonly ours: string;
  /** What was measured of the peer in the same run, with its name; or what else the target is held against. */
  readonly peer: string;
  /** The number that is compared with the targets. */
  readonly ratio: string;
  readonly must: string;
  readonly aim: string;
  readonly reached: 'aim' | 'must' | 'no';
}

function reached(meets: (target: number) => boolean, must: number, aim: number): BenchRow['reached'] {
  if (meets(aim)) return 'aim';
  return meets(must) ? 'must' : 'no';
}

/** A row that holds how many times as fast as the peer we are against a target; both in milliseconds. */
export function ratioRow(
  name: string,
  oursMs: number,
  peer: { name: string; ms: number },
  must: number,
  aim: number,
): BenchRow {
  const ratio = peer.ms / oursMs;
  return {
    name,
    ours: formatMs(oursMs),
    peer: `${peer.name} ${formatMs(peer.ms)}`,
    ratio: `${ratio.toPrecision(3)}×`,
    must: `≥ ${must}×`,
    aim: `≥ ${aim}×`,
    reached: reached((target) => ratio >= target, must, aim),
  };
}

/** A row that holds a value of ours, to be as low as possible, against a target. */
export function valueRow(name: string, value: number, unit: string, must: number, aim: number, peer = '–'): BenchRow {
  return {
    name,
    ours: `${value.toPrecision(3)} ${unit}`,
    peer,
    ratio: '–',
    must: `≤ ${must} ${unit}`,
    aim: `≤ ${aim} ${unit}`,
    reached: reached((target) => value <= target, must, aim),
  };
}

/**
 * The median time of each task in milliseconds. The tasks take turns, so that a busy moment of the machine falls on all of them;
 * the first rounds, in which code is compiled, are not counted.
 */
export function medianTimes(
  tasks: readonly (() => unknown)[],
  rounds: number,
  warmUp = Math.ceil(rounds / 4),
): number[] {
  const times = tasks.map((): number[] => []);
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [i, task] of tasks.entries()) {
      const start = performance.now();
      task();
      const time = performance.now() - start;
      if (round >= warmUp) times[i]?.push(time);
    }
  }
  return times.map((each) => quantile(each, 0.5));
}

/** What something took, ms: by the clock, and of processors. On a busy machine the second says more. */
export interface Took {
  readonly wall: number;
  readonly processor: number;
}

/** What some work took, and what it gave. */
export async function timed<T>(work: () => Promise<T>): Promise<Took & { readonly value: T }> {
  const processor = process.cpuUsage();
  const start = performance.now();
  const value = await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(processor);
  return { value, wall, processor: (user + system) / 1_000 };
}

/** The value below which the share `q` (0 to 1) of `values` lies. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
  if (value === undefined) throw new RangeError('No values to take a quantile of');
  return value;
}

/** Whole numbers from 0 to below `limit`, the same ones in each run. */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Heap and buffers in use after a collection, in bytes. */
export function usedBytes(): number {
  if (globalThis.gc === undefined) throw new RangeError('Measuring memory needs node --expose-gc');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A row of the median time by the clock; beside it that of processors, and the first time, in which code is compiled. */
export function timesRow(name: string, times: readonly Took[], must: number, aim: number): BenchRow {
  const wall = times.map((one) => one.wall);
  const processor = times.map((one) => one.processor);
  const beside = `processors ${formatMs(quantile(processor, 0.5))}, the first time ${formatMs(processor[0] ?? 0)}`;
  return valueRow(name, quantile(wall, 0.5), 'ms', must, aim, beside);
}

export function formatMs(ms: number): string {
  if (ms >= 1) return `${ms.toPrecision(3)} ms`;
  return `${(ms * 1000).toPrecision(3)} µs`;
}

export function printRows(rows: readonly BenchRow[]): void {
  const cells = rows.map((row) => [row.name, row.ours, row.peer, row.ratio, row.must, row.aim, row.reached]);
  const table = [['benchmark', 'ours', 'peer', 'ratio', 'must', 'aim', 'reached'], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
