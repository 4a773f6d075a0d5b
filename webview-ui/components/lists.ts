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
    const showMore = (): number => (this.count += 4 * firstEntries);
    return html`
      <ul class="roving" aria-label=${this.label}>
        ${repeat(shown, key, row)}
        ${
          missing === 0
            ? nothing
            : html`<li><button type="button" class="link more-rows" @click=${showMore}>${t('Show more: {0}', missing)}</button></li>`
        }
      </ul>
    `;
  }
}

customElements.define('lc-long-list', LongList);

/**
 * Moves the focus by arrow keys through each list of the class `roving` below `root`: up and down
 * by rows, left and right within one.
 */
export function moveInLists(root: HTMLElement): void {
  root.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const list = target.closest('.roving');
    const members = membersIn(list);
    const rows = [...(list?.querySelectorAll('li') ?? [])].map(membersIn).filter(({ length }) => length > 0);
    const row = rows.findIndex((one) => one.includes(target));
    const own = rows[row] ?? [];
    const at = own.indexOf(target);
    // Rows have buttons of their own before their last one.
    const column = at > 0 && at === own.length - 1 ? -1 : at;
    const besideIn = (other: readonly HTMLElement[] = []) => other.at(column) ?? other.at(-1);
    const places: Readonly<Record<string, HTMLElement | undefined>> = {
      ...{ ArrowDown: besideIn(rows[row + 1]), ArrowUp: besideIn(rows[row - 1]) },
      ...{ ArrowRight: own[at + 1], ArrowLeft: own[at - 1], Home: members[0], End: members.at(-1) },
    };
    if (at < 0 || !(event.key in places)) return;
    places[event.key]?.focus();
    event.preventDefault();
  });
  for (const type of ['focusin', 'focusout']) root.addEventListener(type, () => keepOneStop(root));
}

/** Lets Tab reach one member of each list below `root`: the focused one, else the first. */
export function keepOneStop(root: HTMLElement): void {
  for (const list of root.querySelectorAll('.roving')) {
    const members = membersIn(list);
    const stop = members.find((member) => member === document.activeElement) ?? members[0];
    for (const member of members) member.tabIndex = member === stop ? 0 : -1;
  }
}

/** What the arrow keys reach of a list or a row. */
function membersIn(list: Element | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('summary, button:not(:disabled, lc-diff-block *)') ?? [])];
}
