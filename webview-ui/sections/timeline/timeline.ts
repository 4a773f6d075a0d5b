import { t } from '@vscode/l10n';
import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { TimelineEntry } from '../../../src/protocol/channels.ts';
import type { Actions } from '../../components/actions.ts';
import { checkpointBadges, originBadges } from '../../components/origin.ts';
import { ago, agoText, changeCounts, dateText, icon, LightElement } from '../../components/parts.ts';
import type { Timeline } from '../../state.ts';
import { withPick } from '../../uiState.ts';
import { comparison, movePick, type Pick, pickedStretch, pickVersion, validPick } from './timelinePick.ts';

/** Number of versions that are listed at first. */
const listedEntries = 50;
/** Number of versions from which on they are worth a slider. */
const fewEntries = 4;

/** Steps of the focus by key; positive to older entries. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  End: Number.MAX_SAFE_INTEGER,
  Home: Number.MIN_SAFE_INTEGER,
};

/**
 * Versions and checkpoints, new to old. A click opens the diff to the current text, Shift-click
 * that of two.
 */
@customElement('lc-timeline')
class TimelineElement extends LightElement {
  @property({ attribute: false }) timeline: Timeline | null = null;
  @property({ attribute: false }) pick: Pick | null = null;
  @property({ attribute: false }) now = 0;
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private count = listedEntries;
  #focusList = false;

  protected override render(): TemplateResult | typeof nothing {
    const { timeline } = this;
    if (timeline === null) return nothing;
    if (timeline.entries.length === 0) return html`<p class="quiet">${t('No versions yet.')}</p>`;
    const shown = { ...timeline, entries: timeline.entries.slice(0, this.count) };
    const pick = validPick(shown, this.pick);
    const stretch = pickedStretch(shown, pick);
    if (pick === null || stretch === null) return nothing;
    const older = timeline.entries.length - shown.entries.length;
    return html`
      ${shown.entries.length < fewEntries ? nothing : this.#scrubber(shown, pick, stretch)}
      <div
        class="rows versions"
        role="listbox"
        aria-multiselectable="true"
        aria-label=${t('Versions and checkpoints, new to old')}
        @keydown=${this.#key}
      >
        ${shown.entries.map((entry, index) =>
          this.#option(entry, pick, index >= stretch.first && index <= stretch.last, timeline.now),
        )}
      </div>
      ${older === 0 ? nothing : html`<button type="button" class="link more-rows" @click=${this.#showOlder}>${t('Show older: {0}', older)}</button>`}
    `;
  }

  protected override updated(changed: PropertyValues): void {
    if (!this.#focusList || !changed.has('pick')) return;
    this.#focusList = false;
    this.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus();
  }

  #option(entry: TimelineEntry, pick: Pick, selected: boolean, now: string): TemplateResult {
    const badge = badgeOf(entry);
    const end = entry.versionId === pick.focus || entry.versionId === pick.other;
    return html`
      <div
        class="row ${end ? 'end' : ''}"
        role="option"
        title=${`${dateText(entry.timestamp)}\n${t('Click compares with the text now, Shift-click takes a second version.')}`}
        data-version=${entry.versionId}
        aria-selected=${selected}
        tabindex=${entry.versionId === pick.focus ? 0 : -1}
        @click=${(event: MouseEvent) => this.#choose(entry, event.shiftKey)}
      >
        ${icon(badge.icon)}<span class="name"
          ><span class="label">${entry.edit?.reason ?? badge.label}</span>${entry.edit === undefined ? nothing : entry.checkpoints.map(chip)}${
            entry.versionId === now ? html`<span class="chip now">${t('current')}</span>` : nothing
          }</span
        >${entry.edit === undefined ? nothing : changeCounts(entry.edit.added, entry.edit.removed)}${ago(entry.timestamp, this.now)}
      </div>
    `;
  }

  #scrubber(timeline: Timeline, pick: Pick, stretch: { first: number; last: number }): TemplateResult {
    const last = timeline.entries.length - 1;
    const index = timeline.entries.findIndex((entry) => entry.versionId === pick.focus);
    const focused = timeline.entries[index];
    const text = focused === undefined ? '' : `${badgeOf(focused).label}, ${agoText(focused.timestamp, this.now)}`;
    return html`
      <div class="scrubber">
        ${strip(timeline.entries, stretch)}
        <input
          type="range" min="0" max=${last} .value=${String(last - index)}
          aria-label=${t('Version to compare')} aria-valuetext=${text}
          @input=${(event: Event) => this.#scrub(timeline, last - Number((event.target as HTMLInputElement).value))}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && this.#compare()}
        />
      </div>
    `;
  }

  #choose(entry: TimelineEntry, extend: boolean): void {
    this.#focusList = true;
    const pick = pickVersion(this.pick, entry.versionId, extend);
    this.#setPick(pick);
    this.#open(pick);
  }

  readonly #showOlder = (): void => {
    this.count += 4 * listedEntries;
  };

  #scrub(timeline: Timeline, index: number): void {
    const entry = timeline.entries[index];
    if (entry !== undefined) this.#setPick(pickVersion(null, entry.versionId, false));
  }

  #setPick(pick: Pick | null): void {
    const documentId = this.timeline?.documentId;
    if (pick !== null && documentId !== undefined) this.actions?.setUi((ui) => withPick(ui, documentId, pick));
  }

  readonly #key = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    if (event.key === 'Enter') this.#compare();
    else if (by !== undefined && this.timeline !== null) {
      this.#focusList = true;
      this.#setPick(movePick(this.timeline, validPick(this.timeline, this.pick), by, event.shiftKey));
    } else return;
    event.preventDefault();
  };

  readonly #compare = (): void => this.#open(this.pick);

  #open(pick: Pick | null): void {
    if (this.timeline === null) return;
    const versions = comparison(this.timeline, validPick(this.timeline, pick));
    const { documentId } = this.timeline;
    if (versions !== null) this.actions?.tell({ type: 'compare', documentId, ...versions });
  }
}

/** Icon and name of an entry: of its edit, else of its first checkpoint. */
function badgeOf({ edit, checkpoints }: TimelineEntry): { readonly icon: string; readonly label: string } {
  if (edit !== undefined) return { icon: originBadges[edit.origin].icon, label: originBadges[edit.origin].label };
  const [checkpoint] = checkpoints;
  if (checkpoint === undefined) return { icon: 'circle-small-filled', label: t('Version') };
  const labels = checkpoints.map(({ kind, name }) => name ?? checkpointBadges[kind].label);
  return { icon: checkpointBadges[checkpoint.kind].icon, label: labels.join(', ') };
}

function chip({ kind, name }: TimelineEntry['checkpoints'][number]): TemplateResult {
  const label = checkpointBadges[kind].label;
  return html`<span class="chip" title=${label}>${name ?? label}</span>`;
}

/**
 * Old to new as little bars, as high as the change was big, each above its place on the slider; a
 * checkpoint is a dot below.
 */
function strip(entries: readonly TimelineEntry[], stretch: { first: number; last: number }): TemplateResult {
  const last = entries.length - 1;
  const width = Math.min(8, Math.max(1, 180 / entries.length));
  const bar = (kind: string, x: number, from: number, to: number): TemplateResult =>
    svg`<line class=${kind} x1=${x} x2=${x} y1=${from} y2=${to} stroke-width=${width} vector-effect="non-scaling-stroke" />`;
  const bars = entries.map(({ edit, checkpoints }, index) => {
    const height = edit === undefined ? 0 : Math.min(16, 2 + 2 * Math.log2(1 + edit.added + edit.removed));
    const picked = index >= stretch.first && index <= stretch.last;
    return svg`
      ${height === 0 ? nothing : bar(picked ? 'bar picked' : 'bar', last - index, 16, 16 - height)}
      ${checkpoints.length === 0 ? nothing : bar(picked ? 'mark picked' : 'mark', last - index, 17.5, 20)}
    `;
  });
  return html`<svg class="strip" viewBox="0 0 ${Math.max(1, last)} 20" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-timeline': TimelineElement;
  }
}
