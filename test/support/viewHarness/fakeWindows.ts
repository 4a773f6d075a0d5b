import { AppError } from '../../../src/base/appError.ts';
import type { ParsedParams, Value } from '../../../src/protocol/channels.ts';
import type { LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import { failure, type Result, success } from '../../../src/protocol/result.ts';
import type { WindowKind } from '../../../src/protocol/windowKinds.ts';
import { ActionExecutor, type PerformAction } from '../../../src/windows/actionExecutor.ts';
import { ContextItems } from '../../../src/windows/contextItems.ts';
import { type WindowPiece, windowState } from '../../../src/windows/windowContext.ts';
import { WindowSet } from '../../../src/windows/windowSet.ts';
import { now, type Scene } from './fakeData.ts';

/** Actions do nothing but say so; a reading action gives two lines. */
const perform: PerformAction = async (_, meaning, params) => {
  if (meaning.kind === 'reference') return { result: `line ${meaning.place.line}`, place: meaning.place };
  return meaning.action.name === 'readMore'
    ? { result: `lines ${params['first']} to ${params['last']}`, text: 'first line\nlast line\n' }
    : { result: String(Object.values(params)[0] ?? 'done') };
};

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

/** The windows of a scene: the real anchors and the real execution over the scene's ledger. */
export class FakeWindows {
  readonly #items = new ContextItems();
  readonly #windows = new WindowSet(this.#items, newKey());
  readonly #executor = new ActionExecutor(
    this.#windows,
    { now: () => now, after: () => ({ dispose: () => {} }) },
    perform,
    'view',
  );

  list({ payload, account }: Scene): Value<'windows:list'> {
    const { document_id: documentId, project_id: projectId } = payload.editor_state;
    const lines = account.ledger.map((line) => ({ ...line, window: windowOf(line) }));
    const windows = this.#windows.around({ projectId, documentId }, lines).map((window) => {
      const own = lines.filter((line) => line.window === window.kind).map(shown);
      const places = own.flatMap(({ piece }) => {
        const [, uri = '', line = ''] = /^chunk:\w+:(.+):(\d+)-\d+$/.exec(piece.id) ?? [];
        return uri === '' ? [] : [{ documentId: uri, line: Number(line) }];
      });
      this.#windows.anchors.refer(window.id, places);
      const facts = {
        kind: window.kind,
        sessionId: 'session',
        history: window.interactions,
        focusId: null,
        conflicts: 0,
        now,
      };
      const anchors = this.#windows.anchors.anchors(window.id);
      return windowState(window, own, window.context.of(own, { ...facts, anchors }));
    });
    const stats = this.#items.stats(() => 1);
    return { conversationId: 'workspace', projectId, documentId, windows, stats, warnings: [] };
  }

  async act({ id, params }: ParsedParams<'windows:act'>): Promise<Result<Value<'windows:act'>>> {
    try {
      const { window, action, result, text } = await this.#executor.execute(this.#executor.find(id), params);
      return success({
        windowId: window.id,
        kind: window.kind,
        action,
        result,
        ...(text === undefined ? {} : { text }),
        anchors: this.#windows.anchors.anchors(window.id),
        history: [...window.interactions.interactions],
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
