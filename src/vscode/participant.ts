import * as vscode from 'vscode';
import type { Profile } from '../protocol/profiles.ts';
import type { Failure } from '../protocol/result.ts';
import type { ChatMessage } from '../session/chatModel.ts';
import { type ChatAnswer, type ChatListener, LiveChat } from '../session/liveChat.ts';
import type { Session } from '../session/session.ts';
import { type ParticipantCommand, participantCommands } from './participantCommands.ts';
import { attachedText, changesText } from './participantReferences.ts';
import { PickedModel } from './pickedModel.ts';
import { uriOf } from './uris.ts';

/** As package.json contributes it. */
const participantId = 'live-context.live';

/** Commands that ask the model, with the profile of their prompt and what is asked when the person adds no words. */
const askingCommands: Readonly<Record<string, { readonly skillId: Profile; readonly prompt: string }>> = {
  explain: { skillId: 'explain', prompt: 'Explain the code at the cursor.' },
  review: { skillId: 'review', prompt: 'Review the recent changes: name faults and risks, each with its line.' },
};

/** The chat participant `@live`: answers with the assembled prompt and the model that the person picked (design A). */
export function registerParticipant(session: Session, extensionUri: vscode.Uri): vscode.Disposable {
  const chat = new LiveChat(session);
  const participant = vscode.chat.createChatParticipant(participantId, async (request, context, stream, token) => {
    const command: ParticipantCommand | undefined = participantCommands[request.command ?? ''];
    const failed = command === undefined ? undefined : await command(session, request.prompt.trim(), stream);
    if (command !== undefined && failed !== 'ask') return resultOf(failed);
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
  const asking = askingCommands[request.command ?? ''] ?? { skillId: 'chat', prompt: '' };
  const words = request.prompt.trim() || asking.prompt;
  if (words === '') {
    stream.markdown(
      vscode.l10n.t('Ask about your work: the model sees your document, your recent changes and your rules.'),
    );
    return {};
  }
  const changes = request.command === 'changes' ? await changesText(session) : '';
  const prompt = `${words}${await attachedText(session, request.references)}${changes}`;
  const question = { prompt, skillId: asking.skillId, talk: talkOf(context) };
  const result = await chat.ask(question, new PickedModel(request.model, token), listenerOf(stream));
  if (result === 'stopped') return {};
  if (!result.ok) return resultOf(result.error);
  annotate(stream, result.value);
  const { regenerated, violations } = result.value;
  return { metadata: { regenerated, violations: violations.map(({ constraintId }) => constraintId) } };
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

function progressText(step: Parameters<ChatListener['onProgress']>[0]): string {
  if (step === 'answering')
    return vscode.l10n.t('Answering; the answer is shown once it is checked against the constraints.');
  if (step === 'judging') return vscode.l10n.t('Checking the answer against the constraints.');
  return vscode.l10n.t('The answer violated a constraint: it is given again.');
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
function talkOf({ history }: vscode.ChatContext): readonly ChatMessage[] {
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
