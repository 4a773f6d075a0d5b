import * as z from 'zod';
import { channels } from '../protocol/channels.ts';
import { receiptSchema } from '../protocol/receipt.ts';
import type { SessionClient } from './sessionClient.ts';
import type { Tool } from './tool.ts';
import { deliveredText, failureText, valueText } from './toolText.ts';

/** What a tool gives back: a text for the model, and of a success the same as data. */
export type ToolAnswer =
  | { readonly ok: true; readonly text: string; readonly structured: Record<string, unknown> }
  | { readonly ok: false; readonly text: string };

/** Calls a tool for a consumer. Input is unknown: the session refuses what does not fit the channel's schema. */
export async function callTool(
  client: SessionClient,
  tool: Tool,
  input: unknown,
  consumer: string,
): Promise<ToolAnswer> {
  const result = await client.request(tool.channel, input ?? {}, consumer);
  if (!result.ok) return { ok: false, text: failureText(result.error) };
  return { ok: true, text: valueText(result.value), structured: structured(result.value) };
}

/**
 * JSON Schema (2020-12) of a success as data. A delivery is its text and its receipt alone: the rest of the value says the same
 * once more, and would be paid for in tokens.
 */
export function outputSchemaOf({ channel }: Tool): z.core.JSONSchema.JSONSchema {
  const { result } = channels[channel];
  const { shape } = result;
  const told = 'receipt' in shape && 'text' in shape;
  const { $schema: _, ...schema } = z.toJSONSchema(told ? deliverySchema : result);
  return schema;
}

const deliverySchema = z.strictObject({ text: z.string(), receipt: receiptSchema });

function structured(value: unknown): Record<string, unknown> {
  const text = deliveredText(value);
  const fields = Object.fromEntries(Object.entries(value ?? {}));
  return text === null ? fields : { text, receipt: fields['receipt'] };
}
