import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Failure } from '../../../src/protocol/result.ts';
import type { Actions } from '../../components/actions.ts';
import { FormElement, failureNote } from '../../components/forms.ts';
import { LongList } from '../../components/longList.ts';
import { foreignName, icon, memberButton, splitPath } from '../../components/parts.ts';
import { keepListPlace, moveInList } from '../../components/roving.ts';
import type { Redactions } from '../../state.ts';

type HiddenSecret = Redactions['redactions'][number];

/** The secrets that are hidden in a project: their kind, where they stand, and leave to show them. */
@customElement('lc-redactions')
class RedactionList extends FormElement {
  @property({ attribute: false }) redactions: Redactions | null = null;
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private failure: Failure | null = null;
  readonly #list = new LongList(this);

  protected override render(): TemplateResult | typeof nothing {
    if (this.redactions === null) return nothing;
    const { on, redactions } = this.redactions;
    return html`
      ${this.failure === null ? nothing : failureNote(this.failure)}
      ${on ? nothing : html`<p class="none quiet">${t('Redaction is off: secrets are shown. See the setting {0}.', 'liveContext.redaction')}</p>`}
      ${redactions.length === 0 ? html`<p class="none quiet">${t('No secret was found in the followed documents.')}</p>` : nothing}
      ${on && redactions.length > 0 ? html`<p class="none quiet">${t('Prompts and agents get placeholders for them.')}</p>` : nothing}
      <ul
        class="redactions scroll roving" tabindex="-1" aria-label=${t('Redactions')}
        @keydown=${moveInList} @focusin=${keepListPlace}
      >
        ${repeat(
          this.#list.shown(redactions),
          ({ placeholder }) => placeholder,
          (entry) => this.#item(entry),
        )}
      </ul>
      ${this.#list.rest(redactions)}
    `;
  }

  #item(entry: HiddenSecret): TemplateResult {
    const { placeholder, allowed, count, places } = entry;
    const [place] = places;
    return html`
      <li class="row">
        ${icon(allowed ? 'unlock' : 'lock', allowed ? t('Shown') : t('Hidden'))}
        <span class="mono">${placeholder.slice(1, -1).replace('REDACTED:', '')}</span>
        ${
          place === undefined
            ? nothing
            : html`<button class="link member" tabindex="-1" title=${place.file} aria-label=${`${splitPath(place.file).name}:${place.line}`} @click=${() => this.actions?.reveal(place.line, place.documentId)}
                ><span class="file">${foreignName(splitPath(place.file).name)}</span>:${place.line}</button
              >`
        }
        <span class="name quiet" title=${count > 1 ? t('{0} places', count) : nothing}>${count > 1 ? t('{0} places', count) : nothing}</span>
        ${memberButton(allowed ? 'eye-closed' : 'eye', allowed ? t('Hide again') : t('Allow to be shown'), () => this.#allow(entry))}
      </li>
    `;
  }

  async #allow({ placeholder, allowed }: HiddenSecret): Promise<void> {
    const { actions, redactions } = this;
    if (actions === null || redactions === null) return;
    const change = { projectId: redactions.projectId, placeholder, allowed: !allowed };
    this.failure = await actions.change('redactions:allow', change, allowed ? t('Hidden again.') : t('Allowed.'));
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-redactions': RedactionList;
  }
}
