import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { InstructionsSource } from '../../../../src/sources/rules/instructions.ts';
import { WatchedFiles } from '../../../../src/sources/watchedFiles.ts';
import { MemoryProjectFiles } from '../../../support/memoryProjectFiles.ts';
import { project, requestFor } from '../request.ts';

type Files = Readonly<Record<string, string>>;

/** What holds for `src/deep/a.ts`, by the row of the table: the files of a project, and those of them that are read. */
interface Case {
  readonly tool: string;
  readonly file: string;
  readonly files: Files;
  readonly read: readonly string[];
}

const front = (header: string) => `---\n${header}\n---\nfor ${header}`;
const claude = (name: string): Files => ({
  [name]: `root @${name.includes('/') ? '../' : ''}docs/a.md`,
  'docs/a.md': 'imported',
  [`src/${name}`]: 'below',
  [`other/${name}`]: 'elsewhere',
});

const cases: readonly Case[] = [
  ...['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'].map((file) => ({
    ...{ tool: 'Claude Code', file: `\`${file}\``, files: claude(file), read: [file, 'docs/a.md', `src/${file}`] },
  })),
  {
    tool: 'Claude Code',
    file: '`.claude/rules/**/*.md`',
    files: {
      '.claude/rules/all.md': 'all',
      '.claude/rules/sub/ts.md': front('paths: "src/**/*.ts"'),
      '.claude/rules/docs.md': front('paths: docs/**'),
      '.claude/rules/root.md': front('paths: "*.ts"'),
      '.claude/rules/below.md': front('paths: deep/*.ts'),
    },
    read: ['.claude/rules/all.md', '.claude/rules/sub/ts.md'],
  },
  {
    tool: 'Claude Code',
    file: '`AGENTS.md`',
    files: { 'AGENTS.md': 'for all', 'CLAUDE.md': '@AGENTS.md', 'src/AGENTS.md': 'below', 'src/CLAUDE.md': 'below' },
    read: ['AGENTS.md', 'src/CLAUDE.md'],
  },
  {
    tool: 'Codex',
    file: '`AGENTS.md`',
    files: {
      'AGENTS.md': 'root @docs/a.md',
      'docs/a.md': 'no import',
      'src/deep/AGENTS.md': 'near',
      'lib/AGENTS.md': 'no',
    },
    read: ['AGENTS.md', 'src/deep/AGENTS.md'],
  },
  {
    tool: 'Codex',
    file: '`AGENTS.override.md`',
    files: { 'AGENTS.md': 'root', 'src/AGENTS.md': 'replaced', 'src/AGENTS.override.md': 'override' },
    read: ['src/AGENTS.override.md', 'AGENTS.md'],
  },
  { tool: 'Codex', file: 'names of `project_doc_fallback_filenames`', files: { 'TEAM_GUIDE.md': 'no' }, read: [] },
  {
    tool: 'Copilot',
    file: '`.github/copilot-instructions.md`',
    files: { '.github/copilot-instructions.md': 'all', 'src/.github/copilot-instructions.md': 'no' },
    read: ['.github/copilot-instructions.md'],
  },
  {
    tool: 'Copilot',
    file: '`.github/instructions/**/*.instructions.md`, folders of `chat.instructionsFilesLocations`',
    files: {
      '.github/instructions/sub/ts.instructions.md': front('applyTo: "**/*.ts"'),
      '.github/instructions/none.instructions.md': 'without applyTo',
      '.github/instructions/README.md': front('applyTo: "**"'),
      'docs/rules/a.instructions.md': front('applyTo: "src/**"'),
    },
    read: ['.github/instructions/sub/ts.instructions.md', 'docs/rules/a.instructions.md'],
  },
  {
    tool: 'Copilot',
    file: '`AGENTS.md`',
    files: { 'AGENTS.md': 'root', 'src/AGENTS.md': 'nested' },
    read: ['AGENTS.md', 'src/AGENTS.md'],
  },
  {
    tool: 'Cursor',
    file: '`.cursor/rules/**/*.mdc`',
    files: {
      '.cursor/rules/always.mdc': front('alwaysApply: true'),
      '.cursor/rules/sub/ts.mdc': front('globs: *.ts,*.tsx'),
      '.cursor/rules/py.mdc': front('globs: *.py'),
      '.cursor/rules/asked.mdc': front('description: on demand'),
    },
    read: ['.cursor/rules/always.mdc', '.cursor/rules/sub/ts.mdc'],
  },
  {
    tool: 'Cursor',
    file: '`.cursor/rules` in a folder below',
    files: { 'src/.cursor/rules/always.mdc': front('alwaysApply: true') },
    read: [],
  },
  { tool: 'Cursor', file: '`.cursorrules`', files: { '.cursorrules': 'all' }, read: ['.cursorrules'] },
  {
    tool: 'Gemini',
    file: '`GEMINI.md`',
    files: {
      'GEMINI.md': 'root @./docs/a.md',
      'docs/a.md': 'imported',
      'src/GEMINI.md': 'near',
      'lib/GEMINI.md': 'no',
    },
    read: ['GEMINI.md', 'docs/a.md', 'src/GEMINI.md'],
  },
  {
    tool: 'Windsurf',
    file: '`.windsurf/rules/*.md`',
    files: {
      '.windsurf/rules/all.md': front('trigger: always_on'),
      '.windsurf/rules/ts.md': front('trigger: glob\nglobs: src/**/*.ts'),
      '.windsurf/rules/py.md': front('trigger: glob\nglobs: *.py'),
      '.windsurf/rules/asked.md': front('trigger: model_decision\ndescription: on demand'),
      '.windsurf/rules/hand.md': front('trigger: manual'),
    },
    read: ['.windsurf/rules/all.md', '.windsurf/rules/ts.md'],
  },
  { tool: 'Windsurf', file: '`.windsurfrules`', files: { '.windsurfrules': 'all' }, read: ['.windsurfrules'] },
  { tool: 'Cline', file: '`.clinerules`', files: { '.clinerules': 'all' }, read: ['.clinerules'] },
  {
    tool: 'Cline',
    file: '`.clinerules/*.md`',
    files: {
      '.clinerules/all.md': 'all',
      '.clinerules/docs.md': front('paths:\n  - "docs/**"'),
      '.clinerules/root.md': front('paths: ["*.ts"]'),
      '.clinerules/plain.txt': 'plain',
      '.clinerules/workflows/release.md': 'steps',
      '.clinerules/never.md': front('paths: []'),
    },
    read: ['.clinerules/all.md', '.clinerules/plain.txt'],
  },
];

function sourceOf(files: Files, isTrusted: boolean): InstructionsSource {
  const own = new MemoryProjectFiles();
  if (!isTrusted) own.untrusted.add(project);
  for (const [path, text] of Object.entries(files)) own.set(project, path, text);
  const watched = new WatchedFiles(own, (_, text) => text);
  return new InstructionsSource(own, watched, () => ({ 'docs/rules': true }));
}

test.each(cases)('$tool: $file', async ({ files, read }) => {
  const request = requestFor({ file: 'src/deep/a.ts' });
  const found = async (isTrusted: boolean) =>
    (await sourceOf(files, isTrusted).pieces(request)).map(({ source }) => source);
  expect((await found(true)).toSorted()).toEqual(read.toSorted());
  expect(await found(false)).toEqual([]);
});

test('every row of the table has its case, and says whether its files are read', () => {
  const page = readFileSync(new URL('../../../../docs/prompts.md', import.meta.url), 'utf8');
  const [, section = ''] = /## Instruction files\n([\s\S]*)/.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, row = '']) => row.split(' | '));
  expect(rows.map(([tool, file]) => `${tool} ${file}`)).toEqual(cases.map(({ tool, file }) => `${tool} ${file}`));
  expect(rows.map(([, , , , read = '']) => read.startsWith('yes'))).toEqual(cases.map(({ read }) => read.length > 0));
});
