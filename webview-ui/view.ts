import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Failure, Result } from '../src/protocol/result.ts';
import type { ToView } from '../src/protocol/viewMessages.ts';
import type { Actions } from './components/actions.ts';
import { LightElement } from './components/lightElement.ts';
import { emptyPlace, errorPlace, loadingPlace, untrackedPlace } from './components/places.ts';
import { Connection, type ViewCommand } from './connection.ts';
import { Refresher } from './refresher.ts';
import { header } from './sections/header.ts';
import { notices, problemBanner } from './sections/notices.ts';
import {
  adjustableSections,
  assemblySections,
  filesSection,
  previewSections,
  windowSections,
} from './sections/sections.ts';
import {
  documentIdOf,
  type Files,
  isElsewhere,
  nextPart,
  type Part,
  type Round,
  reduce,
  type ViewState,
} from './state.ts';
import { readUiState, type UiState, withPick, withSection } from './uiState.ts';

/** How often the relative times move on, in ms. */
const clockStep = 30_000;
/** The view follows typing after so much quiet, and at the latest after so long, ms. */
const pace = { quiet: 250, latest: 2_000 };
/** How long the view says what has happened, in ms. */
const spokenFor = 4000;

/** So many conversations, and of each so many context files, are listed. */
const mostConversations = 10;
const mostFiles = 100;

/** The whole view: asks the extension, keeps what it answered, and shows it. */
@customElement('live-context-view')
class LiveContextView extends LightElement {
  @state() private data: ViewState = { kind: 'loading' };
  @state() private files: Part<Files> = { value: null, problem: null };
  @state() private ui: UiState;
  @state() private now = Date.now();
  /** What has just happened, for the eye and for screen readers. */
  @state() private said = '';
  /** Why the last command failed, and how to try it again. */
  @state() private failed: { readonly problem: Failure; readonly again: () => void } | null = null;
  readonly #host = acquireVsCodeApi();
  readonly #connection = new Connection((message) => this.#host.postMessage(message));
  readonly #refresher = new Refresher(() => this.#refresh(), pace);
  readonly #glancer = new Refresher(() => this.#glance(), { quiet: 0, latest: 0 });
  #sayUpdated = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.ui = readUiState(this.#host.getState());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('message', this.#receive);
    this.#clock = setInterval(() => {
      this.now = Date.now();
    }, clockStep);
    this.#refresher.now();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('message', this.#receive);
    clearInterval(this.#clock);
    clearTimeout(this.#silence);
  }

  protected override render(): TemplateResult {
    const { data } = this;
    const known = 'status' in data ? data.status : null;
    return html`
      <main aria-busy=${data.kind === 'loading'}>
        ${known === null ? nothing : notices(known.notices, this.now)}
        ${this.failed === null ? nothing : problemBanner(this.failed.problem, this.failed.again, () => this.#dismiss())}
        ${this.#content(data)}
        <p class="said" role="status">${this.said}</p>
      </main>
    `;
  }

  #content(data: ViewState): TemplateResult {
    if (data.kind === 'loading') return loadingPlace();
    const frame = { ui: this.ui, now: this.now, actions: this.#actions };
    const files = filesSection(this.files, frame);
    if (data.kind === 'empty') return html`${emptyPlace()}${files}`;
    if (data.kind === 'untracked') return html`${untrackedPlace(data.document)}${files}`;
    if (data.kind === 'error') {
      const documentId = data.status?.document?.documentId;
      return html`
        ${errorPlace(data.problem, this.#actions.retry)}
        ${data.adjustable === null || documentId === undefined ? nothing : adjustableSections(data.adjustable, documentId, frame)}
        ${files}
      `;
    }
    return html`
      ${header(data.context, this.#actions)} ${data.problem === null ? nothing : problemBanner(data.problem, this.#actions.retry)}
      <div class="columns">
        <div class="column">${assemblySections(data, frame)}${files}${windowSections(data, frame)}</div>
        <div class="column">${previewSections(data, frame)}</div>
      </div>
    `;
  }

  readonly #actions: Actions = {
    run: (command, done) => void this.#run(command, done === null ? '' : done),
    compare: ({ left, right }) => {
      const documentId = documentIdOf(this.data);
      if (documentId !== null) void this.#attempt(() => this.#connection.compare(documentId, left, right), '');
    },
    reveal: (line, named) => {
      const documentId = named ?? documentIdOf(this.data);
      if (documentId !== null) void this.#attempt(() => this.#connection.reveal(documentId, line), '');
    },
    copyVersionId: async (versionId) => {
      const copied = navigator.clipboard.writeText(versionId);
      this.#say(
        await copied.then(
          () => t('Version id copied.'),
          () => t('The clipboard cannot be reached.'),
        ),
      );
    },
    change: async (channel, params, done) => {
      const result = await this.#connection.request(channel, params);
      this.#refresher.now();
      if (!result.ok) return result.error;
      this.#say(done);
      return null;
    },
    act: async (id, params) => {
      const result = await this.#connection.request('windows:act', { id, params });
      this.#refresher.now();
      if (result.ok) this.#say(t('Done.'));
      return result;
    },
    ask: (channel, params) => this.#connection.request(channel, params),
    openFile: (conversationId, fileId, line) =>
      void this.#attempt(() => this.#connection.openFile(conversationId, fileId, line), ''),
    retry: () => {
      this.#sayUpdated = true;
      this.#refresher.now();
    },
    setOpen: (id, open) => {
      if (this.ui.collapsed.includes(id) === open) this.#keep(withSection(this.ui, id, open));
    },
    setFormat: (format) => {
      this.#keep({ ...this.ui, format });
      this.#refresher.now();
    },
    setNotKeptOnly: (notKeptOnly) => this.#keep({ ...this.ui, notKeptOnly }),
    setPick: (pick) => {
      const documentId = documentIdOf(this.data);
      if (documentId !== null) this.#keep(withPick(this.ui, documentId, pick));
    },
  };

  readonly #receive = (event: MessageEvent<ToView>): void => {
    const message = event.data;
    if (message.type === 'reply') this.#connection.settle(message.id, message.result);
    if (message.type === 'changed') this.#glancer.soon();
  };

  /** Looks where the user is: elsewhere is followed at once, what changed here when it pauses. */
  async #glance(): Promise<void> {
    const status = await this.#connection.request('live:status', {});
    if (!status.ok || isElsewhere(this.data, status.value)) this.#refresher.now();
    else this.#refresher.soon();
  }

  async #refresh(): Promise<void> {
    const [round, files] = await Promise.all([this.#ask(), this.#askFiles()]);
    this.data = reduce(this.data, round);
    this.files = nextPart(this.files, files);
    this.now = Date.now();
    const good = this.data.kind !== 'error' && !(this.data.kind === 'ready' && this.data.problem !== null);
    if (this.#sayUpdated && good) this.#say(t('Updated.'));
    this.#sayUpdated = false;
  }

  async #ask(): Promise<Round> {
    const status = await this.#connection.request('live:status', {});
    if (!status.ok || status.value.document?.tracked !== true) return { status };
    const { documentId, projectId } = status.value.document;
    const [context, timeline, budget, constraints, pins, preferences, redactions, windows] = await Promise.all([
      this.#connection.request('live:get', { documentId, preview: true, trace: true, format: this.ui.format }),
      this.#connection.request('live:timeline', { documentId }),
      this.#connection.request('context:budget:get', {}),
      this.#connection.request('constraints:list', { projectId }),
      this.#connection.request('pins:list', { projectId }),
      this.#connection.request('preferences:list', { documentId }),
      this.#connection.request('redactions:list', { projectId }),
      this.#connection.request('windows:list', { documentId, contents: false }),
    ]);
    const detail = { context, timeline, budget, constraints, pins, preferences, redactions, windows };
    return { status, detail };
  }

  async #askFiles(): Promise<Result<Files>> {
    const usage = await this.#connection.request('files:usage', {});
    if (!usage.ok) return usage;
    const ids = usage.value.conversations.slice(0, mostConversations).map(({ conversationId }) => conversationId);
    const lists = await Promise.all(
      ids.map((conversationId) => this.#connection.request('files:list', { conversationId, limit: mostFiles })),
    );
    const failed = lists.find((list) => !list.ok);
    if (failed !== undefined && !failed.ok) return failed;
    const groups = lists.flatMap((list) => (list.ok ? [list.value] : []));
    return { ok: true, value: { usage: usage.value, groups } };
  }

  /** What a command did is seen at once. */
  async #run(command: ViewCommand, done: string): Promise<void> {
    await this.#attempt(() => this.#connection.run(command), done);
    this.#refresher.now();
  }

  /** Asks for something and shows how it ended; a null value means that the user has cancelled it. */
  async #attempt(ask: () => Promise<Result<unknown>>, done: string): Promise<void> {
    const result = await ask();
    this.failed = result.ok ? null : { problem: result.error, again: () => void this.#attempt(ask, done) };
    this.#say(result.ok && result.value !== null ? done : '');
  }

  #dismiss(): void {
    this.failed = null;
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
    this.#host.setState(ui);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'live-context-view': LiveContextView;
  }
}
