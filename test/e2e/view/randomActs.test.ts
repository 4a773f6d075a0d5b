import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.ts';
import { ask, idOf, openNotebook, server, useVSCode, workbench } from '../../support/vscode/fixture.ts';
import { ShownView } from '../../support/vscode/shownView.ts';

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
/** Number of acts by default, and between two looks at the view. */
const actsAtLeast = 60;
const actsBetweenLooks = 20;
const limit = { timeout: runs(actsAtLeast) * 15_000 };

useVSCode({ git: true });

/** Runs in the extension host: does one thing, then checks what is in front, its prompt and its copy. Null if all agree. */
async function actAndCheck(
  api: typeof import('vscode'),
  asked: { act: string; number: number; files: readonly string[]; notebook: string; image: string; scheme: string },
): Promise<string | null> {
  const { act, number, files, notebook, image, scheme } = asked;
  const [first = '', second = ''] = files;
  const run = (command: string, ...args: unknown[]) => api.commands.executeCommand(command, ...args);
  const show = async (id: string) => void (await api.window.showTextDocument(api.Uri.parse(id), { preview: false }));
  const editor = api.window.activeTextEditor;
  const done: Readonly<Record<string, () => unknown>> = {
    file: () => show(first),
    other: () => show(second),
    untitled: async () =>
      api.window.showTextDocument(await api.workspace.openTextDocument({ content: `new ${number}\n` })),
    notebook: async () =>
      api.window.showNotebookDocument(await api.workspace.openNotebookDocument(api.Uri.parse(notebook))),
    diff: () => run('vscode.diff', api.Uri.parse(first), api.Uri.parse(second), 'Difference'),
    image: () => run('vscode.open', api.Uri.parse(image)),
    old: () => show(`${scheme}:/src/older.ts?${number}`),
    settings: () => run('workbench.action.openSettings2'),
    keybindings: () => run('workbench.action.openGlobalKeybindings'),
    settingsFile: () => run('workbench.action.openRawDefaultSettings'),
    search: () => run('search.action.openNewEditor'),
    output: () => run('workbench.action.output.toggleOutput'),
    close: () => run('workbench.action.revertAndCloseActiveEditor'),
    closeAll: async () => {
      await run('workbench.action.closeUnmodifiedEditors');
      for (const { tabs } of api.window.tabGroups.all)
        for (const _ of tabs) await run('workbench.action.revertAndCloseActiveEditor');
    },
    type: () => editor?.edit((edit) => edit.insert(new api.Position(0, 0), `typed ${number}\n`)),
    undo: () => run('undo'),
    save: () => (editor?.document.uri.scheme === 'file' ? editor.document.save() : null),
    select: () => {
      if (editor !== undefined) editor.selection = new api.Selection(0, 0, 1, 0);
    },
    split: () => run('workbench.action.splitEditor'),
    merge: () => {
      const [base, output] = [api.Uri.parse(first), api.Uri.parse(second)];
      return run('_open.mergeEditor', { base, input1: { uri: base }, input2: { uri: output }, output });
    },
    interactive: () => run('interactive.open'),
    custom: () => run('vscode.openWith', api.Uri.parse(second), 'vscode.markdown.preview.editor'),
    webview: () => api.window.createWebviewPanel('random', 'A page', api.ViewColumn.Active),
    language: () =>
      editor && api.languages.setTextDocumentLanguage(editor.document, number % 2 ? 'plaintext' : 'markdown'),
  };
  await Promise.resolve(done[act]?.()).catch(() => null);
  const { request } = api.extensions.getExtension('live-context.live-context')?.exports ?? {};
  let last = '';
  // The search and the language services answer in the background: what is compared must be of one moment.
  for (let left = 40; left > 0; left -= 1) {
    const status = await request('live:status', {});
    if (!status.ok) return `live:status ${status.error.code}`;
    const front = status.value.document;
    const shown = await request('live:get', { preview: true });
    if (!shown.ok && shown.error.code === 'INTERNAL') return 'INTERNAL';
    if (front === null || !front.tracked) {
      if (!shown.ok) return null;
      last = `a prompt of ${front?.documentId ?? 'nothing'}, which is not followed`;
    } else if (!shown.ok) last = `${shown.error.code} of ${front.documentId}`;
    else {
      const { documentId } = front;
      if (!/^(file|untitled|vscode-notebook-cell|vscode-remote):/.test(documentId)) return `followed: ${documentId}`;
      const text = api.workspace.textDocuments.find(({ uri }) => uri.toString() === documentId)?.getText();
      await run('liveContext.copyContext');
      const copied = await api.env.clipboard.readText();
      const after = await request('live:get', {});
      const { payload } = shown.value;
      if (payload.excerpt === undefined && payload.current_document !== text) last = `an old text of ${documentId}`;
      else if (copied !== shown.value.text) last = `copied is not what is shown of ${documentId}`;
      else if (!after.ok || after.value.text !== copied) last = `delivered is not what is shown of ${documentId}`;
      else return null;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return last;
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
  await workbench.openFile('src/greeting.ts');
  const view = await ShownView.open(workbench);
  const [files, other] = [names.map(idOf), { notebook: idOf('random.ipynb'), image: idOf('random.png') }];
  const step = fc.tuple(fc.constantFrom(...acts), fc.constantFrom(...schemes), fc.nat(1_000));
  const count = runs(actsAtLeast);
  const [steps = []] = fc.sample(fc.array(step, { minLength: count, maxLength: count }), 1);
  const choice = view.frame.getByRole('combobox', { name: 'Whose prompt' });
  for (const [index, [act, scheme, number]] of steps.entries()) {
    const failed = await workbench.probe.run(actAndCheck, { act, number, files, scheme, ...other });
    expect(failed, `act ${index}: ${act} ${scheme}`).toBeNull();
    if (index % actsBetweenLooks !== actsBetweenLooks - 1) continue;
    await workbench.openFile('src/greeting.ts');
    await view.showsFile('greeting.ts');
    const same = async () => {
      await workbench.probe.run((api) => api.commands.executeCommand('liveContext.copyContext'));
      return (await workbench.clipboard()) === (await view.prompt());
    };
    for (const reader of ['for Copilot', 'for @live', 'for clipboard']) {
      await choice.selectOption(reader);
      await expect.poll(same, { message: `after act ${index}, ${reader}` }).toBe(true);
    }
  }
  expect((await ask('live:status', {})).notices).toEqual([]);
});
