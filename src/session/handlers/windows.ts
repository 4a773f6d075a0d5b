import type { Clock } from '../../base/clock.ts';
import type { EditorWindow } from '../../base/editorWindow.ts';
import type { Emitter } from '../../base/event.ts';
import type { Assembled, Assemblies } from '../../prompt/assemblies.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import type { WindowState } from '../../protocol/windows.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { ActionExecutor, type ActionParams } from '../../windows/actionExecutor.ts';
import { renderConversation } from '../../windows/conversation/renderConversation.ts';
import type { Conversation, Conversations } from '../../windows/conversations.ts';
import { registry } from '../../windows/registry.ts';
import { type WindowPiece, windowState } from '../../windows/windowContext.ts';
import type { OpenWindow } from '../../windows/windowSet.ts';
import { windowXml } from '../../windows/windowXml.ts';
import type { Handlers, HandlersOf } from './handlers.ts';
import { windowActions } from './windowActions.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly assemblies: Assemblies;
  readonly conversations: Conversations;
  readonly editor: EditorWindow;
  readonly redaction: Redaction;
  /** What some actions ask of the session themselves. */
  readonly handlers: Pick<Handlers, 'live:version' | 'constraints:list' | 'constraints:create'>;
  /** Told that an anchor has been executed, by whomever. */
  readonly acted: Emitter<void>;
}

/** The windows of a conversation, and the execution of their anchors. */
export function windowHandlers(dependencies: Dependencies): HandlersOf<'windows'> {
  const { clock, assemblies, conversations, redaction, acted } = dependencies;
  return {
    'windows:list': async (params, consumer) => {
      const assembled = await preview(assemblies, params.documentId, consumer);
      const conversation = conversations.of(consumer);
      const { document_id: documentId, project_id: projectId } = assembled.live.editorState;
      const windows = windowStates(assembled, conversation, clock.now());
      const xml = new Map(windows.map(({ id, kind, context }) => [id, windowXml(id, registry[kind].title, context)]));
      const { items } = conversation.windows;
      const { count, account } = assembled.assembly;
      const xmlOf = (id: string) => xml.get(id) ?? null;
      return {
        conversationId: conversation.id,
        projectId,
        documentId,
        windows: params.contents ? windows : windows.map(withoutContent),
        stats: items.stats(({ type, content }) => count(type === 'Window' ? (xmlOf(content) ?? '') : content)),
        ...(params.render === undefined
          ? {}
          : { messages: [...renderConversation(items.all(), xmlOf, params.render, count)] }),
        warnings: account.warnings,
      };
    },
    'windows:act': async ({ id, params }, consumer) => {
      const { windows } = conversations.of(consumer);
      const readChunk = (window: OpenWindow, file: string, line: number) =>
        readPiece(assemblies, window, file, line, consumer);
      const executor = new ActionExecutor(windows, clock, windowActions({ ...dependencies, consumer, readChunk }));
      try {
        const anchor = executor.find(id);
        const { projectId } = anchor.window;
        const { window, action, result, text, place } = await executor.execute(
          anchor,
          redacted(redaction, projectId, params),
        );
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
        acted.fire();
      }
    },
  };
}

/** A trace stands in later prompts and in the history: it holds no secret. What a constraint holds, its handler sees to. */
function redacted(redaction: Redaction, projectId: string, params: ActionParams): ActionParams {
  const { summary } = params;
  return typeof summary === 'string' ? { ...params, summary: redaction.redactText(projectId, summary).text } : params;
}

function preview(assemblies: Assemblies, documentId: string | undefined, consumer: Consumer): Promise<Assembled> {
  return assemblies.assemble({ documentId, skillId: 'chat', format: 'markdown', preview: true }, consumer);
}

function windowStates(
  { assembly, live, pieces }: Assembled,
  { id: sessionId, windows }: Conversation,
  now: number,
): WindowState[] {
  const { document_id: documentId, project_id: projectId } = live.editorState;
  const lines = new Map(assembly.account.ledger.map((line) => [line.id, line]));
  const blocks = new Map(assembly.included.map(({ piece, block }) => [piece.id, block]));
  return windows.around({ projectId, documentId }, pieces).map((window) => {
    const own = pieces.flatMap((piece): WindowPiece[] => {
      const line = lines.get(piece.id);
      if (line === undefined || piece.window !== window.kind) return [];
      return [{ piece, line, block: blocks.get(piece.id) ?? null, full: assembly.written(piece, 'full') }];
    });
    const places = own.flatMap(({ piece }) => piece.location ?? []);
    windows.anchors.refer(window.id, window.settings.closed ? [] : places);
    const facts = { kind: window.kind, sessionId, anchors: windows.anchors.anchors(window.id), now };
    const context = window.context.of(own, { ...facts, history: window.interactions });
    return windowState(window, own, context);
  });
}

/** A chunk in full: the one of that window which holds the line. */
async function readPiece(
  assemblies: Assemblies,
  { kind, documentId }: OpenWindow,
  file: string,
  line: number,
  consumer: Consumer,
): Promise<string | null> {
  const { assembly, pieces } = await preview(assemblies, documentId ?? undefined, consumer);
  const found = pieces.find((piece) => {
    if (piece.window !== kind) return false;
    const content = piece.render('full');
    if (content.kind !== 'chunk') return false;
    const { part } = content;
    return part.file === file && part.first_line <= line && line <= part.last_line;
  });
  return found === undefined ? null : assembly.written(found, 'full');
}

function withoutContent(window: WindowState): WindowState {
  return { ...window, context: { ...window.context, content: '' } };
}
