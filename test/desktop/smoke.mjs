/** `npm run test:desktop`: one smoke test in desktop VS Code, which is downloaded. Where there is no screen: `xvfb-run -a`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit', shell: true });
if (built.status !== 0) process.exit(built.status ?? 1);
await runTests({
  extensionDevelopmentPath: root,
  extensionTestsPath: fileURLToPath(new URL('./suite.cjs', import.meta.url)),
  launchArgs: [fileURLToPath(new URL('../fixtures/sample-workspace', import.meta.url)), '--disable-extensions'],
});
