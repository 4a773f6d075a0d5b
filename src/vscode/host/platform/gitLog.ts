import { execFile } from 'node:child_process';
import type { Commit } from '../../../base/ports/commits.ts';

const maxMs = 5_000;
const mostBytes = 16 * 1024 * 1024;

/** No program that a repository's configuration names is run. */
const options = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', '-c', 'log.showSignature=false'];

/** The files of the newest commits of a folder's repository, as paths in it. Never rejects. */
export function gitCommits(program: string, folder: string, most: number): Promise<readonly Commit[]> {
  const what = ['--no-merges', '--no-renames', '--name-only', '--relative', `--max-count=${most}`, '--format=%x01'];
  const args = ['--no-optional-locks', ...options, 'log', ...what, 'HEAD', '--', '.'];
  const limits = { cwd: folder, timeout: maxMs, maxBuffer: mostBytes, windowsHide: true, encoding: 'utf8' } as const;
  return new Promise((resolve) => {
    execFile(program, args, limits, (error, output) => resolve(error === null ? commitsIn(output) : []));
  });
}

function commitsIn(log: string): readonly Commit[] {
  const entries = log.split('\x01').slice(1);
  return entries.map((entry) => ({ files: entry.split('\n').filter((path) => path !== '') }));
}
