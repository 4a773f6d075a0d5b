import { t } from '@vscode/l10n';
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** How many entries are listed at first. */
const firstEntries = 30;

/** A list of which the beginning is shown until the rest is asked for. */
export class LongList {
  readonly #host: ReactiveControllerHost;
  #count = firstEntries;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  shown<T>(entries: readonly T[]): readonly T[] {
    return entries.slice(0, this.#count);
  }

  /** The button for the rest; nothing when all are shown. */
  rest(entries: readonly unknown[]): TemplateResult | typeof nothing {
    const missing = entries.length - this.#count;
    if (missing <= 0) return nothing;
    const show = (): void => {
      this.#count += 4 * firstEntries;
      this.#host.requestUpdate();
    };
    return html`<button type="button" class="link more-rows" @click=${show}>${t('Show more: {0}', missing)}</button>`;
  }
}
