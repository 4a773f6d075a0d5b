import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { LightElement } from './parts.ts';

/** Number of entries that are listed at first. */
const firstEntries = 25;

/** A list that shows its beginning, and the rest on request, with one Tab stop. */
class LongList extends LightElement {
  @property({ attribute: false }) entries: readonly unknown[] = [];
  @property({ attribute: false }) key: (entry: never) => string = () => '';
  @property({ attribute: false }) row: (entry: never) => TemplateResult = () => html``;
  @property({ attribute: false }) label = '';
  @state() private count = firstEntries;

  protected override render(): TemplateResult {
    const { entries, key, row } = this;
    const shown = entries.slice(0, this.count) as never[];
    const missing = entries.length - shown.length;
    const showMore = (): void => {
      this.count += 4 * firstEntries;
    };
    return html`
      <ul class="roving" tabindex="-1" aria-label=${this.label}>
        ${repeat(shown, key, row)}
        ${
          missing === 0
            ? nothing
            : html`<li><button type="button" class="link more-rows member" tabindex="-1" @click=${showMore}>${t('Show more: {0}', missing)}</button></li>`
        }
      </ul>
    `;
  }
}

customElements.define('lc-long-list', LongList);

/**
 * Moves the focus through each list of the class `roving` below `root`, which takes one Tab stop
 * however long it is. Its members are buttons or summaries of the class `member` with tabindex -1;
 * `keepOneStop` lets Tab reach one of them, the one that had the focus last.
 */
export function moveInLists(root: HTMLElement): void {
  root.addEventListener('keydown', (event) => {
    const members = membersIn((event.target as HTMLElement).closest('.roving'));
    const at = members.indexOf(event.target as HTMLElement);
    const places: Readonly<Record<string, number>> = {
      ...{ ArrowDown: at + 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowLeft: at - 1 },
      ...{ Home: 0, End: members.length - 1 },
    };
    const place = places[event.key];
    if (at < 0 || place === undefined) return;
    members[Math.min(members.length - 1, Math.max(0, place))]?.focus();
    event.preventDefault();
  });
  root.addEventListener('focusin', ({ target }) => {
    const members = membersIn((target as HTMLElement).closest('.roving'));
    if (members.includes(target as HTMLElement))
      for (const member of members) member.tabIndex = member === target ? 0 : -1;
  });
}

/** Lets Tab reach one member of each list below `root`. */
export function keepOneStop(root: HTMLElement): void {
  for (const list of root.querySelectorAll<HTMLElement>('.roving')) {
    const members = membersIn(list);
    const [first] = members;
    if (first !== undefined && members.every(({ tabIndex }) => tabIndex < 0)) first.tabIndex = 0;
  }
}

function membersIn(list: Element | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.member:not(:disabled)') ?? [])];
}
