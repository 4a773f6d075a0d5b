import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Makes one file of a program of the tests: it starts sooner. */
export async function bundleProgram(entry: URL, outfile: string): Promise<void> {
  const options = { bundle: true, platform: 'node', format: 'esm', target: 'node24' } as const;
  await build({ entryPoints: [fileURLToPath(entry)], outfile, ...options });
}
