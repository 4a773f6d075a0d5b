import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { untrackedReasons } from '../../../src/protocol/errorCodes.ts';
import { withoutCellMark } from '../../../src/protocol/prompt/deliveries.ts';
import type { ViewHead, ViewPrompt } from '../../../src/protocol/viewMessages.ts';
import type { Actions } from '../../components/actions.ts';
import { foreignName, icon, numberText, splitPath, tokensText, withoutUnseen } from '../../components/parts.ts';
import type { UntrackedDocument, ViewState } from '../../state.ts';
import { type AttentionLine, attention } from './attention.ts';
import { tokenMapBar } from './tokenMap.ts';

interface HeaderParts {
  readonly lines: readonly AttentionLine[];
  readonly name: (id: string) => string;
  readonly select: (id: string) => void;
  /** The status message, shown over the model's name, so that nothing below moves. */
  readonly said: string;
}

/** Whose context it is, how much it takes, what needs attention, and the way to the clipboard. */
export function header(state: ViewState, prompt: ViewPrompt | null, parts: HeaderParts, actions: Actions) {
  const isDirty = prompt?.payload.editor_state.dirty === true;
  const failed = (state.details?.prompt.problem ?? null) !== null;
  const assembling = html`<p class="quiet counting">${t('Assembling…')}</p>`;
  return html`
    <header>
      <div class="title">
        ${fileTitle(state.head, isDirty)} ${consumerSelect(state, actions)}
      </div>
      ${failed ? nothing : prompt === null ? assembling : counts(prompt, state.status.value?.model ?? '', parts, actions)}
      ${attention(parts.lines)} ${copyButtons(state, actions)}
    </header>
  `;
}

/**
 * The file's name as the view's heading; the path is in the tooltip, the folder of several beside
 * it.
 */
function fileTitle({ document, folder }: ViewHead, isDirty: boolean): TemplateResult {
  const file = withoutCellMark(document?.file ?? '');
  const state = document?.tracked === false ? icon('eye-closed', t('Not followed')) : icon('eye', t('Followed'));
  return html`
    <h1 title=${file}>
      ${state}<span class="name">${foreignName(splitPath(file).name)}</span>${isDirty ? icon('circle-filled', t('Unsaved')) : nothing}${
        folder === null ? nothing : html`<span class="quiet folder">${foreignName(folder)}</span>`
      }
    </h1>
  `;
}

/** Whose prompt is shown. */
function consumerSelect({ consumer, consumers }: ViewState, actions: Actions): TemplateResult {
  const change = (event: Event): void => actions.showFor((event.target as HTMLSelectElement).value);
  return html`
    <select class="consumer" aria-label=${t('Whose prompt')} title=${t('Whose prompt')} .value=${consumer} @change=${change}>
      ${consumers.map(({ id, name }) => html`<option value=${id} ?selected=${id === consumer}>${t('for {0}', withoutUnseen(name))}</option>`)}
    </select>
  `;
}

function counts({ account }: ViewPrompt, model: string, { name, select, said }: HeaderParts, actions: Actions) {
  const { tokenCount, budget, exact } = account;
  return html`
    ${tokenMapBar(account, name, select)}
    <p class="total">
      <span class="sum" title=${t('{0} of {1} tokens', numberText(tokenCount), numberText(budget))}
        >${t('{0} of {1} tokens', tokensText(tokenCount), tokensText(budget))}</span
      >
      ${modelName(model, exact, actions)}
      ${said === '' ? nothing : html`<span class="quiet said" aria-hidden="true">${said}</span>`}
    </p>
  `;
}

/** The model whose tokens are counted; the tooltip says how, and a click leads to its setting. */
function modelName(model: string, exact: boolean, actions: Actions): TemplateResult {
  const how = exact
    ? t('Counted with the tokenizer of the model.')
    : t('The model has another tokenizer: the numbers are estimated.');
  const setting = t('To change this, see the setting {0}.', 'liveContext.model');
  const change = (): void => actions.run('workbench.action.openSettings', null, { query: 'liveContext.model' });
  return html`
    <button type="button" class="link end" title=${`${how}\n${setting}`} @click=${change}
      >${exact ? model : t('{0}, estimate', model)}</button
    >
  `;
}

function copyButtons({ consumer, consumers }: ViewState, actions: Actions): TemplateResult {
  const name = consumers.find(({ id }) => id === consumer)?.name ?? consumer;
  const label = consumer === 'clipboard' ? t('Copy') : t('Copy for {0}', withoutUnseen(name));
  return html`
    <div class="commands">
      <div class="split">
        <vscode-button class="main" icon="copy" @click=${() => actions.run('liveContext.copyContext', t('Copied.'))}
          >${label}</vscode-button
        ><button
          type="button" class="more" title=${t('Copy Context As…')} aria-label=${t('Copy Context As…')}
          @click=${() => actions.run('liveContext.copyContextAs', null)}
        >${icon('chevron-down')}</button>
      </div>
      <vscode-button secondary @click=${() => actions.run('liveContext.copyChangesSinceLastCopy', t('Copied.'))}
        >${t('Copy changes')}</vscode-button
      >
    </div>
  `;
}

export function loadingPlace(): TemplateResult {
  return html`<h1 class="unseen">${t('Live Context')}</h1>
    <p class="place quiet">${icon('loading codicon-modifier-spin')} ${t('Loading…')}</p>`;
}

/** The first thing that a newcomer sees says what this is and what to do. */
export function emptyPlace(): TemplateResult {
  return html`
    <div class="place">
      <h1>${t('Open a file')}</h1>
      <p>${t('Here you see what your coding agent sees of it: your unsaved text, your last changes, rules and related code, to the token.')}</p>
      <p class="quiet">${t('Then copy it into any chat, or let an agent ask for it.')}</p>
    </div>
  `;
}

/** Why the document in front is not followed, and which setting says so. */
export function untrackedPlace(head: ViewHead, { reason }: UntrackedDocument): TemplateResult {
  const { text, settings } = untrackedReasons[reason];
  const [setting] = settings;
  return html`
    <header><div class="title">${fileTitle(head, false)}</div></header>
    <div class="place">
      <p>${t(text)}</p>
      <p class="quiet">${t('No agent sees this file through Live Context.')}</p>
      ${setting === undefined ? nothing : html`<p class="quiet">${t('To change this, see the setting {0}.', setting)}</p>`}
    </div>
  `;
}
