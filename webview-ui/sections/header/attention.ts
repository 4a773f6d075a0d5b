import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import type { PlanHint } from '../../../src/protocol/prompt/liveContext.ts';
import { rulesWarnings } from '../../../src/protocol/prompt/ownLosses.ts';
import { isOnRequest, shortfallOf } from '../../../src/protocol/prompt/shortfalls.ts';
import { readWarning } from '../../../src/protocol/prompt/warnings.ts';
import type { ViewPrompt } from '../../../src/protocol/viewMessages.ts';
import type { Actions } from '../../components/actions.ts';
import { countTexts, icon, language } from '../../components/parts.ts';
import type { Redactions, ViewState } from '../../state.ts';

/** More would bury what the developer came for. */
const mostAttentionLines = 3;

/** Something that needs the developer, and what to do about it. */
export type AttentionLine = ReturnType<typeof line>;

/** Leads to the places of what needs attention. */
interface Ways {
  readonly refused: (id: string) => void;
  readonly piece: (id: string) => void;
  readonly hidden: () => void;
}

/** The lines that need attention, the most urgent first. */
export function attentionLines({ status, details }: ViewState, hasAnswer: boolean, ways: Ways, actions: Actions) {
  const prompt = details?.prompt.value ?? null;
  if (details === null || prompt === null) return [];
  const { notices = [] } = status.value ?? {};
  const review = (): void => actions.run('liveContext.applyAnswerFromClipboard', null);
  const lines = [
    ...(hasAnswer ? [line('clippy', 'quiet', t('The clipboard holds an answer'), t('Review'), review)] : []),
    ...notices.map((notice) => line('warning', 'warning', notice.message, null, () => {}, notice.code)),
    ...ruleLines(prompt, actions),
    ...diskLine(prompt, actions),
    ...refusedLine(details.timeline.value?.refused ?? [], ways),
    ...hiddenLine(details.redactions.value, ways),
    ...shortenedLine(prompt, ways),
  ];
  return lines.slice(0, mostAttentionLines);
}

export function attention(lines: readonly AttentionLine[]): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`
    <ul class="attention" aria-label=${t('Needs attention')}>
      ${lines.map(
        ({ name, kind, text, detail, button, click }) => html`
          <li title=${detail}>
            <span class="severity ${kind}">${icon(name)}</span><span class="name">${text}</span>
            ${button === null ? nothing : html`<button type="button" class="link" @click=${click}>${button}</button>`}
          </li>
        `,
      )}
    </ul>
  `;
}

function line(
  name: string,
  kind: 'error' | 'warning' | 'quiet',
  text: string,
  button: string | null,
  click: () => void,
  detail = '',
) {
  return { name, kind, text, detail, button, click };
}

function ruleLines(prompt: ViewPrompt, actions: Actions): readonly AttentionLine[] {
  const [first] = prompt.account.warnings.map(warningOf).filter(({ isOfRules }) => isOfRules);
  if (first === undefined) return [];
  if (first.code === 'RULES_UNTRUSTED') {
    const manage = (): void => actions.run('workbench.trust.manage', null);
    return [line('warning', 'error', first.text, t('Manage Trust'), manage, first.tooltip)];
  }
  // Constraints are in `rulesFilePath`; other rules are in several files, which the log names.
  const project = prompt.payload.editor_state.project_id.replace(/\/$/, '');
  const open = (): void =>
    first.code.startsWith('CONSTRAINTS_')
      ? actions.reveal(Number(/, line (\d+): /.exec(first.detail)?.[1] ?? 1), `${project}/.vscode/live-context.json`)
      : actions.run('liveContext.showLog', null);
  return [line('warning', 'error', first.text, t('Open'), open, first.tooltip)];
}

function diskLine(prompt: ViewPrompt, actions: Actions): readonly AttentionLine[] {
  const { disk, document_id } = prompt.payload.editor_state;
  if (disk === 'deleted') return [line('trash', 'warning', t('The file was deleted on disk'), null, () => {})];
  if (disk !== 'changed') return [];
  const compare = (): void => actions.tell({ type: 'compareWithDisk', documentId: document_id });
  return [
    line('file-symlink-file', 'warning', t('The file changed on disk under your unsaved text'), t('Compare'), compare),
  ];
}

function refusedLine(refused: readonly PlanHint[], ways: Ways): readonly AttentionLine[] {
  const [newest] = refused;
  if (newest === undefined) return [];
  const why =
    newest.outcome === 'conflict'
      ? t('{0}: conflict', countTexts.edit(refused.length))
      : countTexts.edit(refused.length);
  return [line('git-pull-request-closed', 'error', why, t('Show'), () => ways.refused(newest.id), newest.reason)];
}

/** The hidden secrets of the project's followed documents. */
function hiddenLine(redactions: Redactions | null, ways: Ways): readonly AttentionLine[] {
  if (redactions === null) return [];
  if (!redactions.on) return [line('unlock', 'warning', t('Secrets are shown: redaction is off'), null, () => {})];
  const hidden = redactions.redactions.filter(({ allowed }) => !allowed);
  if (hidden.length === 0) return [];
  const where = t('In all followed documents, whether or not they are in the prompt');
  return [line('lock', 'quiet', countTexts.secret(hidden.length), t('Review'), ways.hidden, where)];
}

/** What the developer shortened or removed needs no attention, nor do older changes of a text that is shown. */
function shortenedLine(prompt: ViewPrompt, ways: Ways): readonly AttentionLine[] {
  const isOlder = ({ id, why }: LedgerLine) =>
    id.startsWith('diff:') && shortfallOf(why) === 'longer than its own limit';
  const short = prompt.account.ledger.filter(
    (line) => line.state !== 'kept' && !isOnRequest(line.why) && !isOlder(line),
  );
  const [first] = short;
  if (first === undefined) return [];
  return [line('fold-down', 'warning', countTexts.piece(short.length), t('Show'), () => ways.piece(first.id))];
}

/**
 * A warning (`CODE: what happened`) in words for people. Its tooltip has the detail or, if their
 * language is not English, what the detail names.
 */
export function warningOf(warning: string) {
  const read = readWarning(warning);
  const { code, meaning, detail, names } = read;
  const what = language().startsWith('en') ? detail : names;
  const tooltip = [code, what].filter((part) => part !== '').join(': ');
  return { ...read, text: t(meaning), tooltip, isOfRules: rulesWarnings.has(code) };
}
