/** The cause of a change of many files: a git switch, or unknown. */
export type DiskEvent = { readonly from: string; readonly to: string } | { readonly files: number };

/** The event as stored and reported to agents. It names git only if git reported it. */
export function diskReason(event: DiskEvent): string {
  return 'files' in event
    ? `${event.files} files changed on disk at once`
    : `git switched from ${event.from} to ${event.to}; the files that differ changed on disk at once`;
}

/** The event that is kept as this; null when it is another sentence. */
export function readDiskReason(reason: string): DiskEvent | null {
  const [, from, to] = /^git switched from (\S+) to (\S+); /.exec(reason) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  const [, files] = /^(\d+) files changed on disk at once$/.exec(reason) ?? [];
  return files === undefined ? null : { files: Number(files) };
}
