import { type ParseError, parse } from 'jsonc-parser';
import type { SettingPart } from '../../protocol/prompt/prompt.ts';
import { foldersOf, within } from '../paths.ts';
import { orUnread, type WatchedFiles } from '../watchedFiles.ts';

/** A short line about the project, from one of its files; `origin` is the path of the file. */
export type ProjectFact = Omit<SettingPart, 'confidence'>;

/** UTF-16 units. */
const maxFactLength = 200;

/** Libraries that shape how code is written. */
const frameworks = new Set(
  (
    'react vue svelte solid-js preact @angular/core next nuxt astro remix lit express fastify koa @nestjs/core hono electron ' +
    'react-native vite webpack rollup esbuild typescript vitest jest mocha ava playwright @playwright/test cypress eslint prettier ' +
    '@biomejs/biome tailwindcss zod prisma drizzle-orm typeorm graphql redux zustand rxjs @types/vscode'
  ).split(' '),
);

type FactReader = (text: string) => FoundFacts;
type FoundFacts = readonly (readonly [name: string, value: string])[];

/** Readers of the files that describe a project, in the order of their facts. */
const readers: readonly (readonly [name: string, reader: FactReader])[] = [
  ['package.json', (text) => packageFacts(objectOf(JSON.parse(text)))],
  ['tsconfig.json', compilerFacts],
  ['pyproject.toml', (text) => tomlFacts(text, ['project name', 'project requires-python', 'tool.poetry name'])],
  ['Cargo.toml', (text) => tomlFacts(text, ['package name', 'package edition', 'package rust-version'])],
  [
    'go.mod',
    (text) =>
      ['module', 'go'].flatMap((key) => fact(`Go ${key}`, new RegExp(`^${key}[ \\t]+(\\S+)`, 'm').exec(text)?.[1])),
  ],
];

/**
 * Facts from the manifests nearest to a document. Malformed ones give none; those that cannot be
 * read go into `unread`.
 */
export async function projectFacts(
  files: WatchedFiles,
  projectId: string,
  file: string,
  unread: Set<string>,
): Promise<readonly ProjectFact[]> {
  const textOf = async (path: string): Promise<string | null> => {
    const head = await orUnread(files.read(projectId, path), path, unread, null);
    return head?.whole ? head.text : null;
  };
  const folders = foldersOf(file).toReversed();
  const found = await Promise.all(
    readers.map(async ([name, reader]) => {
      for (const folder of folders) {
        const origin = within(folder, name);
        const text = await textOf(origin);
        if (text === null) continue;
        return foundIn(reader, text).map(([label, value]) => ({ name: label, value, origin }));
      }
      return [];
    }),
  );
  return found.flat();
}

/** None in a malformed file. */
function foundIn(reader: FactReader, text: string): FoundFacts {
  try {
    return reader(text);
  } catch {
    return [];
  }
}

function packageFacts(manifest: Readonly<Record<string, unknown>>): FoundFacts {
  const { name, type, engines, scripts, dependencies, devDependencies } = manifest;
  const libraries = Object.entries({ ...objectOf(devDependencies), ...objectOf(dependencies) })
    .filter(([library]) => frameworks.has(library))
    .map(([library, version]) => `${library} ${String(version)}`)
    .sort();
  const required = Object.entries(objectOf(engines)).map(([engine, version]) => `${engine} ${String(version)}`);
  return [
    ...fact('package', name),
    ...fact('modules', type === 'module' ? 'ES modules' : type === 'commonjs' ? 'CommonJS' : undefined),
    ...fact('engines', required.join(', ')),
    ...fact('scripts', Object.keys(objectOf(scripts)).join(', ')),
    ...fact('libraries', libraries.join(', ')),
  ];
}

const strictOptions = [
  'strict',
  'noUncheckedIndexedAccess',
  'exactOptionalPropertyTypes',
  'noImplicitOverride',
  'verbatimModuleSyntax',
];

function compilerFacts(text: string): FoundFacts {
  const options = objectOf(objectOf(parseJsonWithComments(text))['compilerOptions']);
  const kinds = (['target', 'module'] as const).flatMap((kind) =>
    typeof options[kind] === 'string' ? [`${kind} ${options[kind]}`] : [],
  );
  return fact('TypeScript', [...kinds, ...strictOptions.filter((option) => options[option] === true)].join(', '));
}

function parseJsonWithComments(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new SyntaxError('Not JSON with comments');
  return value;
}

/** Values of single-line keys, as `section key`: enough for names and versions. */
function tomlFacts(text: string, wanted: readonly string[]): FoundFacts {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    const heading = /^\s*\[+([^[\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim();
    const [, key, value] = /^\s*([\w-]+)\s*=\s*["']([^"']*)["']/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) values.set(`${section} ${key}`, value);
  }
  return wanted.flatMap((name) => fact(name, values.get(name)));
}

function fact(name: string, value: unknown): FoundFacts {
  if (typeof value !== 'string' || value === '') return [];
  return [[name, value.length > maxFactLength ? `${value.slice(0, maxFactLength)}…` : value]];
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
