/**
 * Profiles (`skillId`): purposes of a prompt. A profile decides the output reserve, tokens, never
 * the layer order.
 */
export const profiles = {
  chat: { outputReserve: 4_096 },
  edit: { outputReserve: 8_192 },
  review: { outputReserve: 4_096 },
  explain: { outputReserve: 2_048 },
  commit: { outputReserve: 512 },
} as const;

export type Profile = keyof typeof profiles;
export const profileNames = Object.keys(profiles) as [Profile, ...Profile[]];
