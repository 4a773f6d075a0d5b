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
  const about = t('Live Context counts here what it did for each agent. It keeps counts alone, no text.');
  if (days.length === 0) return [title, about, t('Nothing has been counted yet.'), ''].join('\n\n');
  // Two tables are narrow enough for an editor beside a chat.
  const edits = countsText(days, editColumns());
  const tokens = countsText(days, tokenColumns());
  return [title, about, `## ${t('Edits')}`, edits, `## ${t('Tokens')}`, tokens, ''].join('\n\n');
}

/** A table with what its columns mean. */
function countsText(days: readonly ProofDay[], columns: readonly ProofColumn[]): string {
  const counts = days.map((day) => columns.map(({ count }) => count(day)));
  const total = counts.reduce((sum, row) => sum.map((value, index) => value + (row[index] ?? 0)));
  const rows = [
    [vscode.l10n.t('Day'), vscode.l10n.t('Agent'), ...columns.map(({ title }) => title)],
    ['---', '---', ...columns.map(() => '---:')],
    ...days.map(({ day, agent }, index) => [day, consumerName(agent), ...(counts[index] ?? []).map(localNumber)]),
    [vscode.l10n.t('All days'), '', ...total.map(localNumber)],
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${table}\n\n${columns.map(({ title, meaning }) => `- **${title}**: ${meaning}`).join('\n')}`;
}

interface ProofColumn {
  readonly title: string;
  readonly meaning: string;
  readonly count: (day: ProofDay) => number;
}

function editColumns(): readonly ProofColumn[] {
  const { t } = vscode.l10n;
  return [
    { title: t('Made'), meaning: t('what is made in one document counts as one.'), count: ({ edits }) => edits },
    { title: t('Rebased'), meaning: t('made over what you typed meanwhile.'), count: ({ rebased }) => rebased },
    {
      title: t('Would have been misplaced'),
      meaning: t('of these, the ones that would have left another text, had they been made as they were sent.'),
      count: ({ misplacedAvoided }) => misplacedAvoided,
    },
    {
      title: t('Conflicts'),
      meaning: t('given back with both sides, since you had changed the same lines.'),
      count: ({ conflicts }) => conflicts,
    },
    {
      title: t('Refused'),
      meaning: t('given back for another reason: lines that do not stand there, a constraint, a secret.'),
      count: ({ refused }) => refused,
    },
    {
      title: t('Rewritten in ten minutes'),
      meaning: t('made, and then undone or written anew by you.'),
      count: ({ rewritten }) => rewritten,
    },
  ];
}

function tokenColumns(): readonly ProofColumn[] {
  const { t } = vscode.l10n;
  return [
    {
      title: t('Delivered'),
      meaning: t('with the calls that asked for them, rules and settings included.'),
      count: ({ deliveredTokens }) => deliveredTokens,
    },
    {
      title: t('In the ordinary way'),
      meaning: t(
        'to read the same documents, code and changes, by the cheapest of reading numbered lines and of git diff, each with its call. Unsaved text could not have been read at all.',
      ),
      count: ({ ordinaryTokens }) => ordinaryTokens,
    },
  ];
}
