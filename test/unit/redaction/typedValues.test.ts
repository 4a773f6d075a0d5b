import { beforeEach, describe, expect, test } from 'vitest';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

const project = 'file:///project';
const document = `${project}/src/settings`;

/** Places of a value, at `¦`; NAME is a telling name. */
const places: Readonly<Record<string, readonly string[]>> = {
  javascript: [
    "const NAME = '¦';",
    'let NAME: string = "¦";',
    'connect({ user: "me", NAME: "¦", port: 1 });',
    'this.NAME = `¦`;',
  ],
  python: [
    'NAME = "¦"',
    "connect(user='me', NAME='¦', port=1)",
    "os.environ['NAME'] = '¦'",
    'settings = {"NAME": "¦"}',
  ],
  java: [
    'private static final String NAME = "¦";',
    'map.put("NAME", "¦");',
    'String NAME = "¦", other = "x";',
    '@Value("x") String NAME="¦";',
  ],
  go: ['const NAME = "¦"', 'NAME := "¦"', 'config{User: "me", NAME: "¦"}', 'var NAME string = "¦"'],
  settings: ['NAME: ¦', 'NAME=¦', '  "NAME": "¦",', '<NAME>¦</NAME>'],
};
const names = ['password', 'dbPassword', 'api_key', 'clientSecret', 'ACCESS_TOKEN'];
const isFull = runs(1) > 1;
/** One name for each place, or all in a full run. */
const table = Object.entries(places).flatMap(([language, templates], row) =>
  templates.flatMap((template, column) =>
    names
      .filter((_, at) => isFull || at === (row + column) % names.length)
      .map((name) => [language, `// a\n${template.replaceAll('NAME', name)}\n// b\n`]),
  ),
);
const secret = 'Tr0ub4dor&3xK9q';

let workspace: MemoryWorkspace;
let redaction: Redaction;
let shownUnits: number;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  redaction = workspace.redaction;
  shownUnits = 0;
});

/** An agent reads the document; `parts` are the texts around the value. */
function read(parts: readonly string[]): void {
  const text = workspace.histories.get(document)?.text;
  if (text === undefined) throw new Error('not followed');
  const shown = redaction.redact(project, text, document).text.toString();
  shownUnits += shown.replaceAll(/\[REDACTED:[a-z-]+:\d+\]/g, '').length - parts.join('').length;
}

function moveCaret(offset: number): void {
  const open = workspace.documents.get(document);
  if (open !== undefined) open.cursor = offset;
}

function replace(start: number, end: number, newText: string): void {
  workspace.edit(document, [{ start, end, newText }]);
  moveCaret(start + newText.length);
}

const ways: Readonly<Record<string, (at: number, step: () => void) => void>> = {
  typed: (at, step) => {
    for (const [index, unit] of [...secret].entries()) {
      replace(at + index, at + index, unit);
      step();
    }
  },
  pasted: (at, step) => {
    replace(at, at, secret);
    step();
  },
  completed: (at, step) => {
    for (const index of [0, 1, 2]) {
      replace(at + index, at + index, secret[index] as string);
      step();
    }
    replace(at, at + 3, secret);
    step();
  },
  undone: (at, step) => {
    replace(at, at, secret);
    for (let end = secret.length; end > 0; end -= 2) {
      replace(at + Math.max(0, end - 2), at + end, '');
      step();
    }
  },
};

describe.each(Object.entries(ways))('a secret that is %s', (_way, write) => {
  test.each(table)('%s: %j shows no unit', (_language, template) => {
    const parts = template.split('¦');
    const at = template.indexOf('¦');
    workspace.openDocument(document, parts.join(''));
    moveCaret(at);
    write(at, () => read(parts));
    expect(shownUnits).toBe(0);
  });
});

test.each(table)('%s: %j shows a word once the caret has gone', (_language, template) => {
  const at = template.indexOf('¦');
  workspace.openDocument(document, template.replace('¦', ''));
  for (const [index, unit] of [...'hello'].entries()) {
    replace(at + index, at + index, unit);
    read(template.split('¦'));
  }
  expect(shownUnits).toBe(0);
  moveCaret(0);
  read([template.replace('¦', 'hello')]);
  expect(shownUnits).toBe(0);
});
