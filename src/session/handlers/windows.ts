import { AppError } from '../../base/appError.ts';
import type { CountTokens } from '../../engine/measure.ts';
import type { Piece } from '../../engine/piece.ts';
import type { Assembled } from '../../prompt/assemblies.ts';
import { type Consumer, trustedConsumers } from '../../protocol/consumer.ts';
import type { AnchorInfo, Context, ContextStats } from '../../protocol/prompt/contextModel.ts';
import type { ConversationState, WindowState } from '../../protocol/windows.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { type Conversation, canAct, type PromptLimits } from '../../windows/conversations.ts';
import { anchorList, parseAnchor } from '../../windows/registry.ts';
import { type WindowPiece, windowState } from '../../windows/windowContext.ts';
import { type AnchorParams, checkedParams, type FoundAnchor, type OpenWindow } from '../../windows/windowSet.ts';
import type { HandlersOf } from './handlers.ts';
import { type ActionServices, performVerb } from './windowActions.ts';

/** Maximum length of a listed item, UTF-16 units. */
const listedLength = 500;
/** Maximum length of a thread's name, UTF-16 units. */
const conversationNameLength = 60;

/** Conversations, their windows and anchors. The developer can act in any conversation. */
export function windowHandlers(services: ActionServices): HandlersOf<'windows' | 'conversations'> {
  const { clock, assemblies, conversations, kept, redaction, acted, tokenizers, settings } = services;
  const askedBy = (conversationId: string | undefined, consumer: Consumer) => {
    const own = conversations.of(consumer);
    if (conversationId === undefined || conversationId === own.id) return { conversation: own, reader: consumer };
    if (!trustedConsumers.has(consumer)) throw new AppError('CONVERSATION_FORBIDDEN');
    const conversation = conversations.byId(conversationId);
    if (conversation === undefined) throw new AppError('CONVERSATION_UNKNOWN');
    return { conversation, reader: conversation.consumer };
  };
  const nextPrompt = async (
    { conversation, reader }: ReturnType<typeof askedBy>,
    documentId: string | undefined,
    limits: Partial<PromptLimits> = { ...conversation.promptLimits, format: 'markdown' },
  ) => {
    const bound = canAct(reader) ? { maxCharacters: settings().replyLength } : {};
    const usual = { documentId, skillId: 'chat', format: 'markdown', ...bound } as const;
    const params = { ...usual, ...limits, preview: true, trace: true };
    const assembled = await assemblies.assemble(params, reader);
    return { assembled, windows: windowStates(assembled, conversation, redaction, clock.now()) };
  };
  return {
    'conversations:list': async ({ items }, consumer) => {
      if (!trustedConsumers.has(consumer)) throw new AppError('CONVERSATION_FORBIDDEN');
      const { count } = await tokenizers.counterFor(settings().model);
      return { conversations: conversations.all.map((one) => conversationState(one, items, redaction, count)) };
    },
    'conversations:say': async ({ name, talk, tools = [], archived }, consumer) => {
      const conversation = conversations.of(consumer);
      if (name !== undefined) conversation.name = redaction.redactText('none', name).text;
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
      const { id } = asked.conversation;
      const length = (text: string) => count(redaction.redactText(projectId, text).text);
      return {
        conversationId: id,
        projectId,
        documentId: document_id,
        windows: contents ? windows : windows.map((one) => ({ ...one, context: { ...one.context, content: '' } })),
        stats: itemStats(asked.conversation, length),
        warnings: account.warnings,
      };
    },
    'windows:act': async ({ id, params, conversationId, maxCharacters }, consumer) => {
      const asked = askedBy(conversationId, consumer);
      const { conversation } = asked;
      const preview = async (window: OpenWindow) => (await nextPrompt(asked, window.documentId ?? undefined)).assembled;
      try {
        const anchor = conversation.windows.find(id);
        const { window, verb } = anchor;
        const given = checkedParams(anchor, redacted(redaction, window.projectId, anchor, params));
        const outcome = await conversation.windows.execute(anchor, { by: consumer, at: clock.now() }, () =>
          performVerb(services, { conversation, consumer, preview }, anchor, given),
        );
        kept.keep(conversation.id, () => conversation.windows.kept);
        const limits = conversation.promptLimits ?? { maxCharacters };
        const next =
          verb === 'read' || verb === 'add' || window.kind === 'note'
            ? null
            : await nextPrompt(asked, window.documentId ?? undefined, limits).catch(() => null);
        const about = { windowId: window.id, kind: window.kind, action: verb };
        return { ...about, ...outcome, ...broughtBy(window, next?.windows ?? []) };
      } catch (error) {
        if (!(error instanceof AppError && error.code.startsWith('ANCHOR_'))) throw error;
        const window = conversation.windows.byId(parseAnchor(id)?.windowId ?? '');
        const next = await nextPrompt(asked, window?.documentId ?? undefined).catch(() => null);
        throw next === null ? error : withPresentAnchors(error, next.windows);
      } finally {
        acted.fire();
      }
    },
  };
}

/** Adds the present anchors to a refusal, for the next call. */
function withPresentAnchors({ code, message }: AppError, windows: readonly WindowState[]): AppError {
  return new AppError(code, message, {
    ...(code === 'ANCHOR_STALE' ? { name: 'VersionMismatchError' } : {}),
    ...anchorList(windows.map(({ id, context }) => ({ id, anchors: context.anchors }))),
  });
}

/** The window in the next prompt, if it is there. */
function broughtBy({ id }: OpenWindow, windows: readonly WindowState[]): { readonly brought?: string } {
  const now = windows.find((window) => window.id === id);
  if (now === undefined) return {};
  const size = `${now.shown}, ${now.tokens} of ${now.fullTokens} tokens, ${now.shownPieces} of ${now.pieces} pieces`;
  const isLimited = now.parts.some(({ why }) => why.startsWith('over the budget'));
  return { brought: isLimited ? `${size}; the budget still limits it to ${now.shown}` : size };
}

/** Removes secrets from texts that later prompts hold, allowed ones too: the permission may be withdrawn. */
function redacted(redaction: Redaction, project: string, { window }: FoundAnchor, params: AnchorParams): AnchorParams {
  const clean = (name: 'summary' | 'text') =>
    typeof params[name] === 'string'
      ? { [name]: redaction.redactText(project, params[name], undefined, false).text }
      : {};
  return { ...params, ...clean('summary'), ...(window.kind === 'note' ? clean('text') : {}) };
}

function windowStates(assembled: Assembled, one: Conversation, redaction: Redaction, now: number): WindowState[] {
  const { assembly, live, pieces } = assembled;
  const { sessionId, windows } = one;
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
    const { kind, settings, history } = withoutSecrets(window, redaction);
    const conflicts = all.length - own.length;
    const anchors = { ...windows.anchors(window), ...references(all) };
    const facts = { kind, sessionId, anchors, history, conflicts, now };
    const state = windowState({ id: window.id, kind, settings }, own, window.context.of(own, facts));
    window.tokens = state.tokens;
    return state;
  });
}

/** Hides secrets that became known after the window was acted on. */
function withoutSecrets(window: OpenWindow, redaction: Redaction): OpenWindow {
  const clean = (text: string) => redaction.redactText(window.projectId, text).text;
  const history = window.history.map((one) => ({ ...one, result: clean(one.result) }));
  return { ...window, history, settings: { ...window.settings, summary: clean(window.settings.summary) } };
}

/** The places that notes suggest. */
function references(pieces: readonly Piece[]): Context['anchors'] {
  const placed = pieces.flatMap((piece): [string, AnchorInfo][] => {
    const { id, location } = piece;
    const content = piece.render('full');
    if (location === null || content.kind !== 'note') return [];
    const { place = '', text } = content.part;
    const target = `${location.documentId}#L${location.line}`;
    return [[id, { type: 'Reference', params: [], target, description: `${place} ${text}` }]];
  });
  return Object.fromEntries(placed);
}

/** Counts a window as it was in the last prompt. */
function itemStats({ items, windows }: Conversation, count: CountTokens): ContextStats {
  return items.stats(({ type, content }) =>
    type === 'Window' ? (windows.byId(content)?.tokens ?? 0) : count(content),
  );
}

function conversationState(
  conversation: Conversation,
  most: number,
  redaction: Redaction,
  count: CountTokens,
): ConversationState {
  const { id, consumer, sessionId, started, lastDelivery, windows, items } = conversation;
  const time = (ms: number) => new Date(ms).toISOString();
  const clean = (text: string) => redaction.redactText('none', text).text;
  const name = conversationName(conversation, clean);
  return {
    conversationId: id,
    consumer,
    ...(name === null ? {} : { name }),
    sessionId,
    started: time(started),
    lastDelivery: lastDelivery === null ? null : time(lastDelivery),
    windows: windows.all.map((window) => {
      const { id: windowId, kind, projectId, documentId, settings, history } = withoutSecrets(window, redaction);
      const { pieces, ...set } = settings;
      return { id: windowId, kind, projectId, documentId, ...set, pieces: pieces.length, history: [...history] };
    }),
    items: (most === 0 ? [] : items.all().slice(-most)).map((item) => {
      return { ...item, content: clean(item.content).slice(0, listedLength).toWellFormed() };
    }),
    stats: itemStats(conversation, (text) => count(clean(text))),
  };
}

/** An MCP client's own name, or the beginning of a thread. */
function conversationName({ name, items }: Conversation, clean: (text: string) => string): string | null {
  const first = items.all().find(({ type, isObsolete }) => type === 'User' && !isObsolete);
  if (name !== null || first === undefined) return name;
  return clean(first.content).replace(/\s+/g, ' ').trim().slice(0, conversationNameLength).toWellFormed();
}
