import * as vscode from 'vscode';
import { losesOwn } from '../../protocol/prompt/ownLosses.ts';
import { shortNumber } from '../../protocol/prompt/shortNumber.ts';
import { consumerName } from './consumerNames.ts';
import { localisedMissing, localNumber } from './localised.ts';
import type { ShownPrompt, Snapshots } from './snapshots.ts';

/** The status bar item: tokens of the budget, live, those of the view; a click opens the view. */
export function statusBar(snapshots: Snapshots): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('liveContext.tokens', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Live Context';
  item.command = 'liveContext.view.focus';
  const show = (prompt: ShownPrompt | null) => {
    if (prompt === null) return item.hide();
    const { tokenCount, budget, exact } = prompt.account;
    const { language } = vscode.env;
    const needsDeveloper = losesOwn(prompt.account);
    item.text = `$(layers) ${exact ? '' : '~'}${shortNumber(tokenCount, language)} / ${shortNumber(budget, language)}`;
    item.tooltip = tooltip(prompt);
    const label = vscode.l10n.t('Live Context: {0} of {1} tokens', localNumber(tokenCount), localNumber(budget));
    item.accessibilityInformation = {
      label: needsDeveloper ? `${label}, ${vscode.l10n.t('something of yours was left out')}` : label,
    };
    item.backgroundColor = needsDeveloper ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  return vscode.Disposable.from(snapshots.onDidAssemble(show), item);
}

function tooltip({ consumer, account }: ShownPrompt): vscode.MarkdownString {
  const { tokenCount, budget, ledger, missing } = account;
  const shortened = ledger.filter(({ state }) => state !== 'kept').length;
  const tokens = vscode.l10n.t('{0} of {1} tokens', localNumber(tokenCount), localNumber(budget));
  const head = [`**Live Context** ${vscode.l10n.t('for {0}', consumerName(consumer))}`, tokens];
  if (shortened > 0) head.push(vscode.l10n.t('Pieces shortened or left out: {0}', shortened));
  const markdown = new vscode.MarkdownString(`${head.join('\n\n')}\n\n`, true);
  // Names of files are no Markdown.
  if (missing.length > 0)
    markdown.appendText(vscode.l10n.t('Without all rules and settings: {0}', localisedMissing(missing)));
  markdown.appendMarkdown(
    `\n\n[$(copy) ${vscode.l10n.t('Copy')}](command:liveContext.copyContext) · [${vscode.l10n.t('Copy changes')}](command:liveContext.copyChangesSinceLastCopy)`,
  );
  markdown.isTrusted = { enabledCommands: ['liveContext.copyContext', 'liveContext.copyChangesSinceLastCopy'] };
  return markdown;
}
