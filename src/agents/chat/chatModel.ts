/** A message of a chat. Models without a system role get it as the first message of the user. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Tools that a model may call while it answers. */
export interface ChatTools {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: object }[];
  /** Returns the result, at most `maxCharacters` UTF-16 units; a refusal is a text, too. */
  call(name: string, input: object, maxCharacters: number): Promise<string>;
}

/** Tools for one answer, with the tokens that all results together may take. */
export interface ToolUse extends ChatTools {
  readonly tokens: number;
  /** The prompt that leaves room for the results; the same one if it does already. */
  withRoom(): Promise<readonly ChatMessage[]>;
}

/** The port to the chat model that a person picked. */
export interface ChatModel {
  /** Tokens of everything that is sent, by the model's own count. */
  readonly maxInputTokens: number;
  countTokens(text: string): Promise<number>;
  /**
   * Sends messages; `onPart` receives the parts of the answer, the result is all of it. Tools that
   * the model calls are run, and their results sent back. Rejects with a {@link ChatModelFailure}
   * if the model fails or the user stops it.
   */
  send(messages: readonly ChatMessage[], onPart: (text: string) => void, tools?: ToolUse): Promise<string>;
}

/** The model did not answer. `stopped` when the person did not want it to any more. */
export class ChatModelFailure extends Error {
  readonly stopped: boolean;

  constructor(message: string, stopped: boolean) {
    super(message);
    this.name = 'ChatModelFailure';
    this.stopped = stopped;
  }
}
