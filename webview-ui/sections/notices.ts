import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Notice } from '../../src/protocol/channels.ts';
import type { Failure } from '../../src/protocol/result.ts';
import { ago, icon } from '../components/parts.ts';

/** What went wrong lately. */
export function notices(notices: readonly Notice[], now: number): TemplateResult | typeof nothing {
  if (notices.length === 0) return nothing;
  return html`
    <ul class="notices" aria-label=${t('Notices')}>
      ${repeat(
        notices,
        (notice) => `${notice.code} ${notice.timestamp}`,
        ({ code, message, timestamp }) => html`
          <li class="banner">
            ${icon('warning')}
            <div><p>${message}</p><p class="quiet"><code>${code}</code> ${ago(timestamp, now)}</p></div>
          </li>
        `,
      )}
    </ul>
  `;
}

/** An error in the place where its data would stand; one that stands beside data can be dismissed. */
export function problemBanner(problem: Failure, retry: () => void, dismiss?: () => void): TemplateResult {
  return html`
    <div class="banner problem" role="alert">
      ${icon('error')}
      <div>
        <p>${problem.message}</p>
        ${problem.recovery === undefined ? nothing : html`<p>${problem.recovery}</p>`}
        <p class="quiet"><code>${problem.code}</code></p>
        <vscode-button secondary icon="refresh" @click=${retry}>${t('Retry')}</vscode-button>
        ${dismiss === undefined ? nothing : html`<vscode-button secondary @click=${dismiss}>${t('Dismiss')}</vscode-button>`}
      </div>
    </div>
  `;
}
