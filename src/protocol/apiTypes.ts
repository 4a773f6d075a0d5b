import * as z from 'zod';
import { channels } from './channels.ts';
import { errorCodes } from './errorCodes.ts';

/**
 * Writes the declarations of the extension API from the channels' schemas; the build adds them to
 * `dist`.
 */
export function apiTypes(version: string): string {
  const table = Object.entries(channels).map(
    ([name, { params, result }]) =>
      `  '${name}': {\n    params: ${typeOf(params, 'input', 4)};\n    value: ${typeOf(result, 'output', 4)};\n  };`,
  );
  return `// Live Context ${version}: what \`exports\` of the extension live-context.live-context gives. Made by the build.
import type { Event } from 'vscode';

export interface LiveContextApi {
  /** Never throws, always settles. \`consumer\` is your extension's id; a delivery moves its watermark. */
  request<C extends keyof Channels>(
    channel: C,
    params: Channels[C]['params'],
    consumer?: string,
  ): Promise<Result<Channels[C]['value']>>;
  /** Fires with the URI of a document whose text, versions or checkpoints changed. */
  readonly onDidChange: Event<string>;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** What to do next. */
  readonly recovery?: string;
  /** What helps to go on, such as the fresh text. */
  readonly data?: unknown;
}

export type ErrorCode =
${Object.keys(errorCodes)
  .map((code) => `  | '${code}'`)
  .join('\n')};

/** Lines and columns count from one; offsets and lengths are UTF-16 units; times are ISO 8601 UTC. */
export interface Channels {
${table.join('\n')}
}
`;
}

/** A JSON Schema; `typeName` is set for what JSON cannot hold. */
type Schema = z.core.JSONSchema.JSONSchema & { readonly typeName?: string };

function typeOf(schema: z.ZodType, io: 'input' | 'output', indent: number): string {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodCustom) jsonSchema['typeName'] = 'Uint8Array';
    },
  });
  return written(json as Schema, indent);
}

function written(schema: Schema, indent: number): string {
  const { typeName, anyOf, oneOf, items, additionalProperties: others } = schema;
  if (typeName !== undefined) return typeName;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const either = anyOf ?? oneOf;
  if (either !== undefined) return either.map((one) => written(one, indent)).join(' | ');
  if (items !== undefined) return `Array<${written(items as Schema, indent)}>`;
  if (schema.properties !== undefined) return object(schema, indent);
  if (typeof others === 'object') return `Readonly<Record<string, ${written(others, indent)}>>`;
  const plain: Readonly<Record<string, string>> = { object: '{}', integer: 'number' };
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => plain[type] ?? type)
    .join(' | ');
}

function object({ properties = {}, required = [] }: Schema, indent: number): string {
  const space = ' '.repeat(indent);
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const doc = schema.description === undefined ? '' : `${space}  /** ${schema.description} */\n`;
    const type = written(schema, indent + 2);
    const field = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
    return `${doc}${space}  readonly ${field};`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${space}}`;
}
