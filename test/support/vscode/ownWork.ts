import type { Probe } from './probe.ts';

/** Begins to watch what the extension host works at. */
export async function startProfile(probe: Probe): Promise<void> {
  await probe.run(async () => {
    const { Session } = require('node:inspector/promises') as typeof import('node:inspector/promises');
    const session = new Session();
    session.connect();
    Object.assign(globalThis, { profiled: session });
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 100 });
    await session.post('Profiler.start');
  });
}

/**
 * How long code of the extension, or code that it called, has run since, in ms. A sample that came late, because the process was
 * taken off the processor, counts three usual ones at most.
 */
export async function stopProfile(probe: Probe): Promise<number> {
  return probe.run(async () => {
    const session = Reflect.get(globalThis, 'profiled') as import('node:inspector/promises').Session;
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    const own = new Set<number>();
    const visit = (id: number, within: boolean): void => {
      const node = nodes.get(id);
      if (node === undefined) return;
      const mine = within || /live-context\.live-context-[^/]*\/dist\/[^/]+\.js$/.test(node.callFrame.url);
      if (mine) own.add(id);
      for (const child of node.children ?? []) visit(child, mine);
    };
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    for (const root of profile.nodes.slice(0, 1)) visit(root.id, false);
    const deltas = profile.timeDeltas ?? [];
    const usual = deltas.toSorted((a, b) => a - b)[Math.floor(deltas.length / 2)] ?? 0;
    const micros = deltas.filter((_, index) => own.has(profile.samples?.[index] ?? -1));
    return micros.reduce((sum, delta) => sum + Math.min(delta, 3 * usual), 0) / 1000;
  });
}
