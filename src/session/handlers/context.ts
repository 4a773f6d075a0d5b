import { AppError } from '../../base/appError.ts';
import { writeBlock } from '../../engine/format/markdown.ts';
import { promptParts } from '../../engine/format/segments.ts';
import { promptChanges } from '../../engine/promptChanges.ts';
import type { Assembled, Assemblies } from '../../prompt/assemblies.ts';
import type { Budgets } from '../../prompt/budgets.ts';
import type { PromptTrace } from '../../protocol/assembly.ts';
import type { ParsedParams, Value } from '../../protocol/channels.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import type { SettingValues } from '../../protocol/settings.ts';
import type { Conversations } from '../../windows/conversations.ts';

/** Answers what is asked about whole prompts: assembling, inspecting, the budget. */
export class ContextHandlers {
  readonly #assemblies: Assemblies;
  readonly #budgets: Budgets;
  readonly #conversations: Conversations;
  readonly #settings: () => SettingValues;

  constructor(assemblies: Assemblies, budgets: Budgets, conversations: Conversations, settings: () => SettingValues) {
    this.#assemblies = assemblies;
    this.#budgets = budgets;
    this.#conversations = conversations;
    this.#settings = settings;
  }

  async get(params: ParsedParams<'live:get'>, consumer: Consumer): Promise<Value<'live:get'>> {
    const assembled = await this.#assemblies.assemble({ ...params, skillId: 'chat' }, consumer);
    const { assembly, receipt } = assembled;
    const reply = { text: assembly.text, payload: assembly.data.payload, receipt, account: assembly.account };
    return params.trace ? { ...reply, trace: traceOf(assembled) } : reply;
  }

  async assemble(params: ParsedParams<'context:assemble'>, consumer: Consumer): Promise<Value<'context:assemble'>> {
    const { assembly, receipt } = await this.#assemblies.assemble(params, consumer);
    return { prompt: assembly.text, ...assembly.account, receipt };
  }

  async inspect(params: ParsedParams<'context:inspect'>, consumer: Consumer): Promise<Value<'context:inspect'>> {
    if (!this.#settings().debug) throw new AppError('CONTEXT_INSPECT_FORBIDDEN');
    const { assembly, live } = await this.#assemblies.assemble({ ...params, preview: true }, consumer);
    const { project_id: projectId, document_id: documentId } = live.editorState;
    const contents = assembly.included.map(({ piece, content, tokens }) => ({
      id: piece.id,
      layer: piece.layer,
      source: piece.source,
      tokenCount: tokens,
      text: writeBlock(content),
    }));
    const conversation = [...this.#conversations.of(consumer).windows.items.listing()];
    return { ...assembly.account, projectId, documentId, conversation, contents };
  }

  budget(): Promise<Value<'context:budget:get'>> {
    return this.#budgets.get();
  }

  async updateBudget(
    { version, budget }: ParsedParams<'context:budget:update'>,
    consumer: Consumer,
  ): Promise<Value<'context:budget:update'>> {
    const change = Object.fromEntries(Object.entries(budget).filter(([, value]) => value !== undefined));
    return this.#budgets.update(version, change, consumer);
  }
}

/** Where each part of the text comes from, and what is new in it. */
function traceOf({ assembly, last }: Assembled): PromptTrace {
  const { included, segments } = assembly;
  const pieces = new Map(included.map(({ piece }) => [piece.id, piece]));
  const parts = promptParts(segments).map((part) => {
    return { ...part, place: pieces.get(part.id)?.location ?? null };
  });
  if (last === undefined) return { parts, last: null };
  const { timestamp, documentId, tokenCount } = last;
  return { parts, last: { timestamp, documentId, tokenCount, changes: promptChanges(last.included, included) } };
}
