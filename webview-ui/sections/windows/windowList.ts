import { t } from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AnchorInfo } from '../../../src/protocol/contextModel.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import type { WindowState } from '../../../src/protocol/windows.ts';
import type { Actions } from '../../components/actions.ts';
import { FormElement, failureNote } from '../../components/forms.ts';
import { ago, icon, lineRange, numberText, splitPath } from '../../components/parts.ts';
import type { Timeline, Windows } from '../../state.ts';
import { type Draft, type FormParam, paramOf, paramsOfDraft, windowForm } from './windowForm.ts';
import { levelTitles, lookOfAction, windowTitles } from './windowNames.ts';

/** So many places of a window are listed. */
const listedPlaces = 50;

/** The form that is open: an action of a window. */
interface Work {
  readonly windowId: string;
  readonly action: string;
  readonly draft: Draft;
}

/** What an action has given to read. */
interface Reading {
  readonly windowId: string;
  readonly result: string;
  readonly text: string;
}

/** The windows of the prompt with their anchors: the same that an agent gets, and executed in the same way. */
@customElement('lc-windows')
class WindowList extends FormElement {
  @property({ attribute: false }) windows: Windows | null = null;
  @property({ attribute: false }) timeline: Timeline | null = null;
  @property({ attribute: false }) now = 0;
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private work: Work | null = null;
  @state() private failed: { readonly windowId: string; readonly failure: Failure } | null = null;
  @state() private reading: Reading | null = null;
  /** The window that was just acted on: its new anchors get the focus when the old one is gone. */
  #acted: string | null = null;

  protected override render(): TemplateResult | typeof nothing {
    if (this.windows === null) return nothing;
    return html`
      <ul class="windows">
        ${repeat(
          this.windows.windows,
          ({ id }) => id,
          (window) => this.#item(window),
        )}
      </ul>
    `;
  }

  protected override updated(changed?: PropertyValues): void {
    super.updated();
    if (!changed?.has('windows') || this.#acted === null) return;
    const selector = `[data-window="${CSS.escape(this.#acted)}"] .tool`;
    this.#acted = null;
    if (!this.contains(document.activeElement)) this.querySelector<HTMLElement>(selector)?.focus();
  }

  #item(window: WindowState): TemplateResult {
    const { id, kind, layer, closed, trace } = window;
    const name = windowTitles[kind];
    const anchors = Object.entries(window.context.anchors);
    const acts = anchors.filter(([, { type }]) => type !== 'Reference');
    const { work, failed, reading } = this;
    return html`
      <li class="window" data-window=${id}>
        <div class="window-facts">
          <span class="swatch ${layer}" aria-hidden="true"></span>
          <span class="name">${name}</span>
          ${stateChips(window)}
          <span class="numbers">${tokens(window)}</span>
          <div class="toolbar" role="group" aria-label=${t('Actions of {0}', name)}>
            ${acts.map(([anchorId, info]) => this.#button(window, anchorId, info, name))}
          </div>
        </div>
        ${closed && trace !== '' ? html`<p class="quiet trace">${trace}</p>` : nothing}
        ${work?.windowId === id ? this.#form(window, work) : nothing}
        ${failed?.windowId === id && work?.windowId !== id ? failureNote(failed.failure) : nothing}
        ${reading?.windowId === id ? this.#text(reading) : nothing}
        ${this.#places(window)} ${this.#history(window)}
      </li>
    `;
  }

  #button(window: WindowState, anchorId: string, info: AnchorInfo, name: string): TemplateResult {
    const look = lookOfAction(info.action);
    const label = look === null ? (info.description ?? anchorId) : look.label;
    const open = this.work?.windowId === window.id && this.work.action === info.action;
    return html`
      <button
        type="button" class="tool" title="${label} (${anchorId})" aria-label="${label}: ${name}"
        aria-expanded=${info.type === 'Form' ? open : nothing}
        @click=${() => (info.type === 'Form' ? this.#open(window, info) : this.#act(window.id, anchorId, {}))}
      >${icon(look?.icon ?? 'circle-outline')}</button>
    `;
  }

  #form(window: WindowState, work: Work): TemplateResult {
    const info = anchorOf(window, work.action)?.[1];
    const { failed } = this;
    return windowForm({
      action: work.action,
      params: paramsOf(info),
      draft: work.draft,
      timeline: this.timeline,
      now: this.now,
      failure: failed?.windowId === window.id ? failureNote(failed.failure) : nothing,
      submit: (event) => this.#submit(event, window, work),
      typed: this.#typed,
      key: this.keys(this.#close),
      cancel: this.#close,
    });
  }

  #text({ text, result }: Reading): TemplateResult {
    return html`
      <div class="reading">
        <p class="row"><span class="name quiet">${result}</span>${this.#dismiss()}</p>
        <pre class="prompt" tabindex="0" role="group" aria-label=${result}>${text}</pre>
      </div>
    `;
  }

  #dismiss(): TemplateResult {
    const close = (): void => {
      this.reading = null;
    };
    return html`<button type="button" class="tool" title=${t('Dismiss')} aria-label=${t('Dismiss')} @click=${close}>${icon('close')}</button>`;
  }

  /** The places that the window refers to; one alone is its own title already. */
  #places({ id, context }: WindowState): TemplateResult | typeof nothing {
    const references = Object.entries(context.anchors).filter(([, { type }]) => type === 'Reference');
    if (references.length < 2) return nothing;
    return html`
      <details class="window-details">
        <summary>${icon('chevron-right')}${t('Places: {0}', references.length)}</summary>
        <ul class="rows scroll">
          ${references.slice(0, listedPlaces).map(
            ([anchorId, { target }]) => html`
              <li><button class="row link" title="${target ?? ''} (${anchorId})" @click=${() => this.#act(id, anchorId, {})}>${placeName(target ?? '')}</button></li>
            `,
          )}
        </ul>
      </details>
    `;
  }

  #history({ context }: WindowState): TemplateResult | typeof nothing {
    const lines = context.history ?? [];
    if (lines.length === 0) return nothing;
    return html`
      <details class="window-details">
        <summary>${icon('chevron-right')}${t('History: {0}', lines.length)}</summary>
        <ul class="rows scroll" tabindex="0" aria-label=${t('History')}>
          ${lines.toReversed().map(({ action, result, timestamp }) => {
            const look = lookOfAction(action);
            return html`
              <li class="row">
                ${icon(look?.icon ?? 'go-to-file')}<span class="name">${look === null ? t('Go to Place') : look.label} <span class="quiet">${result}</span></span>${ago(timestamp, this.now)}
              </li>
            `;
          })}
        </ul>
      </details>
    `;
  }

  #open({ id }: WindowState, { action = '' }: AnchorInfo): void {
    this.failed = null;
    if (this.work?.windowId === id && this.work.action === action) {
      this.#close();
      return;
    }
    const [newest] = this.timeline?.entries.filter(({ versionId }) => versionId !== this.timeline?.now) ?? [];
    this.work = { windowId: id, action, draft: { version_id: newest?.versionId ?? '', type: 'convention' } };
    this.focusNext('.form :is(input, select)');
  }

  readonly #close = (): void => {
    if (this.work !== null) this.focusNext(`[data-window="${CSS.escape(this.work.windowId)}"] .tool`);
    this.work = null;
    this.failed = null;
  };

  readonly #typed = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    if (this.work !== null) this.work = { ...this.work, draft: { ...this.work.draft, [name]: value } };
  };

  #submit(event: Event, window: WindowState, work: Work): void {
    event.preventDefault();
    const anchor = anchorOf(window, work.action);
    if (anchor !== null) void this.#act(window.id, anchor[0], paramsOfDraft(paramsOf(anchor[1]), work.draft));
  }

  /** Asks the one channel that executes anchors; what it refuses is said in the window. */
  async #act(windowId: string, id: string, params: Readonly<Record<string, string | number>>): Promise<void> {
    if (this.actions === null) return;
    this.#acted = windowId;
    const result = await this.actions.act(id, params);
    if (!result.ok) {
      this.failed = { windowId, failure: result.error };
      return;
    }
    this.failed = null;
    if (this.work?.windowId === windowId) this.work = null;
    const { text, result: words } = result.value;
    this.reading = text === undefined ? null : { windowId, result: words, text };
  }
}

function anchorOf({ context }: WindowState, action: string): readonly [string, AnchorInfo] | null {
  return Object.entries(context.anchors).find(([, info]) => info.action === action) ?? null;
}

function paramsOf(info: AnchorInfo | undefined): readonly FormParam[] {
  return (info?.params ?? []).map(paramOf);
}

/** How much of it is shown, and what was asked for. */
function stateChips({ shown, detail, pinned, closed }: WindowState): TemplateResult {
  return html`
    <span class="chip level-${shown}">${closed ? t('Closed') : levelTitles[shown]}</span>
    ${detail === 'expanded' ? icon('unfold', t('Expanded: shortened last')) : nothing}
    ${detail === 'summary' || detail === 'gist' ? icon('fold', t('Collapsed')) : nothing}
    ${pinned ? icon('pinned', t('Pinned: never left out while anything else can make room')) : nothing}
  `;
}

function tokens({ tokens: now, fullTokens }: WindowState): TemplateResult {
  return now === fullTokens
    ? html`${numberText(now)}`
    : html`${numberText(now)} <span class="quiet">${t('of {0}', numberText(fullTokens))}</span>`;
}

/** `<uri>#L<line>` in words. */
function placeName(target: string): string {
  const cut = target.lastIndexOf('#L');
  const line = Number(target.slice(cut + 2));
  return `${decoded(splitPath(target.slice(0, cut)).name)}, ${lineRange(line, line)}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-windows': WindowList;
  }
}
