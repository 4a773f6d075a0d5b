import { beforeAll, expect, test } from 'vitest';
import { ask, server, useVSCode, workbench } from '../../support/vscode/fixture.ts';
import { ShownView } from '../../support/vscode/shownView.ts';
import { openWorkbench } from '../../support/vscode/workbench.ts';

const CHINESE_SECTIONS = ['在提示词中', '读取者', '时间线', '预算与整理'];

useVSCode({ git: true, workspaceTrust: true, settings: { 'security.workspace.trust.startupPrompt': 'never' } });

beforeAll(() => workbench.openFile('src/greeting.ts'));

test('in Restricted Mode the view works, says that git is absent, and offers no constraint to be saved', async () => {
  expect(await workbench.probe.run((api) => api.workspace.isTrusted)).toBe(false);
  const view = await ShownView.open(workbench);
  await view.showsFile('greeting.ts');
  await view.frame.getByText('Without git there is no comparison with the last commit.').waitFor();
  // Nothing is offered that would fail at Save.
  await view.row('layer:rules').waitFor();
  expect(await view.button('Add Constraint').count()).toBe(0);
});

test('in Restricted Mode no agent edits anything', async () => {
  const { documentId, versionId, text } = await ask('live:version', {});
  const edits = [{ type: 'offsets', start: 0, end: 0, newText: 'x' }];
  const request = { documentId, baseVersionId: versionId, edits };
  expect(await workbench.probe.request('live:applyEdits', request)).toMatchObject({
    ok: false,
    error: { code: 'EDIT_UNTRUSTED' },
  });
  expect(await workbench.editorText()).toBe(text);
});

test('a Chinese VS Code shows the view in Chinese', async () => {
  const chinese = await openWorkbench(server, { language: 'zh-cn' });
  try {
    await chinese.openFile('src/greeting.ts');
    const view = await ShownView.open(chinese);
    await view.frame.getByText('没有 git，无法与上次提交比较。').waitFor();
    const headings = await view.frame.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.map((heading) => heading.trim())).toEqual(CHINESE_SECTIONS);
    await view.button('复制').click();
    await view.frame.getByRole('status').getByText('已复制。').waitFor();
    expect(await view.frame.locator('html').getAttribute('lang')).toBe('zh-cn');
  } finally {
    await chinese.close();
  }
});
