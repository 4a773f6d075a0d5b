import type { Node, ParseError } from 'jsonc-parser';
import { applyEdits, createScanner, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';
import { fieldOf } from '../../base/json.ts';

/** A path in a JSON file. */
type JsonPath = readonly (string | number)[];

/** A value at a path of a JSON file. */
export interface JsonEntry {
  readonly path: readonly string[];
  /** Undefined for an entry that is taken away in any case. */
  readonly value: unknown;
  /** The path leads to a list of hook groups, others' among them; returns true for our hooks. */
  readonly isOwnHook?: (hook: unknown) => boolean;
  /** Belongs to the form of the file: it is written where it is missing, and stays. */
  readonly isForm?: true;
}

/**
 * Returns the text with the entries, or without them and the objects that become empty. Comments
 * and all else stay. Null if it is not a JSON object, or has something else where objects and lists
 * belong.
 */
export function changedJson(text: string, entries: readonly JsonEntry[], to: 'connect' | 'disconnect'): string | null {
  if (text.trim() === '' && to === 'disconnect') return text;
  let now = text.trim() === '' ? '{}\n' : text;
  for (const entry of entries) {
    if (!isJsonObject(now)) return null;
    try {
      if (entry.isOwnHook !== undefined) now = changedHooks(now, entry, entry.isOwnHook, to);
      else if (entry.isForm && (to === 'disconnect' || hasEntry(now, entry.path))) continue;
      else if (to === 'disconnect' || entry.value === undefined) now = without(now, entry.path);
      else if (!isDeepEqual(valueAt(now, entry.path), entry.value)) now = put(now, entry.path, entry.value);
    } catch {
      // A list or a value where an object belongs, or the other way round.
      return null;
    }
  }
  return now;
}

export function hasEntry(text: string, path: readonly string[]): boolean {
  return valueAt(text, path) !== undefined;
}

/** Keeps others' groups of hooks, and others' hooks in our group. */
function changedHooks(
  text: string,
  { path, value }: JsonEntry,
  isOwn: (hook: unknown) => boolean,
  to: 'connect' | 'disconnect',
): string {
  const groups = listAt(text, path);
  const own = groups.flatMap((group, at) => ownPlaces(group, isOwn).map((place) => [...path, at, ...place]));
  if (to === 'connect' && own.length === 1 && groups.some((group) => isDeepEqual(group, value))) return text;
  let now = text;
  for (const place of own.toReversed()) now = removed(now, place);
  if (to === 'disconnect') return own.length === 0 ? now : withoutEmpty(now, path);
  return put(now, [...path, listAt(now, path).length], value);
}

/** Returns the paths of our hooks in a group: the group itself if all are ours. */
function ownPlaces(group: unknown, isOwn: (hook: unknown) => boolean): readonly JsonPath[] {
  const hooks = fieldOf(group, 'hooks');
  if (!Array.isArray(hooks)) return isOwn(group) ? [[]] : [];
  const own = hooks.flatMap((hook, at) => (isOwn(hook) ? [['hooks', at]] : []));
  return own.length > 0 && own.length === hooks.length ? [[]] : own;
}

function put(text: string, path: JsonPath, value: unknown): string {
  const isArrayInsertion = typeof path.at(-1) === 'number';
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, isArrayInsertion }));
}

function without(text: string, path: JsonPath): string {
  return valueAt(text, path) === undefined ? text : withoutEmpty(removed(text, path), path.slice(0, -1));
}

/**
 * Removes the object or list at a path, and those around it, if they are empty and have no comment.
 */
function withoutEmpty(text: string, path: JsonPath): string {
  const node = nodeAt(text, path);
  if (node === undefined || path.length === 0) return text;
  const inner = text.slice(node.offset + 1, node.offset + node.length - 1);
  return inner.trim() === '' ? withoutEmpty(removed(text, path), path.slice(0, -1)) : text;
}

/** Takes out what is at a path with its comma and its line, and no comment beside it. */
function removed(text: string, path: JsonPath): string {
  const value = nodeAt(text, path);
  const node = value?.parent?.type === 'property' ? value.parent : value;
  if (node === undefined) return text;
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  const after = commaAfter(text, node);
  const lead = /(\r?\n)?[ \t]*$/.exec(text.slice(0, node.offset))?.[0].length ?? 0;
  const rest = text.slice(after === null ? node.offset + node.length : after + 1);
  const head = text.slice(0, node.offset - lead);
  const comma = after === null && before !== undefined ? commaAfter(text, before) : null;
  return comma === null ? head + rest : head.slice(0, comma) + head.slice(comma + 1) + rest;
}

/** Returns the offset of the comma after a value; null without one. */
function commaAfter(text: string, { offset, length }: Node): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset + length);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : null;
}

function nodeAt(text: string, path: JsonPath): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [...path]);
}

function valueAt(text: string, path: JsonPath): unknown {
  const node = nodeAt(text, path);
  return node && getNodeValue(node);
}

function listAt(text: string, path: JsonPath): readonly unknown[] {
  const value = valueAt(text, path);
  return Array.isArray(value) ? value : [];
}

function isJsonObject(text: string): boolean {
  const errors: ParseError[] = [];
  return parseTree(text, errors, { allowTrailingComma: true })?.type === 'object' && errors.length === 0;
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
