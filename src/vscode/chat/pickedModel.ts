import * as vscode from 'vscode';
import { type ChatMessage, type ChatModel, ChatModelFailure } from '../../agents/chat/chatModel.ts';

/** Maximum number of tool rounds before a model has to answer. */
const maxToolTurns = 8;
/** A result of fewer tokens is not worth another turn. */
const minToolTokens = 400;
/** Few tokens are shorter in source code. */
const charactersPerToken = 3;

/** The chat model that the person picked, for one request. */
export function pickedModel(model: vscode.LanguageModelChat, token: vscode.CancellationToken): ChatModel {
  /** A model need not heed that it was stopped: the request settles all the same. */
  const untilStopped = <T>(work: PromiseLike<T>): Promise<T> =>
    unlessCancelled(token, work, new ChatModelFailure('stopped', true));

  /** A model that cannot count is taken for one with four units a token. */
  const countTokens = async (text: string): Promise<number> => {
    try {
      return await untilStopped(model.countTokens(text, token));
    } catch (error) {
      if (error instanceof ChatModelFailure) throw error;
      return Math.ceil(text.length / 4);
    }
  };

  const stream = async (
    messages: vscode.LanguageModelChatMessage[],
    options: vscode.LanguageModelChatRequestOptions,
    onPart: (text: string) => void,
  ) => {
    const response = await model.sendRequest(messages, options, token);
    let text = '';
    const calls: vscode.LanguageModelToolCallPart[] = [];
    for await (const part of response.stream) {
      if (token.isCancellationRequested) break;
      if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
      if (!(part instanceof vscode.LanguageModelTextPart)) continue;
      text += part.value;
      onPart(part.value);
    }
    return { text, calls };
  };

  /** Asks again with the results as long as the model calls tools and there is room for them. */
  const answered: ChatModel['send'] = async (messages, onPart, tools) => {
    const exchange: vscode.LanguageModelChatMessage[] = [];
    let prompt = messages;
    let answer = '';
    let room = tools?.tokens ?? 0;
    for (let turn = 0; ; turn++) {
      const offered = tools !== undefined && turn < maxToolTurns && room > minToolTokens;
      const options = offered
        ? { tools: tools.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })) }
        : {};
      const { text, calls } = await stream([...prompt.map(modelMessageOf), ...exchange], options, onPart);
      answer += text;
      if (calls.length === 0 || !offered || token.isCancellationRequested) return answer;
      const said = text === '' ? [] : [new vscode.LanguageModelTextPart(text)];
      if (turn === 0) prompt = await tools.withRoom();
      exchange.push(vscode.LanguageModelChatMessage.Assistant([...said, ...calls]));
      const results: vscode.LanguageModelToolResultPart[] = [];
      for (const { callId, name, input } of calls) {
        const result = await tools.call(name, input, Math.max(minToolTokens, room) * charactersPerToken);
        room -= await countTokens(result);
        results.push(new vscode.LanguageModelToolResultPart(callId, [new vscode.LanguageModelTextPart(result)]));
      }
      exchange.push(vscode.LanguageModelChatMessage.User(results));
    }
  };

  return {
    maxInputTokens: model.maxInputTokens,
    countTokens,
    async send(...asked) {
      try {
        return await untilStopped(answered(...asked));
      } catch (error) {
        if (error instanceof ChatModelFailure) throw error;
        throw new ChatModelFailure(
          error instanceof Error ? error.message : String(error),
          token.isCancellationRequested,
        );
      }
    },
  };
}

/** The outcome of the work; rejects with `reason` as soon as a cancellation is requested. */
export async function unlessCancelled<T>(token: vscode.CancellationToken, work: PromiseLike<T>, reason: Error) {
  const { promise: cancelled, reject } = Promise.withResolvers<never>();
  const subscription = token.onCancellationRequested(() => reject(reason));
  if (token.isCancellationRequested) reject(reason);
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    subscription.dispose();
  }
}

/** Chat models of VS Code have no system role. */
function modelMessageOf({ role, content }: ChatMessage): vscode.LanguageModelChatMessage {
  return role === 'assistant'
    ? vscode.LanguageModelChatMessage.Assistant(content)
    : vscode.LanguageModelChatMessage.User(content);
}
