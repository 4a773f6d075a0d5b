import * as vscode from 'vscode';
import { readAnswer } from '../../answers/answerReader.ts';
import type { ChatMessage } from '../../chat/chatModel.ts';
import {
  type ChatAnswer,
  type ChatListener,
  type ChatStep,
  type CleanText,
  LiveChat,
  liveConsumer,
} from '../../chat/liveChat.ts';
import { LiveEdit, type LiveEditing } from '../../chat/liveEdit.ts';
import { fenced } from '../../engine/format/fence.ts';
import type { AskingCommand } from '../../protocol/liveCommands.ts';
import type { Profile } from '../../protocol/profiles.ts';
import type { Failure } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import { uriOf } from '../host/uris.ts';
import { participantCommands } from './participantCommands.ts';
import { attachedText, changesText } from './participantReferences.ts';
import { PickedModel } from './pickedModel.ts';

/** As package.json contributes it. */
const participantId = 'live-context.live';

interface Asking {
  readonly skillId: Profile;
  readonly prompt: string;
}

/** Commands that ask the model, with the profile of their prompt and what is asked when the person adds no words. */
const asking: Readonly<Record<AskingCommand, Asking>> = {
  explain: { skillId: 'explain', prompt: 'Explain the code at the cursor.' },
  review: { skillId: 'review', prompt: 'Review the recent changes: name faults and risks, each with its line.' },
};

const askingCommands: ReadonlyMap<string, Asking> = new Map(Object.entries(asking));

/** The chat participant `@live`: answers with the assembled prompt and the model that the person picked. */
export function registerParticipant(session: Session, clean: CleanText, extensionUri: vscode.Uri): vscode.Disposable {
  const chat = new LiveChat(session, clean);
  const participant = vscode.chat.createChatParticipant(participantId, async (request, context, stream, token) => {
    const command = participantCommands.get(request.command ?? '');
    const failed = command === undefined ? undefined : await command(session, request.prompt.trim(), stream);
    if (command !== undefined && failed !== 'ask') return resultOf(failed);
    if (request.command === 'edit') return edit(new LiveEdit(session, chat), session, request, context, stream, token);
    return answer(chat, session, request, context, stream, token);
  });
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
  return participant;
}

async function answer(
  chat: LiveChat,
  session: Session,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const { skillId, prompt: ready } = askingCommands.get(request.command ?? '') ?? { skillId: 'chat', prompt: '' };
  const words = request.prompt.trim() || ready;
  if (words === '') {
    stream.markdown(
      vscode.l10n.t('Ask about your work: the model sees your document, your recent changes and your rules.'),
    );
    return {};
  }
  const changes = request.command === 'changes' ? await changesText(session) : '';
  const prompt = `${words}${await attachedText(session, request.references)}${changes}`;
  const question = { prompt, skillId, chatHistory: chatHistoryOf(context) };
  const listener = listenerOf(stream);
  let text = '';
  const heard: ChatListener = {
    ...listener,
    onPart: (part) => {
      text += part;
      listener.onPart(part);
    },
  };
  const result = await chat.ask(question, new PickedModel(request.model, token), heard);
  if (result === 'stopped') return {};
  if (!result.ok) return resultOf(result.error);
  annotate(stream, result.value);
  if (readAnswer(text).files.length > 0) {
    const title = vscode.l10n.t('Apply the edits');
    stream.button({
      command: 'liveContext.applyAnswerFromClipboard',
      title,
      arguments: [{ text, consumer: liveConsumer }],
    });
  }
  const { regenerated, violations } = result.value;
  return { metadata: { regenerated, violations: violations.map(({ constraintId }) => constraintId) } };
}

/** The command `/edit`: what the model answers is done to the document in front. */
async function edit(
  editor: LiveEdit,
  session: Session,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const words = request.prompt.trim();
  if (words === '') {
    stream.markdown(vscode.l10n.t('Say what to change in the document in front.'));
    return {};
  }
  const prompt = `${words}${await attachedText(session, request.references)}`;
  const question = { prompt, skillId: 'edit', chatHistory: chatHistoryOf(context) } as const;
  const result = await editor.edit(question, new PickedModel(request.model, token), listenerOf(stream));
  if (result === 'stopped') return {};
  if (!result.ok) return resultOf(result.error);
  showEditing(stream, result.value);
  return { metadata: { newVersionId: result.value.document.newVersionId } };
}

function showEditing(stream: vscode.ChatResponseStream, { note, document, patch, answer: judged }: LiveEditing): void {
  const { file, outcome } = document;
  const done =
    outcome === 'rebased'
      ? vscode.l10n.t('Changed {0}, over what you typed meanwhile. Undo takes it back.', file)
      : vscode.l10n.t('Changed {0}. Undo takes it back.', file);
  stream.markdown(`${note}\n\n${done}\n\n${patch === '' ? '' : `${fenced(patch, 'diff')}\n`}`);
  annotate(stream, judged);
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
    onProgress: (step) => stream.progress(progressText(step)),
  };
}

function progressText(step: ChatStep): string {
  switch (step) {
    case 'answering':
      return vscode.l10n.t('Answering; the answer is shown once it is checked against the constraints.');
    case 'judging':
      return vscode.l10n.t('Checking the answer against the constraints.');
    case 'regenerating':
      return vscode.l10n.t('The answer violated a constraint: it is given again.');
    case 'editing':
      return vscode.l10n.t('Writing the edits.');
    case 'correcting':
      return vscode.l10n.t('The edits were refused: they are made again.');
  }
}

/** What the person should know of the answer besides its text. */
function annotate(stream: vscode.ChatResponseStream, { regenerated, violations, unjudged }: ChatAnswer): void {
  const notes: string[] = [];
  if (regenerated && violations.length === 0) {
    notes.push(vscode.l10n.t('The first answer violated a constraint; this is the second one.'));
  }
  for (const { text, line, why } of violations) {
    const place = line === undefined ? '' : ` (${vscode.l10n.t('line {0} of the answer', line)})`;
    notes.push(
      `$(warning) ${vscode.l10n.t('Violates a constraint: {0}', escaped(text))}${place}${why ? ` ${escaped(why)}` : ''}`,
    );
  }
  if (unjudged) notes.push(vscode.l10n.t('Not every constraint could be checked.'));
  if (notes.length === 0) return;
  stream.markdown(new vscode.MarkdownString(`\n\n---\n\n${notes.map((note) => `- ${note}\n`).join('')}`, true));
}

function escaped(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>$]/g, '\\$&');
}

/** The chat so far with this participant. */
function chatHistoryOf({ history }: vscode.ChatContext): readonly ChatMessage[] {
  return history.map((turn): ChatMessage => {
    if (turn instanceof vscode.ChatRequestTurn) return { role: 'user', content: turn.prompt };
    const parts = turn.response.map((part) =>
      part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : '',
    );
    return { role: 'assistant', content: parts.join('') };
  });
}

function resultOf(failed: Failure | undefined): vscode.ChatResult {
  if (failed === undefined) return {};
  const { code, message, recovery } = failed;
  const text = [vscode.l10n.t(message), recovery === undefined ? '' : vscode.l10n.t(recovery), `(${code})`];
  return { errorDetails: { message: text.filter((part) => part !== '').join(' ') } };
}
