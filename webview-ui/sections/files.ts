import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ContextRef, FilesValue } from '../../src/protocol/contextFiles.ts';
import type { Failure } from '../../src/protocol/result.ts';
import type { Actions } from '../components/actions.ts';
import { FormElement, failureNote } from '../components/forms.ts';
import { ago, icon, numberText, toolButton } from '../components/parts.ts';
import { sizeText } from '../components/size.ts';
import type { Files } from '../state.ts';

/** The tail shows so many lines, a search so many matches. */
const shownLines = 40;
const shownMatches = 20;

const kindIcons = { artifact: 'output', history: 'history', catalog: 'list-unordered' } as const;
const kindTitles = { artifact: t('Output'), history: t('History'), catalog: t('Catalogue') } as const satisfies Record<
  ContextRef['kind'],
  string
>;

type Found = FilesValue<'files:grep'>;

/** What is open below a file. */
type Work = { readonly key: string } & (
  | { readonly kind: 'tail'; readonly content: string | null }
  | { readonly kind: 'search'; readonly found: Found | null }
  | { readonly kind: 'delete' }
);

/** The context files of all conversations, to open, to look into and to delete, and how much room they take. */
@customElement('lc-files')
class FileList extends FormElement {
  @property({ attribute: false }) files: Files | null = null;
  @property({ attribute: false }) now = 0;
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private work: Work | null = null;
  @state() private failure: Failure | null = null;

  protected override render(): TemplateResult | typeof nothing {
    if (this.files === null) return nothing;
    const { usage, groups } = this.files;
    const isEmpty = groups.every(({ items }) => items.length === 0);
    return html`
      <p class="none quiet ${usage.bytes > 0.9 * usage.quotaBytes ? 'full' : ''}">
        ${t('{0} of {1}, kept for {2} days', sizeText(usage.bytes), sizeText(usage.quotaBytes), usage.retentionDays)}
      </p>
      ${isEmpty ? html`<p class="none quiet">${t('No context files yet: long outputs of terminal commands become some by themselves.')}</p>` : nothing}
      ${groups.map(
        ({ conversationId, items }) => html`
          ${groups.length > 1 && items.length > 0 ? html`<h3 class="quiet">${conversationId}</h3>` : nothing}
          <ul class="files" aria-label=${conversationId}>
            ${repeat(
              items,
              ({ id }) => id,
              (item) => this.#item(conversationId, item),
            )}
          </ul>
        `,
      )}
      <div class="buttons add">
        <vscode-button secondary icon="export" ?disabled=${isEmpty} @click=${() => this.actions?.run('liveContext.exportConversation', null)}
          >${t('Export')}</vscode-button
        >
        <vscode-button secondary icon="cloud-download" @click=${() => this.actions?.run('liveContext.importConversation', null)}
          >${t('Import')}</vscode-button
        >
        <vscode-button secondary icon="trash" ?disabled=${isEmpty} @click=${() => this.actions?.run('liveContext.clearContextFiles', null)}
          >${t('Clear')}</vscode-button
        >
      </div>
    `;
  }

  #item(conversationId: string, file: ContextRef): TemplateResult {
    const { id, kind, hint, byteSize, createdAt } = file;
    const key = `${conversationId}/${id}`;
    const work = this.work?.key === key ? this.work : null;
    return html`
      <li class="entry" data-id=${key}>
        <div>
          <p class="text">
            ${icon(kindIcons[kind])}
            <button class="link" title=${`${hint}\n${id}`} @click=${() => this.actions?.openFile(conversationId, id)}>${hint}</button>
          </p>
          <p class="quiet">
            ${kindTitles[kind]} · ${byteSize === undefined ? t('made when it is read') : sizeText(byteSize)} ·
            ${ago(new Date(createdAt).toISOString(), this.now)}
          </p>
        </div>
        <div class="toolbar">
          ${toolButton('arrow-down', t('Show the End'), () => this.#showTail(conversationId, id))}
          ${toolButton('search', t('Search in the File'), () => this.#open({ key, kind: 'search', found: null }, 'input'))}
          ${toolButton('trash', t('Delete the File'), () => this.#open({ key, kind: 'delete' }, '.question vscode-button'))}
        </div>
        ${work === null ? nothing : html`<div class="below" @keydown=${this.#leave}>${this.#below(work, conversationId, id)}</div>`}
      </li>
    `;
  }

  #below(work: Work, conversationId: string, id: string): TemplateResult {
    const failed = this.failure === null ? nothing : failureNote(this.failure);
    if (work.kind === 'tail')
      return html`
        ${failed}
        ${work.content === null ? nothing : html`<pre class="tail" tabindex="0" aria-label=${t('The last lines')}>${work.content}</pre>`}
      `;
    if (work.kind === 'search')
      return html`
        <form class="find" role="search" @submit=${(event: Event) => this.#search(event, conversationId, id)}>
          <input class="mono" name="pattern" required maxlength="1000" spellcheck="false" aria-label=${t('Regular expression')} placeholder=${t('Regular expression')} />
          ${toolButton('search', t('Search'), () => this.querySelector<HTMLFormElement>('form.find')?.requestSubmit())}
        </form>
        ${failed} ${work.found === null ? nothing : this.#found(work.found, conversationId, id)}
      `;
    return html`
      <div class="question" role="group" aria-label=${t('Delete this file?')}>
        ${failed}
        <p>${t('Delete this file?')}</p>
        <vscode-button @click=${() => this.#delete(conversationId, id)}>${t('Delete')}</vscode-button>
        <vscode-button secondary @click=${this.#close}>${t('Cancel')}</vscode-button>
      </div>
    `;
  }

  #found({ totalMatches, matches, partial }: Found, conversationId: string, id: string): TemplateResult {
    return html`
      <p class="quiet" role="status">
        ${totalMatches === 0 ? t('No line matches.') : t('{0} lines match', numberText(totalMatches))}${partial ? ` ${t('so far: the search ran out of time.')}` : ''}
      </p>
      <ul class="matches">
        ${matches.map(
          ({ line, content }) => html`
            <li>
              <button class="row match" title=${content} @click=${() => this.actions?.openFile(conversationId, id, line)}>
                <span class="quiet">${line}</span><code class="name">${content}</code>
              </button>
            </li>
          `,
        )}
      </ul>
    `;
  }

  #open(work: Work, focus: string): void {
    this.work = this.work?.key === work.key && this.work.kind === work.kind ? null : work;
    this.failure = null;
    if (this.work !== null) this.focusNext(`[data-id="${CSS.escape(work.key)}"] ${focus}`);
  }

  async #showTail(conversationId: string, id: string): Promise<void> {
    const key = `${conversationId}/${id}`;
    this.#open({ key, kind: 'tail', content: null }, '.tail');
    if (this.work === null || this.actions === null) return;
    const result = await this.actions.ask('files:tail', { conversationId, id, lines: shownLines });
    if (this.work?.key !== key || this.work.kind !== 'tail') return;
    if (result.ok) this.work = { ...this.work, content: result.value.content };
    else this.failure = result.error;
    this.focusNext('.tail');
  }

  async #search(event: Event, conversationId: string, id: string): Promise<void> {
    event.preventDefault();
    const pattern = new FormData(event.currentTarget as HTMLFormElement).get('pattern');
    if (this.actions === null || typeof pattern !== 'string' || pattern === '') return;
    const result = await this.actions.ask('files:grep', { conversationId, id, pattern, maxResults: shownMatches });
    if (this.work?.key !== `${conversationId}/${id}` || this.work.kind !== 'search') return;
    this.failure = result.ok ? null : result.error;
    this.work = { ...this.work, found: result.ok ? result.value : null };
  }

  async #delete(conversationId: string, id: string): Promise<void> {
    if (this.actions === null) return;
    this.failure = await this.actions.change('files:delete', { conversationId, id }, t('File deleted.'));
    if (this.failure !== null) return;
    this.work = null;
    this.focusNext('.add vscode-button:not([disabled])');
  }

  readonly #leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#close();
  };

  readonly #close = (): void => {
    if (this.work !== null) this.focusNext(`[data-id="${CSS.escape(this.work.key)}"] .tool`);
    this.work = null;
    this.failure = null;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-files': FileList;
  }
}
