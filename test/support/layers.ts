/** `npm run layers`: the import directions, that there were imports to check, and that no member is unread. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './running/toolchain.mjs';
import { unreadMembers } from './source/unreadMembers.ts';

const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const args = [cruiser, 'src', 'webview-ui', '--config', '.dependency-cruiser.cjs'];
const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
process.stdout.write(stdout);
process.stderr.write(stderr);
const [, modules, dependencies] = /(\d+) modules, (\d+) dependencies cruised/.exec(stdout) ?? [];
const read = Number(modules) > 0 && Number(dependencies) > 0;
if (!read) console.error('dependency-cruiser read no module: does it know this version of TypeScript?');
const unread = unreadMembers();
if (unread.length > 0) console.error(`Declared, but read nowhere:\n${unread.join('\n')}`);
process.exitCode = status === 0 && read && unread.length === 0 ? 0 : 1;
