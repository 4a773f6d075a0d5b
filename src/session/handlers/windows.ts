import { AppError } from '../../base/appError.ts';
import type { Assembled } from '../../prompt/assemblies.ts';
import { type Consumer, trustedConsumers } from '../../protocol/consumer.ts';
import type { ConversationState, WindowState } from '../../protocol/windows.ts';
import { type Redaction, scopeOf } from '../../redaction/redaction.ts';
import { ActionExecutor, type ActionParams, type Executed, type FoundAnchor } from '../../windows/actionExecutor.ts';
import type { Conversation, PromptLimits } from '../../windows/conversations.ts';
import { type WindowPiece, windowState } from '../../windows/windowContext.ts';
import type { OpenWindow } from '../../windows/windowSet.ts';
import type { SessionServices } from '../services.ts';
import type { Handlers, HandlersOf } from './handlers.ts';
import { windowActions } from './windowActions.ts';

/** How much of each item's text is listed, UTF-16 units. */
const listedLength = 500;
/** How much of what a thread began with is its name, UTF-16 units. */
const conversationNameLength = 60;

interface Dependencies
  extends Pick<SessionServices, 'clock' | 'assemblies' | 'conversations' | 'editor' | 'redaction' | 'acted'> {
  /** What some actions ask of the session themselves. */
  readonly handlers: Pick<Handlers, 'live:version' | 'constraints:list' | 'constraints:create'>;
}

/** The windows of conversations, and the execution of their anchors. The developer may stand in any consumer's place. */
export function windowHandlers(dependencies: Dependencies): HandlersOf<'windows' | 'conversations'> {
  const { clock, assemblies, conversations, redaction, acted } = dependencies;
  const askedBy = (conversationId: string | undefined, consumer: Consumer): AskedConversation => {
    const own = conversations.of(consumer);
    if (conversationId === undefined || conversationId === own.id) return { conversation: own, reader: consumer };
    if (!trustedConsumers.has(consumer)) throw new AppError('CONVERSATION_FORBIDDEN');
    const conversation = conversations.byId(conversationId);
    if (conversation === undefined) throw new AppError('CONVERSATION_UNKNOWN');
    return { conversation, reader: conversation.consumer };
  };
  const nextPrompt = async (
    { conversation, reader }: AskedConversation,
    documentId: string | undefined,
    limits: Partial<PromptLimits> = { ...conversation.promptLimits, format: 'markdown' },
  ): Promise<NextPrompt> => {
    const params = { documentId, skillId: 'chat', format: 'markdown', ...limits, preview: true } as const;
    const assembled = await assemblies.assemble(params, reader);
    return { assembled, windows: windowStates(assembled, conversation, clock.now()) };
  };
  return {
    'conversations:list': async ({ items }, consumer) => {
      if (!trustedConsumers.has(consumer)) throw new AppError('CONVERSATION_FORBIDDEN');
      return { conversations: conversations.all.map((one) => conversationState(one, items, redaction)) };
    },
    'conversations:say': async ({ name, talk, tools = [], archived }, consumer) => {
      const conversation = conversations.of(consumer);
      if (name !== undefined) conversation.name = redaction.redactText(scopeOf('none', consumer), name).text;
      if (talk !== undefined) conversation.items.setTalk(talk);
      for (const content of tools) conversation.items.add({ type: 'Tool', content });
      if (archived !== undefined) conversation.archived = archived;
      return { conversationId: conversation.id, items: conversation.items.all().length };
    },
    'windows:list': async ({ documentId, conversationId, contents }, consumer) => {
      const asked = askedBy(conversationId, consumer);
      const { assembled, windows } = await nextPrompt(asked, documentId);
      const { count, account } = assembled.assembly;
      const { document_id, project_id: projectId } = assembled.live.editorState;
      const tokens = new Map(windows.map((window) => [window.id, window.tokens]));
      const { id, items } = asked.conversation;
      const scope = scopeOf(projectId, asked.reader);
      const length = (text: string) => count(redaction.redactText(scope, text).text);
      return {
        conversationId: id,
        projectId,
        documentId: document_id,
        windows: contents ? windows : windows.map(withoutContent),
        stats: items.stats(({ type, content }) => (type === 'Window' ? (tokens.get(content) ?? 0) : length(content))),
        warnings: account.warnings,
      };
    },
    'windows:act': async ({ id, params, conversationId, maxCharacters }, consumer) => {
      const asked = askedBy(conversationId, consumer);
      const { windows } = asked.conversation;
      const preview = async (window: OpenWindow) => (await nextPrompt(asked, window.documentId ?? undefined)).assembled;
      const perform = windowActions({ ...dependencies, ...asked, consumer, preview });
      const executor = new ActionExecutor(windows, clock, perform, consumer);
      try {
        const anchor = executor.find(id);
        const scope = scopeOf(anchor.window.projectId, consumer);
        const done = await executor.execute(anchor, redacted(redaction, scope, anchor, params));
        conversations.keep(asked.conversation);
        const { window, action, result, text, place } = done;
        const limits = asked.conversation.promptLimits ?? { maxCharacters };
        const brought = changesWindow(done)
          ? await broughtBy(window, () => nextPrompt(asked, undefined, limits))
          : null;
        return {
          windowId: window.id,
          kind: window.kind,
          action,
          result,
          ...(brought === null ? {} : { brought }),
          ...(text === undefined ? {} : { text }),
          ...(place === undefined ? {} : { place }),
          anchors: windows.anchors.anchors(window.id),
          history: [...window.interactions.interactions],
        };
      } catch (error) {
        if (error instanceof AppError && error.code.startsWith('ANCHOR_'))
          throw await withPresentAnchors(error, asked, nextPrompt);
        throw error;
      } finally {
        acted.fire();
      }
    },
  };
}

/** A conversation, and the consumer whose prompt it is looked at in. */
interface AskedConversation {
  readonly conversation: Conversation;
  readonly reader: Consumer;
}

interface NextPrompt {
  readonly assembled: Assembled;
  readonly windows: WindowState[];
}

/** A refusal with every anchor that the conversation has now: the next call can be the right one. */
async function withPresentAnchors(
  error: AppError,
  asked: AskedConversation,
  nextPrompt: (asked: AskedConversation, documentId: string | undefined) => Promise<NextPrompt>,
): Promise<AppError> {
  const { conversation } = asked;
  const found = await nextPrompt(asked, undefined).catch(() => null);
  if (found === null) return error;
  const { pieces, live } = found.assembled;
  const { project_id: projectId, document_id: documentId } = live.editorState;
  const windows = conversation.windows.parts({ projectId, documentId }, pieces, true);
  return new AppError(error.code, error.message, {
    ...(error.code === 'ANCHOR_STALE' ? { name: 'VersionMismatchError' } : {}),
    anchors: windows.map(({ window, actions = {} }) =>
      [window, ...Object.entries(actions).map(([name, id]) => `${name} ${id}`)].join(' '),
    ),
  });
}

/** Whether it was done to the window, and not beside it. */
function changesWindow({ action, text, place }: Executed): boolean {
  const isBeside = action === 'addConstraint' || action === 'compareWithVersion';
  return !isBeside && text === undefined && place === undefined;
}

/** What the next prompt shows of a window after an action; null when there is no prompt. */
async function broughtBy({ id }: OpenWindow, nextPrompt: () => Promise<NextPrompt>): Promise<string | null> {
  const { windows } = await nextPrompt().catch(() => ({ windows: [] }));
  const now = windows.find((window) => window.id === id);
  if (now === undefined) return null;
  const size = `${now.shown}, ${now.tokens} of ${now.fullTokens} tokens, ${now.shownPieces} of ${now.pieces} pieces`;
  const isLimited = now.parts.some(({ why }) => why.startsWith('over the budget'));
  return isLimited ? `${size}; the budget still limits it to ${now.shown}` : size;
}

/** A trace and a note stand in later prompts: they hold no secret. What a constraint holds, its handler sees to. */
function redacted(redaction: Redaction, scope: string, { meaning }: FoundAnchor, params: ActionParams): ActionParams {
  const isNote = meaning.kind === 'action' && meaning.action.name === 'write';
  const clean = (name: 'summary' | 'title' | 'text', hidden: (text: string) => string) =>
    typeof params[name] === 'string' ? { [name]: hidden(params[name]) } : {};
  const label = (text: string) => redaction.storedLabel(scope, text);
  const text = isNote ? clean('text', (note) => redaction.redactText(scope, note).text) : {};
  return { ...params, ...clean('summary', label), ...clean('title', label), ...text };
}

function windowStates({ assembly, live, pieces }: Assembled, conversation: Conversation, now: number): WindowState[] {
  const { sessionId, windows } = conversation;
  const { document_id: documentId, project_id: projectId } = live.editorState;
  const lines = new Map(assembly.account.ledger.map((line) => [line.id, line]));
  const blocks = new Map<string, string>();
  for (const { piece, text } of assembly.segments)
    if (piece !== undefined) blocks.set(piece, (blocks.get(piece) ?? '') + text);
  return windows.around({ projectId, documentId }, pieces).map((window) => {
    const all = pieces.filter((piece) => piece.window === window.kind);
    // Of two with one id the prompt shows the first.
    const own = all
      .filter((piece, at) => all.findIndex(({ id }) => id === piece.id) === at)
      .map((piece): WindowPiece => {
        const line = lines.get(piece.id) ?? null;
        const full = line === null ? '' : assembly.written(piece, 'full');
        return { piece, line, block: blocks.get(piece.id) ?? '', full };
      });
    const places = own.flatMap(({ piece }) => piece.location ?? []);
    windows.anchors.refer(window.id, window.settings.closed ? [] : places);
    const { kind, interactions: history, focusId } = window;
    const anchors = windows.anchors.anchors(window.id);
    const conflicts = all.length - own.length;
    const facts = { kind, sessionId, anchors, history, focusId, conflicts, now };
    return windowState(window, own, window.context.of(own, facts));
  });
}

function conversationState(conversation: Conversation, most: number, redaction: Redaction): ConversationState {
  const { id, consumer, sessionId, started, lastDelivery, windows, items } = conversation;
  const time = (ms: number) => new Date(ms).toISOString();
  const clean = (text: string) => redaction.redactText(scopeOf('none', consumer), text).text;
  const name = conversationName(conversation, clean);
  return {
    conversationId: id,
    consumer,
    ...(name === null ? {} : { name }),
    sessionId,
    started: time(started),
    lastDelivery: lastDelivery === null ? null : time(lastDelivery),
    windows: windows.all.map(({ id: windowId, kind, projectId, documentId, settings, interactions }) => {
      const { pieces, ...set } = settings;
      const history = [...interactions.interactions];
      return { id: windowId, kind, projectId, documentId, ...set, pieces: pieces.length, history };
    }),
    items: (most === 0 ? [] : items.all().slice(-most)).map((item) => {
      return { ...item, content: clean(item.content).slice(0, listedLength).toWellFormed() };
    }),
    stats: items.stats(({ content }) => Math.ceil(clean(content).length / 4)),
  };
}

/** What an MCP client calls itself; a thread is known by what it began with. */
function conversationName({ name, items }: Conversation, clean: (text: string) => string): string | null {
  const first = items.active().find(({ type }) => type === 'User');
  if (name !== null || first === undefined) return name;
  return clean(first.content).replace(/\s+/g, ' ').trim().slice(0, conversationNameLength).toWellFormed();
}

function withoutContent(window: WindowState): WindowState {
  return { ...window, context: { ...window.context, content: '' } };
}
