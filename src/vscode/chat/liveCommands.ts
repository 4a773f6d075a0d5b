/** The commands of the chat participant `@live`; package.json is checked against this table. */
export const liveCommands = {
  /** Show the current state without a model. */
  showing: ['preview', 'changes', 'rules', 'budget'],
  /** Ask the model. */
  asking: ['explain', 'review', 'edit'],
} as const;

export type ShowingCommand = (typeof liveCommands.showing)[number];
export type AskingCommand = (typeof liveCommands.asking)[number];
