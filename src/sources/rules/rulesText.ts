import type { Node, ParseError } from 'jsonc-parser';
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';
import type * as z from 'zod';
import type { Constraint, RulesFileContent } from '../../protocol/decisions/constraints.ts';
import { constraintSchema, maxConstraints, rulesFileEntries } from '../../protocol/decisions/constraints.ts';
import { type PreferenceDecision, preferenceDecisionSchema } from '../../protocol/decisions/preferences.ts';

/** A text of `.vscode/live-context.json`, read. */
export interface ParsedRules {
  readonly constraints: readonly Constraint[];
  readonly preferences: readonly PreferenceDecision[];
  /** Why the text as a whole cannot be used; null when it can. */
  readonly broken: string | null;
  /** Reasons why entries are left out, with their lines and without the text. */
  readonly problems: readonly string[];
  /** The line of each constraint, from one, by id. */
  readonly lines: ReadonlyMap<string, number>;
  /** Well-formed entries of each list by index, with fields that a newer release may have added. */
  readonly indices: ReadonlyMap<List, ReadonlyMap<number, unknown>>;
}

const lists = ['constraints', 'preferences'] as const;
type List = (typeof lists)[number];

const maxPreferences = 500;

/** Reads a text; a blank one says nothing. `name` is what problems call it. */
export function parseRules(text: string, name: string): ParsedRules {
  const lineAt = (offset: number) => text.slice(0, offset).split(/\r\n|\r|\n/).length;
  const broken = (offset: number, why: string): ParsedRules => {
    const problem = `${name}, line ${lineAt(offset)}: ${why}`;
    return { ...nothing, broken: problem, problems: [problem] };
  };
  if (text.trim() === '') return nothing;
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return broken(0, 'nested too deeply');
  }
  const [error] = errors;
  if (error !== undefined) return broken(error.offset, 'not JSON');
  if (root?.type !== 'object') return broken(0, 'not a JSON object');
  const version = findNodeAtLocation(root, ['version']);
  if (version !== undefined && version.value !== 1) return broken(version.offset, 'version: only 1 is known');
  const problems: string[] = [];
  const lines = new Map<string, number>();
  const indices = new Map<List, Map<number, unknown>>();
  for (const list of lists) {
    const node = findNodeAtLocation(root, [list]);
    if (node !== undefined && node.type !== 'array') return broken(node.offset, `${list}: not a list`);
    const say = (at: Node, why: string) => void problems.push(`${name}, line ${lineAt(at.offset)}: ${list}${why}`);
    indices.set(
      list,
      wellFormed(list, node?.children ?? [], say, (id, at) => lines.set(id, lineAt(at.offset))),
    );
  }
  const constraints = entries(indices, 'constraints').map((entry) => constraintSchema.strip().parse(entry));
  const preferences = entries(indices, 'preferences').map((entry) => preferenceDecisionSchema.strip().parse(entry));
  return { constraints, preferences, broken: null, problems, lines, indices };
}

const nothing: ParsedRules = {
  constraints: [],
  preferences: [],
  broken: null,
  problems: [],
  lines: new Map(),
  indices: new Map(),
};

function entries(indices: ParsedRules['indices'], list: List): readonly unknown[] {
  return [...(indices.get(list)?.values() ?? [])];
}

/** The entries of a list that fit; of two constraints with one id the first. */
function wellFormed(
  list: List,
  nodes: readonly Node[],
  say: (at: Node, why: string) => void,
  place: (id: string, at: Node) => void,
): Map<number, unknown> {
  const found = new Map<number, unknown>();
  const ids = new Set<string>();
  const most = list === 'constraints' ? maxConstraints : maxPreferences;
  const schema: z.ZodType<{ id: string }> = rulesFileEntries[list];
  for (const [index, node] of nodes.entries()) {
    const checked = schema.safeParse(getNodeValue(node));
    if (!checked.success) {
      const [issue] = checked.error.issues;
      const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
      say(findNodeAtLocation(node, path) ?? node, `.${[index, ...path].join('.')}: ${issue?.message}`);
    } else if (list === 'constraints' && ids.has(checked.data.id)) {
      say(node, `.${index}: another one before it has the same id`);
    } else if (found.size >= most) {
      say(node, `.${index}: only ${most} are read`);
      break;
    } else {
      ids.add(checked.data.id);
      found.set(index, checked.data);
      if (list === 'constraints') place(checked.data.id, node);
    }
  }
  return found;
}

/**
 * Lets `edit` alter the content and returns the new text. Comments, formatting and unreadable
 * entries stay.
 */
export function rewrittenRules<T>(
  text: string,
  parsed: ParsedRules,
  edit: (content: RulesFileContent) => T,
): { readonly text: string; readonly result: T } {
  const origins = new Map<unknown, number>();
  const copies = (list: List) =>
    [...(parsed.indices.get(list) ?? [])].map(([index, entry]) => {
      const copy: unknown = JSON.parse(JSON.stringify(entry));
      origins.set(copy, index);
      return copy;
    });
  // The copies are of what the schemas have let through.
  const content = { constraints: copies('constraints'), preferences: copies('preferences') } as RulesFileContent;
  const result = edit(content);
  const blank = text.trim() === '';
  const writer = new JsonWriter(blank ? '{\n  "version": 1\n}\n' : text);
  for (const list of lists) {
    const before = parsed.indices.get(list) ?? new Map<number, unknown>();
    const after = content[list];
    for (const entry of after) {
      const index = origins.get(entry);
      if (index !== undefined) writer.change([list, index], before.get(index), entry);
    }
    const kept = new Set(after.map((entry) => origins.get(entry)));
    for (const index of [...before.keys()].reverse()) if (!kept.has(index)) writer.set([list, index], undefined);
    for (const entry of after) if (!origins.has(entry)) writer.append(list, entry);
  }
  return { text: writer.text, result };
}

/** Changes values in a JSON text in place, in the text's own style. */
class JsonWriter {
  text: string;
  readonly #options;

  constructor(text: string) {
    this.text = text;
    const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
    const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
    const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol };
    this.#options = { formattingOptions };
  }

  /** Undefined removes. */
  set(path: (string | number)[], value: unknown): void {
    this.text = applyEdits(this.text, modify(this.text, path, value, this.#options));
  }

  /** Sets the fields of an object that differ. */
  change(path: (string | number)[], before: unknown, after: unknown): void {
    const old = new Map(Object.entries(before ?? {}));
    const now = new Map(Object.entries(after ?? {}));
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      if (JSON.stringify(old.get(key)) !== JSON.stringify(now.get(key))) this.set([...path, key], now.get(key));
    }
  }

  append(list: string, value: unknown): void {
    const root = parseTree(this.text, [], { allowTrailingComma: true });
    const length = root === undefined ? undefined : findNodeAtLocation(root, [list])?.children?.length;
    if (length === undefined) this.set([list], [value]);
    else {
      const options = { ...this.#options, isArrayInsertion: true };
      this.text = applyEdits(this.text, modify(this.text, [list, length], value, options));
    }
  }
}
