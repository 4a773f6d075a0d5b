import { SourceText } from '../../src/text/sourceText.ts';
import { TokenCounter } from '../../src/tokens/tokenCounter.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { arrived, callTool } from '../../src/tools/toolAnswer.ts';
import { tools } from '../../src/tools/tools.ts';
import { clientOf } from '../support/mcp/window.ts';
import { MemoryWorkspace } from '../support/memoryWorkspace.ts';
import { loadTrace, type TraceName, traceNames } from '../support/traces.ts';
import { type BenchRow, printRows, valueRow } from './benchRow.ts';

/** So many recorded edits happen between two looks of the agent. */
const editsALook = 30;
const editMs = 50;
const document = 'file:///project/trace.txt';

/**
 * What an agent pays that follows a developer with `live_context_changes`, against one that reads the file again at each look:
 * tokens (o200k_base) of all replies over tokens of all texts. A diff shows whole lines, so that prose with a paragraph a line
 * (friendsforever_flat) saves least.
 */
export async function run(): Promise<BenchRow[]> {
  const counter = await TokenCounter.load('o200k_base');
  const rows: BenchRow[] = [];
  for (const name of traceNames) rows.push(await savingRow(counter, name));
  return rows;
}

async function savingRow(counter: TokenCounter, name: TraceName): Promise<BenchRow> {
  const trace = loadTrace(name);
  const workspace = await MemoryWorkspace.open();
  const client = clientOf(workspace);
  workspace.openDocument(document, trace.startContent);
  let text = SourceText.from(trace.startContent);
  let told = 0;
  let reread = 0;
  let looks = 0;
  const look = async () => {
    const changes = tools.find(({ name }) => name === 'live_context_changes') as Tool;
    const answer = await arrived(client, await callTool(client, changes, {}, 'mcp:bench', 100_000), 'mcp:bench');
    if (!answer.ok) throw new Error(answer.text);
    looks++;
    told += counter.count(answer.text);
    reread += counter.count(text);
  };
  for (const [index, edit] of trace.edits.entries()) {
    workspace.edit(document, [edit]);
    workspace.clock.advance(editMs);
    text = text.withChanges([edit]);
    if (index % editsALook === editsALook - 1) await look();
  }
  if (workspace.text(document) !== text.toString()) throw new Error('The replay went astray');
  const percent = (100 * told) / reread;
  const peer = `re-reading: ${reread.toLocaleString('en')} tokens in ${looks.toLocaleString('en')} looks`;
  return valueRow(`live_context_changes at every ${editsALook}th edit of ${name}, tokens`, percent, '%', 50, 10, peer);
}

if (import.meta.main) printRows(await run());
