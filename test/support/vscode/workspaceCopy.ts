import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A new empty folder below the system's temporary one; short, because sockets in it may not have long paths. */
export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(await realpath(tmpdir()), 'lc-'));
}

/** Removes a folder even while processes that are just ending still write to it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Copies `source` to `target`; with `git`, its files become the first commit on the branch `main`. */
export async function copyWorkspace(source: string, target: string, git: boolean): Promise<void> {
  await cp(source, target, { recursive: true });
  if (!git) return;
  await gitIn(target, 'init', '--quiet', '--initial-branch=main');
  await gitIn(target, 'add', '--all');
  await gitIn(target, 'commit', '--quiet', '--message=First commit');
}

/** Runs git in a folder, independent of the user's own configuration, and returns what it printed. */
export async function gitIn(folder: string, ...args: readonly string[]): Promise<string> {
  const choices = ['user.name=Sample', 'user.email=sample@example.com', 'commit.gpgSign=false', 'core.autocrlf=false'];
  const identity = choices.flatMap((one) => ['-c', one]);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  for (const name of ['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE']) delete (env as NodeJS.ProcessEnv)[name];
  const { stdout } = await run('git', [...identity, ...args], { cwd: folder, env });
  return stdout;
}
