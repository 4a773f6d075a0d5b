import * as vscode from 'vscode';
import type { ProofDay } from '../../protocol/proof.ts';
import type { Session } from '../../session/session.ts';
import { consumerName } from '../view/consumerNames.ts';
import { localNumber } from '../view/localised.ts';
import { type OwnDocuments, ownUri, type TextOf } from '../view/ownDocuments.ts';
import { textOrFailure } from './messages.ts';

/** Effects and savings by day and agent, as a table in Markdown. */
export function proofText(session: Session): TextOf {
  return async () => textOrFailure(await session.request('proof:get', {}, 'view'), ({ days }) => proofTable(days));
}

/** Shows the table in VS Code's own preview. */
export async function showProof(documents: OwnDocuments): Promise<void> {
  const uri = ownUri('proof', vscode.l10n.t('What Live Context Saved'), '');
  documents.renew(uri);
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}

function proofTable(days: readonly ProofDay[]): string {
  const { t } = vscode.l10n;
  const title = `# ${t('What Live Context Saved')}`;
  if (days.length === 0) return `${title}\n\n${t('Nothing has been counted yet.')}\n`;
  const columns = [
    [t('Edits'), 'edits'],
    [t('Rebased'), 'rebased'],
    [t('Misplacement avoided'), 'misplacedAvoided'],
    [t('Conflicts'), 'conflicts'],
    [t('Refused'), 'refused'],
    [t('Rewritten in ten minutes'), 'rewritten'],
    [t('Tokens delivered'), 'deliveredTokens'],
  ] as const;
  const counts = days.map((day) => columns.map(([, key]) => day[key]));
  const total = counts.reduce((sum, row) => sum.map((value, index) => value + (row[index] ?? 0)));
  const rows = [
    [t('Day'), t('Agent'), ...columns.map(([name]) => name)],
    ['---', '---', ...columns.map(() => '---:')],
    ...days.map(({ day, agent }, index) => [day, consumerName(agent), ...(counts[index] ?? []).map(localNumber)]),
    [t('All days'), '', ...total.map(localNumber)],
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const about = t('Only counts are stored.');
  return `${title}\n\n${table.replace(/(?<=\d)-(?=\d)/g, '\u2011')}\n\n${about}\n`;
}
