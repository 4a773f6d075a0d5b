import * as vscode from 'vscode';
import type { Consumer } from '../../protocol/consumer.ts';

/** Those whose prompt can always be looked at, whether or not they ever asked. */
export const usualConsumers: readonly Consumer[] = ['clipboard', 'lm-tools', 'live'];

/** What people call a consumer. */
export function consumerName(consumer: Consumer): string {
  if (consumer === 'clipboard') return vscode.l10n.t('the clipboard');
  if (consumer === 'lm-tools') return 'Copilot';
  if (consumer === 'live' || consumer.startsWith('live:')) return '@live';
  if (!consumer.startsWith('mcp:')) return consumer;
  const session = consumer.slice('mcp:'.length);
  return /^[0-9a-f-]{16,}$/i.test(session) ? vscode.l10n.t('MCP client {0}', session.slice(0, 4)) : session;
}
