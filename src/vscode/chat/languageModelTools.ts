import * as vscode from 'vscode';
import { confirmationText } from '../../agents/confirmation.ts';
import { chatParts, chatReplyLimit } from '../../agents/replyLimit.ts';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { arrived, callTool } from '../../agents/toolAnswer.ts';
import { anchorCall, type Tool, tools, writes } from '../../agents/tools.ts';
import { fieldOf } from '../../base/json.ts';
import { type Consumer, editorTools, readerIn, severalReaders } from '../../protocol/consumer.ts';
import { windowTitles } from '../../protocol/windowKinds.ts';
import { changesProject } from '../../windows/registry.ts';
import { decodedBase64 } from '../host/uris.ts';
import { unlessCancelled } from './pickedModel.ts';

/** Every tool for the chat models in VS Code, by its name. */
export function languageModelTools(client: SessionClient): ReadonlyMap<string, vscode.LanguageModelTool<object>> {
  return new Map(tools.map((tool) => [tool.name, languageModelTool(tool, client)]));
}

/**
 * A tool as VS Code calls it. The session checks the input, not VS Code. A model gets a failure as
 * text.
 */
function languageModelTool(tool: Tool, client: SessionClient): vscode.LanguageModelTool<object> {
  return {
    prepareInvocation({ input }) {
      const reads = { invocationMessage: vscode.l10n.t('Asking Live Context') };
      if (!writes(tool)) return reads;
      const meant = tool.channel === 'windows:act' ? anchorCall(input) : undefined;
      if (meant === null) return reads;
      if (meant !== undefined && !changesProject(meant.kind, meant.verb)) {
        const { kind } = meant;
        const window = vscode.l10n.t(windowTitles[kind]);
        return { invocationMessage: vscode.l10n.t('Changing what the prompts of this agent show: {0}', window) };
      }
      const title = meant && vscode.l10n.t('Add this constraint to the project?');
      const message = confirmationText(tool, input, (text, ...values) => vscode.l10n.t(text, ...values));
      return {
        invocationMessage: vscode.l10n.t('Changing through Live Context'),
        confirmationMessages: {
          title: title ?? vscode.l10n.t('Let the agent make this change?'),
          message: new vscode.MarkdownString(message),
        },
      };
    },
    async invoke({ input, tokenizationOptions, toolInvocationToken }, token) {
      const consumer = readerOfChat(toolInvocationToken);
      const room = tokenizationOptions && {
        budget: tokenizationOptions.tokenBudget,
        // A token is a character at the least, but for a few rare ones.
        surely: tokenizationOptions.tokenBudget,
        most: chatReplyLimit,
        count: (text: string) => tokenizationOptions.countTokens(text, token),
      };
      const asked = callTool(client, tool, input, consumer, room ?? chatReplyLimit);
      const answer = await unlessCancelled(token, asked, new vscode.CancellationError());
      const { text } = await arrived(client, answer, consumer);
      return new vscode.LanguageModelToolResult(chatParts(text).map((part) => new vscode.LanguageModelTextPart(part)));
    },
  };
}

/**
 * The chat of a call, by the id that its hooks have, too. The API leaves the token opaque: VS Code
 * 1.104 has the id in it, 1.139 a URI with the id in Base64.
 */
function readerOfChat(token: unknown): Consumer {
  const id = fieldOf(token, 'sessionId') ?? fieldOf(fieldOf(token, 'sessionResource'), 'path');
  if (typeof id !== 'string' || id === '') return readerIn(editorTools, severalReaders);
  return readerIn(editorTools, id.startsWith('/') ? (decodedBase64(id.slice(1)) ?? id.slice(1)) : id);
}
