import * as vscode from 'vscode';
import type { ProofDay } from '../../protocol/proof.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import { consumerName } from '../view/consumerNames.ts';
import { localised, localNumber } from '../view/localised.ts';

/** Reports as documents: they are never followed themselves. */
const proofScheme = 'live-context-proof';

/** What Live Context did and saved, by day and agent: a read-only document in Markdown, shown in VS Code's own preview. */
export class ProofReport implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  readonly commands: Commands = { 'liveContext.showWhatItSaved': () => this.#show() };
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(proofScheme, this);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  async provideTextDocumentContent(): Promise<string> {
    const result = localised(await this.#session.request('proof:get', {}, 'view'));
    return result.ok ? proofText(result.value.days) : `${result.error.message} (${result.error.code})\n`;
  }

  async #show(): Promise<void> {
    const uri = vscode.Uri.from({ scheme: proofScheme, path: `/${vscode.l10n.t('What Live Context Saved')}` });
    // VS Code keeps the document of a closed tab for a while, and would show its text of then.
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }
}

function proofText(days: readonly ProofDay[]): string {
  const { t } = vscode.l10n;
  const title = `# ${t('What Live Context Saved')}`;
  if (days.length === 0) return `${title}\n\n${t('Nothing has been counted yet.')}\n`;
  const columns = proofColumns(t);
  const counts = days.map((day) => columns.map(([, count]) => count(day)));
  const total = counts.reduce((sum, row) => sum.map((value, index) => value + (row[index] ?? 0)));
  const rows = [
    [t('Day'), t('Agent'), ...columns.map(([name]) => name)],
    ['---', '---', ...columns.map(() => '---:')],
    ...days.map(({ day, agent }, index) => [day, consumerName(agent), ...(counts[index] ?? []).map(localNumber)]),
    [t('All days'), '', ...total.map(localNumber)],
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const about = t('Baseline: the same text, read with numbered lines or git diff. Only counts are stored.');
  return `${title}\n\n${table}\n\n${about}\n`;
}

type ProofColumn = readonly [name: string, count: (day: ProofDay) => number];

function proofColumns(t: typeof vscode.l10n.t): readonly ProofColumn[] {
  return [
    [t('Edits'), ({ edits }) => edits],
    [t('Rebased'), ({ rebased }) => rebased],
    [t('Misplacement avoided'), ({ misplacedAvoided }) => misplacedAvoided],
    [t('Conflicts'), ({ conflicts }) => conflicts],
    [t('Refused'), ({ refused }) => refused],
    [t('Rewritten in ten minutes'), ({ rewritten }) => rewritten],
    [t('Tokens'), ({ deliveredTokens }) => deliveredTokens],
    [t('Baseline tokens'), ({ ordinaryTokens }) => ordinaryTokens],
  ];
}
