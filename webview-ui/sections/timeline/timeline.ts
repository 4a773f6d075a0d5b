import { t } from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { TimelineEntry } from '../../../src/protocol/channels.ts';
import type { Actions } from '../../components/actions.ts';
import { checkpointBadges, originBadges } from '../../components/origin.ts';
import { ago, changeCounts, dateText, icon, LightElement, listText, toolButton } from '../../components/parts.ts';
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
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) now = 0;
  @property({ attribute: false }) actions!: Actions;
  @state() private pick: Pick | null = null;
  @state() private count = listedEntries;
  #focusList = false;

  protected override render(): TemplateResult | typeof nothing {
    const { timeline } = this;
    if (timeline.entries.length === 0) return html`<p class="quiet">${t('No versions yet.')}</p>`;
    const shown = { ...timeline, entries: timeline.entries.slice(0, this.count) };
    const pick = validPick(shown, this.pick);
    const stretch = pickedStretch(shown, pick);
    if (pick === null || stretch === null) return nothing;
    const older = timeline.entries.length - shown.entries.length;
    const showOlder = (): number => (this.count += 4 * listedEntries);
    return html`
      <div
        class="versions"
        role="grid"
        aria-multiselectable="true"
        aria-label=${t('Versions and checkpoints, new to old')}
        @keydown=${this.#key}
      >
        ${repeat(
          shown.entries,
          ({ versionId }) => versionId,
          (entry, index) => this.#row(entry, pick, index >= stretch.first && index <= stretch.last, timeline.now),
        )}
      </div>
      ${older === 0 ? nothing : html`<button type="button" class="link more-rows" @click=${showOlder}>${t('Show older: {0}', older)}</button>`}
    `;
  }

  protected override updated(changed: PropertyValues): void {
    if (!this.#focusList || !changed.has('pick')) return;
    this.#focusList = false;
    this.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus();
  }

  #row(entry: TimelineEntry, pick: Pick, selected: boolean, now: string): TemplateResult {
    const badge = badgeOf(entry);
    const restore = (event: Event): void => {
      event.stopPropagation();
      const { documentId } = this.timeline;
      this.actions.tell({ type: 'restore', documentId, versionId: entry.versionId }, t('Restored.'));
    };
    const end = entry.versionId === pick.focus || entry.versionId === pick.other;
    return html`
      <div
        class="row ${end ? 'end' : ''}"
        role="row"
        title=${`${dateText(entry.timestamp)}\n${t('Click compares with the text now, Shift-click takes a second version.')}`}
        data-version=${entry.versionId}
        aria-selected=${selected}
        tabindex=${entry.versionId === pick.focus ? 0 : -1}
        @click=${(event: MouseEvent) => this.#choose(entry, event.shiftKey)}
      >
        <span role="gridcell">${icon(badge.icon)}<span class="name"
          ><span class="label">${badge.label}</span>${badge.others.map((one) => html`<span class="chip">${checkpointBadge(one).label}</span>`)}${
            entry.versionId === now ? html`<span class="chip now">${t('current')}</span>` : nothing
          }</span
        >${entry.edit === undefined ? nothing : changeCounts(entry.edit.added, entry.edit.removed)}${
          entry.versionId === now ? nothing : toolButton('discard', t('Restore This Version'), restore)
        }${ago(entry.timestamp, this.now)}</span>
      </div>
    `;
  }

  #choose(entry: TimelineEntry, extend: boolean): void {
    this.#focusList = true;
    const pick = pickVersion(this.pick, entry.versionId, extend);
    this.pick = pick;
    this.#open(pick);
  }

  readonly #key = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    // The button of a row has its own.
    if (event.target instanceof HTMLButtonElement && by === undefined) return;
    if (event.key === 'Enter') this.#open(this.pick);
    else if (by !== undefined) {
      this.#focusList = true;
      this.pick = movePick(this.timeline, validPick(this.timeline, this.pick), by, event.shiftKey);
    } else return;
    event.preventDefault();
  };

  #open(pick: Pick | null): void {
    const versions = comparison(this.timeline, validPick(this.timeline, pick));
    const { documentId } = this.timeline;
    if (versions !== null) this.actions.tell({ type: 'compare', documentId, ...versions });
  }
}

customElements.define('lc-timeline', TimelineElement);

type Checkpoint = TimelineEntry['checkpoints'][number];

/** Icon and name of an entry: of its snapshots, else of its edit, else of its checkpoints; the rest are chips. */
function badgeOf({ edit, checkpoints }: TimelineEntry) {
  const named = checkpoints.filter(({ name }) => name !== undefined);
  const others = checkpoints.filter((one) => !named.includes(one));
  const { icon, label } = originBadges[edit?.origin ?? 'unknown'];
  if (edit !== undefined && named.length === 0) return { icon, label: edit.reason ?? label, others };
  const badges = (named.length > 0 ? named : others).map(checkpointBadge);
  const names = listText(badges.map((one) => one.label));
  return {
    icon: badges[0]?.icon ?? 'circle-small-filled',
    label: names || t('Version'),
    others: named.length > 0 ? others : [],
  };
}

function checkpointBadge({ kind, name }: Checkpoint) {
  const { icon, label } = checkpointBadges[kind];
  return { icon, label: name ?? label };
}
