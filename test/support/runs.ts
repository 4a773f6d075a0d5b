/** How often a property is tried: `LIVE_CONTEXT_RUNS` multiplies it, for long runs. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1));
}
