import { fieldOf } from '../base/json.ts';
import { fenced } from '../engine/format/fence.ts';
import type { Failure } from '../protocol/result.ts';

/** Fields whose texts are fenced even if they have one line: fenced text needs no escaping. */
const texts = /(^|\.)(text|patch|content|meanwhile)$/;

/**
 * Returns the text of a reply for models. A delivery is its text, byte for byte. Any other value is
 * written field by field, texts of several lines in fences.
 */
export function valueText(value: unknown): string {
  const delivered = fieldOf(value, 'receipt') && (fieldOf(value, 'text') ?? fieldOf(value, 'prompt'));
  return typeof delivered === 'string' ? delivered : [...fields('', value)].join('\n');
}

/** Returns code, message, recovery and helpful data, such as the fresh text. */
export function failureText({ code, message, recovery, data }: Failure): string {
  const head = [`${code}: ${message}`, ...(recovery === undefined ? [] : [recovery])].join('\n');
  return data === undefined ? head : [head, '', ...fields('', data)].join('\n');
}

function* fields(path: string, value: unknown): Generator<string> {
  if (value === undefined) return;
  if (typeof value === 'string' && (hasLines(value) || texts.test(path))) {
    yield `${path}:\n${fenced(value, /(^|\.)(patch|meanwhile)$/.test(path) ? 'diff' : '')}`;
  } else if (isObject(value) && (path === '' || hasLines(value))) {
    for (const [key, part] of Object.entries(value)) yield* fields(below(path, key, Array.isArray(value)), part);
  } else yield path === '' ? JSON.stringify(value) : `${path}: ${JSON.stringify(value)}`;
}

function below(path: string, key: string, inList: boolean): string {
  if (inList) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function hasLines(value: unknown): boolean {
  if (typeof value === 'string') return /[\r\n]/.test(value);
  return isObject(value) && Object.values(value).some(hasLines);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
