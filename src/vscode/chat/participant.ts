import * as vscode from 'vscode';
import type { ChatMessage, ChatTools } from '../../agents/chat/chatModel.ts';
import { type ChatAnswer, type ChatListener, type ChatQuestion, LiveChat } from '../../agents/chat/liveChat.ts';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { callTool } from '../../agents/toolAnswer.ts';
import { anchorCall, inputSchemaOf, tools } from '../../agents/tools.ts';
import { fieldOf } from '../../base/json.ts';
import { readAnswer } from '../../edits/answers/answerReader.ts';
import { fenced } from '../../engine/format/fence.ts';
import type { Failure } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import { changesProject } from '../../windows/registry.ts';
import { failureText, unjudgedTexts } from '../commands/messages.ts';
import { placeOf, uriOf } from '../host/uris.ts';
import type { AskingCommand } from './liveCommands.ts';
import { participantCommands } from './participantCommands.ts';
import { pickedModel } from './pickedModel.ts';

interface Asking extends Pick<ChatQuestion, 'skillId' | 'prompt'> {
  /** What the model is told after the question. */
  readonly task?: string;
}

/**
 * Commands that ask the model, with the profile and the question used if the user adds no words.
 */
const asking: Readonly<Record<AskingCommand, Asking>> = {
  explain: { skillId: 'explain', prompt: 'Explain the code at the cursor.' },
  edit: {
    skillId: 'edit',
    prompt: '',
    task: '\n\nMake this change in the Current Document now, by live_context_apply_edits.',
  },
  review: { skillId: 'review', prompt: 'Review the recent changes: name faults and risks, each with its line.' },
};
const askingCommands: ReadonlyMap<string, Asking> = new Map(Object.entries(asking));

/** One request of a person in a thread, and the means of answering it. */
interface Asked {
  readonly session: Session;
  readonly chat: LiveChat;
  readonly client: SessionClient;
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
  readonly consumer: string;
  /** The delivery that the model answered last; undefined if the last turn is no such answer. */
  readonly after: string | undefined;
}

/**
 * The chat participant `@live`: answers with the assembled prompt and the model that the user
 * picked.
 */
export function participant(session: Session, client: SessionClient): vscode.ChatRequestHandler {
  const chat = new LiveChat(session);
  return async (request, context, stream, token) => {
    const thread = lastOf('thread', context.history) ?? crypto.randomUUID().slice(0, 8);
    const consumer = `live:${thread}`;
    const after = lastOf('round', context.history.slice(-1));
    const result = await answered({ session, chat, client, request, context, stream, token, consumer, after });
    return { ...result, metadata: { ...result.metadata, thread } };
  };
}

/**
 * Returns a name that an answer keeps in its metadata: `thread`, drawn by the first answer, and
 * `round`, the delivery that a model answered.
 */
function lastOf(name: 'thread' | 'round', history: vscode.ChatContext['history']): string | undefined {
  const named = history.flatMap((turn) => {
    const value = turn instanceof vscode.ChatResponseTurn ? turn.result.metadata?.[name] : undefined;
    return typeof value === 'string' && /^[0-9a-z-]{8,32}$/.test(value) ? [value] : [];
  });
  return named.at(-1);
}

/** Channels of the tools beside a prompt that is made anew for each question. */
const offeredChannels = /^(?:live:version|live:applyEdits|windows:act|files:.*)$/;

/** The tools of the thread's consumer. The chat shows each change. */
function liveTools({ client, consumer, stream }: Asked): ChatTools {
  const offered = tools.filter(({ channel }) => offeredChannels.test(channel));
  return {
    tools: offered.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchemaOf(tool),
    })),
    call: async (name, input, maxCharacters) => {
      const tool = offered.find((one) => one.name === name);
      if (tool === undefined) return `There is no tool ${name}.`;
      const call = tool.channel === 'windows:act' ? anchorCall(input) : null;
      if (call && changesProject(call.kind, call.verb) && !(await isAllowed(input))) return 'The developer declined.';
      const { ok, text } = await callTool(client, tool, input, consumer, maxCharacters);
      if (ok && tool.channel === 'live:applyEdits')
        stream.markdown(`\n\n${vscode.l10n.t('Changed through Live Context. Undo takes it back.')}\n\n`);
      return text;
    },
  };
}

async function isAllowed(input: object): Promise<boolean> {
  const question = vscode.l10n.t('Add this constraint to the project?');
  const detail = JSON.stringify(fieldOf(input, 'params'));
  const allow = vscode.l10n.t('Add Constraint');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, allow)) === allow;
}

async function answered(asked: Asked): Promise<vscode.ChatResult> {
  const { session, request, stream, consumer, after } = asked;
  const command = participantCommands.get(request.command ?? '');
  const failed = command && (await command(session, request.prompt.trim(), stream, consumer));
  if (command !== undefined && failed !== 'ask') return { ...resultOf(failed), metadata: { round: after } };
  return answer(asked);
}

async function answer(asked: Asked): Promise<vscode.ChatResult> {
  const { session, chat, request, context, stream, token, consumer, after } = asked;
  const asks: Asking = askingCommands.get(request.command ?? '') ?? { skillId: 'chat', prompt: '' };
  const { skillId, prompt: ready, task = '' } = asks;
  const words = request.prompt.trim() || ready;
  if (words === '') {
    stream.markdown(
      vscode.l10n.t('Ask about your work: the model sees your document, your recent changes and your rules.'),
    );
    return {};
  }
  const changes = request.command === 'changes' ? await askChangesText(session, consumer) : '';
  const prompt = `${words}${await attachedText(session, request.references, consumer)}${changes}${task}`;
  const chatHistory = chatHistoryOf(context);
  const question = { consumer, words, prompt, skillId, chatHistory, after, tools: liveTools(asked) };
  const result = await chat.ask(question, pickedModel(request.model, token), listenerOf(stream));
  if (result === 'stopped') return {};
  if (!result.ok) return resultOf(result.error);
  annotate(stream, result.value);
  const { text } = result.value;
  if (readAnswer(text).files.length > 0) {
    const title = vscode.l10n.t('Apply the edits');
    stream.button({ command: 'liveContext.applyAnswerFromClipboard', title, arguments: [{ text, consumer }] });
  }
  const { violations, receipt } = result.value;
  return { metadata: { round: receipt.id, violations: violations.map(({ constraintId }) => constraintId) } };
}

function listenerOf(stream: vscode.ChatResponseStream): ChatListener {
  return {
    onPrompt: ({ documentId, projectId }, files) => {
      for (const [index, file] of files.entries()) {
        const uri = index === 0 && documentId !== null ? vscode.Uri.parse(documentId) : uriOf(projectId, file);
        if (uri !== null) stream.reference(uri);
      }
    },
    onPart: (text) => stream.markdown(text),
    onJudging: () => stream.progress(vscode.l10n.t('Checking the answer against the constraints.')),
  };
}

/** Adds notes on violated and unchecked constraints. */
function annotate(stream: vscode.ChatResponseStream, { violations, unjudged }: ChatAnswer): void {
  const notes: string[] = [];
  for (const { text, line, why } of violations) {
    const place = line === undefined ? '' : ` (${vscode.l10n.t('line {0} of the answer', line)})`;
    notes.push(
      `$(warning) ${vscode.l10n.t('Violates a constraint: {0}', escaped(text))}${place}${why ? ` ${escaped(why)}` : ''}`,
    );
  }
  for (const { text, why } of unjudged)
    notes.push(`${vscode.l10n.t('Not checked: {0}', escaped(text))} (${unjudgedTexts[why]})`);
  if (notes.length === 0) return;
  stream.markdown(new vscode.MarkdownString(`\n\n---\n\n${notes.map((note) => `- ${note}\n`).join('')}`, true));
}

function escaped(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>$]/g, '\\$&');
}

/** The earlier turns with this participant, without empty ones. */
function chatHistoryOf({ history }: vscode.ChatContext): readonly ChatMessage[] {
  const messages = history.map((turn): ChatMessage => {
    if (turn instanceof vscode.ChatRequestTurn) {
      const ready = askingCommands.get(turn.command ?? '')?.prompt ?? '';
      return { role: 'user', content: turn.prompt.trim() || ready };
    }
    const parts = turn.response.map((part) =>
      part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : '',
    );
    return { role: 'assistant', content: parts.join('') };
  });
  return messages.filter(({ content }) => content !== '');
}

function resultOf(failed: Failure | undefined): vscode.ChatResult {
  return failed === undefined ? {} : { errorDetails: { message: failureText(failed) } };
}

/** Maximum length of an attachment's text, UTF-16 units. */
const maxAttached = 20_000;

/** Attachments that VS Code adds itself; the prompt already has them. */
const automatic = /^vscode\.(implicit|instructions|prompt|customizations)\b/;

/**
 * The attachments of a chat request, as text after the user's words. Files come through the
 * session, so untracked ones are only named.
 */
async function attachedText(session: Session, references: readonly vscode.ChatPromptReference[], consumer: string) {
  const chosen = references.filter(({ id }) => !automatic.test(id));
  const parts = await Promise.all(chosen.map(({ value }) => attachment(session, value, consumer)));
  const attached = parts.filter((part) => part !== '');
  return attached.length === 0 ? '' : `\n\nAttached:\n\n${attached.join('\n\n')}`;
}

/** The changes since the model's last answer, over all documents of the project. */
async function askChangesText(session: Session, consumer: string): Promise<string> {
  const result = await session.request('live:changesSince', { preview: true }, consumer);
  return result.ok ? `\n\n${result.value.text}` : '';
}

async function attachment(session: Session, value: unknown, consumer: string): Promise<string> {
  if (typeof value === 'string') return fenced(value.slice(0, maxAttached), '');
  if (value instanceof vscode.Uri) return document(session, value, undefined, consumer);
  return value instanceof vscode.Location ? document(session, value.uri, value.range, consumer) : '';
}

async function document(session: Session, uri: vscode.Uri, range: vscode.Range | undefined, consumer: string) {
  const lines = range === undefined ? {} : { lines: { first: range.start.line + 1, last: range.end.line + 1 } };
  const asked = await session.request('live:version', { documentId: uri.toString(), ...lines }, consumer);
  const { path } = placeOf(uri);
  const name = range === undefined ? path : `${path}, lines ${range.start.line + 1} to ${range.end.line + 1}`;
  if (!asked.ok || asked.value.text === undefined) return `- ${name}`;
  return `- ${name}\n\n${fenced(asked.value.text.slice(0, maxAttached), '')}`;
}
