/** A port to a language model that returns whole replies. Rejects on failure. */
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
