import * as z from 'zod';
import type { Account } from '../protocol/assembly.ts';
import type { Constraint } from '../protocol/constraints.ts';
import type { Profile } from '../protocol/profiles.ts';
import type { Receipt } from '../protocol/receipt.ts';
import { failure, type Result, success } from '../protocol/result.ts';
import type { Session } from '../session/session.ts';
import { ChatHistoryArchive, type Round } from './chatHistoryArchive.ts';
import { type ChatMessage, type ChatModel, ChatModelFailure } from './chatModel.ts';
import { judgingMessages, proseConstraints, readVerdict } from './proseJudge.ts';

/** The consumer of the chat participant. */
export const liveConsumer = 'live';

/** The chat history may take this part of what the model takes. */
const historyShare = 0.25;

/** A text of a project without its secrets. */
export type CleanText = (projectId: string, text: string) => string;

export interface ChatQuestion {
  readonly prompt: string;
  readonly skillId: Profile;
  /** The chat so far, old to new. */
  readonly chatHistory: readonly ChatMessage[];
}

/** A constraint that the answer violates still; `line` counts from one in the answer. */
export interface AnswerViolation {
  readonly constraintId: string;
  readonly text: string;
  readonly line?: number;
  readonly why?: string;
}

export interface ChatAnswer {
  readonly receipt: Receipt;
  readonly account: Account;
  /** Paths of the project's files that the prompt showed. */
  readonly files: readonly string[];
  /** Whether the first answer violated a constraint and was not shown. */
  readonly regenerated: boolean;
  readonly violations: readonly AnswerViolation[];
  /** Whether the model could not tell if prose constraints hold. */
  readonly unjudged: boolean;
}

/** `editing` and `correcting` when the answer is edits, first and after they were refused. */
export type ChatStep = 'answering' | 'judging' | 'regenerating' | 'editing' | 'correcting';

/** Hears how an answer comes along. */
export interface ChatListener {
  /** The prompt is ready: what it shows of which files. */
  onPrompt(receipt: Receipt, files: readonly string[]): void;
  /** A part of the answer, to be shown. */
  onPart(text: string): void;
  /** What goes on while nothing is shown: the answer is held back until it is judged. */
  onProgress(step: ChatStep): void;
}

interface Verdict {
  readonly violations: readonly AnswerViolation[];
  readonly unjudged: boolean;
}

/**
 * Answers a question with the assembled prompt and the model that the person picked. Where the project has constraints,
 * an answer is judged before it is shown: one that violates any is regenerated once, and what it violates then is told.
 */
export class LiveChat {
  readonly #session: Session;
  readonly #clean: CleanText;
  readonly #archive: ChatHistoryArchive;

  /** `clean` takes the secrets out of the chat so far; the question is cleaned where the prompt is assembled. */
  constructor(session: Session, clean: CleanText) {
    this.#session = session;
    this.#clean = clean;
    this.#archive = new ChatHistoryArchive(session, liveConsumer);
  }

  async ask(question: ChatQuestion, model: ChatModel, listener: ChatListener): Promise<Result<ChatAnswer> | 'stopped'> {
    try {
      return await this.#ask(question, model, listener);
    } catch (error) {
      if (!(error instanceof ChatModelFailure)) throw error;
      return error.stopped ? 'stopped' : failure('CHAT_MODEL_FAILED', `The chat model failed: ${error.message}`);
    }
  }

  async #ask(question: ChatQuestion, model: ChatModel, listener: ChatListener): Promise<Result<ChatAnswer>> {
    const chatHistory = await this.#fitHistory(question.chatHistory, model);
    const request = { format: 'messages', skillId: question.skillId, additionalInput: question.prompt } as const;
    const room = Math.max(1, model.maxInputTokens - chatHistory.tokens);
    const preview = await this.#session.request(
      'context:assemble',
      { ...request, inputLimit: room, preview: true },
      liveConsumer,
    );
    if (!preview.ok) return preview;
    // The model counts in its own way: where it counts more, so much less is given to it.
    const factor = (await model.countTokens(preview.value.prompt)) / preview.value.tokenCount;
    const inputLimit = Math.max(1, Math.floor(room / Math.max(1, factor)));
    const assembled = await this.#session.request('context:assemble', { ...request, inputLimit }, liveConsumer);
    if (!assembled.ok) return assembled;
    const { prompt, receipt, ...account } = assembled.value;
    const files = filesOf(account);
    listener.onPrompt(receipt, files);
    const clean = (one: ChatMessage) => ({ ...one, content: this.#clean(receipt.projectId, one.content) });
    const messages = withHistory(messagesSchema.parse(JSON.parse(prompt)), chatHistory.messages.map(clean));
    const rules = await this.#session.request('constraints:list', { projectId: receipt.projectId }, liveConsumer);
    const constraints = rules.ok ? rules.value.constraints : [];
    const outcome = await this.#answer({ messages, constraints, model, listener, projectId: receipt.projectId, files });
    return success({ receipt, account, files, ...outcome });
  }

  /** The newest rounds that fit, and where the older ones are. */
  async #fitHistory(whole: readonly ChatMessage[], model: ChatModel): Promise<FittedHistory> {
    const { messages, tokens, older } = await fittingTalk(whole, model);
    const files = await this.#archive.keep(older);
    if (files.length === 0) return { messages, tokens };
    const content = `(Older rounds of this chat are left out; they are kept in the context files ${files.join(', ')}.)`;
    return { messages: [{ role: 'user', content }, ...messages], tokens: tokens + (await model.countTokens(content)) };
  }

  async #answer(turn: Turn): Promise<Pick<ChatAnswer, 'regenerated' | 'violations' | 'unjudged'>> {
    const { messages, constraints, model, listener } = turn;
    if (constraints.length === 0) {
      await model.send(messages, (part) => listener.onPart(part));
      return { regenerated: false, violations: [], unjudged: false };
    }
    listener.onProgress('answering');
    const first = await model.send(messages, () => {});
    const verdict = await this.#judge(turn, first);
    if (verdict.violations.length === 0) {
      listener.onPart(first);
      return { regenerated: false, ...verdict };
    }
    listener.onProgress('regenerating');
    const correction = { role: 'user', content: correctionOf(verdict.violations) } as const;
    const second = await model.send([...messages, { role: 'assistant', content: first }, correction], () => {});
    const last = await this.#judge(turn, second);
    listener.onPart(second);
    return { regenerated: true, ...last };
  }

  /** Patterns are checked by the Judge, prose by the model. */
  async #judge({ constraints, model, listener, projectId, files }: Turn, answer: string): Promise<Verdict> {
    listener.onProgress('judging');
    const [file] = files;
    const checked = await this.#session.request(
      'constraints:judge',
      { projectId, text: answer, ...(file === undefined ? {} : { file }) },
      liveConsumer,
    );
    const byPattern = (checked.ok ? checked.value.violations : []).map(({ constraintId, text, line }) => {
      return { constraintId, text, ...(line === null ? {} : { line }) };
    });
    const prose = proseConstraints(constraints);
    if (prose.length === 0) return { violations: byPattern, unjudged: !checked.ok };
    const verdict = await this.#byModel(prose, model, answer);
    return { violations: [...byPattern, ...(verdict ?? [])], unjudged: verdict === null || !checked.ok };
  }

  /** Null when the model cannot tell; only a person's stop ends the answering. */
  async #byModel(
    prose: readonly Constraint[],
    model: ChatModel,
    answer: string,
  ): Promise<readonly AnswerViolation[] | null> {
    try {
      return readVerdict(prose, await model.send(judgingMessages(prose, answer), () => {}));
    } catch (error) {
      if (error instanceof ChatModelFailure && !error.stopped) return null;
      throw error;
    }
  }
}

/** What one answer is made with. */
interface Turn {
  readonly messages: readonly ChatMessage[];
  readonly constraints: readonly Constraint[];
  readonly model: ChatModel;
  readonly listener: ChatListener;
  readonly projectId: string;
  /** The document first. */
  readonly files: readonly string[];
}

const messagesSchema = z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }));

interface FittedHistory {
  readonly messages: readonly ChatMessage[];
  readonly tokens: number;
}

/** The newest whole rounds that the history's share holds, and the older ones. */
async function fittingTalk(
  chatHistory: readonly ChatMessage[],
  model: ChatModel,
): Promise<FittedHistory & { readonly older: readonly Round[] }> {
  const rounds = roundsOf(chatHistory);
  let first = rounds.length;
  let tokens = 0;
  for (const round of rounds.toReversed()) {
    const more = await model.countTokens(round.map(({ content }) => content).join('\n'));
    if (tokens + more > model.maxInputTokens * historyShare) break;
    tokens += more;
    first--;
  }
  return { messages: rounds.slice(first).flat(), tokens, older: rounds.slice(0, first) };
}

/** A round is a message of the user up to the next one. */
function roundsOf(chatHistory: readonly ChatMessage[]): readonly Round[] {
  const rounds: ChatMessage[][] = [];
  for (const message of chatHistory) {
    const round = rounds.at(-1);
    if (round === undefined || message.role === 'user') rounds.push([message]);
    else round.push(message);
  }
  return rounds;
}

/** The chat history stands between the system message and the last one of the user. */
function withHistory(prompt: readonly ChatMessage[], chatHistory: readonly ChatMessage[]): readonly ChatMessage[] {
  return [...prompt.slice(0, -1), ...chatHistory, ...prompt.slice(-1)];
}

/** The files that the prompt shows, the document first. */
function filesOf({ ledger }: Account): readonly string[] {
  const shown = ledger.filter(({ state }) => state !== 'cut');
  const document = shown.filter(({ id }) => id === 'document');
  const others = shown.filter(({ id, layer }) => layer === 'retrieved' || id.startsWith('instructions:'));
  return [...new Set([...document, ...others].map(({ source }) => source))];
}

function correctionOf(violations: readonly AnswerViolation[]): string {
  const listed = violations.map(({ text, line, why }) => {
    const where = line === undefined ? '' : ` (line ${line} of your answer)`;
    return `- ${text}${where}${why === undefined ? '' : `: ${why}`}`;
  });
  return `Your answer violates constraints that must not be violated:\n${listed.join('\n')}\nAnswer again, the whole answer, so that it violates none.`;
}
