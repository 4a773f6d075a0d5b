import type { Value } from '../../../src/protocol/channels.ts';
import type { LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import type { WindowKind } from '../../../src/protocol/windowKinds.ts';
import { ContextItems } from '../../../src/windows/contextItems.ts';
import { type WindowPiece, windowState } from '../../../src/windows/windowContext.ts';
import { WindowSet } from '../../../src/windows/windowSet.ts';
import { now, type Scene } from './fakeData.ts';

const windowsByPrefix: Readonly<Record<string, WindowKind>> = {
  document: 'document',
  editorState: 'editorState',
  diff: 'diffs',
  plan: 'plan',
  chunk: 'retrieved',
  'chunk:diagnostic': 'diagnostics',
  'chunk:context-file': 'contextFiles',
  setting: 'settings',
  constraint: 'constraints',
  instructions: 'instructions',
};

/** The window of a scene's ledger line. */
function windowOf({ id }: LedgerLine): WindowKind {
  const [kind = '', origin = ''] = id.split(':');
  return windowsByPrefix[`${kind}:${origin}`] ?? windowsByPrefix[kind] ?? 'retrieved';
}

/** The windows of a scene: real anchors over the scene's ledger. */
export class FakeWindows {
  readonly #items = new ContextItems();
  readonly #windows = new WindowSet(this.#items, () => '00000001');

  list({ payload, account }: Scene): Value<'windows:list'> {
    const { document_id: documentId, project_id: projectId } = payload.editor_state;
    const lines = account.ledger.map((line) => ({ ...line, window: windowOf(line) }));
    const windows = this.#windows.around({ projectId, documentId }, lines).map((window) => {
      const own = lines.filter((line) => line.window === window.kind).map(shown);
      const { kind, history } = window;
      const facts = { kind, sessionId: 'session', history, conflicts: 0, now, anchors: this.#windows.anchors(window) };
      return windowState(window, own, window.context.of(own, facts));
    });
    const stats = this.#items.stats(() => 1);
    return { conversationId: 'workspace', projectId, documentId, windows, stats, warnings: [] };
  }
}

function shown(line: LedgerLine): WindowPiece {
  const piece = { id: line.id, source: line.source, location: null };
  return { piece, line, block: line.lod === 'cut' ? '' : line.id, full: line.id };
}
