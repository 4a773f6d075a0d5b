import { html, nothing, type TemplateResult } from 'lit';
import type { SectionId, UiState } from '../uiState.ts';
import type { Actions } from './actions.ts';
import { icon } from './parts.ts';

interface SectionParts {
  readonly id: SectionId;
  readonly title: string;
  readonly count?: number;
  /** Called only while the section is open. */
  readonly body: () => unknown;
}

/** A collapsible section; what it holds is rendered only while it is open. */
export function section(ui: UiState, actions: Actions, { id, title, count, body }: SectionParts): TemplateResult {
  const open = !ui.collapsed.includes(id);
  const toggled = (event: Event): void => {
    if (event.target === event.currentTarget) actions.setOpen(id, (event.currentTarget as HTMLDetailsElement).open);
  };
  return html`
    <details class="section section-${id}" ?open=${open} @toggle=${toggled}>
      <summary>
        ${icon('chevron-right')}
        <h2>${title}</h2>
        ${count === undefined || count === 0 ? nothing : html`<vscode-badge variant="counter">${count}</vscode-badge>`}
      </summary>
      <div class="body">${open ? body() : nothing}</div>
    </details>
  `;
}
