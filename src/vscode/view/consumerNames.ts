import * as vscode from 'vscode';
import { type Consumer, editorTools } from '../../protocol/consumer.ts';

/** Those whose prompt can always be looked at, whether or not they ever asked. */
export const usualConsumers: readonly Consumer[] = ['clipboard', editorTools, 'live'];

/** What people call a consumer; `name` is what it calls itself, or how its thread began. */
export function consumerName(consumer: Consumer, name?: string): string {
  if (consumer === 'clipboard') return vscode.l10n.t('clipboard');
  if (consumer === editorTools) return 'Copilot';
  if (consumer === 'live') return '@live';
  // A thread is known by what it began with; one of an earlier window, of which nobody knows that any more, by its id.
  if (consumer.startsWith('live:')) return name === undefined ? `@live (${consumer.slice(5, 9)})` : `@live: ${name}`;
  if (!consumer.startsWith('mcp:')) return consumer;
  const session = consumer.slice('mcp:'.length);
  const isRandom = /^[0-9a-f-]{16,}$/i.test(session);
  const short = isRandom ? session.slice(0, 4) : session;
  if (name === undefined) return isRandom ? vscode.l10n.t('MCP client {0}', short) : session;
  // Several of one name are told apart.
  return name.replace(/[^\w.-]+/g, '-') === session ? name : `${name} (${short})`;
}
