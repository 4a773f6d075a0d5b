import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Failure } from '../src/protocol/result.ts';
import type { Actions } from './actions.ts';
import { ago, icon } from './parts.ts';
import type { Status } from './state.ts';
import { t } from './translate.ts';

/** What went wrong lately, and what does not work here. */
export function notices(status: Status, now: number): TemplateResult {
  return html`
    ${
      status.notices.length === 0
        ? nothing
        : html`<ul class="notices" aria-label=${t('Notices')}>
            ${repeat(
              status.notices,
              (notice) => `${notice.code} ${notice.timestamp}`,
              ({ code, message, timestamp }) => html`
                <li class="banner">${icon('warning')}<div><p>${message}</p><p class="quiet"><code>${code}</code> ${ago(timestamp, now)}</p></div></li>
              `,
            )}
          </ul>`
    }
    ${status.git ? nothing : html`<p class="quiet no-git">${t('No git here: the HEAD checkpoint is absent.')}</p>`}
  `;
}

/** An error in the place where its data would stand. */
export function problemBanner(problem: Failure, actions: Actions): TemplateResult {
  return html`
    <div class="banner problem" role="alert">
      ${icon('error')}
      <div>
        <p>${problem.message}</p>
        ${problem.recovery === undefined ? nothing : html`<p>${problem.recovery}</p>`}
        <p class="quiet"><code>${problem.code}</code></p>
        <vscode-button secondary icon="refresh" @click=${actions.retry}>${t('Retry')}</vscode-button>
      </div>
    </div>
  `;
}
