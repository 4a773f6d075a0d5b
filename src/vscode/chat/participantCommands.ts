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
type ParticipantCommand = (
  session: Session,
  words: string,
  stream: vscode.ChatResponseStream,
  consumer: string,
) => Promise<Failure | 'ask' | undefined>;

/** Tokens of the budget, in words. */
const total = ({ tokenCount, budget }: { readonly tokenCount: number; readonly budget: number }) =>
  vscode.l10n.t('{0} of {1} tokens', localNumber(tokenCount), localNumber(budget));

/** The commands of `@live` that show what is and ask nothing. Previews all: no watermark moves. */
const showing: Readonly<Record<ShowingCommand, ParticipantCommand>> = {
  async preview(session, words, stream, consumer) {
    const input = words === '' ? {} : { additionalInput: words };
    const result = await session.request('context:assemble', { ...input, preview: true }, consumer);
    if (!result.ok) return result.error;
    const { prompt } = result.value;
    stream.markdown(`${total(result.value)}\n\n${fenced(prompt.slice(0, maxPreviewUnits), 'markdown')}\n\n`);
    if (prompt.length > maxPreviewUnits) stream.markdown(vscode.l10n.t('The rest is in the view.'));
    stream.button({ command: 'liveContext.view.focus', title: vscode.l10n.t('Open the view') });
    return undefined;
  },
  /** Shows the changes since the last answer; the user's words go to the model. */
  async changes(session, words, stream, consumer) {
    if (words !== '') return 'ask';
    const result = await session.request('live:changesSince', { preview: true }, consumer);
    if (!result.ok) return result.error;
    stream.markdown(result.value.text);
    return undefined;
  },
  async rules(session, _words, stream, consumer) {
    const result = await session.request('context:assemble', { preview: true }, consumer);
    if (!result.ok) return result.error;
    const { receipt, ledger } = result.value;
    const listed = await session.request('constraints:list', { projectId: receipt.projectId }, consumer);
    if (!listed.ok) return listed.error;
    const rows = listed.value.constraints.map(({ text, type, check }) => {
      const how = check === undefined ? vscode.l10n.t('judged by the model') : vscode.l10n.t('checked by a pattern');
      return `1. ${text.replace(/\s+/g, ' ')} (${type}, ${how})\n`;
    });
    const none = `${vscode.l10n.t('There are no constraints.')}\n`;
    stream.markdown(`**${vscode.l10n.t('Constraints')}**\n\n${rows.length === 0 ? none : rows.join('')}\n`);
    const names = ledger.flatMap(({ id, state, source, tokens }) =>
      id.startsWith('instructions:') && state !== 'cut'
        ? [`- ${source} (${vscode.l10n.t('{0} tokens', localNumber(tokens))})\n`]
        : [],
    );
    if (names.length > 0) stream.markdown(`**${vscode.l10n.t('Instruction files')}**\n\n${names.join('')}\n`);
    return undefined;
  },
  async budget(session, _words, stream, consumer) {
    const result = await session.request('context:assemble', { preview: true }, consumer);
    if (!result.ok) return result.error;
    const titles = {
      rules: vscode.l10n.t('Rules'),
      settings: vscode.l10n.t('Settings'),
      retrieved: vscode.l10n.t('Retrieved'),
      immediate: vscode.l10n.t('Immediate'),
    };
    const rows = layers.map((layer) => {
      const { tokens, share, truncated } = result.value.layers[layer];
      const note = truncated ? `, ${vscode.l10n.t('shortened to fit')}` : '';
      return `- ${titles[layer]}: ${vscode.l10n.t('{0} tokens, share {1}', localNumber(tokens), localNumber(share))}${note}\n`;
    });
    stream.markdown(`${total(result.value)}\n\n${rows.join('')}`);
    return undefined;
  },
};

/** The command that shows something; undefined for the others. */
export const participantCommands: ReadonlyMap<string, ParticipantCommand> = new Map(Object.entries(showing));
