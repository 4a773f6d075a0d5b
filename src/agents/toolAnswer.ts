import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { fieldOf } from '../base/json.ts';
import { inlineBlock } from '../files/output/inline.ts';
import { askedOf } from '../prompt/deliveries/asked.ts';
import { type Channel, channels, type Params, takes } from '../protocol/channels.ts';
import type { EditedDocument } from '../protocol/edits.ts';
import { type Receipt, receiptSchema } from '../protocol/prompt/receipt.ts';
import { failure, type Result, success } from '../protocol/result.ts';
import { minReplyLength } from '../protocol/settings.ts';
import { namedVersions } from '../session/requestAudit.ts';
import { anchorList, verbDescriptions } from '../windows/registry.ts';
import { characterRoom, type ReplyRoom } from './replyLimit.ts';
import type { SessionClient } from './sessionClient.ts';
import type { Tool } from './tools.ts';
import { failureText, valueText } from './toolText.ts';

/** A tool's answer for the model; the receipt of a delivery counts once it has {@link arrived}. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly text: string;
  readonly receipt: Receipt | null;
  /** The request and the documents of the reply, to be kept with it. */
  readonly about: Pick<Params<'deliveries:keep'>, 'channel' | 'asked' | 'outcome' | 'documents'>;
}

/** The size parameter of a reading call: a reply that is too long is requested again with less. */
const characterAmount = { name: 'maxCharacters', usual: Number.POSITIVE_INFINITY };
const amounts: Readonly<Partial<Record<Channel, { readonly name: string; readonly usual: number }>>> = {
  'live:version': characterAmount,
  'files:list': { name: 'limit', usual: 50 },
  'files:read': { name: 'limit', usual: 8_192 },
  'files:tail': { name: 'lines', usual: 200 },
  'files:grep': { name: 'maxResults', usual: 50 },
};

/**
 * Calls a tool for a consumer, again with less until its answer fits; `limit` is a room, or a
 * number of UTF-16 units. The session validates the input. The caller reports a delivered answer
 * with
 * {@link arrived}.
 */
export async function callTool(
  client: SessionClient,
  tool: Pick<Tool, 'channel' | 'input'>,
  input: unknown,
  consumer: string,
  limit: number | ReplyRoom,
): Promise<ToolAnswer> {
  const isListing = tool.channel === 'windows:act' && fieldOf(input, 'id') === 'list';
  const channel = isListing ? 'windows:list' : tool.channel;
  const amount = takes(channel, 'hold') ? characterAmount : amounts[channel];
  const { budget, count, surely, most } = typeof limit === 'number' ? characterRoom(limit) : limit;
  const bound = Math.max(minReplyLength, amount === undefined ? surely : most);
  const sent = isListing ? success({ contents: false }) : paramsOf(tool, input ?? {});
  if (!sent.ok) return answerOf(channel, input, sent);
  const least = amount === characterAmount ? minReplyLength : 1;
  let params = withinBound(channel, sent.value, bound);
  for (;;) {
    const result = await client.request(channel, params, consumer);
    const answer = answerOf(channel, params, result);
    const share = budget / (await count(answer.text));
    if (share >= 1) return answer;
    const asked = amount && Math.min(Number(fieldOf(params, amount.name) ?? amount.usual), answer.text.length);
    if (!result.ok || amount === undefined || !asked || asked <= least) {
      if (answer.receipt !== null) return answer;
      const fitting = amount === undefined ? bound : Math.floor(answer.text.length * share);
      return keptWhole(client, channel, answer, consumer, fitting);
    }
    params = { ...Object(params), [amount.name]: Math.max(least, Math.floor(asked * share * 0.9)) };
  }
}

/** Stores a long answer as a context file; returns its head, tail and id, or if that fails all of it. */
async function keptWhole(
  client: SessionClient,
  channel: Channel,
  answer: ToolAnswer,
  consumer: string,
  bound: number,
): Promise<ToolAnswer> {
  const about = { source: 'tool', hint: `A reply of ${channel}`, text: answer.text };
  const saved = savedSchema.safeParse(await client.request('files:save', about, consumer));
  if (!saved.success) return answer;
  return { ...answer, text: inlineBlock(saved.data.value.ref, answer.text, answer.text, bound) };
}

const savedSchema = z.object({ ok: z.literal(true), value: channels['files:save'].result });

/** The channel's parameters for what a model sent, not yet validated. */
export function paramsOf({ input: form }: Pick<Tool, 'input'>, input: unknown): Result<unknown> {
  try {
    return success(form === undefined ? input : form.params(input));
  } catch (error) {
    if (error instanceof AppError) return failure(error.code, error.message);
    throw error;
  }
}

function withinBound(channel: Channel, input: unknown, bound: number): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const request = takes(channel, 'hold') ? { ...input, hold: true } : input;
  if (!takes(channel, 'maxCharacters')) return request;
  const asked = fieldOf(input, 'maxCharacters');
  return { ...request, maxCharacters: typeof asked === 'number' ? Math.min(asked, bound) : bound };
}

/** Reports a delivered answer, which moves the watermark. Not called for a cancelled one. */
export async function arrived(client: SessionClient, answer: ToolAnswer, consumer: string): Promise<ToolAnswer> {
  const { receipt, about, text } = answer;
  if (receipt !== null) return { ...answer, receipt: await commitDelivery(client, receipt, consumer) };
  await client.request('deliveries:keep', { ...about, text }, consumer);
  return answer;
}

async function commitDelivery(client: SessionClient, receipt: Receipt, consumer: string): Promise<Receipt> {
  if (receipt.id === undefined) return receipt;
  const committed = await client.request('deliveries:commit', { id: receipt.id }, consumer);
  return { ...receipt, delivered: committed.ok && fieldOf(committed.value, 'delivered') === true };
}

function answerOf(channel: Channel, params: unknown, result: Result<unknown>): ToolAnswer {
  const { data } = receiptSchema.safeParse(result.ok ? fieldOf(result.value, 'receipt') : null);
  return {
    ok: result.ok,
    text: result.ok ? valueText(modelValue(channel, result.value)) : failureText(result.error),
    receipt: data ?? null,
    about: {
      channel,
      asked: askedOf(Object(params)),
      outcome: result.ok ? 'ok' : result.error.code,
      documents: [...namedVersions(result.ok ? result.value : result.error.data)],
    },
  };
}

/** The part of a value that models need: anchors, the outcome of an action, outcomes of edits. */
function modelValue(channel: Channel, value: unknown): unknown {
  const edited = channel === 'live:applyEdits' ? channels[channel].result.safeParse(value).data : undefined;
  if (edited !== undefined) return { ...edited, documents: edited.documents.map(modelDocument) };
  const listed = channel === 'windows:list' ? channels[channel].result.safeParse(value).data : undefined;
  if (listed !== undefined) {
    const windows = listed.windows.map(({ id, context }) => ({ id, anchors: context.anchors }));
    return { ...anchorList(windows), verbs: verbDescriptions };
  }
  return value;
}

/**
 * An edited document without the model's own input. The version that rebased edits made is not
 * named: the model has not read its text, and continues from the version that it knows.
 */
function modelDocument({ file, outcome, baseVersionId: _, newVersionId, documentId: __, ...rest }: EditedDocument) {
  return { file, outcome, ...(outcome === 'applied' ? { newVersionId } : {}), ...rest };
}
