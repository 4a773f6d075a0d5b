import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import { type EditedDocument, editListSchema } from '../../protocol/edits.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';
import { failure, type Result, success } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import type { ChatModel } from './chatModel.ts';
import type { ChatAnswer, ChatListener, ChatQuestion, LiveChat } from './liveChat.ts';

/** Instructions for the model besides the user's request. */
const task = [
  'Change the Current Document, as it is shown here, and answer with one JSON object alone: {"note": …, "edits": […]}.',
  'The note tells the developer in a sentence what you changed. Each edit is one of',
  '{"type": "replace", "oldText": …, "newText": …}: the old text must stand in the document exactly once, or give its "occurrence" from 1;',
  '{"type": "patch", "patch": …}: hunks of a unified diff, with exact context;',
  '{"type": "range", "start": {"line": …, "column": …}, "end": {…}, "newText": …}: from start up to, not including, end, counted from 1.',
  'No two edits may overlap, and all speak of the document as it is shown.',
].join('\n');

const answerSchema = z.object({ note: z.string().default(''), edits: editListSchema });

/** Refusals that a model can do something about. */
const correctable: readonly ErrorCode[] = [
  'EDIT_NO_MATCH',
  'EDIT_AMBIGUOUS',
  'EDIT_INVALID',
  'EDIT_CONFLICT',
  'EDIT_VIOLATES',
];

/** Edits that a chat model made to the document in front. */
export interface LiveEditing {
  readonly answer: ChatAnswer;
  readonly note: string;
  readonly document: EditedDocument;
  /** From the version that the model saw to the one with the edits. */
  readonly patch: string;
}

/**
 * Lets the chat model change the document in front. Its answer is read as edits of the version in
 * its prompt, so they are rebased over what the user types meanwhile. If edits are refused, the
 * chat asks the model once more with the current text.
 */
export async function editByChat(
  session: Session,
  chat: LiveChat,
  question: ChatQuestion,
  model: ChatModel,
  listener: ChatListener,
): Promise<Result<LiveEditing> | 'stopped'> {
  const first = await tryEdit(session, chat, question, model, listener);
  if (first.refused === undefined) return first.result;
  const { refused, reply } = first;
  listener.onProgress('correcting');
  const chatHistory = [
    ...question.chatHistory,
    { role: 'user', content: question.prompt },
    { role: 'assistant', content: reply },
  ] as const;
  const prompt = `Your edits were refused: ${refused} Make them again.\n\n${question.prompt}`;
  return (await tryEdit(session, chat, { ...question, prompt, chatHistory }, model, listener)).result;
}

async function tryEdit(
  session: Session,
  chat: LiveChat,
  question: ChatQuestion,
  model: ChatModel,
  listener: ChatListener,
): Promise<Attempt> {
  const silent: ChatListener = {
    onPrompt: (receipt, files) => listener.onPrompt(receipt, files),
    onPart: () => {},
    onProgress: (step) => listener.onProgress(step),
  };
  listener.onProgress('editing');
  const prompt = `${question.prompt}\n\n${task}`;
  const asked = await chat.ask({ ...question, isEdit: true, prompt }, model, silent);
  if (asked === 'stopped' || !asked.ok) return { result: asked };
  const reply = asked.value.text;
  const edits = readEdits(reply);
  if (edits === null) {
    const message = 'The chat model did not answer with edits.';
    return { result: failure('CHAT_MODEL_FAILED', message), refused: message, reply };
  }
  const { consumer } = question;
  const picked = session.judge.useModel(consumer, { ask: (messages) => model.send(messages, () => {}) });
  const applied = await applyAnswered(session, asked.value, edits, consumer).finally(() => picked.dispose());
  const isCorrectable = !applied.ok && correctable.includes(applied.error.code);
  return isCorrectable ? { result: applied, refused: applied.error.message, reply } : { result: applied };
}

async function applyAnswered(
  session: Session,
  answer: ChatAnswer,
  { note, edits }: z.infer<typeof answerSchema>,
  consumer: string,
): Promise<Result<LiveEditing>> {
  const { documentId, now: baseVersionId } = answer.receipt;
  if (documentId === null || baseVersionId === null) return failure('DOCUMENT_NONE');
  const summary = note.slice(0, 500);
  const request = { documentId, baseVersionId, edits, ...(summary === '' ? {} : { summary }) };
  const applied = await session.request('live:applyEdits', request, consumer);
  if (!applied.ok) return applied;
  const [document] = applied.value.documents;
  if (document?.newVersionId === undefined) return failure('EDIT_NOT_APPLIED');
  const versions = { documentId, versionId: baseVersionId, compareWith: document.newVersionId };
  const compared = await session.request('live:version', versions, consumer);
  return success({ answer, note, document, patch: compared.ok ? (compared.value.patch ?? '') : '' });
}

/** Outcome of one answer; with `refused` and `reply` if another one may do better. */
type Attempt =
  | { readonly result: Result<LiveEditing> | 'stopped'; readonly refused?: undefined }
  | { readonly result: Result<LiveEditing>; readonly refused: string; readonly reply: string };

function readEdits(reply: string): z.infer<typeof answerSchema> | null {
  const object = reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1);
  return answerSchema.safeParse(parseJson(object)).data ?? null;
}
