import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../src/protocol/result.ts';
import type { WindowKind, WindowState, WindowValue } from '../../src/protocol/windows.ts';
import { type Server, startServer } from '../support/vscode/server.ts';
import { ShownView, type WebviewWatch, watchWebviews } from '../support/vscode/shownView.ts';
import { openWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let server: Server;
let workbench: Workbench;
let view: ShownView;
let watch: WebviewWatch;

beforeAll(async () => {
  server = await startServer({ git: true });
  workbench = await openWorkbench(server);
  watch = watchWebviews(workbench);
  await workbench.probe.run((api) => api.extensions.getExtension('live-context.live-context')?.activate());
  view = await ShownView.open(workbench);
});

afterAll(async () => {
  await workbench?.close();
  await server?.stop();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await workbench.screenshot(`failed: ${task.name}`.replaceAll(/[^a-z]+/gi, '-'));
});

const idOf = (path: string) => pathToFileURL(join(server.workspace, path)).href;

/** Asks as the language-model tools do, which share the developer's conversation. */
async function byTool<T>(channel: string, params: object): Promise<Result<T>> {
  const result = await workbench.probe.run(
    async (api, args) => {
      const product = (await api.extensions.getExtension('live-context.live-context')?.activate()) as {
        request(channel: string, params: object, consumer: string): Promise<unknown>;
      };
      return product.request(args.channel, args.params, 'lm-tools');
    },
    { channel, params },
  );
  return result as Result<T>;
}

async function windowState(kind: WindowKind): Promise<WindowState> {
  const listed = await byTool<WindowValue<'windows:list'>>('windows:list', {});
  const found = listed.ok ? listed.value.windows.find((window) => window.kind === kind) : undefined;
  if (found === undefined) throw new Error(`no window ${kind}`);
  return found;
}

async function anchor(kind: WindowKind, action: string): Promise<string> {
  const { anchors } = (await windowState(kind)).context;
  return Object.entries(anchors).find(([, info]) => info.action === action)?.[0] ?? '';
}

function shown(kind: WindowKind): Locator {
  return view.frame.locator(`.window[data-window^="${kind}-"]`);
}

/** What the prompt in the view shows of the diffs. */
async function diffsOf(shownView: ShownView): Promise<string> {
  return /^## Recent Diffs.*?(?=^## (?:Anchor Diff|Editor State))/ms.exec(await shownView.prompt())?.[0] ?? '';
}

/** Fills a field, which then has the keyboard. */
async function fill(kind: WindowKind, label: string, text: string): Promise<void> {
  const field = shown(kind).getByLabel(label, { exact: true });
  await expect.poll(() => field.evaluate((input) => input.ownerDocument.hasFocus())).toBe(true);
  await field.fill(text);
}

async function historyOf(kind: WindowKind): Promise<readonly string[]> {
  return ((await windowState(kind)).context.history ?? []).map(({ action, result }) => `${action}: ${result}`);
}

const cursorLine = () => workbench.probe.run((api) => api.window.activeTextEditor?.selection.active.line);
const activeFile = () =>
  workbench.probe.run((api) => api.window.activeTextEditor?.document.uri.path.split('/').at(-1) ?? '');

describe('a button in the view', () => {
  test('changes the prompt, by mouse and by keyboard', async () => {
    await workbench.openFile('src/guestbook.ts');
    await workbench.probe.run((api) => api.commands.executeCommand('type', { text: '// first\n' }));
    await view.showsFile('guestbook.ts', '+// first');
    await view.button('Collapse: Diffs').click();
    await expect.poll(() => view.prompt()).toContain('detail hunks');
    await view.button('Expand: Diffs').focus();
    await workbench.press('Enter');
    await expect.poll(() => view.prompt()).not.toContain('detail hunks');
    expect(await view.prompt()).toContain('+// first');
    await view.button('Pin Window: Diffs').focus();
    await workbench.press('Space');
    await view.button('Unpin Window: Diffs').waitFor();
    expect(await historyOf('diffs')).toEqual(['collapse: summary', 'expand: auto', 'pin: done']);
  });

  test('has the effect and the history line of the same anchor called by a tool', async () => {
    const id = await anchor('diffs', 'collapse');
    expect(await shown('diffs').getByRole('button', { name: 'Collapse: Diffs' }).getAttribute('title')).toContain(id);
    await view.button('Collapse: Diffs').click();
    await expect.poll(() => historyOf('diffs')).toHaveLength(4);
    await expect.poll(() => view.prompt()).toContain('detail hunks');
    const byView = await diffsOf(view);
    await view.button('Expand: Diffs').click();
    await expect.poll(() => historyOf('diffs')).toHaveLength(5);
    const called = await byTool('windows:act', { id: await anchor('diffs', 'collapse') });
    expect(called.ok).toBe(true);
    await expect.poll(() => view.prompt()).toContain('detail hunks');
    expect(await diffsOf(view)).toBe(byView);
    const lines = await historyOf('diffs');
    expect(lines.at(-1)).toBe(lines[3]);
    expect(await byTool('windows:act', { id })).toMatchObject({ ok: false, error: { code: 'ANCHOR_HIDDEN' } });
    await view.button('Expand: Diffs').click();
    await shown('diffs').getByText('History: 7').waitFor();
  });

  test('shows the document in the editor', async () => {
    await workbench.openFile('src/greeting.ts');
    await view.showsFile('greeting.ts', 'Guten Tag');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.files.newUntitledFile'));
    await workbench.openFile('src/greeting.ts');
    await view.showsFile('greeting.ts', 'Guten Tag');
    const id = await anchor('document', 'openInEditor');
    await workbench.openFile('src/guestbook.ts');
    await view.showsFile('guestbook.ts', '// first');
    expect(await byTool('windows:act', { id })).toMatchObject({ ok: true });
    await expect.poll(activeFile).toBe('greeting.ts');
    await workbench.openFile('src/guestbook.ts');
    await view.showsFile('guestbook.ts', '// first');
    await view.button('Open in Editor: Current Document').click();
    await expect.poll(cursorLine).toBe(0);
    await expect.poll(activeFile).toBe('guestbook.ts');
  });
});

describe('a form in the view', () => {
  test('closes a window, whose trace stays in what is copied, until it is opened again', async () => {
    await view.button('Close Window: Diffs').click();
    await fill('diffs', 'Summary to keep as a trace', 'the greeting was typed');
    await workbench.press('Enter');
    const trace = '# Windows\n\n- diffs: closed "the greeting was typed"\n';
    await expect.poll(() => view.prompt()).toContain(trace);
    expect(await view.prompt()).not.toContain('+// first');
    await shown('diffs').getByText('Closed').waitFor();
    await view.section('Ledger').getByText('its window is closed').first().waitFor();
    await workbench.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await view.button('Copy Context').click();
    await expect.poll(() => workbench.clipboard()).toContain(trace);
    await view.button('Open Window: Diffs').click();
    await expect.poll(() => view.prompt()).toContain('+// first');
    expect(await view.prompt()).not.toContain('# Windows');
  });

  test('says what changed since the copy', async () => {
    await view.section('Since the Last Copy').getByText('Diff v').first().waitFor();
    await view.section('Since the Last Copy').getByRole('img', { name: 'Added' }).first().waitFor();
  });

  test('adds a constraint, which stands in the rules file and in the prompt', async () => {
    await view.button('Add Constraint: Constraints').click();
    await fill('constraints', 'Constraint', 'Greetings are polite');
    await workbench.press('Enter');
    await expect.poll(() => view.prompt()).toContain('1. Greetings are polite');
    const file = JSON.parse(await readFile(join(server.workspace, '.vscode/live-context.json'), 'utf8'));
    expect(file.constraints).toMatchObject([{ text: 'Greetings are polite', source: 'project', type: 'convention' }]);
  });

  test('reads lines, and says what is wrong with them', async () => {
    const read = async (first: string, last: string) => {
      await fill('document', 'First line', first);
      await fill('document', 'Last line', last);
      await workbench.press('Enter');
    };
    await view.button('Read Lines: Current Document').click();
    await read('900', '901');
    await shown('document').getByRole('alert').getByText('LINES_OUTSIDE').waitFor();
    await read('1', '1');
    await view.frame.getByRole('group', { name: 'lines 1 to 1' }).getByText('// first').waitFor();
    await view.button('Dismiss').click();
    await view.button('Read Lines: Current Document').click();
    const first = view.frame.getByLabel('First line');
    await expect.poll(() => first.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await workbench.press('Escape');
    await expect.poll(() => first.count()).toBe(0);
  });

  test('compares with a version in the diff editor', async () => {
    await view.button('Compare with Version: Current Document').click();
    const versions = view.frame.locator('select[name=version_id]');
    await versions.selectOption({ index: (await versions.locator('option').count()) - 1 });
    await shown('document').getByRole('button', { name: 'Compare with Version', exact: true }).click();
    await expect
      .poll(() =>
        workbench.probe.run((api) => {
          const input = api.window.tabGroups.activeTabGroup.activeTab?.input;
          return input instanceof api.TabInputTextDiff ? input.modified.path.split('/').at(-1) : null;
        }),
      )
      .toBe('guestbook.ts');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
  });
});

describe('a place', () => {
  test('in the preview leads to its source: by mouse and by keyboard', async () => {
    await writeFile(join(server.workspace, 'AGENTS.md'), 'Be brief.\n');
    await workbench.openFile('src/guestbook.ts');
    await view.showsFile('guestbook.ts', 'Be brief.');
    const way = (name: string) => view.frame.locator('pre.prompt').getByRole('button', { name });
    // The search goes on in the background for a while, and what it finds moves the parts.
    const leadsTo = async (go: () => Promise<void>) => {
      await go();
      await expect.poll(activeFile, { timeout: 5_000 }).not.toBe('guestbook.ts');
      return activeFile();
    };
    await expect.poll(() => leadsTo(() => way('Open the source: AGENTS.md').click())).toBe('AGENTS.md');
    await workbench.openFile('src/guestbook.ts');
    await view.showsFile('guestbook.ts', 'Be brief.');
    const byKeyboard = async () => {
      await way('Open the source: Greetings are polite').focus();
      await workbench.press('Enter');
    };
    await expect.poll(() => leadsTo(byKeyboard)).toBe('live-context.json');
    await workbench.openFile('src/guestbook.ts');
    await view.showsFile('guestbook.ts', 'Be brief.');
    expect(await view.prompt()).toContain('1. Greetings are polite');
  });

  test('of a window is opened by its reference, from the view and from a tool', async () => {
    await workbench.probe.run(async (api, id) => {
      const document = await api.workspace.openTextDocument(api.Uri.parse(id));
      const range = new api.Range(2, 0, 2, 4);
      const error = new api.Diagnostic(range, 'rude', api.DiagnosticSeverity.Error);
      api.languages.createDiagnosticCollection('probe').set(document.uri, [error]);
    }, idOf('README.md'));
    await shown('diagnostics').waitFor();
    const { anchors } = (await windowState('diagnostics')).context;
    const [id = ''] = Object.entries(anchors).find(([, { type }]) => type === 'Reference') ?? [];
    expect(await byTool('windows:act', { id })).toMatchObject({ ok: true, value: { action: 'goTo' } });
    await expect.poll(activeFile).toBe('README.md');
  });
});

test('what was set in one window of the prompt is refused to an id of another time', async () => {
  await workbench.openFile('src/guestbook.ts');
  await view.showsFile('guestbook.ts', '// first');
  const id = await anchor('settings', 'close');
  expect(await byTool('windows:act', { id: await anchor('settings', 'pin') })).toMatchObject({ ok: true });
  await view.button('Unpin Window: Settings').waitFor();
  expect(await byTool('windows:act', { id })).toMatchObject({ ok: false, error: { code: 'ANCHOR_STALE' } });
  expect(await byTool('windows:act', { id: '</Window>' })).toMatchObject({ error: { code: 'ANCHOR_MALFORMED' } });
});

test('the view is accessible with windows closed, collapsed and at work, at both widths; until then no error was logged', async () => {
  expect(watch.complaints).toEqual([]);
  await view.button('Collapse: Current Document').click();
  await view.button('Add Constraint: Constraints').click();
  for (const width of [300, 900]) {
    await view.setWidth(width);
    for (const theme of ['dark', 'light', 'highContrast'] as const) {
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`windows-${theme}-${width}`);
      expect(await view.violations(), `${theme} at ${width} px`).toEqual([]);
      expect(await view.frame.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    }
  }
});
