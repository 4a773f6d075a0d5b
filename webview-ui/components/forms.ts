import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Failure } from '../../src/protocol/result.ts';
import { icon } from './parts.ts';

interface Buttons {
  readonly retry?: () => void;
  readonly dismiss?: (() => void) | undefined;
}

/** An error in the place of what failed; one beside data can be dismissed. */
export function problemBanner({ code, message, recovery }: Failure, { retry, dismiss }: Buttons = {}): TemplateResult {
  return html`
    <div class="banner problem" role="alert">
      ${icon('error')}
      <div>
        <p>${message}</p>
        ${recovery === undefined ? nothing : html`<p>${recovery}</p>`}
        <p class="quiet"><code>${code}</code></p>
        <div class="buttons">
          ${retry === undefined ? nothing : html`<vscode-button secondary icon="refresh" @click=${retry}>${t('Retry')}</vscode-button>`}
          ${dismiss === undefined ? nothing : html`<vscode-button secondary @click=${dismiss}>${t('Dismiss')}</vscode-button>`}
        </div>
      </div>
    </div>
  `;
}
