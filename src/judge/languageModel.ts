/** The port to a language model that answers whole messages. Rejects when it does not answer. */
export interface LanguageModel {
  ask(messages: readonly ModelMessage[]): Promise<string>;
}

export interface ModelMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}
