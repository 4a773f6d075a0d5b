/** The port to a language model that answers whole messages. Rejects when it does not answer; by {@link ModelForbidden} when it may not. */
export interface LanguageModel {
  ask(messages: readonly ModelMessage[]): Promise<string>;
}

/** The developer has not allowed the use of the model. */
export class ModelForbidden extends Error {
  override readonly name = 'ModelForbidden';
}

export interface ModelMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}
