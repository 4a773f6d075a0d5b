import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { WhyNotItem } from '../src/protocol/prompt/whyNot.ts';
import type { Failure, Result } from '../src/protocol/result.ts';
import type { ToView, ViewPrompt } from '../src/protocol/viewMessages.ts';
import type { Actions } from './components/actions.ts';
import { keepFocus } from './components/focusKeeper.ts';
import { failedPart, LightElement, numberText, problemBanner, toolButton } from './components/parts.ts';
import { section } from './components/section.ts';
import { connect, type ViewQuestion } from './connection.ts';
import { attentionLines } from './sections/header/attention.ts';
import { emptyPlace, header, loadingPlace, untrackedPlace } from './sections/header/header.ts';
import { housekeeping } from './sections/housekeeping/housekeeping.ts';
import { refusedEdits, refusedKey } from './sections/timeline/refusedEdits.ts';
import { pieceName } from './sections/tree/pieceNames.ts';
import { filterCounts, groupsOf, type TreeInput } from './sections/tree/promptTree.ts';
import type { PromptTree } from './sections/tree/tree.ts';
import { whyNotList } from './sections/tree/whyNot.ts';
import { consumerTitle, whoLooked } from './sections/whoLooked.ts';
import { type Details, type ViewState, withSnapshot } from './state.ts';
import { type Filter, filters, freshUiState, toggled, type UiState, withSection } from './uiState.ts';

/** Interval at which relative times are updated, ms. */
const clockStep = 30_000;
/** Duration of a status message, ms. */
const spokenFor = 4000;
/** Pause in typing after which the project is searched, ms. */
const typedPause = 250;
/** Pause before the user's set-up is stored, ms. */
const storePause = 150;
/** Events that show that the user has chosen a place. */
const actsOfPeople = ['wheel', 'keydown', 'pointerdown'] as const;

const filterTitles: Readonly<Record<Filter, { readonly label: string; readonly title: string }>> = {
  all: { label: t('All'), title: t('Every piece') },
  shortened: { label: t('Shortened'), title: t('Only what was shortened or left out') },
  new: { label: t('New'), title: t('Only what is new or changed since the last copy') },
};

/** The whole view: shows the extension's snapshots and sends it the user's requests. */
class ViewElement extends LightElement {
  @state() private data: ViewState | null = null;
  @state() private ui: UiState;
  @state() private now = Date.now();
  /** The status message, for the eye and for screen readers. */
  @state() private said = '';
  /** True if the clipboard held a chat model's answer when the view last got the keyboard. */
  @state() private answer = false;
  /** What the search found besides pieces; null while it is shut. */
  @state() private found: readonly WhyNotItem[] | null = null;
  /** Why the last command failed. */
  @state() private failed: Failure | null = null;
  readonly #host = acquireVsCodeApi();
  readonly #connection = connect((message) => this.#host.postMessage(message));
  #silence: ReturnType<typeof setTimeout> | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #store: ReturnType<typeof setTimeout> | undefined;
  /** Scroll position to restore once the page is long enough, CSS pixels; else zero. */
  #scrollTo: number;
  readonly #growth = new ResizeObserver(() => this.#scrollBack());

  constructor() {
    super();
    // Fields that an older view did not know are fresh.
    this.ui = { ...freshUiState, ...(this.#host.getState() as Partial<UiState> | undefined) };
    this.#scrollTo = this.ui.scroll;
  }

  /** Called once: the element lives as long as its page. */
  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('message', this.#receive);
    window.addEventListener('scroll', () => this.#keepLater(), { passive: true });
    for (const act of actsOfPeople) window.addEventListener(act, this.#stay, { passive: true });
    window.addEventListener('focus', () => void this.#lookForAnswer());
    this.#growth.observe(this);
    this.tabIndex = -1;
    keepFocus(this);
    setInterval(() => {
      this.now = Date.now();
    }, clockStep);
    if (this.ui.consumer !== 'clipboard') this.#host.postMessage({ type: 'consumer', consumer: this.ui.consumer });
    this.#host.postMessage({ type: 'ready' });
  }

  protected override render(): TemplateResult {
    const { data, failed } = this;
    return html`
      <main aria-busy=${data === null || (data.head.document?.tracked === true && data.details === null)}>
        ${failed === null ? nothing : problemBanner(failed, { dismiss: () => (this.failed = null) })}
        ${data === null ? loadingPlace() : this.#content(data)}
        <p class="unseen" role="status">${this.said}</p>
      </main>
    `;
  }

  #content(data: ViewState): TemplateResult {
    const { document } = data.head;
    if (document === null) return emptyPlace();
    if (!document.tracked) return untrackedPlace(data.head, document);
    const { details, status } = data;
    const prompt = details?.prompt.value ?? null;
    const problem = details?.prompt.problem ?? details?.windows.problem ?? null;
    const input = details === null || prompt === null ? null : this.#treeInput(prompt, details);
    const select = (id: string): void => this.#selectRow(id);
    const ways = { refused: (id: string) => this.#showRefused(id), piece: select, hidden: () => this.#showHidden() };
    const lines = attentionLines(data, this.answer, ways, this.#actions);
    const name = (id: string): string => (input === null ? id : pieceName({ id, source: '' }, input).name);
    return html`
      ${header(data, prompt, { lines, name, select, said: this.said }, this.#actions)}
      ${failedPart(problem ?? status.problem, this.#actions)}
      ${input === null || details === null ? nothing : this.#promptSection(input, details)}
      ${details === null ? nothing : this.#otherSections(data, details)}
    `;
  }

  #treeInput(prompt: ViewPrompt, details: Details): TreeInput {
    const changes = prompt.last?.changes ?? [];
    return {
      account: prompt.account,
      payload: prompt.payload,
      places: prompt.places,
      windows: details.windows.value?.windows ?? [],
      timeline: details.timeline.value,
      pins: details.pins.value?.pins ?? [],
      constraints: new Map(details.constraints.value?.constraints.map(({ id, text }) => [id, text])),
      fresh: new Set(changes.flatMap(({ id, change }) => (change === 'removed' ? [] : [id]))),
      filter: this.ui.filter,
      search: this.ui.search ?? '',
      folded: new Set(this.ui.folded),
      opened: new Set(this.ui.opened),
      now: this.now,
    };
  }

  #promptSection(input: TreeInput, details: Details): TemplateResult {
    const { ui } = this;
    const counts = filterCounts(input.account, input.fresh);
    return section(ui, this.#actions, {
      id: 'prompt',
      title: t('In the prompt'),
      body: () => html`
        <div class="filter-row">
          <div class="filters" role="group" aria-label=${t('Show')}>
            ${filters.map((one) => (one === ui.filter || counts[one] > 0 ? this.#filter(one, counts[one]) : nothing))}
          </div>
          ${toolButton('go-to-file', t('Open the Prompt'), () => this.#actions.run('liveContext.openPrompt', null))}
          ${toolButton('search', t('Find, or ask why not'), () => this.#setSearch(ui.search === null ? '' : null))}
        </div>
        ${ui.search === null ? nothing : this.#searchField(ui.search)}
        ${failedPart(details.constraints.problem ?? details.pins.problem, this.#actions)}
        <lc-tree
          .input=${input} .ui=${ui} .constraints=${details.constraints.value} .pins=${details.pins.value} .actions=${this.#actions}
          .isRestricted=${this.data?.head.isRestricted === true}
        ></lc-tree>
        ${this.found === null ? nothing : html`<div @keydown=${this.#leaveSearch}>${whyNotList(this.found, this.#actions)}</div>`}
      `,
    });
  }

  #filter(filter: Filter, count: number): TemplateResult {
    const { label, title } = filterTitles[filter];
    const choose = (): void => this.#keep({ ...this.ui, filter });
    return html`<button type="button" class="filter" aria-pressed=${this.ui.filter === filter} title=${title} @click=${choose}
      >${label} ${numberText(count)}</button
    >`;
  }

  #searchField(search: string): TemplateResult {
    const typed = (event: Event): void => {
      this.#keep({ ...this.ui, search: (event.target as HTMLInputElement).value });
      this.#askLater();
    };
    return html`
      <div class="search-row" role="search">
        <input type="search" .value=${search} placeholder=${t('Find, or ask why not')} aria-label=${t('Find, or ask why not')} @input=${typed} @keydown=${this.#leaveSearch} />
      </div>
    `;
  }

  readonly #leaveSearch = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.#setSearch(null);
  };

  #askLater(): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#askWhyNot(), typedPause);
  }

  /** Finds files and declared names of the project, whether they are in the prompt or not. */
  async #askWhyNot(): Promise<void> {
    const query = this.ui.search?.trim() ?? '';
    const params = { query, documentId: this.data?.head.document?.documentId, reader: this.ui.consumer };
    const result = query === '' ? null : await this.#connection.request('prompt:whyNot', params);
    if (query === (this.ui.search?.trim() ?? '')) this.found = result?.ok ? result.value.items : null;
  }

  #otherSections(data: ViewState, details: Details): TemplateResult {
    const { ui } = this;
    const { timeline } = details;
    const { deliveries, head, consumers } = data;
    const documentId = head.document?.documentId;
    return html`
      ${section(ui, this.#actions, {
        id: 'looked',
        title: t('Read by'),
        count: deliveries.value?.deliveries.length ?? 0,
        body: () => html`
          ${failedPart(deliveries.problem, this.#actions)}
          ${deliveries.value === null ? nothing : whoLooked(deliveries.value.deliveries, { consumers, documentId, now: this.now }, this.#actions)}
        `,
      })}
      ${section(ui, this.#actions, {
        id: 'timeline',
        title: t('Timeline'),
        count: timeline.value?.entries.length ?? 0,
        body: () => html`
          ${failedPart(timeline.problem, this.#actions)}
          ${data.status.value?.git === false ? html`<p class="none quiet">${t('Without git there is no comparison with the last commit.')}</p>` : nothing}
          ${refusedEdits(timeline.value?.refused ?? [], (id) => consumerTitle(id, consumers), { ui, now: this.now }, this.#actions)}
          ${timeline.value === null ? nothing : html`<lc-timeline .timeline=${timeline.value} .now=${this.now} .actions=${this.#actions}></lc-timeline>`}
        `,
      })}
      ${section(ui, this.#actions, {
        id: 'housekeeping',
        title: t('Budget and housekeeping'),
        body: () => housekeeping(data, details, this.#actions),
      })}
    `;
  }

  #showRefused(id: string): void {
    const key = refusedKey(id);
    const ui = withSection(this.ui, 'timeline', true);
    this.#keep({ ...ui, opened: toggled(ui.opened, key, true) });
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`[data-key="${key}"] summary`)?.focus());
  }

  /** Shows the row of a piece, whatever was filtered or folded, and gives it the keyboard. */
  #selectRow(key: string): void {
    const line = this.data?.details?.prompt.value?.account.ledger.find(({ id }) => id === key);
    const groups = line === undefined ? [] : groupsOf(line);
    const ui = withSection(this.ui, 'prompt', true);
    const folded = ui.folded.filter((one) => !groups.includes(one));
    this.#keep({ ...ui, filter: 'all', search: null, folded });
    void this.updateComplete.then(() => this.querySelector<PromptTree>('lc-tree')?.select(key));
  }

  #showHidden(): void {
    this.#keep(withSection(this.ui, 'housekeeping', true));
    void this.updateComplete.then(() => {
      const heading = this.querySelector<HTMLElement>('#hidden');
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView();
    });
  }

  /** Opens the search with a text, or shuts it. */
  #setSearch(search: string | null): void {
    this.#keep({ ...this.ui, search });
    this.found = null;
    this.#askLater();
    const target = search === null ? '.filter-row .tool:last-child' : '.search-row input';
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(target)?.focus());
  }

  readonly #actions: Actions = {
    run: (command, done, row) => {
      const question = { type: 'command', command } as const;
      void this.#attempt(row === undefined ? question : { ...question, row }, done ?? '');
    },
    input: async (title, value) => {
      const result = await this.#connection.ask({ type: 'input', title, value });
      return result.ok ? (result.value as string | null) : null;
    },
    tell: (question, done) => void this.#attempt(question, done),
    reveal: (line, named) => {
      const documentId = named ?? this.data?.head.document?.documentId;
      if (documentId !== undefined) void this.#attempt({ type: 'reveal', documentId, line });
    },
    change: async (channel, params, done) => {
      const result = await this.#connection.request(channel, params);
      if (!result.ok) return result.error;
      this.failed = null;
      this.#say(done);
      return null;
    },
    ask: (channel, params, done) => void this.#attempt({ type: 'request', channel, params }, done),
    text: (piece) => this.#connection.ask({ type: 'text', piece }) as Promise<Result<string>>,
    find: (text) => this.#setSearch(`${this.ui.search ?? ''}${text}`),
    retry: () => this.#host.postMessage({ type: 'ready' }),
    showFor: (consumer) => {
      this.#keep({ ...this.ui, consumer });
      this.#host.postMessage({ type: 'consumer', consumer });
    },
    setUi: (change) => this.#keep(change(this.ui)),
  };

  readonly #receive = ({ data: message }: MessageEvent<ToView>): void => {
    if (message.type === 'reply') this.#connection.settle(message.id, message.result);
    if (message.type === 'focus') void this.#lookForAnswer();
    if (message.type === 'edit') this.#edit(message.constraint);
    if (message.type !== 'snapshot') return;
    this.data = withSnapshot(this.data, message.snapshot);
    this.now = Date.now();
    if (this.found !== null) this.#askLater();
  };

  /** Asks if the clipboard holds an answer: when the view or its window gets the keyboard, and after what is done in it. */
  async #lookForAnswer(): Promise<void> {
    // In a browser VS Code asks the user for leave, which only who has copied a prompt expects.
    if (this.data?.deliveries.value?.deliveries.some(({ consumer }) => consumer === 'clipboard') !== true) return;
    const result = await this.#connection.ask({ type: 'clipboard' });
    this.answer = result.ok && result.value === true;
  }

  #edit(constraint: string): void {
    this.#keep({ ...withSection(this.ui, 'prompt', true), filter: 'all', search: null });
    void this.updateComplete.then(() => this.querySelector<PromptTree>('lc-tree')?.edit(constraint));
  }

  /** Restores the scroll position, in steps while texts of open rows arrive. */
  #scrollBack(): void {
    if (this.#scrollTo === 0 || !this.data?.details) return;
    window.scrollTo({ top: this.#scrollTo });
    if (window.scrollY >= Math.floor(this.#scrollTo)) this.#scrollTo = 0;
  }

  /** Gives up restoring the scroll position once the user acts. */
  readonly #stay = (): void => {
    this.#scrollTo = 0;
  };

  /** Asks for something and shows how it ended; null means that the user has cancelled it. */
  async #attempt(question: ViewQuestion, done = ''): Promise<void> {
    const result = await this.#connection.ask(question);
    this.failed = result.ok ? null : result.error;
    this.#say(result.ok && result.value !== null ? done : '');
    if (this.answer) await this.#lookForAnswer();
  }

  #say(text: string): void {
    clearTimeout(this.#silence);
    this.said = text;
    this.#silence = setTimeout(() => {
      this.said = '';
    }, spokenFor);
  }

  #keep(ui: UiState): void {
    this.ui = ui;
    this.#keepLater();
  }

  #keepLater(): void {
    clearTimeout(this.#store);
    this.#store = setTimeout(
      () => this.#host.setState({ ...this.ui, scroll: this.#scrollTo || window.scrollY }),
      storePause,
    );
  }
}

customElements.define('live-context-view', ViewElement);
