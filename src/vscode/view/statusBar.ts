import * as vscode from 'vscode';
import { losesOwn } from '../../protocol/prompt/ownLosses.ts';
import { shortNumber } from '../../protocol/prompt/shortNumber.ts';
import { consumerName } from './consumerNames.ts';
import { localisedMissing, localNumber } from './localised.ts';
import type { ShownPrompt, Snapshots } from './snapshots.ts';

/** The status bar item: tokens of the budget, live, those of the view; a click opens the view. */
export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('liveContext.tokens', vscode.StatusBarAlignment.Right, 90);
  readonly #subscription: vscode.Disposable;

  constructor(snapshots: Snapshots) {
    this.#subscription = vscode.Disposable.from(snapshots.onDidAssemble((prompt) => this.#show(prompt)));
    this.#item.name = 'Live Context';
    this.#item.command = 'liveContext.view.focus';
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #show(prompt: ShownPrompt | null): void {
    if (prompt === null) {
      this.#item.hide();
      return;
    }
    const { tokenCount, budget, exact } = prompt.account;
    const { language } = vscode.env;
    const needsDeveloper = losesOwn(prompt.account);
    this.#item.text = `$(layers) ${exact ? '' : '~'}${shortNumber(tokenCount, language)} / ${shortNumber(budget, language)}`;
    this.#item.tooltip = tooltip(prompt);
    const label = vscode.l10n.t('Live Context: {0} of {1} tokens', localNumber(tokenCount), localNumber(budget));
    this.#item.accessibilityInformation = {
      label: needsDeveloper ? `${label}, ${vscode.l10n.t('something of yours was left out')}` : label,
    };
    this.#item.backgroundColor = needsDeveloper ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }
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
