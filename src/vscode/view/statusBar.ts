import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { Account } from '../../protocol/assembly.ts';
import type { Session } from '../../session/session.ts';
import { clipboard } from '../commands/commands.ts';

/** The number is brought up to date after this much quiet: asking for it gives the open edit its version, ms. */
const quietMs = 1_200;

/** The status bar item: tokens of the budget, live; a click opens the view. */
export class StatusBar implements vscode.Disposable {
  readonly #session: Session;
  readonly #item = vscode.window.createStatusBarItem('liveContext.tokens', vscode.StatusBarAlignment.Right, 90);
  readonly #subscription: Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.#session = session;
    // What the view has asked for meanwhile need not be assembled again.
    this.#subscription = session.onDidAssemble(({ consumer, format, account }) => {
      if (consumer === clipboard && format === 'markdown') this.#show(account);
    });
    this.#item.name = 'Live Context';
    this.#item.command = 'liveContext.view.focus';
    this.changed();
  }

  dispose(): void {
    this.#subscription.dispose();
    clearTimeout(this.#timer);
    this.#item.dispose();
  }

  /** Something that the number depends on may have changed. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), quietMs);
  }

  async #ask(): Promise<void> {
    const result = await this.#session.request('live:get', { preview: true }, clipboard);
    if (!result.ok) this.#item.hide();
  }

  #show({ tokenCount, budget, exact, warnings }: Account): void {
    clearTimeout(this.#timer);
    const about = exact ? '' : '~';
    this.#item.text = `$(layers) ${about}${short(tokenCount)} / ${short(budget)}`;
    this.#item.tooltip = [vscode.l10n.t('Live Context: {0} of {1} tokens', tokenCount, budget), ...warnings].join('\n');
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t('Live Context: {0} of {1} tokens', tokenCount, budget),
    };
    const alarm = warnings.length > 0 ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.backgroundColor = alarm;
    this.#item.show();
  }
}

function short(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(tokens < 10_000 ? 1 : 0)}k`;
}
