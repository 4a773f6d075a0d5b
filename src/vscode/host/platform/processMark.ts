import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../../base/codeOf.ts';
import type { Maker } from '../../../base/ports/fileSystem.ts';

/** The scope of this process's id: the machine and, if any, the container. */
const machineMark = `${hostname()}${processSpace()}`.replaceAll(/\s/g, '');

/** When this process started, ms since the epoch: tells it from an earlier one of the same id. */
const started = String(Math.round(performance.timeOrigin));

/** The mark of this process in a lock. */
export const processMark = `${process.pid} ${machineMark} ${started}`;

/** Tells if the process of a mark is alive; `unknown` for other machines and unreadable marks. */
export function makerOf(mark: string): Maker {
  if (mark === processMark) return 'ours';
  const [pid = '', where, start] = mark.split(' ');
  if (where !== machineMark || !/^[1-9]\d*$/.test(pid)) return 'unknown';
  const isEarlier = Number(pid) === process.pid && start !== started;
  return !isEarlier && isAlive(Number(pid)) ? 'running' : 'gone';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
