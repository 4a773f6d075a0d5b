import * as z from 'zod';
import { LruMap } from '../../base/lruMap.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { UnjudgedReason } from '../../protocol/edits.ts';
import type { Account } from '../../protocol/prompt/assembly.ts';
import type { Profile } from '../../protocol/prompt/profiles.ts';
import type { Receipt } from '../../protocol/prompt/receipt.ts';
import { failure, type Result, success } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import { inRounds } from '../../windows/contextItems.ts';
import { type ChatMessage, type ChatModel, ChatModelFailure, type ChatTools, type ToolUse } from './chatModel.ts';

/** Maximum tokens of all tools' results, and their maximum share of the model's limit. */
const toolTokens = 8_000;
const toolShare = 0.2;
/** Bounds of the talk of a conversation; messages in UTF-16 units. */
const maxRounds = 400;
const maxMessage = 1_000_000;
/** Maximum length of all threads, UTF-16 units. */
const maxThreadUnits = 8_000_000;
/** Maximum tokens of a thread that goes on, by those of its whole prompt. */
const threadGrowth = 2;

export interface ChatQuestion {
  /** Whose conversation it belongs to: `live:` and the thread. */
  readonly consumer: string;
  /** The person's own words, as the chat's history will tell them. */
  readonly words: string;
  /** The words with all that goes with them. */
  readonly prompt: string;
  readonly skillId: Profile;
  /** The chat so far, old to new. */
  readonly chatHistory: readonly ChatMessage[];
  /** The round that the chat's history ends with, the id of its receipt; undefined if it has no answer. */
  readonly after?: string | undefined;
  /** Tools that the model may call. */
  readonly tools?: ChatTools;
}

/** A constraint that the answer violates still; `line` counts from one in the answer. */
export interface AnswerViolation {
  readonly constraintId: string;
  readonly text: string;
  readonly line?: number;
  readonly why?: string;
}

export interface ChatAnswer {
  readonly text: string;
  readonly receipt: Receipt;
  readonly violations: readonly AnswerViolation[];
  /** Constraints that nobody could judge. */
  readonly unjudged: readonly { readonly text: string; readonly why: UnjudgedReason }[];
}

/** Hears how an answer comes along. */
export interface ChatListener {
  /** The prompt is ready; the paths are of the project's files that it shows. */
  onPrompt(receipt: Receipt, files: readonly string[]): void;
  /** A part of the answer, to be shown. */
  onPart(text: string): void;
  /** The answer is complete, and is checked against the constraints. */
  onJudging(): void;
}

/** What was sent to a model in a chat, with its answers. */
interface Thread {
  /** The last round: the id of its receipt. */
  readonly round: string;
  readonly messages: readonly ChatMessage[];
  /** How much of the chat's history it holds. */
  readonly told: number;
  /** Maximum tokens: a longer one costs more than a whole prompt. */
  readonly most: number;
}

/**
 * Answers a question with the assembled prompt and the model that the user picked. If the project
 * has constraints, the answer is judged after it was streamed, and its violations are listed.
 */
export class LiveChat {
  readonly #session: Session;
  readonly #threads = new LruMap<string, Thread>(maxThreadUnits, {
    sizeOf: ({ messages }) => messages.reduce((sum, { content }) => sum + content.length, 0),
  });

  constructor(session: Session) {
    this.#session = session;
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
    const { consumer, skillId, prompt: additionalInput, chatHistory } = question;
    const session = this.#session;
    const rounds = boundedRounds(chatHistory);
    const offered = question.tools ? await model.countTokens(JSON.stringify(question.tools.tools)) : 0;
    const room = Math.max(1, model.maxInputTokens - offered);
    const asked = { request: { format: 'messages', skillId, additionalInput }, consumer, model } as const;
    const prompt = (await this.#continued(asked, question, room)) ?? (await this.#whole(asked, rounds, room));
    if (!prompt.ok) return prompt;
    const { messages, tokens, limit, most, receipt, ledger } = prompt.value;
    listener.onPrompt(receipt, filesOf(ledger));
    const rules = await session.request('constraints:list', { projectId: receipt.projectId }, consumer);
    const constraints = rules.ok ? rules.value.constraints : [];
    const toolRoom = Math.min(toolTokens, Math.floor(room * toolShare));
    const withRoom = async () => {
      if (tokens + toolRoom <= room) return messages;
      const shorter = await this.#fitting(asked, room - toolRoom, limit);
      return shorter.ok ? shorter.value.messages : messages;
    };
    const use = question.tools && { ...question.tools, call: this.#recorded(question), tokens: toolRoom, withRoom };
    const answer = await this.#answer(messages, constraints, { model, listener, consumer }, use);
    const said = { role: 'assistant', content: answer.text } as const;
    this.#threads.delete(consumer);
    if (receipt.id !== undefined) {
      await session.request('deliveries:commit', { id: receipt.id }, consumer);
      const thread = { round: receipt.id, told: chatHistory.length + 2, most };
      if (answer.text !== '') this.#threads.set(consumer, { ...thread, messages: [...messages, said] });
    }
    const talk = [...rounds.talked.flat(), { role: 'user', content: question.words } as const, said];
    await session.request('conversations:say', { talk: talk.map(itemOf) }, consumer);
    return success({ receipt, ...answer });
  }

  /**
   * The messages and answers of the thread so far, byte for byte, what was said in it without the
   * model, and one message with what is new. Null if the model needs a whole prompt.
   */
  async #continued({ request, consumer, model }: ChatPrompt, { after, chatHistory }: ChatQuestion, room: number) {
    const thread = this.#threads.get(consumer);
    if (thread === undefined || thread.round !== after || chatHistory.length < thread.told) return null;
    const params = { ...request, inputLimit: room, thread: 'continue', hold: true } as const;
    const next = await this.#session.request('context:assemble', params, consumer);
    if (!next.ok || next.value.receipt.format === 'messages') return null;
    const { prompt, receipt, ledger, budget: limit } = next.value;
    const { most } = thread;
    const news = [...chatHistory.slice(thread.told), { role: 'user', content: prompt } as const];
    const messages = [...thread.messages, ...news];
    const tokens = await tokensOf(messages, model);
    return tokens > Math.min(limit, most) ? null : success({ messages, tokens, limit, most, receipt, ledger });
  }

  /** The rules, the talk and all of the context. */
  async #whole(asked: ChatPrompt, rounds: BoundedRounds, room: number) {
    const { request, consumer } = asked;
    await this.#session.request('conversations:say', { talk: rounds.talked.flat().map(itemOf) }, consumer);
    const first = await this.#fitting(asked, room, room);
    if (!first.ok) return first;
    await this.#archiveOlder(consumer, first.value.talk, rounds);
    // The account names archived files, too.
    const last = await this.#fitting(asked, room, first.value.inputLimit);
    if (!last.ok) return last;
    const { inputLimit, tokens } = last.value;
    const params = { ...request, inputLimit, thread: 'begin', hold: true } as const;
    const assembled = await this.#session.request('context:assemble', params, consumer);
    if (!assembled.ok) return assembled;
    const { prompt, receipt, ledger, budget: limit } = assembled.value;
    const messages = messagesSchema.parse(JSON.parse(prompt));
    return success({ messages, tokens, limit, most: threadGrowth * tokens, receipt, ledger });
  }

  /**
   * Finds a limit, in our tokens and at most `from`, with which the prompt takes at most `room`
   * tokens as the model counts. Counts at most six prompts.
   */
  async #fitting({ request, consumer, model }: ChatPrompt, room: number, from: number) {
    let inputLimit = from;
    for (let tries = 0; ; tries++) {
      const params = { ...request, inputLimit, preview: true } as const;
      const preview = await this.#session.request('context:assemble', params, consumer);
      if (!preview.ok) return preview;
      const messages = messagesSchema.parse(JSON.parse(preview.value.prompt));
      const tokens = await tokensOf(messages, model);
      const { talk } = preview.value;
      if (tokens <= room || inputLimit === 1 || tries === 5) return success({ inputLimit, tokens, messages, talk });
      const used = Math.min(inputLimit, preview.value.tokenCount);
      inputLimit = Math.max(1, Math.floor((used * room) / tokens) - tries * 50);
    }
  }

  /** Calls a tool; each call becomes an item of the conversation. */
  #recorded({ tools, consumer }: ChatQuestion): ChatTools['call'] {
    return async (name, input, maxCharacters) => {
      const description = `${name} ${JSON.stringify(input)}`.slice(0, 2_000);
      await this.#session.request('conversations:say', { tools: [description] }, consumer);
      return (await tools?.call(name, input, maxCharacters)) ?? '';
    };
  }

  /** Archives the rounds that the prompt has no room for, after those `outside` of the talk. */
  async #archiveOlder(consumer: string, talk: Account['talk'], { talked, outside }: BoundedRounds) {
    const { kept = [], leftOut = [] } = talk ?? {};
    const order = [...kept, ...leftOut].toSorted((a, b) => a - b);
    const older = leftOut.flatMap((seq) => [talked[order.indexOf(seq)] ?? []]);
    const about = { source: 'archive', hint: 'An older round of a chat', mimeType: 'text/markdown' } as const;
    const archived = new Set<string>();
    for (const round of [...outside, ...older]) {
      // The session knows a file that it has already by its text.
      const text = round.map((message) => `## ${itemOf(message).type}\n\n${message.content}\n`).join('\n');
      const saved = await this.#session.request('files:save', { ...about, text }, consumer);
      if (saved.ok) archived.add(saved.value.ref.id);
    }
    await this.#session.request('conversations:say', { archived: [...archived] }, consumer);
  }

  /**
   * Streams the answer and judges it afterwards. An answer is no file, so no pattern is required of
   * it. The user's model judges prose.
   */
  async #answer(
    messages: readonly ChatMessage[],
    constraints: readonly Constraint[],
    { model, listener, consumer }: { model: ChatModel; listener: ChatListener; consumer: string },
    tools?: ToolUse,
  ): Promise<Omit<ChatAnswer, 'receipt'>> {
    const { judge } = this.#session;
    const picked = judge.useModel(consumer, { ask: (asked) => model.send(asked, () => {}) });
    try {
      const text = await model.send(messages, (part) => listener.onPart(part), tools);
      if (constraints.length === 0) return { text, violations: [], unjudged: [] };
      listener.onJudging();
      const { violations, unjudged } = await judge.patterns(constraints, { text });
      const prose = await judge.prose(constraints, text, consumer);
      return {
        text,
        violations: [
          ...violations.map(violationOf),
          ...prose.violations.map(({ constraint, why }) => ({ ...violationOf({ constraint }), why })),
        ],
        unjudged: [...unjudged, ...prose.unjudged].map(({ constraint, why }) => ({ text: constraint.text, why })),
      };
    } finally {
      picked.dispose();
    }
  }
}

function tokensOf(messages: readonly ChatMessage[], model: ChatModel): Promise<number> {
  return model.countTokens(messages.map(({ content }) => content).join('\n'));
}

function violationOf({ constraint, line }: { constraint: Constraint; line?: number | null }): AnswerViolation {
  return { constraintId: constraint.id, text: constraint.text, ...(line == null ? {} : { line }) };
}

/** A prompt for a model. */
interface ChatPrompt extends Pick<ChatQuestion, 'consumer'> {
  readonly request: { readonly format: 'messages'; readonly skillId: Profile; readonly additionalInput: string };
  readonly model: ChatModel;
}

const messagesSchema = z.lazy(() =>
  z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
);

function itemOf({ role, content }: ChatMessage): { readonly type: 'User' | 'Assistant'; readonly content: string } {
  return { type: role === 'assistant' ? 'Assistant' : 'User', content };
}

type BoundedRounds = ReturnType<typeof boundedRounds>;

/** Splits off the rounds that a conversation cannot take: the oldest, and those with huge messages. */
function boundedRounds(chatHistory: readonly ChatMessage[]) {
  const rounds = inRounds(chatHistory, ({ role }) => role === 'user');
  const newest = rounds.slice(-maxRounds);
  const isTalk = (round: readonly ChatMessage[]) => round.every(({ content }) => content.length <= maxMessage);
  const talked = newest.filter(isTalk);
  return { talked, outside: rounds.filter((round) => !talked.includes(round)) };
}

/** The files that the prompt shows, the document first. */
function filesOf(ledger: Account['ledger']): readonly string[] {
  const shown = ledger.filter(({ state }) => state !== 'cut');
  const document = shown.filter(({ id }) => id === 'document');
  const others = shown.filter(({ id, layer }) => layer === 'retrieved' || id.startsWith('instructions:'));
  return [...new Set([...document, ...others].map(({ source }) => source))];
}
