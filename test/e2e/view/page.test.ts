import { expect, test } from 'vitest';
import { useVSCode, workbench } from '../../support/vscode/fixture.ts';

useVSCode({});

test('the extension page has no broken picture, and leads to no file that is not packed', async () => {
  await workbench.probe.run((api) => api.commands.executeCommand('extension.open', 'live-context.live-context'));
  const pages = () =>
    Promise.all(
      workbench.page.frames().map((frame) =>
        frame
          .evaluate(() => ({
            title: document.querySelector('h1')?.textContent,
            text: document.body.textContent,
            pictures: document.querySelectorAll('h1 ~ p img').length,
            links: [...document.querySelectorAll('h1 ~ p a')].map((link) => link.getAttribute('href') ?? ''),
          }))
          .catch(() => null),
      ),
    );
  const page = async () => (await pages()).find((one) => one?.title === 'Live Context');
  await expect.poll(page).toMatchObject({ text: expect.stringContaining('Works with'), pictures: 0, links: [] });
  await workbench.screenshot('extension-page');
});
