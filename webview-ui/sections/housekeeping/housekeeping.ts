import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Preference } from '../../../src/protocol/decisions/preferences.ts';
import type { Account } from '../../../src/protocol/prompt/assembly.ts';
import type { Actions } from '../../components/actions.ts';
import {
  failedPart,
  foreignName,
  icon,
  memberButton,
  percents,
  splitPath,
  tokensText,
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
    <h3 id="hidden" tabindex="-1">${t('Secrets')}</h3>
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
          ${state === 'learned' ? memberButton('check', t('Confirm'), decide('confirm')) : nothing}
          ${memberButton('edit', t('Edit Preference'), () => void edit())}
          ${
            state === 'learned'
              ? memberButton('close', t('Reject'), decide('reject'))
              : memberButton('discard', t('Take the Decision Back'), decide('forget'))
          }
        </div>
      </li>
    `;
  };
  const key = ({ id }: Preference): string => id;
  return html`<lc-long-list class="preferences" .entries=${preferences} .key=${key} .row=${row} .label=${t('Learned preferences')}></lc-long-list>`;
}

type Place = Redactions['redactions'][number]['places'][number];
/** By placeholder: the place that was opened last of those after the first. */
const opened = new Map<string, number>();

/**
 * The secrets of a project: their kind, their places, and a button to show or hide them. By file and
 * line, so that no row moves under the pointer when a place is opened, or a secret shown or hidden.
 */
function redactionList({ on, projectId, redactions }: Redactions, actions: Actions): TemplateResult {
  const rows = redactions
    .map((secret) => ({ secret, place: secret.places[0] as Place }))
    .toSorted(({ place: a }, { place: b }) => a.file.localeCompare(b.file) || a.line - b.line);
  const isAlone = ({ file }: Place) =>
    rows.every(({ place }) => place.file === file || splitPath(place.file).name !== splitPath(file).name);
  const note = on
    ? redactions.length === 0
      ? t('No secret was found in the followed documents.')
      : t('Agents get a placeholder for each, unless you show it to them.')
    : t('Redaction is off: secrets are shown. See the setting {0}.', 'liveContext.redaction');
  const row = ({ secret, place }: (typeof rows)[number]): TemplateResult => {
    const { placeholder, kind, allowed, count, places } = secret;
    // The long numbers of what can be guessed are for this list alone.
    const name = /:\d{9}]$/.test(placeholder) ? kind : placeholder.slice('[REDACTED:'.length, -1);
    const where = `${name} (${splitPath(place.file).name}:${place.line})`;
    const allow = (): void => {
      const change = { projectId, placeholder, allowed: !allowed };
      actions.ask(
        'redactions:allow',
        change,
        allowed ? t('{0} is hidden again.', where) : t('Agents now see {0}.', where),
      );
    };
    const next = (): void => {
      const at = ((opened.get(placeholder) ?? 0) + 1) % places.length;
      opened.set(placeholder, at);
      openPlace(places[at] as Place, actions);
    };
    const all = places.map(({ file, line }) => `${file}:${line}`).join(', ');
    const many = html`<button class="link member" tabindex="-1" title=${t('Open the next one: {0}', all)} @click=${next}
      >${t('{0} places', count)}</button
    >`;
    return html`
      <li class="row">
        <span class="mono">${name}</span>
        ${placeLink(place, isAlone(place), actions)}
        <span class="name quiet">${count > 1 ? many : nothing}</span>
        ${memberButton(allowed ? 'eye' : 'eye-closed', allowed ? t('Shown to agents: hide') : t('Hidden: show to agents'), allow)}
      </li>
    `;
  };
  const key = ({ secret }: (typeof rows)[number]): string => secret.placeholder;
  return html`
    <p class="none quiet">${note}</p>
    <lc-long-list class="redactions" .entries=${rows} .key=${key} .row=${row} .label=${t('Secrets')}></lc-long-list>
  `;
}

/** With the folder, unless the name says enough. */
function placeLink(place: Place, isAlone: boolean, actions: Actions): TemplateResult {
  const { file, line } = place;
  const name = isAlone ? splitPath(file).name : file.split(/[/\\]/).slice(-2).join('/');
  return html`<button class="link member" tabindex="-1" title=${file} aria-label=${`${name}:${line}`} @click=${() => openPlace(place, actions)}
    ><span class="file">${foreignName(name)}</span>:${line}</button
  >`;
}

const openPlace = ({ documentId, line, columns }: Place, actions: Actions): void =>
  actions.reveal(line, documentId, columns);
