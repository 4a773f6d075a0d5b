import * as vscode from 'vscode';
import { confirmationText } from '../../tools/confirmation.ts';
import { chatParts, chatReplyLimit } from '../../tools/replyLimit.ts';
import type { SessionClient } from '../../tools/sessionClient.ts';
import { callWithinTokens } from '../../tools/tokenLimit.ts';
import type { Tool } from '../../tools/tool.ts';
import { arrived, callTool } from '../../tools/toolAnswer.ts';
import { tools, writes } from '../../tools/tools.ts';

/** The consumer of VS Code's language-model tools, which cannot tell two chats apart. */
const consumer = 'lm-tools';

/** Offers every tool to the chat models in VS Code. */
export function registerLanguageModelTools(client: SessionClient): vscode.Disposable {
  return vscode.Disposable.from(
    ...tools.map((tool) => vscode.lm.registerTool(tool.name, new LanguageModelTool(tool, client))),
  );
}

/** A tool as VS Code calls it. VS Code does not check the input; the session does. A failure is told to the model as a text. */
class LanguageModelTool implements vscode.LanguageModelTool<object> {
  readonly #tool: Tool;
  readonly #client: SessionClient;

  constructor(tool: Tool, client: SessionClient) {
    this.#tool = tool;
    this.#client = client;
  }

  prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<object>): vscode.PreparedToolInvocation {
    const invocationMessage = vscode.l10n.t('Asking Live Context');
    if (!writes(this.#tool)) return { invocationMessage };
    return {
      invocationMessage: vscode.l10n.t('Changing through Live Context'),
      confirmationMessages: {
        title: vscode.l10n.t('Let the agent make this change?'),
        message: new vscode.MarkdownString(confirmationText(this.#tool, input)),
      },
    };
  }

  async invoke(
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    const call = (maxCharacters: number) => callTool(this.#client, this.#tool, input, consumer, maxCharacters);
    const asked =
      tokenizationOptions === undefined
        ? call(chatReplyLimit)
        : callWithinTokens(this.#tool, call, {
            budget: tokenizationOptions.tokenBudget,
            count: (text) => tokenizationOptions.countTokens(text, token),
          });
    const answer = await settledUnless(token, asked);
    const { text } = await arrived(this.#client, answer, consumer);
    return new vscode.LanguageModelToolResult(chatParts(text).map((part) => new vscode.LanguageModelTextPart(part)));
  }
}

/** The promise's outcome, or a cancellation as soon as it is asked for. */
async function settledUnless<T>(token: vscode.CancellationToken, work: Promise<T>): Promise<T> {
  let subscription: vscode.Disposable | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    subscription = token.onCancellationRequested(() => reject(new vscode.CancellationError()));
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    subscription?.dispose();
  }
}
