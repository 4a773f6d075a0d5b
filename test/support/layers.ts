/** `npm run layers`: the import directions, and that there were imports to check. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const args = [cruiser, 'src', 'webview-ui', '--config', '.dependency-cruiser.cjs'];
const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
process.stdout.write(stdout);
process.stderr.write(stderr);
const [, modules, dependencies] = /(\d+) modules, (\d+) dependencies cruised/.exec(stdout) ?? [];
const read = Number(modules) > 0 && Number(dependencies) > 0;
if (!read) console.error('dependency-cruiser read no module: does it know this version of TypeScript?');
process.exitCode = status === 0 && read ? 0 : 1;
