import * as vscode from 'vscode';
import { type ChatMessage, type ChatModel, ChatModelFailure } from '../../chat/chatModel.ts';

/** The chat model that the person picked, for one request. */
export class PickedModel implements ChatModel {
  readonly #model: vscode.LanguageModelChat;
  readonly #token: vscode.CancellationToken;

  constructor(model: vscode.LanguageModelChat, token: vscode.CancellationToken) {
    this.#model = model;
    this.#token = token;
  }

  get maxInputTokens(): number {
    return this.#model.maxInputTokens;
  }

  /** A model that cannot count is taken for one with four units a token. */
  async countTokens(text: string): Promise<number> {
    try {
      return await this.#untilStopped(this.#model.countTokens(text, this.#token));
    } catch (error) {
      if (error instanceof ChatModelFailure) throw error;
      return Math.ceil(text.length / 4);
    }
  }

  async send(messages: readonly ChatMessage[], onPart: (text: string) => void): Promise<string> {
    try {
      return await this.#untilStopped(this.#stream(messages, onPart));
    } catch (error) {
      if (error instanceof ChatModelFailure) throw error;
      throw new ChatModelFailure(error instanceof Error ? error.message : String(error), isStopped(this.#token));
    }
  }

  async #stream(messages: readonly ChatMessage[], onPart: (text: string) => void): Promise<string> {
    const response = await this.#model.sendRequest(messages.map(messageOf), {}, this.#token);
    let answer = '';
    for await (const part of response.text) {
      if (isStopped(this.#token)) break;
      answer += part;
      onPart(part);
    }
    return answer;
  }

  /** A model need not heed that it was stopped: the request settles all the same. */
  async #untilStopped<T>(work: PromiseLike<T>): Promise<T> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new ChatModelFailure('stopped', true));
    const subscription = this.#token.onCancellationRequested(stop);
    if (isStopped(this.#token)) stop();
    try {
      return await Promise.race([work, stopped]);
    } finally {
      subscription.dispose();
    }
  }
}

function isStopped(token: vscode.CancellationToken): boolean {
  return token.isCancellationRequested;
}

/** Chat models of VS Code have no system role. */
function messageOf({ role, content }: ChatMessage): vscode.LanguageModelChatMessage {
  return role === 'assistant'
    ? vscode.LanguageModelChatMessage.Assistant(content)
    : vscode.LanguageModelChatMessage.User(content);
}
