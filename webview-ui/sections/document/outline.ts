import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { OutlineEntry } from '../../../src/protocol/liveContext.ts';
import type { Actions } from '../../components/actions.ts';
import { LightElement } from '../../components/lightElement.ts';
import { icon, lineRange } from '../../components/parts.ts';

/** So many entries are shown at first. */
const cap = 200;

const symbolIcons: ReadonlySet<string> = new Set([
  'array',
  'boolean',
  'class',
  'constant',
  'constructor',
  'enum',
  'event',
  'field',
  'file',
  'function',
  'interface',
  'key',
  'method',
  'module',
  'namespace',
  'null',
  'number',
  'object',
  'operator',
  'package',
  'property',
  'string',
  'struct',
  'variable',
]);

/** The outline of the document, each entry a way to its place. */
@customElement('lc-outline')
class OutlineElement extends LightElement {
  @property({ attribute: false }) outline: readonly OutlineEntry[] = [];
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private all = false;

  protected override render(): TemplateResult {
    const shown = this.all ? this.outline : this.outline.slice(0, cap);
    return html`
      <h3>${t('Outline')}</h3>
      <ul class="rows scroll">
        ${shown.map((entry) => this.#row(entry))}
        ${
          shown.length === this.outline.length
            ? nothing
            : html`<li><button class="row link" @click=${this.#showAll}>${t('Show all {0}', this.outline.length)}</button></li>`
        }
      </ul>
    `;
  }

  #row({ kind, name, first_line, last_line }: OutlineEntry): TemplateResult {
    const symbol = symbolIcons.has(kind.toLowerCase()) ? `symbol-${kind.toLowerCase()}` : 'symbol-misc';
    return html`
      <li>
        <button class="row" title=${lineRange(first_line, last_line)} @click=${() => this.actions?.reveal(first_line)}>
          ${icon(symbol)}<span class="name">${name}</span><span class="quiet spot">${first_line}–${last_line}</span>
        </button>
      </li>
    `;
  }

  readonly #showAll = (): void => {
    this.all = true;
    this.querySelector<HTMLElement>('button')?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-outline': OutlineElement;
  }
}
