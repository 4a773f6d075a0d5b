import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Where process ids mean what they mean here: this machine and, where there are several, its container. */
const machineMark = `${hostname()}${processSpace()}`.replaceAll(/\s/g, '');

/** What a lock says of the process that made it. */
export const processMark = `${process.pid} ${machineMark}`;

/** Whether the process of such a mark runs no more; one of another machine, or an unreadable mark, is not known to be gone. */
export function isProcessGone(mark: string): boolean {
  const [pid = '', where] = mark.split(' ');
  return where === machineMark && /^[1-9]\d*$/.test(pid) && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
