import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextEditor } from 'vscode';
import '../../support/fixedSeed.ts';
import { runs } from '../../support/runs.ts';
import { ask, idOf, openNotebook, server, useVSCode, workbench } from '../../support/vscode/fixture.ts';
import { ShownView } from '../../support/vscode/shownView.ts';
import { openWorkbench } from '../../support/vscode/workbench.ts';

/** Schemes of read-only documents of popular extensions and of VS Code; none is followed. */
const schemes = [
  ...['gitlens', 'review', 'pr', 'svn', 'hg', 'jdt', 'csharp', 'go-decompiled'],
  ...['rust-analyzer-diff', 'jupyter-view', 'svelte-old', 'dotnet-old'],
];
const acts = [
  ...['file', 'other', 'untitled', 'notebook', 'diff', 'image', 'old', 'settings', 'keybindings', 'settingsFile'],
  ...['merge', 'interactive', 'custom', 'webview'],
  ...['search', 'output', 'close', 'closeAll', 'type', 'type', 'undo', 'save', 'select', 'split', 'language'],
] as const;
/** Number of acts by default, and between two looks at the view, for one agent and the clipboard. */
const [actsAtLeast, actsBetweenLooks] = [60, 20];
const { seed } = fc.readConfigureGlobal();
const limit = { timeout: runs(actsAtLeast) * 15_000 };

// Drawing takes most of an act and is not what is checked: little is drawn, and nothing of the window shown.
const off = ['breadcrumbs.enabled', 'editor.stickyScroll.enabled', 'window.commandCenter', 'git.decorations.enabled'];
const settings = {
  ...Object.fromEntries(off.map((name) => [name, false])),
  ...{ 'chat.disableAIFeatures': true, 'workbench.editor.showTabs': 'none' },
  ...{ 'workbench.editor.limit.enabled': true, 'workbench.editor.limit.value': 6 },
};
const unseen = '.monaco-workbench > .monaco-grid-view, .monaco-workbench .part { opacity: 0 !important }';
const viewport = { width: 480, height: 320 };
useVSCode({ git: true, settings, openWindow: (of) => openWorkbench(of, { context: { viewport } }) });

type Step = Readonly<{ act: (typeof acts)[number]; scheme: string; number: number }>;

/** Runs in the extension host: after each act, checks what is in front, its prompt and its copy. Null if all agree; then the last file is in front. */
async function actAndCheck(
  api: typeof import('vscode'),
  { steps, files, notebook, image }: { steps: readonly Step[]; files: string[]; notebook: string; image: string },
): Promise<string | null> {
  const [first = '', second = '', last = ''] = files;
  const run = (command: string, ...args: unknown[]) => api.commands.executeCommand(command, ...args);
  const show = async (id: string) => void (await api.window.showTextDocument(api.Uri.parse(id), { preview: false }));
  const done: Readonly<Record<Step['act'], (step: Step, editor: TextEditor | undefined) => unknown>> = {
    file: () => show(first),
    other: () => show(second),
    untitled: async ({ number }) =>
      api.window.showTextDocument(await api.workspace.openTextDocument({ content: `new ${number}\n` })),
    notebook: async () =>
      api.window.showNotebookDocument(await api.workspace.openNotebookDocument(api.Uri.parse(notebook))),
    diff: () => run('vscode.diff', api.Uri.parse(first), api.Uri.parse(second), 'Difference'),
    image: () => run('vscode.open', api.Uri.parse(image)),
    old: ({ scheme, number }) => show(`${scheme}:/src/older.ts?${number}`),
    settings: () => run('workbench.action.openSettings2'),
    keybindings: () => run('workbench.action.openGlobalKeybindings'),
    settingsFile: () => run('workbench.action.openRawDefaultSettings'),
    search: () => run('search.action.openNewEditor'),
    output: () => run('workbench.action.output.toggleOutput'),
    close: () => run('workbench.action.revertAndCloseActiveEditor'),
    closeAll: async () => {
      const tabs = api.window.tabGroups.all.flatMap((group) => group.tabs);
      await api.window.tabGroups.close(tabs.filter(({ isDirty }) => !isDirty));
      for (const { isDirty } of tabs) if (isDirty) await run('workbench.action.revertAndCloseActiveEditor');
    },
    type: ({ number }, editor) => editor?.edit((edit) => edit.insert(new api.Position(0, 0), `typed ${number}\n`)),
    undo: () => run('undo'),
    save: (_, editor) => (editor?.document.uri.scheme === 'file' ? editor.document.save() : null),
    select: (_, editor) => editor && Object.assign(editor, { selection: new api.Selection(0, 0, 1, 0) }),
    split: () => run('workbench.action.splitEditor'),
    merge: () => {
      const [base, output] = [api.Uri.parse(first), api.Uri.parse(second)];
      return run('_open.mergeEditor', { base, input1: { uri: base }, input2: { uri: output }, output });
    },
    interactive: () => run('interactive.open'),
    custom: () => run('vscode.openWith', api.Uri.parse(second), 'vscode.markdown.preview.editor'),
    webview: () => api.window.createWebviewPanel('random', 'A page', api.ViewColumn.Active),
    language: ({ number }, editor) =>
      editor && api.languages.setTextDocumentLanguage(editor.document, number % 2 ? 'plaintext' : 'markdown'),
  };
  const { request } = api.extensions.getExtension('live-context.live-context')?.exports ?? {};
  /** What is wrong: after `:` it may be of two moments, as the search and the language services answer in the background. */
  const wrong = async (): Promise<string | null> => {
    const status = await request('live:status', {});
    if (!status.ok) return `live:status ${status.error.code}`;
    const front = status.value.document;
    const shown = await request('live:get', { preview: true });
    if (!shown.ok && shown.error.code === 'INTERNAL') return 'INTERNAL';
    const { documentId = 'nothing' } = front ?? {};
    if (front === null || !front.tracked) return shown.ok ? `: a prompt of ${documentId}, which is not followed` : null;
    if (!shown.ok) return `: ${shown.error.code} of ${documentId}`;
    if (!/^(file|untitled|vscode-notebook-cell|vscode-remote):/.test(documentId)) return `followed: ${documentId}`;
    const text = api.workspace.textDocuments.find(({ uri }) => uri.toString() === documentId)?.getText();
    await run('liveContext.copyContext');
    const copied = await api.env.clipboard.readText();
    const after = await request('live:get', {});
    const { payload } = shown.value;
    if (payload.excerpt === undefined && payload.current_document !== text) return `: an old text of ${documentId}`;
    if (copied !== shown.value.text) return `: copied is not what is shown of ${documentId}`;
    return after.ok && after.value.text === copied ? null : `: delivered is not what is shown of ${documentId}`;
  };
  for (const [at, step] of steps.entries()) {
    await Promise.resolve(done[step.act](step, api.window.activeTextEditor)).catch(() => null);
    let now = await wrong();
    for (let left = 80; left > 0 && now?.startsWith(':'); left -= 1) {
      now = await new Promise((resolve) => setTimeout(resolve, 50)).then(wrong);
    }
    if (now !== null) return `act ${at}, ${step.act} ${step.scheme}: ${now}`;
  }
  // A merge editor takes the focus late.
  for (let left = 5; left > 0; left -= 1) await show(last).then(() => new Promise((next) => setTimeout(next, 200)));
  return null;
}

test('whatever is in front: shown, copied and delivered are one text; nothing fails inside', limit, async () => {
  const names = ['random-a.ts', 'random-b.md'];
  for (const name of names) await writeFile(join(server.workspace, name), `one\ntwo\n${name}\n`);
  await openNotebook('random.ipynb', [{ source: ['cents = 1250'] }]);
  await writeFile(join(server.workspace, 'random.png'), new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]));
  await workbench.probe.run((api, all) => {
    const provideTextDocumentContent = () => 'an old version of it\n';
    for (const scheme of all) api.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent });
  }, schemes);
  const files = [...names, 'src/greeting.ts'].map(idOf);
  const open = { files, notebook: idOf('random.ipynb'), image: idOf('random.png') };
  await workbench.probe.run(actAndCheck, { steps: [], ...open });
  const view = await ShownView.open(workbench);
  await workbench.page.addStyleTag({ content: unseen });
  const step = fc.record({ act: fc.constantFrom(...acts), scheme: fc.constantFrom(...schemes), number: fc.nat(1_000) });
  const count = runs(actsAtLeast);
  const [all = []] = fc.sample(fc.array(step, { minLength: count, maxLength: count }), 1);
  const same = async () => {
    await workbench.probe.run((api) => api.commands.executeCommand('liveContext.copyContext'));
    return (await workbench.clipboard()) === (await view.prompt());
  };
  for (let from = 0; from < count; from += actsBetweenLooks) {
    const steps = all.slice(from, from + actsBetweenLooks);
    expect(await workbench.probe.run(actAndCheck, { steps, ...open }), `seed ${seed}, from act ${from}`).toBeNull();
    await view.showsFile('greeting.ts');
    for (const reader of [from % (2 * actsBetweenLooks) ? 'for @live' : 'for Copilot', 'for clipboard']) {
      await view.frame.getByRole('combobox', { name: 'Whose prompt' }).selectOption(reader);
      await expect.poll(same, { message: `seed ${seed}, after act ${from + actsBetweenLooks}, ${reader}` }).toBe(true);
    }
  }
  expect((await ask('live:status', {})).notices).toEqual([]);
});
