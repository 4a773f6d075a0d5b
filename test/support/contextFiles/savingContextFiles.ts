import { systemClock } from '../../../src/vscode/host/clock.ts';
import { nodeFileTree } from '../../../src/vscode/host/platform/nodeFiles.ts';
import { openContextFiles } from './contextFilesStore.ts';

/** Saves a number of files into a folder and prints the id of each once it is kept. */
const [root = '', count = '0', label = ''] = process.argv.slice(2);
const files = openContextFiles(nodeFileTree(root), systemClock, {
  limits: () => ({ retentionMs: 1e9, quotaBytes: 1e12 }),
});
for (let index = 0; index < Number(count); index++) {
  const { id } = await files.save({ conversationId: 'shared', source: 'tool', hint: `${label} ${index}` }, label);
  process.stdout.write(`${id}\n`);
}
