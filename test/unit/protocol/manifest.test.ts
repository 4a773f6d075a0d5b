import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { inputSchemaOf, titleOf, tools } from '../../../src/agents/tools.ts';
import { settingsSchema } from '../../../src/protocol/settings.ts';
import { viewCommands } from '../../../src/protocol/viewMessages.ts';
import { liveCommands } from '../../../src/vscode/chat/liveCommands.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));
const root = fileURLToPath(new URL('../../../', import.meta.url));
const manifest = read('package.json');

interface Property {
  readonly type: string;
  readonly default: unknown;
}

test('package.json contributes exactly the settings of the table, with the same types, values, bounds and defaults', () => {
  const contributed: Record<string, Property> = manifest.contributes.configuration.properties;
  const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input' });
  expect(Object.keys(contributed).sort()).toEqual(
    Object.keys(properties)
      .map((key) => `liveContext.${key}`)
      .sort(),
  );
  for (const [key, schema] of Object.entries(properties)) {
    const { type, default: value, enum: values, minimum, maximum } = schema as z.core.JSONSchema.JSONSchema;
    const property = contributed[`liveContext.${key}`];
    expect(property, key).toMatchObject({ type, default: value, ...(values === undefined ? {} : { enum: values }) });
    if (values !== undefined) {
      const enumDescriptions = values.map((one) => `%setting.${key}.${one}%`);
      expect(property, key).toMatchObject({ enumDescriptions });
    }
    if (type === 'integer') expect(property, key).toMatchObject({ minimum, maximum });
  }
});

test('every command of ours that the view may run is contributed', () => {
  const commands = manifest.contributes.commands.map((command: { command: string }) => command.command);
  expect(commands).toEqual(
    expect.arrayContaining(viewCommands.filter((command) => command.startsWith('liveContext.'))),
  );
});

test('package.json contributes exactly the commands of @live', () => {
  const [live, ...others] = manifest.contributes.chatParticipants;
  expect(others).toEqual([]);
  expect(live.commands.map(({ name }: { name: string }) => name).sort()).toEqual(
    Object.values(liveCommands).flat().sort(),
  );
});

/** What package.json must say of every tool, but for the icon: `contributes.languageModelTools`. */
const expectedTools = tools.map((tool) => {
  const reference = titleOf(tool).replaceAll(' ', '');
  const toolReferenceName = reference.slice(0, 1).toLowerCase() + reference.slice(1);
  return {
    name: tool.name,
    displayName: `%tool.${toolReferenceName}%`,
    toolReferenceName,
    userDescription: `%tool.${toolReferenceName}.description%`,
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    tags: ['live-context'],
    inputSchema: inputSchemaOf(tool),
  };
});

test('package.json contributes exactly the tools of the table, as models and people are to see them', () => {
  const contributed = manifest.contributes.languageModelTools as { icon: string }[];
  expect(contributed.map(({ icon: _, ...tool }) => tool)).toEqual(expectedTools);
  for (const { icon } of contributed) expect(icon).toMatch(/^\$\([a-z-]+\)$/);
  const english = read('package.nls.json');
  const titles = expectedTools.map(({ displayName }) => english[displayName.slice(1, -1)]);
  expect(titles).toEqual(tools.map(titleOf));
});

test('docs/settings.md names every command of the palette, and every setting with its default', () => {
  const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const rows = page
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.split(' | ').map((cell) => cell.replace(/^\| /, ''))] : []));
  const named = new Set(rows.flatMap(([first = '']) => first.split(', ')));
  const english = read('package.nls.json');
  const { commands, menus, configuration } = manifest.contributes;
  const hidden = new Set(
    menus.commandPalette.flatMap((entry: { command: string; when: string }) =>
      entry.when === 'false' ? [entry.command] : [],
    ),
  );
  const titles = commands.flatMap(({ command, title }: { command: string; title: string }) =>
    hidden.has(command) ? [] : [english[title.slice(1, -1)]],
  );
  expect(titles.filter((title: string) => !named.has(title))).toEqual([]);
  const defaults = new Map(
    rows.flatMap(([keys = '', values = '']) =>
      keys.split(', ').map((key, at) => [key, values.split(', ')[at] ?? values] as const),
    ),
  );
  const said = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  const settings = Object.entries<Property>(configuration.properties).map(([key, { default: value }]) => ({
    key: key.replace('liveContext.', ''),
    value,
  }));
  const told = settings.filter(({ value }) => typeof value !== 'object' && value !== '');
  expect(told.length).toBeGreaterThan(12);
  for (const { key, value } of told) expect(defaults.get(`\`${key}\``)?.replaceAll('`', ''), key).toBe(said(value));
  expect(settings.filter(({ key }) => !defaults.has(`\`${key}\``))).toEqual([]);
});

test('every text of package.json exists in English and in Simplified Chinese', () => {
  const used = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]);
  for (const name of ['package.nls.json', 'package.nls.zh-cn.json'])
    expect(Object.keys(read(name)).sort()).toEqual([...new Set(used)].sort());
});

test('commands are registered in one place alone, and every contributed one has its code', () => {
  const sources = globSync('src/vscode/**/*.ts', { cwd: root }).map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }));
  expect(sources.filter(({ text }) => text.includes('registerCommand(')).map(({ file }) => file)).toEqual([
    join('src', 'vscode', 'contributions.ts'),
  ]);
  const coded = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/'(liveContext\.\w+)':/g)].map(([, id]) => id)),
  );
  const contributed = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  expect(contributed.filter((id: string) => !coded.has(id))).toEqual([]);
});

test('each step of the walkthrough has its page in English and in Simplified Chinese, with pictures that are there, and leads to what is contributed', () => {
  const known = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  const titles = read('package.nls.json');
  for (const { steps } of manifest.contributes.walkthroughs) {
    for (const { description, media, completionEvents } of steps) {
      for (const page of [media.markdown, media.markdown.replace(/\.md$/, '.nls.zh-cn.md')]) {
        const url = new URL(`../../../${page}`, import.meta.url);
        for (const [, picture = ''] of readFileSync(url, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g))
          expect(existsSync(new URL(picture, url)), `${picture} of ${page}`).toBe(true);
      }
      const commands = [...titles[description.slice(1, -1)].matchAll(/\(command:([\w.]+)\)/g)].map((match) => match[1]);
      expect(commands).toHaveLength(1);
      expect([...known, 'liveContext.view.focus']).toContain(commands[0]);
      const completion = completionEvents.map((event: string) =>
        event.replace(/^on(Command|View|Context):|\.done$/g, ''),
      );
      expect([...known, 'liveContext.view']).toEqual(expect.arrayContaining(completion));
    }
  }
});
