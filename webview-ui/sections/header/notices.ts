import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Failure } from '../../../src/protocol/result.ts';
import { icon } from '../../components/parts.ts';

/** An error in the place where its data would stand; one that stands beside data can be dismissed. */
export function problemBanner(problem: Failure, retry: () => void, dismiss?: () => void): TemplateResult {
  return html`
    <div class="banner problem" role="alert">
      ${icon('error')}
      <div>
        <p>${problem.message}</p>
        ${problem.recovery === undefined ? nothing : html`<p>${problem.recovery}</p>`}
        <p class="quiet"><code>${problem.code}</code></p>
        <div class="buttons">
          <vscode-button secondary icon="refresh" @click=${retry}>${t('Retry')}</vscode-button>
          ${dismiss === undefined ? nothing : html`<vscode-button secondary @click=${dismiss}>${t('Dismiss')}</vscode-button>`}
        </div>
      </div>
    </div>
  `;
}
