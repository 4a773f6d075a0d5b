import { fenced } from '../engine/format/fence.ts';
import type { Failure } from '../protocol/result.ts';

/**
 * What a model reads of a reply. A delivery is its text, byte for byte; any other value is told field by field, texts of several
 * lines in fences, so that nothing in them needs to be unescaped.
 */
export function valueText(value: unknown): string {
  const text = deliveredText(value);
  return text ?? [...fields('', value)].join('\n');
}

/** Code, message and recovery, and whatever helps to go on, such as the fresh text. */
export function failureText({ code, message, recovery, data }: Failure): string {
  const head = [`${code}: ${message}`, ...(recovery === undefined ? [] : [recovery])].join('\n');
  return data === undefined ? head : `${head}\n\n${[...fields('', data)].join('\n')}`;
}

/** The text of a reply that was accounted for with a receipt; null of any other value. */
export function deliveredText(value: unknown): string | null {
  if (!isObject(value) || !('receipt' in value) || !('text' in value)) return null;
  return typeof value.text === 'string' ? value.text : null;
}

function* fields(path: string, value: unknown): Generator<string> {
  if (value === undefined) return;
  if (typeof value === 'string' && hasLines(value)) yield `${path}:\n${fenced(value, infoOf(path))}`;
  else if (isObject(value) && (path === '' || hasLines(value))) {
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
