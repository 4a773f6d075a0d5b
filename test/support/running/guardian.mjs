/**
 * Runs a command for as long as the process that started the guardian lives and has not let go of it, then ends the
 * command with everything it started. Start it detached (as the leader of a process group) and with an IPC channel: the
 * channel closes even when the starter is killed. It sends the command's exit code, null for a violent end.
 * Usage: node guardian.mjs command args…
 */
import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 3_000;

const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

child.on('error', (error) => {
  console.error(`${command}: ${error.message}`);
  finish(null);
});
child.on('exit', finish);
process.on('disconnect', () => {
  setTimeout(killGroup, KILL_AFTER_MS);
  process.kill(-process.pid, 'SIGTERM');
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});

/** @param {number | null} code */
function finish(code) {
  if (process.connected) process.send?.(code, killGroup);
  else killGroup();
}

/** The guardian is of its group, so this is its own end too. */
function killGroup() {
  process.kill(-process.pid, 'SIGKILL');
}
