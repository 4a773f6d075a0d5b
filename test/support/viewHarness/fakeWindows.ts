import { AppError } from '../../../src/base/appError.ts';
import type { ParsedParams, Value } from '../../../src/protocol/channels.ts';
import type { LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import { failure, type Result, success } from '../../../src/protocol/result.ts';
import type { WindowKind } from '../../../src/protocol/windowKinds.ts';
import { ContextItems } from '../../../src/windows/contextItems.ts';
import { type WindowPiece, windowState } from '../../../src/windows/windowContext.ts';
import { checkedParams, WindowSet } from '../../../src/windows/windowSet.ts';
import { settingAfter } from '../../../src/windows/windowSettings.ts';
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

/** The windows of a scene: real anchors over the scene's ledger; verbs on pieces change nothing. */
export class FakeWindows {
  readonly #items = new ContextItems();
  readonly #windows = new WindowSet(this.#items, newKey());

  list({ payload, account }: Scene): Value<'windows:list'> {
    const { document_id: documentId, project_id: projectId } = payload.editor_state;
    const lines = account.ledger.map((line) => ({ ...line, window: windowOf(line) }));
    const windows = this.#windows.around({ projectId, documentId }, lines).map((window) => {
      const own = lines.filter((line) => line.window === window.kind).map(shown);
      const facts = {
        kind: window.kind,
        sessionId: 'session',
        history: window.history,
        conflicts: 0,
        now,
      };
      const anchors = this.#windows.anchors(window);
      return windowState(window, own, window.context.of(own, { ...facts, anchors }));
    });
    const stats = this.#items.stats(() => 1);
    return { conversationId: 'workspace', projectId, documentId, windows, stats, warnings: [] };
  }

  async act({ id, params }: ParsedParams<'windows:act'>): Promise<Result<Value<'windows:act'>>> {
    try {
      const anchor = this.#windows.find(id);
      const { window, verb } = anchor;
      const { first, last, piece } = checkedParams(anchor, params);
      const { result, text } = await this.#windows.execute(anchor, { by: 'view', at: now }, async () => {
        const setting = piece === undefined ? settingAfter(window.settings, verb) : null;
        if (setting !== null) this.#windows.change(window, { ...window.settings, ...setting });
        return verb === 'read' && first !== undefined
          ? { result: `lines ${first} to ${last}`, text: 'first line\nlast line\n' }
          : { result: String(piece ?? 'done'), text: undefined };
      });
      return success({
        windowId: window.id,
        kind: window.kind,
        action: verb,
        result,
        ...(text === undefined ? {} : { text }),
        anchors: this.#windows.anchors(window),
        history: [...window.history],
      });
    } catch (error) {
      if (error instanceof AppError) return failure(error.code, error.message, error.data);
      throw error;
    }
  }
}

function shown(line: LedgerLine): WindowPiece {
  const piece = { id: line.id, source: line.source, location: null };
  return { piece, line, block: line.lod === 'cut' ? '' : line.id, full: line.id };
}

/** Draws keys one after another. */
export function newKey(): () => string {
  let drawn = 0;
  return () => (++drawn).toString(16).padStart(8, '0');
}
