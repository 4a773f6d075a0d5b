import * as z from 'zod';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { UnjudgedReason } from '../../protocol/edits.ts';
import type { Account } from '../../protocol/prompt/assembly.ts';
import type { Profile } from '../../protocol/prompt/profiles.ts';
import type { Receipt } from '../../protocol/prompt/receipt.ts';
import { failure, type Result, success } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import { type ChatMessage, type ChatModel, ChatModelFailure, type ChatTools, type ToolUse } from './chatModel.ts';

/** Maximum tokens of all tools' results, and their maximum share of the model's limit. */
const toolTokens = 8_000;
const toolShare = 0.2;
/** Bounds of the talk of a conversation; messages in UTF-16 units. */
const maxRounds = 400;
const maxMessage = 1_000_000;

export interface ChatQuestion {
  /** Whose conversation it belongs to: `live:` and the thread. */
  readonly consumer: string;
  /** The person's own words, as the chat's history will tell them. */
  readonly words: string;
  /** The words with all that goes with them. */
  readonly prompt: string;
  readonly skillId: Profile;
  /** True if the answer is edits: those are judged when applied. */
  readonly isEdit?: boolean;
  /** The chat so far, old to new. */
  readonly chatHistory: readonly ChatMessage[];
  /** Tools that the model may call; those that read context files only if there are some. */
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
  readonly unjudged: readonly UnjudgedConstraint[];
}

/** A constraint that nobody could judge. */
export interface UnjudgedConstraint {
  readonly text: string;
  readonly why: UnjudgedReason;
}

/** `editing` and `correcting` if the answer is edits: at first, and after they were refused. */
export type ChatStep = 'judging' | 'editing' | 'correcting';

/** Hears how an answer comes along. */
export interface ChatListener {
  /** The prompt is ready; the paths are of the project's files that it shows. */
  onPrompt(receipt: Receipt, files: readonly string[]): void;
  /** A part of the answer, to be shown. */
  onPart(text: string): void;
  onProgress(step: ChatStep): void;
}

type Verdict = Omit<ChatAnswer, 'receipt'>;

/**
 * Answers a question with the assembled prompt and the model that the user picked. If the project
 * has constraints, the answer is judged after it was streamed, and its violations are listed.
 */
export class LiveChat {
  readonly #session: Session;

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
    const { talked, outside } = boundedRounds(chatHistory);
    const talk = talked.flat().map(itemOf);
    await session.request('conversations:say', { talk }, consumer);
    const request = { format: 'messages', skillId, additionalInput } as const;
    const offered = question.tools ? await model.countTokens(JSON.stringify(question.tools.tools)) : 0;
    const room = Math.max(1, model.maxInputTokens - offered);
    const asked = { request, consumer, model };
    const first = await this.#fitting(asked, room, room);
    if (!first.ok) return first;
    await this.#archiveOlder(asked, first.value.inputLimit, talked, outside);
    const tools = await this.#toolsFor(question);
    // The account names archived files, too.
    const last = await this.#fitting(asked, room, first.value.inputLimit);
    if (!last.ok) return last;
    const { inputLimit, tokens } = last.value;
    const assembled = await session.request('context:assemble', { ...request, inputLimit, hold: true }, consumer);
    if (!assembled.ok) return assembled;
    const { prompt, receipt, ledger } = assembled.value;
    const { projectId } = receipt;
    listener.onPrompt(receipt, filesOf(ledger));
    const messages = messagesSchema.parse(JSON.parse(prompt));
    const rules = await session.request('constraints:list', { projectId }, consumer);
    const constraints = rules.ok && question.isEdit !== true ? rules.value.constraints : [];
    const toolRoom = Math.min(toolTokens, Math.floor(room * toolShare));
    const withRoom = async () => {
      if (tokens + toolRoom <= room) return messages;
      const shorter = await this.#fitting(asked, room - toolRoom, inputLimit);
      return shorter.ok ? shorter.value.messages : messages;
    };
    const use = tools && { ...tools, tokens: toolRoom, withRoom };
    const answer = await this.#answer({ messages, constraints, model, listener, consumer, tools: use });
    if (receipt.id !== undefined) await session.request('deliveries:commit', { id: receipt.id }, consumer);
    const said = [
      ...talk,
      { type: 'User', content: question.words },
      { type: 'Assistant', content: answer.text },
    ] as const;
    await session.request('conversations:say', { talk: [...said] }, consumer);
    return success({ receipt, ...answer });
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
      const tokens = await model.countTokens(messages.map(({ content }) => content).join('\n'));
      if (tokens <= room || inputLimit === 1 || tries === 5) return success({ inputLimit, tokens, messages });
      const used = Math.min(inputLimit, preview.value.tokenCount);
      inputLimit = Math.max(1, Math.floor((used * room) / tokens) - tries * 50);
    }
  }

  /** Returns the tools that have something to work on; each call becomes an item. */
  async #toolsFor({ tools, consumer }: ChatQuestion): Promise<ChatTools | undefined> {
    if (tools === undefined) return undefined;
    const listed = await this.#session.request('files:list', { limit: 1 }, consumer);
    const hasFiles = listed.ok && listed.value.items.length > 0;
    const call: ChatTools['call'] = async (name, input, maxCharacters) => {
      const description = `${name} ${JSON.stringify(input)}`.slice(0, 2_000);
      await this.#session.request('conversations:say', { tools: [description] }, consumer);
      return tools.call(name, input, maxCharacters);
    };
    return { tools: tools.tools.filter(({ name }) => hasFiles || !name.startsWith('context_')), call };
  }

  /** Archives the rounds that the prompt has no room for, after those `outside` of the talk. */
  async #archiveOlder({ request, consumer }: ChatPrompt, inputLimit: number, rounds: Rounds, outside: Rounds) {
    const preview = await this.#session.request(
      'context:assemble',
      { ...request, inputLimit, preview: true },
      consumer,
    );
    const { kept = [], leftOut = [] } = (preview.ok && preview.value.talk) || {};
    const order = [...kept, ...leftOut].toSorted((a, b) => a - b);
    const older = leftOut.flatMap((seq) => [rounds[order.indexOf(seq)] ?? []]);
    const about = { source: 'archive', hint: 'An older round of a chat', mimeType: 'text/markdown' } as const;
    const archived = new Set<string>();
    for (const round of [...outside, ...older]) {
      // The session knows a file that it has already by its text.
      const saved = await this.#session.request('files:save', { ...about, text: textOfRound(round) }, consumer);
      if (saved.ok) archived.add(saved.value.ref.id);
    }
    await this.#session.request('conversations:say', { archived: [...archived] }, consumer);
  }

  /**
   * Streams the answer and judges it afterwards. An answer is no file, so no pattern is required of
   * it. The user's model judges prose.
   */
  async #answer({ messages, constraints, model, listener, consumer, tools }: Turn): Promise<Verdict> {
    const { judge } = this.#session;
    const picked = judge.useModel(consumer, { ask: (asked) => model.send(asked, () => {}) });
    try {
      const text = await model.send(messages, (part) => listener.onPart(part), tools);
      if (constraints.length === 0) return { text, violations: [], unjudged: [] };
      listener.onProgress('judging');
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

function violationOf({ constraint, line }: { constraint: Constraint; line?: number | null }): AnswerViolation {
  return { constraintId: constraint.id, text: constraint.text, ...(line == null ? {} : { line }) };
}

/** A prompt for a model. */
interface ChatPrompt {
  readonly request: Pick<ChatQuestion, 'skillId'> & {
    readonly format: 'messages';
    readonly additionalInput: ChatQuestion['prompt'];
  };
  readonly consumer: string;
  readonly model: ChatModel;
}

/** Parameters of one answer. */
interface Turn {
  readonly messages: readonly ChatMessage[];
  readonly constraints: readonly Constraint[];
  readonly model: ChatModel;
  readonly listener: ChatListener;
  readonly consumer: string;
  readonly tools: ToolUse | undefined;
}

const messagesSchema = z.lazy(() =>
  z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
);

function itemOf({ role, content }: ChatMessage): { readonly type: 'User' | 'Assistant'; readonly content: string } {
  return { type: role === 'assistant' ? 'Assistant' : 'User', content };
}

type Rounds = readonly (readonly ChatMessage[])[];

/** Splits off the rounds that a conversation cannot take: the oldest, and those with huge messages. */
function boundedRounds(chatHistory: readonly ChatMessage[]): { readonly talked: Rounds; readonly outside: Rounds } {
  const rounds = roundsOf(chatHistory);
  const newest = rounds.slice(-maxRounds);
  const isTalk = (round: readonly ChatMessage[]) => round.every(({ content }) => content.length <= maxMessage);
  const talked = newest.filter(isTalk);
  return { talked, outside: rounds.filter((round) => !talked.includes(round)) };
}

/** A round is a message of the user up to the next one. */
function roundsOf(chatHistory: readonly ChatMessage[]): Rounds {
  const rounds: ChatMessage[][] = [];
  for (const message of chatHistory) {
    const round = rounds.at(-1);
    if (round === undefined || message.role === 'user') rounds.push([message]);
    else round.push(message);
  }
  return rounds;
}

/** The files that the prompt shows, the document first. */
function filesOf(ledger: Account['ledger']): readonly string[] {
  const shown = ledger.filter(({ state }) => state !== 'cut');
  const document = shown.filter(({ id }) => id === 'document');
  const others = shown.filter(({ id, layer }) => layer === 'retrieved' || id.startsWith('instructions:'));
  return [...new Set([...document, ...others].map(({ source }) => source))];
}

const titles = { system: 'System', user: 'User', assistant: 'Assistant' } as const;

function textOfRound(round: readonly ChatMessage[]): string {
  return round.map(({ role, content }) => `## ${titles[role]}\n\n${content}\n`).join('\n');
}
