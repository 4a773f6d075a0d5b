import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Constraint } from '../../../src/protocol/decisions/constraints.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import { failureNote, formButtons } from '../../components/forms.ts';
import type { ConstraintDraft } from './constraintDraft.ts';

const typeTitles: Readonly<Record<Constraint['type'], string>> = {
  convention: t('Convention'),
  architecture: t('Architecture'),
  api: t('API'),
  process: t('Process'),
  style: t('Style'),
  narrative: t('Narrative'),
  character: t('Character'),
  world: t('World'),
  plot: t('Plot'),
};

const sourceTitles: Readonly<Record<Constraint['source'], string>> = {
  user: t('User'),
  project: t('Project'),
  knowledge: t('Knowledge'),
};

const checkTitles: Readonly<Record<ConstraintDraft['check'], string>> = {
  none: t('No pattern'),
  forbid: t('Must not occur'),
  require: t('Must occur'),
};

interface FormParts {
  readonly failure: Failure | null;
  readonly save: (event: Event) => void;
  readonly typed: (event: Event) => void;
  readonly key: (event: KeyboardEvent) => void;
  readonly cancel: () => void;
}

/** The fields of a constraint; those of the pattern only when one is checked. */
export function constraintForm(
  draft: ConstraintDraft,
  { failure, save, typed, key, cancel }: FormParts,
): TemplateResult {
  return html`
    <form class="form" @submit=${save} @input=${typed} @keydown=${key}>
      <label class="field">
        <span>${t('Constraint')}</span>
        <textarea name="text" rows="3" maxlength="2000" required .value=${draft.text}></textarea>
      </label>
      <div class="fields">
        ${choice('type', t('Type'), typeTitles, draft.type)} ${choice('source', t('Source'), sourceTitles, draft.source)}
        ${choice('check', t('Checked pattern'), checkTitles, draft.check)}
      </div>
      ${draft.check === 'none' ? nothing : patternFields(draft)} ${failure === null ? nothing : failureNote(failure)}
      ${formButtons(cancel)}
    </form>
  `;
}

function patternFields({ pattern, files }: ConstraintDraft): TemplateResult {
  return html`
    <label class="field">
      <span>${t('Regular expression')}</span>
      <input class="mono" name="pattern" maxlength="1000" required spellcheck="false" autocomplete="off" .value=${pattern} />
    </label>
    <label class="field">
      <span>${t('Only in files')}</span>
      <input class="mono" name="files" maxlength="500" spellcheck="false" autocomplete="off" placeholder="src/**/*.ts" .value=${files} />
    </label>
  `;
}

function choice(name: string, label: string, titles: Readonly<Record<string, string>>, value: string): TemplateResult {
  return html`
    <label class="field">
      <span>${label}</span>
      <select name=${name} .value=${value}>
        ${Object.entries(titles).map(([key, title]) => html`<option value=${key} ?selected=${key === value}>${title}</option>`)}
      </select>
    </label>
  `;
}
