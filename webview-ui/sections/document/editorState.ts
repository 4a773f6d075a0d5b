import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { EditorState } from '../../../src/protocol/liveContext.ts';
import type { Actions } from '../../components/actions.ts';
import { icon, lineRange, splitPath } from '../../components/parts.ts';

const diskTexts: Readonly<Record<EditorState['disk'], string>> = {
  same: t('Same as the editor'),
  changed: t('Changed on disk'),
  deleted: t('Deleted on disk'),
  none: t('Not on disk'),
};

type Diagnostic = EditorState['diagnostics'][number];
const severities: Readonly<Record<Diagnostic['severity'], { readonly icon: string; readonly label: string }>> = {
  error: { icon: 'error', label: t('Error') },
  warning: { icon: 'warning', label: t('Warning') },
  info: { icon: 'info', label: t('Information') },
  hint: { icon: 'lightbulb', label: t('Hint') },
};

/** What the agent is told about the editor. */
export function editorState(state: EditorState, actions: Actions): TemplateResult {
  const { cursor, selections, visible_ranges, diagnostics } = state;
  return html`
    <table class="facts-table">
      <tbody>
        ${row(t('Cursor'), cursor === null ? t('None') : position(cursor, actions))}
        ${row(t('Selections'), selections.length === 0 ? t('None') : list(selections.map(({ start, end }) => selection(start, end, actions))))}
        ${row(t('Visible lines'), visible_ranges.map((range) => `${range.first_line}–${range.last_line}`).join(', ') || t('None'))}
        ${row(t('Line endings'), state.eol)} ${row(t('Encoding'), state.encoding)} ${row(t('On disk'), diskTexts[state.disk])}
        ${row(t('Open tabs'), state.open_tabs.length === 0 ? t('None') : list([...state.open_tabs.map(tab), ...moreTabs(state)]))}
      </tbody>
    </table>
    ${
      diagnostics.length === 0
        ? nothing
        : html`<h3>${t('Diagnostics')}</h3>
            <ul class="rows scroll">
              ${diagnostics.map((diagnostic) => diagnosticRow(diagnostic, actions))}
            </ul>`
    }
  `;
}

function row(name: string, value: unknown): TemplateResult {
  return html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
}

function list(items: readonly TemplateResult[]): TemplateResult {
  return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

function position({ line, column }: { line: number; column: number }, actions: Actions): TemplateResult {
  return html`<button class="link" @click=${() => actions.reveal(line)}>${t('Line {0}, column {1}', line, column)}</button>`;
}

type Position = NonNullable<EditorState['cursor']>;

function selection(start: Position, end: Position, actions: Actions): TemplateResult {
  return html`<button class="link" title=${lineRange(start.line, end.line)} @click=${() => actions.reveal(start.line)}>
    ${start.line}:${start.column} – ${end.line}:${end.column}
  </button>`;
}

function moreTabs({ more_tabs: more }: EditorState): readonly TemplateResult[] {
  return more === undefined ? [] : [html`<span class="quiet">${t('{0} more', more)}</span>`];
}

function tab({ file, active, dirty }: EditorState['open_tabs'][number]): TemplateResult {
  const { folder, name } = splitPath(file);
  return html`<div class="tab" title=${file}>
    <span class="file ${active ? 'active' : ''}">${name}</span>${dirty ? icon('circle-filled', t('Unsaved')) : nothing}${
      active ? html`<span>${t('active')}</span>` : nothing
    }<span class="quiet">${folder}</span>
  </div>`;
}

function diagnosticRow(
  { severity, line, column, message, source, code }: Diagnostic,
  actions: Actions,
): TemplateResult {
  const look = severities[severity];
  const origin = [source, code].filter((part) => part !== undefined).join(' ');
  return html`
    <li>
      <button class="row" title=${origin === '' ? message : `${message} (${origin})`} @click=${() => actions.reveal(line)}>
        <span class="severity ${severity}">${icon(look.icon, look.label)}</span><span class="name">${message}</span>
        <span class="quiet origin">${origin}</span><span class="quiet spot">[${line}, ${column}]</span>
      </button>
    </li>
  `;
}
