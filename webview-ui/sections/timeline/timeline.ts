import { t } from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { TimelineEntry } from '../../../src/protocol/channels.ts';
import type { Actions } from '../../components/actions.ts';
import { checkpointBadges, originBadges } from '../../components/origin.ts';
import { ago, changeCounts, dateText, icon, LightElement, listText } from '../../components/parts.ts';
import type { Timeline } from '../../state.ts';
import { comparison, movePick, type Pick, pickedStretch, pickVersion, validPick } from './timelinePick.ts';

/** Number of versions that are listed at first. */
const listedEntries = 50;

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
class TimelineElement extends LightElement {
  @property({ attribute: false }) timeline: Timeline | null = null;
  @property({ attribute: false }) now = 0;
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private pick: Pick | null = null;
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

  #choose(entry: TimelineEntry, extend: boolean): void {
    this.#focusList = true;
    const pick = pickVersion(this.pick, entry.versionId, extend);
    this.pick = pick;
    this.#open(pick);
  }

  readonly #showOlder = (): void => {
    this.count += 4 * listedEntries;
  };

  readonly #key = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    if (event.key === 'Enter') this.#open(this.pick);
    else if (by !== undefined && this.timeline !== null) {
      this.#focusList = true;
      this.pick = movePick(this.timeline, validPick(this.timeline, this.pick), by, event.shiftKey);
    } else return;
    event.preventDefault();
  };

  #open(pick: Pick | null): void {
    if (this.timeline === null) return;
    const versions = comparison(this.timeline, validPick(this.timeline, pick));
    const { documentId } = this.timeline;
    if (versions !== null) this.actions?.tell({ type: 'compare', documentId, ...versions });
  }
}

customElements.define('lc-timeline', TimelineElement);

/** Icon and name of an entry: of its edit, else of its first checkpoint. */
function badgeOf({ edit, checkpoints }: TimelineEntry): { readonly icon: string; readonly label: string } {
  if (edit !== undefined) return { icon: originBadges[edit.origin].icon, label: originBadges[edit.origin].label };
  const [checkpoint] = checkpoints;
  if (checkpoint === undefined) return { icon: 'circle-small-filled', label: t('Version') };
  const labels = checkpoints.map(({ kind, name }) => name ?? checkpointBadges[kind].label);
  return { icon: checkpointBadges[checkpoint.kind].icon, label: listText(labels) };
}

function chip({ kind, name }: TimelineEntry['checkpoints'][number]): TemplateResult {
  const label = checkpointBadges[kind].label;
  return html`<span class="chip" title=${label}>${name ?? label}</span>`;
}
