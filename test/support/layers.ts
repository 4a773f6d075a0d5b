/** `npm run layers`: the import directions, that there were imports to check, that no name is declared in two files and no member is unread. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './running/toolchain.mjs';
import { namesDeclaredTwice } from './source/names.ts';
import { unreadMembers } from './source/unreadMembers.ts';

const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const args = [cruiser, 'src', 'webview-ui', '--config', '.dependency-cruiser.cjs'];
const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
process.stdout.write(stdout);
process.stderr.write(stderr);
const [, modules, dependencies] = /(\d+) modules, (\d+) dependencies cruised/.exec(stdout) ?? [];
const read = Number(modules) > 0 && Number(dependencies) > 0;
if (!read) console.error('dependency-cruiser read no module: does it know this version of TypeScript?');
const twice = namesDeclaredTwice();
if (twice.length > 0) {
  console.error(`Declared at the top level of two files; give each its own name, or share one:\n${twice.join('\n')}`);
}
const unread = unreadMembers();
if (unread.length > 0) console.error(`Declared, but read nowhere:\n${unread.join('\n')}`);
process.exitCode = status === 0 && read && twice.length === 0 && unread.length === 0 ? 0 : 1;
