import type { GetPromptRequestParams, GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { SessionClient } from '../../agents/sessionClient.ts';
import type { Profile } from '../../protocol/prompt/profiles.ts';
import { deliveredText, type Receiver } from './delivered.ts';

/** The profiles that are prompts, each with the request if the user adds none. */
const promptKinds = {
  edit: {
    description: 'Change the document in front as you describe',
    request: 'Change the current document as the recent edits suggest it goes on.',
  },
  review: {
    description: 'Review what was changed recently, unsaved edits included',
    request: 'Review the recent changes: faults first, with file and line, then what could be simpler.',
  },
  explain: {
    description: 'Explain the code at the cursor',
    request: 'Explain the code at the cursor: what it does, why, and what depends on it.',
  },
  commit: {
    description: 'Write a commit message for what was changed',
    request: 'Write a commit message for the changes: one line of at most 72 characters, then why.',
  },
} satisfies Partial<Record<Profile, { readonly description: string; readonly request: string }>>;

const argument = { name: 'request', description: 'What you want, in your own words; optional' };

export const prompts: readonly Prompt[] = Object.entries(promptKinds).map(([name, { description }]) => ({
  name,
  title: `${name.slice(0, 1).toUpperCase()}${name.slice(1)} with Live Context`,
  description,
  arguments: [argument],
}));

/** Returns the assembled prompt of a profile as one user message. It is a delivery. */
export async function getPrompt(
  client: SessionClient,
  params: GetPromptRequestParams,
  receiver: Receiver,
): Promise<GetPromptResult> {
  if (!Object.hasOwn(promptKinds, params.name))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`);
  const skillId = params.name as keyof typeof promptKinds;
  const { description, request } = promptKinds[skillId];
  const asked = { skillId, additionalInput: params.arguments?.['request'] ?? request };
  const text = await deliveredText(client, 'context:assemble', asked, receiver);
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
