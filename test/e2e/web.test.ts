import { describe, expect, test } from 'vitest';
import { useVSCode, workbench } from '../support/vscode/fixture.ts';
import { promptText } from '../support/vscode/shownView.ts';

/** The extension runs in the browser's worker, where it has neither Node nor the workspace's disk. */
useVSCode({ activate: false, settings: { 'remote.extensionKind': { 'live-context.live-context': ['web'] } } });

async function copied(command: string): Promise<string> {
  await workbench.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  await workbench.probe.run((api, id) => api.commands.executeCommand(id), command);
  return workbench.clipboard();
}

describe('in the browser', () => {
  test('Live Context does not run beside the files', async () => {
    const kind = () =>
      workbench.probe.run((api) => api.extensions.getExtension('live-context.live-context')?.extensionKind ?? null);
    expect(await kind()).toBeNull();
  });

  test('Copy Context gives the document with its unsaved text', async () => {
    await workbench.openFile('src/greeting.ts');
    await workbench.type('// typed in a browser\n');
    await expect.poll(() => copied('liveContext.copyContext')).toContain('// typed in a browser');
    const text = await workbench.clipboard();
    expect(text).toContain('src/greeting.ts');
    await expect.poll(() => copied('liveContext.copyContext')).toContain('## Instructions from AGENTS.md');
  });

  test('Copy Changes Since Last Copy gives what was typed since', async () => {
    await workbench.type('// and more\n');
    await expect.poll(() => copied('liveContext.copyChangesSinceLastCopy')).toContain('+// and more');
    expect(await workbench.clipboard()).not.toContain('+// typed in a browser');
  });

  test('the view shows the same, and that there is no git', async () => {
    const frame = await workbench.viewFrame();
    await expect.poll(() => promptText(workbench)).toContain('// and more');
    await frame.getByRole('heading', { name: 'greeting.ts' }).waitFor();
    await frame.getByText('Without git there is no comparison with the last commit.').waitFor();
  });

  test('the history is still there after a reload', async () => {
    await workbench.press('Control+S');
    await workbench.reload();
    await workbench.openFile('src/greeting.ts');
    await workbench.type('// after the reload\n');
    // What one copy tells, the next one does not tell again.
    let told = '';
    await expect
      .poll(async () => (told += await copied('liveContext.copyChangesSinceLastCopy')))
      .toContain('// after the reload');
    expect(told).toContain('+// after the reload');
    expect(told).not.toContain('+// and more');
  });
});
