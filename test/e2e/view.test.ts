import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Value } from '../../src/protocol/channels.ts';
import type { Result } from '../../src/protocol/result.ts';
import { type Server, startServer } from '../support/vscode/server.ts';
import { ShownView, type WebviewWatch, watchWebviews } from '../support/vscode/shownView.ts';
import { openWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let server: Server;
let workbench: Workbench;
let view: ShownView;
let watch: WebviewWatch;

beforeAll(async () => {
  server = await startServer({ git: true, settings: { 'liveContext.recentDiffs': 2 } });
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

const THEME_KINDS = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  highContrast: 'vscode-high-contrast',
  highContrastLight: 'vscode-high-contrast-light',
};

const idOf = (path: string) => pathToFileURL(join(server.workspace, path)).href;

async function ask<T>(channel: string, params: object): Promise<T> {
  const result = (await workbench.probe.request(channel, params)) as Result<T>;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** A new file, shown in the editor and in the view; the editor has the keyboard. */
async function open(name: string, text: string): Promise<void> {
  await writeFile(join(server.workspace, name), text);
  await workbench.probe.run(async (api, id) => {
    await api.window.showTextDocument(api.Uri.parse(id), { preview: false });
  }, idOf(name));
  await focusEditor(name);
  await view.showsFile(name, text.slice(0, 100));
}

async function focusEditor(name: string): Promise<void> {
  await workbench.activeTab(name).waitFor();
  await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.focusActiveEditorGroup'));
  await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
}

/**
 * Types in one go, where the cursor stands or at the beginning of a line of the document, from zero; and ends the edit, so that the next
 * one is another version.
 */
async function typeEdit(name: string, text: string, line?: number): Promise<void> {
  if (line !== undefined) {
    await workbench.probe.run((api, at) => {
      const editor = api.window.activeTextEditor;
      if (editor !== undefined) editor.selection = new api.Selection(at, 0, at, 0);
    }, line);
  }
  await workbench.probe.run((api, typed) => api.commands.executeCommand('type', { text: typed }), text);
  await expect.poll(() => workbench.editorText()).toContain(text);
  await ask('live:timeline', { documentId: idOf(name) });
}

/** The texts on both sides of the diff editor in front; null when there is none. */
function diffSides(): Promise<(string | undefined)[] | null> {
  return workbench.probe.run((api) => {
    const input = api.window.tabGroups.activeTabGroup.activeTab?.input;
    if (!(input instanceof api.TabInputTextDiff)) return null;
    const text = (uri: string) => api.workspace.textDocuments.find((one) => one.uri.toString() === uri)?.getText();
    return [text(input.original.toString()), text(input.modified.toString())];
  });
}

async function closeEditor(): Promise<void> {
  await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
}

/** Does something that fills the clipboard and gives what is in it then. */
async function copiedBy(act: () => Promise<unknown>): Promise<string> {
  await workbench.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  await act();
  await expect.poll(() => workbench.clipboard()).not.toBe('nothing yet');
  return workbench.clipboard();
}

/** What is copied and what the view shows come to be the same bytes; the search goes on in the background for a while. */
async function copiesWhatIsShown(act: () => Promise<unknown>): Promise<void> {
  await expect.poll(async () => (await copiedBy(act)) === (await view.prompt())).toBe(true);
}

describe('what the view shows', () => {
  test('is what an agent gets: document, recent diffs, anchor diff, editor state and timeline', async () => {
    await workbench.openFile('src/guestbook.ts');
    await view.versions.getByText('Git HEAD').waitFor();
    await typeEdit('src/guestbook.ts', '// first\n');
    await ask('checkpoints:create', { name: 'by hand' });
    // Three places, so three diffs: what is typed in one place is told as one.
    await typeEdit('src/guestbook.ts', '// second\n', 12);
    await typeEdit('src/guestbook.ts', '// third\n', 24);
    await view.showsFile('guestbook.ts', '// third');
    const get = () => ask<Value<'live:get'>>('live:get', { preview: true });
    // The search goes on in the background for a while, and each answer is of its moment.
    await expect.poll(async () => (await get()).text === (await view.prompt())).toBe(true);
    const { payload } = await get();
    await view
      .section('Current Document')
      .getByText(`The whole document, ${payload.editor_state.line_count} lines`)
      .waitFor();
    expect(payload.recent_diffs).toHaveLength(2);
    expect(await view.patches('Recent Diffs')).toEqual(payload.recent_diffs.map((diff) => diff.patch));
    expect(payload.anchor_diff?.patch).toContain('+// first');
    expect(await view.patches('Anchor Diff')).toEqual([payload.anchor_diff?.patch]);
    await view.expand('Editor State');
    await view.section('Editor State').getByRole('button', { name: 'Line 26, column 1' }).waitFor();
    await view.section('Editor State').getByRole('row', { name: 'Open tabs' }).getByText('guestbook.ts').waitFor();
    const { entries } = await ask<Value<'live:timeline'>>('live:timeline', {});
    await expect.poll(() => view.versionIds()).toEqual(entries.map((entry) => entry.versionId));
    for (const label of ['by hand', 'Now']) await view.versions.getByText(label, { exact: true }).waitFor();
  });
});

describe('its commands', () => {
  test('copy what the preview shows', async () => {
    await open('copied.txt', 'one\n');
    await copiesWhatIsShown(() => view.button('Copy Context').click());
    await view.frame.getByRole('status').getByText('Context copied.').waitFor();
    await view.frame.getByRole('combobox', { name: 'Format' }).selectOption('JSON');
    await expect.poll(() => view.prompt()).toMatch(/^\{/);
    await copiesWhatIsShown(async () => {
      await view.button('Copy Context As…').click();
      await workbench.page.locator('.quick-input-widget').getByRole('option', { name: /^JSON/ }).click();
    });
    await view.frame.getByRole('combobox', { name: 'Format' }).selectOption('Markdown');
  });

  test('copy what was typed since', async () => {
    await focusEditor('copied.txt');
    await typeEdit('copied.txt', 'zero\n');
    const changes = await copiedBy(() => view.button('Copy Changes Since Last Copy').click());
    expect(changes).toContain('+zero');
    await view.frame.getByRole('status').getByText('Changes copied.').waitFor();
  });

  test('are all there for the keyboard', async () => {
    await open('keys.txt', 'one\n');
    const { now } = await ask<Value<'live:timeline'>>('live:timeline', {});
    expect(await copiedBy(() => view.press('Tab', 'Enter'))).toBe(now);
    await copiesWhatIsShown(() => view.press('Tab', 'Tab', 'Enter'));
    const asked = workbench.page.locator('.quick-input-widget').getByText('A name for this version');
    // An input that loses the keyboard to the view, which was just shown, closes.
    const asks = async () => {
      await view.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter');
      return asked.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(asks).toBe(true);
    await workbench.type('by keyboard');
    await workbench.press('Enter');
    await view.versions.getByText('by keyboard').waitFor();
    const summary = view.section('Current Document').locator('summary');
    const isFocused = () => summary.evaluate((element) => element === element.ownerDocument.activeElement);
    await view.press('Tab');
    for (let tabs = 0; tabs < 100 && !(await isFocused()); tabs++) await workbench.press('Tab');
    await workbench.press('Enter');
    await expect.poll(() => view.section('Current Document').getAttribute('open')).toBeNull();
    await workbench.press('Enter');
    await expect.poll(() => view.section('Current Document').getAttribute('open')).toBe('');
  });
});

describe('the timeline', () => {
  test('has an entry for each edit', async () => {
    await open('versions.txt', 'end\n');
    for (const line of ['one\n', 'two\n', 'three\n']) await typeEdit('versions.txt', line);
    await expect.poll(() => view.versions.count()).toBe(4);
  });

  test('opens the diff of an entry and the text now, by mouse', async () => {
    await view.versions.nth(3).click();
    await view.section('Timeline').getByRole('button', { name: 'Compare with Now' }).click();
    await expect.poll(diffSides).toEqual(['end\n', 'one\ntwo\nthree\nend\n']);
    await closeEditor();
    await view.versions.nth(2).dblclick();
    await expect.poll(diffSides).toEqual(['one\nend\n', 'one\ntwo\nthree\nend\n']);
    await closeEditor();
  });

  test('opens the diff of an entry and the text now, by keyboard alone', async () => {
    await view.versions.nth(0).click();
    await view.press();
    for (let tab = 0; (await view.focused()) !== 'option' && tab < 100; tab += 1) await workbench.press('Tab');
    await workbench.press('ArrowDown', 'Enter');
    await expect.poll(diffSides).toEqual(['one\ntwo\nend\n', 'one\ntwo\nthree\nend\n']);
    await closeEditor();
  });

  test('opens the diff of two entries, by mouse and by keyboard', async () => {
    await view.versions.nth(1).click();
    await view.versions.nth(3).click({ modifiers: ['Shift'] });
    await view.button('Compare the Two').click();
    await expect.poll(diffSides).toEqual(['end\n', 'one\ntwo\nend\n']);
    await closeEditor();
    await view.versions.nth(1).click();
    await workbench.press('Shift+ArrowDown', 'Enter');
    await expect.poll(diffSides).toEqual(['one\nend\n', 'one\ntwo\nend\n']);
    await closeEditor();
  });

  test('is scrubbed by its slider', async () => {
    await view.frame.getByRole('slider').focus();
    await workbench.press('Home', 'Enter');
    await expect.poll(diffSides).toEqual(['end\n', 'one\ntwo\nthree\nend\n']);
  });

  test('stays at the document while the person clicks into the old side or into the log', async () => {
    const activeScheme = () => workbench.probe.run((api) => api.window.activeTextEditor?.document.uri.scheme);
    const { page } = workbench;
    await page.locator('.monaco-diff-editor .editor.original .view-lines').click();
    await expect.poll(activeScheme).toBe('live-context');
    await follows('versions.txt', 'while on the left\n');
    await closeEditor();
    await view.button('Show Log').click();
    await page.locator('.part.panel .monaco-editor .view-lines').click();
    await expect.poll(activeScheme).toBe('output');
    await follows('versions.txt', 'while in the log\n');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closePanel'));
  });
});

/** The view goes on to follow the document when somebody edits it meanwhile. */
async function follows(name: string, line: string): Promise<void> {
  await workbench.probe.run(
    async (api, { id, text }) => {
      const edit = new api.WorkspaceEdit();
      edit.insert(api.Uri.parse(id), new api.Position(0, 0), text);
      await api.workspace.applyEdit(edit);
    },
    { id: idOf(name), text: line },
  );
  await view.showsFile(name, line);
}

describe('places of the document', () => {
  const cursorLine = () => workbench.probe.run((api) => api.window.activeTextEditor?.selection.active.line);
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1}\n`).join('');

  test('are shown in the editor by a click: outline, diagnostic, hunk', async () => {
    await workbench.probe.run(async (api) => {
      const settings = api.workspace.getConfiguration('liveContext');
      await settings.update('excerptLength', 1_000, api.ConfigurationTarget.Workspace);
      api.languages.registerDocumentSymbolProvider(
        { pattern: '**/places.txt' },
        {
          provideDocumentSymbols: () => {
            const range = new api.Range(149, 0, 199, 0);
            return [new api.DocumentSymbol('The Middle', '', api.SymbolKind.Function, range, range)];
          },
        },
      );
    });
    await open('places.txt', lines);
    await workbench.probe.run((api, id) => {
      const range = new api.Range(159, 0, 159, 4);
      api.languages
        .createDiagnosticCollection('probe')
        .set(api.Uri.parse(id), [new api.Diagnostic(range, 'not a line')]);
    }, idOf('places.txt'));
    await view.section('Current Document').getByRole('button', { name: 'The Middle' }).click();
    await expect.poll(cursorLine).toBe(149);
    await view.expand('Editor State');
    await view.section('Editor State').getByRole('button', { name: 'not a line' }).click();
    await expect.poll(cursorLine).toBe(159);
    await focusEditor('places.txt');
    await typeEdit('places.txt', 'typed ');
    await workbench.press('Control+Home');
    await view.section('Recent Diffs').getByRole('button', { name: '@@' }).click();
    await expect.poll(cursorLine).toBe(156);
    await workbench.probe.run(async (api) => {
      const settings = api.workspace.getConfiguration('liveContext');
      await settings.update('excerptLength', undefined, api.ConfigurationTarget.Workspace);
    });
  });
});

describe('typing 20 characters a second', () => {
  test('loses nothing and stays one diff while the view is open', async () => {
    const typed = 'The quick brown fox jumps over the lazy dog and types on.\n';
    const name = `typed-${Date.now()}.txt`;
    await open(name, 'end\n');
    // Every try begins with a file of its own, whose text nobody typed before.
    await workbench.probe.run((api) => {
      const times: number[] = [];
      Object.assign(globalThis, { typedTimes: times });
      api.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length > 0) times.push(Date.now());
      });
    });
    await workbench.page.keyboard.type(typed, { delay: 50 });
    await expect.poll(() => workbench.editorText()).toBe(`${typed}end\n`);
    const times = await workbench.probe.run(() => Reflect.get(globalThis, 'typedTimes') as number[]);
    expect(times).toHaveLength(typed.length);
    // A busy machine may hold keystrokes back for longer than a person's pause, which ends an edit.
    const pauses = times.filter((time, index) => time - (times[index - 1] ?? time) > 900);
    const { payload } = await ask<Value<'live:get'>>('live:get', { preview: true, diffs: 20 });
    expect(payload.recent_diffs.length).toBeLessThanOrEqual(1 + pauses.length);
    if (pauses.length === 0) expect(payload.recent_diffs[0]?.patch).toContain(`+${typed}`);
    await view.showsFile(name, `+${typed}`);
  });
});

describe('what the person has set up', () => {
  test('survives hiding the view and reloading the window', async () => {
    await open('kept.txt', 'end\n');
    await typeEdit('kept.txt', 'typed ');
    await view.frame.getByRole('combobox', { name: 'Format' }).selectOption('XML');
    await expect.poll(() => view.prompt()).toMatch(/^</);
    await view.section('Anchor Diff').locator('summary').click();
    await view.versions.nth(1).click();
    const [, picked] = await view.versionIds();
    const expectKept = async () => {
      await expect.poll(() => view.prompt()).toMatch(/^</);
      expect(await view.section('Anchor Diff').getAttribute('open')).toBeNull();
      expect(await view.versionIds('picked')).toEqual([picked]);
      await view.frame.locator('h1 .name').getByText('kept.txt', { exact: true }).waitFor();
    };
    await view.hide();
    view = await ShownView.open(workbench);
    await expectKept();
    await focusEditor('kept.txt');
    await workbench.press('Control+S');
    await view.versions.getByText('Saved').waitFor();
    await workbench.reload();
    view = await ShownView.open(workbench);
    await expectKept();
    await view.frame.getByRole('combobox', { name: 'Format' }).selectOption('Markdown');
  });
});

describe('a document that is not followed', () => {
  const notFollowed = async (name: string | RegExp, reason: string) => {
    await view.frame.locator('h1 .name').getByText(name, { exact: true }).waitFor();
    await view.frame.getByText(reason).waitFor();
    expect(await view.frame.locator('pre').count()).toBe(0);
  };
  const show = async (name: string, text: string) => {
    await writeFile(join(server.workspace, name), text);
    await workbench.probe.run((api, id) => api.window.showTextDocument(api.Uri.parse(id)).then(() => {}), idOf(name));
  };

  test('a file of secrets, an excluded one and one of another kind', async () => {
    await show('.env', 'TOKEN=planted-secret\n');
    await notFollowed('.env', 'Files that may hold secrets are never followed.');
    expect(await view.frame.locator('body').textContent()).not.toContain('planted-secret');
    await mkdir(join(server.workspace, 'node_modules'));
    await show('node_modules/library.js', 'code\n');
    await notFollowed('library.js', 'A setting excludes this document.');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.openRawDefaultSettings'));
    await notFollowed(/^defaultSettings\.jsonc?$/, 'This kind of document is not followed.');
  });

  test('a large one, until the setting allows it', async () => {
    const setLimit = (limit: number | null) =>
      workbench.probe.run(async (api, value) => {
        const settings = api.workspace.getConfiguration('liveContext');
        await settings.update('maxDocumentSize', value ?? undefined, api.ConfigurationTarget.Workspace);
      }, limit);
    await setLimit(1_000);
    await show('large.txt', 'long text\n'.repeat(200));
    await notFollowed('large.txt', 'The document is larger than the limit.');
    await setLimit(null);
    await view.showsFile('large.txt', 'long text');
  });

  test('no document at all', async () => {
    await workbench.openFile('src/greeting.ts');
    await workbench.probe.run(async (api) => {
      await api.workspace.saveAll(false);
      await api.commands.executeCommand('workbench.action.closeAllEditors');
    });
    await view.frame.getByText('No document is open.').waitFor();
    await workbench.openFile('src/greeting.ts');
    await view.showsFile('greeting.ts', 'Guten Tag');
  });
});

test('the view has loaded nothing but its own files and logged no error', () => {
  expect(watch.loaded.map((url) => /[^/]+$/.exec(url)?.[0])).toContain('main.js');
  expect(watch.complaints).toEqual([]);
});

test('the view is accessible and fits its width in every kind of theme', async () => {
  await workbench.openFile('src/guestbook.ts');
  await view.showsFile('guestbook.ts', '+// third');
  for (const width of [300, 900]) {
    await view.setWidth(width);
    for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
      await workbench.setColorTheme(theme);
      await view.frame.locator(`body[data-vscode-theme-kind=${THEME_KINDS[theme]}]`).waitFor();
      await workbench.screenshot(`view-${theme}-${width}`);
      expect(await view.violations(), `${theme} at ${width} px`).toEqual([]);
      expect(await view.frame.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    }
  }
});
