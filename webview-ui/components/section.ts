import { html, nothing, type TemplateResult } from 'lit';
import { type SectionId, type UiState, withSection } from '../uiState.ts';
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
export function section(ui: UiState, actions: Actions, { id, title, count = 0, body }: SectionParts): TemplateResult {
  const open = !ui.collapsed.includes(id);
  const toggle = (event: Event): void => {
    if (event.target !== event.currentTarget) return;
    const isOpen = (event.currentTarget as HTMLDetailsElement).open;
    if (isOpen !== open) actions.setUi((now) => withSection(now, id, isOpen));
  };
  return html`
    <details class="section section-${id}" ?open=${open} @toggle=${toggle}>
      <summary>
        ${icon('chevron-right')}
        <h2>${title}</h2>
        ${count === 0 ? nothing : html`<span class="badge">${count}</span>`}
      </summary>
      ${open ? html`<div class="body">${body()}</div>` : nothing}
    </details>
  `;
}
