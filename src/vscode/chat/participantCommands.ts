import * as vscode from 'vscode';
import { fenced } from '../../engine/format/fence.ts';
import { layers } from '../../engine/piece.ts';
import type { Failure } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import { localNumber } from '../view/localised.ts';
import type { ShowingCommand } from './liveCommands.ts';

/** Longer prompts are shown up to here; UTF-16 units. */
const maxPreviewUnits = 40_000;

/**
 * Shows something without the model. Returns the failure, or `ask` if the user's words go to the
 * model.
 */
export type ParticipantCommand = (
  session: Session,
  words: string,
  stream: vscode.ChatResponseStream,
  consumer: string,
) => Promise<Failure | 'ask' | undefined>;

const showPrompt: ParticipantCommand = async (session, words, stream, consumer) => {
  const input = words === '' ? {} : { additionalInput: words };
  const result = await session.request('context:assemble', { ...input, preview: true }, consumer);
  if (!result.ok) return result.error;
  const { prompt, tokenCount, budget } = result.value;
  stream.markdown(`${vscode.l10n.t('{0} of {1} tokens', localNumber(tokenCount), localNumber(budget))}\n\n`);
  stream.markdown(`${fenced(prompt.slice(0, maxPreviewUnits), 'markdown')}\n\n`);
  if (prompt.length > maxPreviewUnits) stream.markdown(vscode.l10n.t('The rest is in the view.'));
  stream.button({ command: 'liveContext.view.focus', title: vscode.l10n.t('Open the view') });
  return undefined;
};

/** Shows the changes since the last answer; the user's words go to the model. */
const answerChanges: ParticipantCommand = async (session, words, stream, consumer) => {
  if (words !== '') return 'ask';
  const result = await session.request('live:changesSince', { preview: true }, consumer);
  if (!result.ok) return result.error;
  stream.markdown(result.value.text);
  return undefined;
};

const showRules: ParticipantCommand = async (session, _words, stream, consumer) => {
  const result = await session.request('context:assemble', { preview: true }, consumer);
  if (!result.ok) return result.error;
  const { receipt, ledger } = result.value;
  const listed = await session.request('constraints:list', { projectId: receipt.projectId }, consumer);
  if (!listed.ok) return listed.error;
  const { constraints } = listed.value;
  const rows = constraints.map(({ text, type, check }) => {
    const how = check === undefined ? vscode.l10n.t('judged by the model') : vscode.l10n.t('checked by a pattern');
    return `1. ${text.replace(/\s+/g, ' ')} (${type}, ${how})\n`;
  });
  const none = `${vscode.l10n.t('There are no constraints.')}\n`;
  stream.markdown(`**${vscode.l10n.t('Constraints')}**\n\n${rows.length === 0 ? none : rows.join('')}\n`);
  const files = ledger.filter(({ id, state }) => id.startsWith('instructions:') && state !== 'cut');
  if (files.length === 0) return undefined;
  const names = files.map(
    ({ source, tokens }) => `- ${source} (${vscode.l10n.t('{0} tokens', localNumber(tokens))})\n`,
  );
  stream.markdown(`**${vscode.l10n.t('Instruction files')}**\n\n${names.join('')}\n`);
  return undefined;
};

const answerBudget: ParticipantCommand = async (session, _words, stream, consumer) => {
  const result = await session.request('context:assemble', { preview: true }, consumer);
  if (!result.ok) return result.error;
  const { tokenCount, budget, layers: spent } = result.value;
  const names = {
    rules: vscode.l10n.t('Rules'),
    settings: vscode.l10n.t('Settings'),
    retrieved: vscode.l10n.t('Retrieved'),
    immediate: vscode.l10n.t('Immediate'),
  };
  const rows = layers.map((layer) => {
    const { tokens, share, truncated } = spent[layer];
    const note = truncated ? `, ${vscode.l10n.t('shortened to fit')}` : '';
    return `- ${names[layer]}: ${vscode.l10n.t('{0} tokens, share {1}', localNumber(tokens), localNumber(share))}${note}\n`;
  });
  stream.markdown(
    `${vscode.l10n.t('{0} of {1} tokens', localNumber(tokenCount), localNumber(budget))}\n\n${rows.join('')}`,
  );
  return undefined;
};

/** The commands of `@live` that show what is and ask nothing. Previews all: no watermark moves. */
const showing: Readonly<Record<ShowingCommand, ParticipantCommand>> = {
  preview: showPrompt,
  changes: answerChanges,
  rules: showRules,
  budget: answerBudget,
};

/** The command that shows something; undefined for the others. */
export const participantCommands: ReadonlyMap<string, ParticipantCommand> = new Map(Object.entries(showing));
