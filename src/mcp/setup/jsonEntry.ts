import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';

/** A value at a path of a JSON file. */
export interface JsonEntry {
  readonly path: readonly string[];
  readonly value: unknown;
  /** The path leads to a list that holds others' values, too; this tells which are ours. */
  readonly isOwn?: (value: unknown) => boolean;
}

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/**
 * The text with the entries in it, or without them and without the objects that are empty then. Comments and all else stay as they
 * are. Null when it is no JSON object.
 */
export function changedJson(text: string, entries: readonly JsonEntry[], to: 'connect' | 'disconnect'): string | null {
  if (text.trim() === '' && to === 'disconnect') return text;
  let now = text.trim() === '' ? '{}\n' : text;
  for (const { path, value, isOwn } of entries) {
    if (!isObject(now)) return null;
    const present = valueAt(now, path);
    const others = isOwn !== undefined && Array.isArray(present) ? present.filter((one) => !isOwn(one)) : [];
    const added = to === 'connect' ? [value] : [];
    const list = [...others, ...added];
    if (list.length === 0) now = without(now, path);
    else now = set(now, path, isOwn === undefined ? value : list);
  }
  return now;
}

function set(text: string, path: readonly string[], value: unknown): string {
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

function without(text: string, path: readonly string[]): string {
  let now = text;
  for (let length = path.length; length > 0; length--) {
    const at = path.slice(0, length);
    const value = valueAt(now, at);
    if (value === undefined || (length < path.length && !isEmpty(value))) break;
    now = set(now, at, undefined);
  }
  return now;
}

function valueAt(text: string, path: readonly string[]): unknown {
  let value: unknown = parse(text, [], { allowTrailingComma: true });
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

function isObject(text: string): boolean {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
