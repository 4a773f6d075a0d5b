import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Preference } from '../../../src/protocol/decisions/preferences.ts';
import type { Account } from '../../../src/protocol/prompt/assembly.ts';
import type { Actions } from '../../components/actions.ts';
import {
  failedPart,
  foreignName,
  icon,
  listText,
  percents,
  tokensText,
  toolButton,
  withoutUnseen,
} from '../../components/parts.ts';
import type { BudgetReply, Details, Preferences, Redactions, ViewState } from '../../state.ts';
import { warningOf } from '../header/attention.ts';

/**
 * Budget and housekeeping: the model's limit, what was
 * learned and hidden, what was saved.
 */
export function housekeeping(state: ViewState, details: Details, actions: Actions): TemplateResult {
  const documentId = state.head.document?.documentId ?? '';
  return html`
    ${failedPart(details.budget.problem, actions)}
    ${details.budget.value === null ? nothing : modelLimit(details.budget.value, actions)}
    ${warnings(details.prompt.value?.account.warnings ?? [])}
    <h3>${t('Learned preferences')}</h3>
    ${failedPart(details.preferences.problem, actions)}
    ${details.preferences.value === null ? nothing : preferenceList(details.preferences.value, documentId, actions)}
    <h3 id="hidden" tabindex="-1">${t('Secrets in this project')}</h3>
    ${failedPart(details.redactions.problem, actions)}
    ${details.redactions.value === null ? nothing : redactionList(details.redactions.value, actions)}
  `;
}

/** The model's limit; a click asks for another one. */
function modelLimit({ version, budget }: BudgetReply, actions: Actions): TemplateResult {
  const title = t('Most tokens of the prompt and its answer, 500 or more; empty: what the model takes');
  const change = async (): Promise<void> => {
    const typed = (await actions.input(title, String(budget.modelLimit ?? '')))?.trim();
    if (typed === undefined) return;
    const limit = typed === '' ? null : Number(typed) || 0;
    actions.ask('context:budget:update', { version, budget: { modelLimit: limit } }, t('Saved.'));
  };
  return html`
    <p class="budget-facts">
      <span class="quiet">${t('Token limit')}</span>
      <button type="button" class="link" title=${title} @click=${change}
        >${budget.modelLimit === null ? t('of the model') : tokensText(budget.modelLimit)}</button
      >
    </p>
  `;
}

function warnings(codes: Account['warnings']): TemplateResult | typeof nothing {
  if (codes.length === 0) return nothing;
  return html`
    <ul class="warnings" aria-label=${t('Warnings')}>
      ${codes.map(warningOf).map(
        ({ text, tooltip }) => html`
          <li title=${tooltip}><span class="severity warning">${icon('warning')}</span><span>${text}</span></li>
        `,
      )}
    </ul>
  `;
}

const decisions: Readonly<Record<Exclude<Preference['state'], 'learned'>, string>> = {
  confirmed: t('Confirmed'),
  edited: t('Edited'),
  rejected: t('Rejected'),
};

/**
 * Habits that were learned; each can be confirmed, edited or rejected, and a decision taken back.
 */
function preferenceList({ preferences }: Preferences, documentId: string, actions: Actions): TemplateResult {
  if (preferences.length === 0) return html`<p class="none quiet">${t('Nothing has been learned yet.')}</p>`;
  const row = ({ id, state, text, confidence }: Preference): TemplateResult => {
    const done = t('Saved.');
    const decide = (decision: 'confirm' | 'reject' | 'forget') => (): void =>
      actions.ask('preferences:decide', { documentId, id, decision }, done);
    const edit = async (): Promise<void> => {
      const typed = (await actions.input(t('Edit Preference'), text ?? ''))?.trim() ?? '';
      if (typed !== '') actions.ask('preferences:decide', { documentId, id, decision: 'edit', text: typed }, done);
    };
    return html`
      <li class="entry" data-id=${id}>
        <div>
          ${text === null ? nothing : html`<p class="text">${t(text)}</p>`}
          <p class="quiet">${id} · ${state === 'learned' ? t('Learned, {0} sure', percents.format(confidence)) : decisions[state]}</p>
        </div>
        <div class="toolbar">
          ${state === 'learned' ? toolButton('check', t('Confirm'), decide('confirm')) : nothing}
          ${toolButton('edit', t('Edit Preference'), () => void edit())}
          ${
            state === 'learned'
              ? toolButton('close', t('Reject'), decide('reject'))
              : toolButton('discard', t('Take the Decision Back'), decide('forget'))
          }
        </div>
      </li>
    `;
  };
  const key = ({ id }: Preference): string => id;
  return html`<lc-long-list class="preferences" .entries=${preferences} .key=${key} .row=${row} .label=${t('Learned preferences')}></lc-long-list>`;
}

type Secret = Redactions['redactions'][number];
type Place = Secret['places'][number];

/** By placeholder: the index of the place that was opened last. */
const opened = new Map<string, number>();
/** Number of the next places that the tooltip of a secret names. */
const namedPlaces = 5;

/**
 * The secrets of a project, with their kinds, their places, and a button to show or hide them. In
 * the order of the files, so that no row moves under the pointer when one of them is used.
 */
function redactionList({ on, projectId, redactions }: Redactions, actions: Actions): TemplateResult {
  const secrets = redactions.toSorted(
    ({ places: [a] }, { places: [b] }) =>
      a.file.localeCompare(b.file) || a.line - b.line || a.columns[0] - b.columns[0],
  );
  const note = on
    ? redactions.length === 0
      ? t('No secret was found in the followed documents.')
      : t('Found in all followed documents. Agents get a placeholder for each, unless you show it to them.')
    : t('Redaction is off: secrets are shown. See the setting {0}.', 'liveContext.redaction');
  const row = (secret: Secret): TemplateResult => {
    const { placeholder, allowed, count, places } = secret;
    const [{ file, line, columns }] = places;
    const isOnLine = ({ places: [other] }: Secret) => other.file === file && other.line === line;
    const name = nameOf(secret);
    const isTwin = secrets.some((other) => other !== secret && nameOf(other) === name && isOnLine(other));
    const end = ownEnd(file, secrets);
    const at = isTwin ? `${line}:${columns[0] + 1}` : `${line}`;
    const where = `${name} (${end}:${at})`;
    const allow = (): void => {
      const change = { projectId, placeholder, allowed: !allowed };
      actions.ask(
        'redactions:allow',
        change,
        allowed ? t('{0} is hidden again.', where) : t('Agents now see {0}.', where),
      );
    };
    const open = (index: number) => (): void => {
      const { documentId, line, columns } = places[index] as Place;
      opened.set(placeholder, index);
      actions.tell(
        { type: 'reveal', documentId, line, columns },
        count === 1 ? '' : t('Place {0} of {1}.', index + 1, count),
      );
    };
    const next = ((opened.get(placeholder) ?? 0) + 1) % places.length;
    const ahead = [...places.slice(next), ...places.slice(0, next)].slice(0, namedPlaces);
    const many = html`<button class="link" title=${t('Open the next one: {0}', listText(ahead.map(({ file, line }) => `${file}:${line}`)))} @click=${open(next)}
      >${places.length < count ? t('{0} of {1} places', places.length, count) : t('{0} places', count)}</button
    >`;
    return html`
      <li class="row">
        <span class="mono">${name}</span>
        <button class="link" title=${file} aria-label=${`${end}:${at}`} @click=${open(0)}
          ><span class="file">${foreignName(end)}</span>:${at}</button
        >
        <span class="name quiet">${count > 1 ? many : nothing}</span>
        ${toolButton(allowed ? 'eye' : 'eye-closed', allowed ? t('Shown to agents: hide {0}', where) : t('Hidden: show {0} to agents', where), allow)}
      </li>
    `;
  };
  const key = ({ placeholder }: Secret): string => placeholder;
  return html`
    <p class="none quiet">${note}</p>
    <lc-long-list class="redactions" .entries=${secrets} .key=${key} .row=${row} .label=${t('Secrets in this project')}></lc-long-list>
  `;
}

/** The long numbers of what can be guessed are for the list alone. */
function nameOf({ placeholder, kind }: Secret): string {
  return /:\d{9}]$/.test(placeholder) ? kind : placeholder.slice('[REDACTED:'.length, -1);
}

/** The name of a file, with as many of its folders as tell it from the other files. */
function ownEnd(file: string, secrets: readonly Secret[]): string {
  const parts = file.split(/[/\\]/);
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  const isShared = (end: string) =>
    secrets.some(({ places: [other] }) => other.file !== file && `/${other.file}`.endsWith(`/${end}`));
  return withoutUnseen(ends.findLast((end) => !isShared(end)) ?? file);
}
