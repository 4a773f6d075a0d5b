import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightElement } from './parts.ts';
import { type PatchLine, patchLines } from './patchLines.ts';

/** Number of lines of a patch that are shown at first. */
const cap = 400;

/** A patch with coloured lines. A long one shows its beginning, and all of it on request. */
class DiffBlock extends LightElement {
  @property({ attribute: false }) patch = '';
  @property({ attribute: false }) label = '';
  /** Called with the line (from one) of a hunk that is clicked. */
  @property({ attribute: false }) reveal: ((line: number) => void) | null = null;
  @state() private all = false;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('patch')) this.all = false;
  }

  protected override render(): TemplateResult {
    const lines = patchLines(this.patch);
    const shown = this.all ? lines : lines.slice(0, cap);
    return html`
      <div class="patch" tabindex="0" role="group" aria-label=${this.label}>
        <div class="lines">${shown.map((line) => this.#line(line))}</div>
      </div>
      ${
        shown.length === lines.length
          ? nothing
          : html`<button class="link" @click=${() => this.#showAll()}>${t('Show all {0} lines', lines.length)}</button>`
      }
    `;
  }

  #line({ kind, text, newLine }: PatchLine): TemplateResult {
    const { reveal } = this;
    if (newLine === undefined || reveal === null) return html`<div class=${kind}>${text || ' '}</div>`;
    return html`<button class=${kind} title=${t('Go to line {0}', newLine)} @click=${() => reveal(newLine)}>${text}</button>`;
  }

  #showAll(): void {
    this.all = true;
    this.querySelector<HTMLElement>('.patch')?.focus();
  }
}

customElements.define('lc-diff-block', DiffBlock);
