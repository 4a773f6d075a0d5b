import { fieldOf } from '../base/json.ts';
import { fenced } from '../engine/format/fence.ts';
import type { Failure } from '../protocol/result.ts';

/** The longest note of what was left out, UTF-16 units. */
const noteLength = 200;
/** Fields whose texts are fenced even if they have one line: fenced text needs no escaping. */
const texts = /(^|\.)(text|patch|content|meanwhile)$/;

/**
 * Returns the text of a reply for models. A delivery is its text, byte for byte. Any other value is
 * written field by field, texts of several lines in fences. Fields beyond `bound` UTF-16 units are
 * left out whole and counted.
 */
export function valueText(value: unknown, bound = Number.POSITIVE_INFINITY): string {
  const delivered = fieldOf(value, 'receipt') && (fieldOf(value, 'text') ?? fieldOf(value, 'prompt'));
  return typeof delivered === 'string' ? delivered : joinedBlocks([...fields('', value)], bound);
}

/** Returns code, message, recovery and helpful data, such as the fresh text. */
export function failureText({ code, message, recovery, data }: Failure, bound = Number.POSITIVE_INFINITY): string {
  const head = [`${code}: ${message}`, ...(recovery === undefined ? [] : [recovery])].join('\n');
  return data === undefined ? head : `${head}\n\n${joinedBlocks([...fields('', data)], bound - head.length - 2)}`;
}

function joinedBlocks(blocks: readonly string[], bound: number): string {
  const whole = blocks.join('\n');
  if (whole.length <= bound) return whole;
  const kept: string[] = [];
  let room = bound - noteLength;
  let left = 0;
  for (const block of blocks) {
    if (block.length + 1 > room) left += block.length;
    else {
      kept.push(block);
      room -= block.length + 1;
    }
  }
  const out = blocks.length - kept.length;
  return [
    ...kept,
    `[${out} fields of ${left} characters left out: ask for less, or for lines with live_context_version.]`,
  ].join('\n');
}

function* fields(path: string, value: unknown): Generator<string> {
  if (value === undefined) return;
  if (typeof value === 'string' && (hasLines(value) || texts.test(path))) {
    yield `${path}:\n${fenced(value, infoOf(path))}`;
  } else if (isObject(value) && (path === '' || hasLines(value))) {
    for (const [key, part] of Object.entries(value)) yield* fields(below(path, key, Array.isArray(value)), part);
  } else yield path === '' ? JSON.stringify(value) : `${path}: ${JSON.stringify(value)}`;
}

function below(path: string, key: string, inList: boolean): string {
  if (inList) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function infoOf(path: string): string {
  return /(^|\.)(patch|meanwhile)$/.test(path) ? 'diff' : '';
}

function hasLines(value: unknown): boolean {
  if (typeof value === 'string') return /[\r\n]/.test(value);
  return isObject(value) && Object.values(value).some(hasLines);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
