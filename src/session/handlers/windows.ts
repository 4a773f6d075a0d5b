import type { Clock } from '../../base/clock.ts';
import type { EditorWindow } from '../../base/editorWindow.ts';
import { Emitter } from '../../base/event.ts';
import type { Assembled, Assemblies } from '../../prompt/assemblies.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import type { WindowParams, WindowState, WindowValue } from '../../protocol/windows.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { ActionExecutor, type ActionParams } from '../../windows/actionExecutor.ts';
import { renderConversation } from '../../windows/conversation/renderConversation.ts';
import type { Conversation, Conversations } from '../../windows/conversations.ts';
import { registry } from '../../windows/registry.ts';
import { type WindowPiece, windowState } from '../../windows/windowContext.ts';
import type { OpenWindow, WindowSet } from '../../windows/windowSet.ts';
import { windowXml } from '../../windows/windowXml.ts';
import type { ConstraintHandlers } from './constraints.ts';
import type { VersionHandlers } from './versions.ts';
import { WindowEffects } from './windowEffects.ts';

export interface WindowHandlersParts {
  readonly clock: Clock;
  readonly assemblies: Assemblies;
  readonly conversations: Conversations;
  readonly constraints: ConstraintHandlers;
  readonly versions: VersionHandlers;
  readonly editor: EditorWindow;
  readonly redaction: Redaction;
}

/** Answers what is asked about windows, and executes their anchors. */
export class WindowHandlers {
  readonly #parts: WindowHandlersParts;
  readonly #acted = new Emitter<void>();

  /** Tells that an anchor has been executed, by whomever. */
  readonly onDidAct = this.#acted.event;

  constructor(parts: WindowHandlersParts) {
    this.#parts = parts;
  }

  async list(params: WindowParams<'windows:list'>, consumer: Consumer): Promise<WindowValue<'windows:list'>> {
    const assembled = await this.#preview(params.documentId, consumer);
    const conversation = this.#parts.conversations.of(consumer);
    const { document_id: documentId, project_id: projectId } = assembled.live.editorState;
    const windows = this.#windows(assembled, conversation);
    const xml = new Map(windows.map(({ id, kind, context }) => [id, windowXml(id, registry[kind].title, context)]));
    const { items } = conversation.windows;
    const { count, account } = assembled.assembly;
    const textOf = (id: string) => xml.get(id) ?? null;
    return {
      conversationId: conversation.id,
      projectId,
      documentId,
      windows: params.contents ? windows : windows.map(withoutContent),
      stats: items.stats(({ type, content }) => count(type === 'Window' ? (textOf(content) ?? '') : content)),
      ...(params.render === undefined
        ? {}
        : { messages: [...renderConversation(items.all(), textOf, params.render, count)] }),
      warnings: account.warnings,
    };
  }

  async act({ id, params }: WindowParams<'windows:act'>, consumer: Consumer): Promise<WindowValue<'windows:act'>> {
    const { windows } = this.#parts.conversations.of(consumer);
    const readChunk = (window: OpenWindow, file: string, line: number) => this.#chunk(window, file, line, consumer);
    const effects = new WindowEffects({ ...this.#parts, readChunk });
    const executor = new ActionExecutor(windows, this.#parts.clock, effects);
    try {
      const { window, action, result, text, place } = await executor.execute(id, this.#redacted(id, params, windows));
      return {
        windowId: window.id,
        kind: window.kind,
        action,
        result,
        ...(text === undefined ? {} : { text }),
        ...(place === undefined ? {} : { place }),
        anchors: windows.anchors.anchors(window.id),
        history: [...window.interactions.interactions],
      };
    } finally {
      this.#acted.fire();
    }
  }

  /** A trace stands in later prompts and in the history: it holds no secret. What a constraint holds, its handler sees to. */
  #redacted(id: string, { summary, ...params }: ActionParams, windows: WindowSet): ActionParams {
    if (typeof summary !== 'string') return summary === undefined ? params : { ...params, summary };
    const { windowId } = windows.anchors.resolve(id);
    const window = windowId === null ? null : windows.byId(windowId);
    const projectId = window?.projectId ?? 'none';
    return { ...params, summary: this.#parts.redaction.redactText(projectId, summary).text };
  }

  #preview(documentId: string | undefined, consumer: Consumer): Promise<Assembled> {
    const params = { documentId, skillId: 'chat', format: 'markdown', preview: true } as const;
    return this.#parts.assemblies.assemble(params, consumer);
  }

  #windows({ assembly, live, pieces }: Assembled, { id: sessionId, windows }: Conversation): WindowState[] {
    const { document_id: documentId, project_id: projectId } = live.editorState;
    const lines = new Map(assembly.account.ledger.map((line) => [line.id, line]));
    const blocks = new Map(assembly.included.map(({ piece, block }) => [piece.id, block]));
    const now = this.#parts.clock.now();
    return windows.around({ projectId, documentId }, pieces).map((window) => {
      const own = pieces.flatMap((piece): WindowPiece[] => {
        const line = lines.get(piece.id);
        if (line === undefined || piece.window !== window.kind) return [];
        return [{ piece, line, block: blocks.get(piece.id) ?? null, full: assembly.written(piece, 'full') }];
      });
      const places = own.flatMap(({ piece }) => piece.location ?? []);
      windows.anchors.refer(window.id, window.wish.closed ? [] : places);
      const facts = { kind: window.kind, sessionId, anchors: windows.anchors.anchors(window.id), now };
      const context = window.context.of(own, { ...facts, history: window.interactions });
      return windowState(window, own, context);
    });
  }

  /** A shown chunk in full: the one of that window which holds the line. */
  async #chunk(
    { kind, documentId }: OpenWindow,
    file: string,
    line: number,
    consumer: Consumer,
  ): Promise<string | null> {
    const { assembly, pieces } = await this.#preview(documentId ?? undefined, consumer);
    const found = pieces.find((piece) => {
      if (piece.window !== kind) return false;
      const content = piece.render('full');
      if (content.kind !== 'chunk') return false;
      const { part } = content;
      return part.file === file && part.first_line <= line && line <= part.last_line;
    });
    return found === undefined ? null : assembly.written(found, 'full');
  }
}

function withoutContent(window: WindowState): WindowState {
  return { ...window, context: { ...window.context, content: '' } };
}
