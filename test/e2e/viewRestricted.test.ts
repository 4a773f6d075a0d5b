import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '../support/vscode/server.ts';
import { ShownView } from '../support/vscode/shownView.ts';
import { openWorkbench, type Workbench } from '../support/vscode/workbench.ts';

const CHINESE_SECTIONS = ['提示词内容', '谁看过', '时间线', '预算与整理'];

let server: Server;

beforeAll(async () => {
  const settings = { 'security.workspace.trust.startupPrompt': 'never' };
  server = await startServer({ git: true, workspaceTrust: true, settings });
});

afterAll(() => server?.stop());

/** Opens a window in that language, with a document in front and the view beside it, does something there and closes it. */
async function inWindow(
  language: string,
  act: (view: ShownView, workbench: Workbench) => Promise<void>,
): Promise<void> {
  const workbench = await openWorkbench(server, { language });
  try {
    await workbench.openFile('src/greeting.ts');
    await act(await ShownView.open(workbench), workbench);
  } finally {
    await workbench.close();
  }
}

test('in Restricted Mode the view works and says that the HEAD checkpoint is absent', async () => {
  await inWindow('en', async (view, workbench) => {
    expect(await workbench.probe.run((api) => api.workspace.isTrusted)).toBe(false);
    await view.showsFile('greeting.ts');
    await view.frame.getByText('No git here: the HEAD checkpoint is absent.').waitFor();
  });
});

test('in Restricted Mode no agent edits anything', async () => {
  await inWindow('en', async (_view, workbench) => {
    const documentId = await workbench.probe.run((api) => api.window.activeTextEditor?.document.uri.toString());
    const { value } = (await workbench.probe.request('live:version', { documentId })) as {
      readonly value: { readonly versionId: string; readonly text: string };
    };
    const edits = [{ type: 'offsets', start: 0, end: 0, newText: 'x' }];
    const request = { documentId, baseVersionId: value.versionId, edits };
    expect(await workbench.probe.request('live:applyEdits', request)).toMatchObject({
      ok: false,
      error: { code: 'EDIT_UNTRUSTED' },
    });
    expect(await workbench.editorText()).toBe(value.text);
  });
});

test('a Chinese VS Code shows the view in Chinese', async () => {
  await inWindow('zh-cn', async (view) => {
    await view.frame.getByText('此处没有 git：缺少 HEAD 检查点。').waitFor();
    const headings = await view.frame.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.map((heading) => heading.trim())).toEqual(CHINESE_SECTIONS);
    await view.button('复制').click();
    await view.frame.getByRole('status').getByText('已复制上下文。').waitFor();
    expect(await view.frame.locator('html').getAttribute('lang')).toBe('zh-cn');
  });
});
