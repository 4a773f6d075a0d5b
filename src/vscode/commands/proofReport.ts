import * as vscode from 'vscode';
import type { ProofDay } from '../../protocol/proof.ts';
import type { Session } from '../../session/session.ts';
import { valueOrShow } from './messages.ts';

/** Shows by day and agent what Live Context did and saved: a Markdown document, which can be kept. */
export async function showWhatItSaved(session: Session): Promise<void> {
  const value = valueOrShow(await session.request('proof:get', {}, 'view'));
  if (value === null) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: proofText(value.days) });
  await vscode.window.showTextDocument(document, { preview: true });
}

function proofText(days: readonly ProofDay[]): string {
  const title = `# ${vscode.l10n.t('What It Saved')}`;
  const about = vscode.l10n.t('Live Context counts here what it did for each agent. It keeps counts alone, no text.');
  if (days.length === 0) return [title, about, vscode.l10n.t('Nothing has been counted yet.'), ''].join('\n\n');
  const head = [
    vscode.l10n.t('Day'),
    vscode.l10n.t('Agent'),
    vscode.l10n.t('Edits'),
    vscode.l10n.t('Rebased'),
    vscode.l10n.t('Would have been misplaced'),
    vscode.l10n.t('Conflicts'),
    vscode.l10n.t('Refused'),
    vscode.l10n.t('Rewritten in ten minutes'),
    vscode.l10n.t('Tokens delivered'),
    vscode.l10n.t('Tokens in the ordinary way'),
  ];
  const total = days.map(dayCounts).reduce((sum, row) => sum.map((value, index) => value + (row[index] ?? 0)));
  const rows = [
    head,
    head.map(() => '---'),
    ...days.map((day) => [day.day, day.agent, ...dayCounts(day).map(localNumber)]),
    [vscode.l10n.t('All days'), '', ...total.map(localNumber)],
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const meaning = vscode.l10n.t(
    'Rebased: edits that were made over what you typed meanwhile. Would have been misplaced: those that, made as they were sent on the text of that moment, would have left another text. The ordinary way: the cheapest of reading the lines with their numbers and of git diff, each with its call; unsaved text could not have been read at all.',
  );
  return [title, about, table, meaning, ''].join('\n\n');
}

function dayCounts(day: ProofDay): readonly number[] {
  const { edits, rebased, misplacedAvoided, conflicts, refused, rewritten, deliveredTokens, ordinaryTokens } = day;
  return [edits, rebased, misplacedAvoided, conflicts, refused, rewritten, deliveredTokens, ordinaryTokens];
}

function localNumber(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
