import { AppError } from '../../base/appError.ts';
import { promptParts } from '../../engine/format/segments.ts';
import { promptChanges } from '../../engine/promptChanges.ts';
import type { Assembled } from '../../prompt/assemblies.ts';
import { trustedConsumers } from '../../protocol/consumer.ts';
import type { PromptTrace } from '../../protocol/prompt/assembly.ts';
import type { SessionServices } from '../services.ts';
import type { Handlers, HandlersOf } from './handlers.ts';

/** Whole prompts: assembling, inspecting, the budget. */
export function contextHandlers(services: SessionServices): HandlersOf<'context'> & Pick<Handlers, 'live:get'> {
  const { assemblies, budgets, conversations, settings, redaction } = services;
  return {
    'live:get': async (params, consumer) => {
      const { reader = consumer } = params;
      if (reader !== consumer && !trustedConsumers.has(consumer)) throw new AppError('CONVERSATION_FORBIDDEN');
      const asked = { ...params, skillId: 'chat', receiver: consumer } as const;
      const assembled = await assemblies.assemble(asked, reader, 'live:get');
      const { assembly, receipt } = assembled;
      const reply = { text: assembly.text, payload: assembly.data.payload, receipt, account: assembly.account };
      return params.trace ? { ...reply, trace: traceOf(assembled) } : reply;
    },
    'context:assemble': async (params, consumer) => {
      const { assembly, receipt } = await assemblies.assemble(params, consumer);
      return { prompt: assembly.text, ...assembly.account, receipt };
    },
    'context:inspect': async (params, consumer) => {
      if (!settings().debug) throw new AppError('CONTEXT_INSPECT_FORBIDDEN');
      const { assembly, live } = await assemblies.assemble({ ...params, preview: true }, consumer);
      const { project_id: projectId, document_id: documentId } = live.editorState;
      const contents = assembly.included.map(({ piece: { id, layer, source }, block: text, tokens: tokenCount }) => {
        return { id, layer, source, tokenCount, text };
      });
      const clean = (text: string) => redaction.redactText(projectId, text).text;
      const conversation = [...conversations.of(consumer).items.listing(clean)];
      return { ...assembly.account, projectId, documentId, conversation, contents };
    },
    'context:budget:get': () => budgets.get(),
    'context:budget:update': async ({ version, budget }, consumer) => {
      const change = Object.fromEntries(Object.entries(budget).filter(([, value]) => value !== undefined));
      return budgets.update(version, change, consumer);
    },
  };
}

/** The source of each part of the text, and what is new in it. */
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
