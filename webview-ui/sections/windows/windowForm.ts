import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { agoText } from '../../components/parts.ts';
import type { Timeline } from '../../state.ts';
import { typeTitles } from '../project/constraintForm.ts';
import { lookOfAction, paramLabels } from './windowNames.ts';

/** What an anchor's `name:type?` says of a parameter. */
export interface FormParam {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

export type Draft = Readonly<Record<string, string>>;

/** A parameter as it is written: `summary:string?`. */
export function paramOf(written: string): FormParam {
  const [, name = written, type = 'string', mark] = /^(\w+):(\w+)(\?)?$/.exec(written) ?? [];
  return { name, type, optional: mark === '?' };
}

/** What is sent for a draft: numbers as numbers, and nothing for an optional field that is empty. */
export function paramsOfDraft(params: readonly FormParam[], draft: Draft): Readonly<Record<string, string | number>> {
  const given = params.flatMap(({ name, type, optional }): (readonly [string, string | number])[] => {
    const value = (draft[name] ?? '').trim();
    if (optional && value === '') return [];
    return [[name, type === 'int' ? Number(value) : value]];
  });
  return Object.fromEntries(given);
}

interface FormParts {
  readonly action: string | undefined;
  readonly params: readonly FormParam[];
  readonly draft: Draft;
  readonly timeline: Timeline | null;
  readonly now: number;
  readonly failure: TemplateResult | typeof nothing;
  readonly submit: (event: Event) => void;
  readonly typed: (event: Event) => void;
  readonly key: (event: KeyboardEvent) => void;
  readonly cancel: () => void;
}

/** The fields of an anchor's form; `window:act` checks what comes of them. */
export function windowForm(parts: FormParts): TemplateResult {
  const { action, params, draft, failure, submit, typed, key, cancel } = parts;
  const look = lookOfAction(action);
  return html`
    <form class="form" @submit=${submit} @input=${typed} @keydown=${key}>
      <div class="fields">${params.map((param) => field(param, draft[param.name] ?? '', parts))}</div>
      ${failure}
      <div class="buttons">
        <vscode-button type="submit">${look === null ? (action ?? '') : look.label}</vscode-button>
        <vscode-button secondary @click=${cancel}>${t('Cancel')}</vscode-button>
      </div>
    </form>
  `;
}

function field(param: FormParam, value: string, { timeline, now }: FormParts): TemplateResult {
  const label = paramLabels[param.name];
  return html`
    <label class="field">
      <span>${label === undefined ? param.name : label}</span>
      ${param.name === 'version_id' && timeline !== null ? versions(timeline, now, value) : nothing}
      ${param.name === 'type' ? types(value) : nothing}
      ${param.name === 'type' || (param.name === 'version_id' && timeline !== null) ? nothing : input(param, value)}
    </label>
  `;
}

function input({ name, type, optional }: FormParam, value: string): TemplateResult {
  return type === 'int'
    ? html`<input type="number" step="1" min="1" name=${name} ?required=${!optional} .value=${value} />`
    : html`<input name=${name} ?required=${!optional} autocomplete="off" .value=${value} />`;
}

/** Every version but the text now. */
function versions({ entries, now: newest }: Timeline, now: number, value: string): TemplateResult {
  const older = entries.filter(({ versionId }) => versionId !== newest);
  return html`
    <select name="version_id" required>
      ${older.map(({ versionId, timestamp }) => html`<option value=${versionId} ?selected=${versionId === value}>${agoText(timestamp, now)} · ${versionId}</option>`)}
    </select>
  `;
}

function types(value: string): TemplateResult {
  return html`
    <select name="type">
      ${Object.entries(typeTitles).map(([key, title]) => html`<option value=${key} ?selected=${key === value}>${title}</option>`)}
    </select>
  `;
}
