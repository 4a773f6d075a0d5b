import { html, nothing, type TemplateResult } from 'lit';
import type { Constraint } from '../../src/protocol/constraints.ts';
import type { Failure } from '../../src/protocol/result.ts';
import { failureNote, formButtons } from '../components/forms.ts';
import type { Text } from '../strings.ts';
import { t } from '../translate.ts';
import type { ConstraintDraft } from './constraintDraft.ts';

export const typeTitles: Readonly<Record<Constraint['type'], Text>> = {
  convention: 'Convention',
  architecture: 'Architecture',
  api: 'API',
  process: 'Process',
  style: 'Style',
  narrative: 'Narrative',
  character: 'Character',
  world: 'World',
  plot: 'Plot',
};

export const sourceTitles: Readonly<Record<Constraint['source'], Text>> = {
  user: 'User',
  project: 'Project',
  knowledge: 'Knowledge',
};

const checkTitles: Readonly<Record<ConstraintDraft['check'], Text>> = {
  none: 'No pattern',
  forbid: 'Must not occur',
  require: 'Must occur',
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
        ${choice('type', 'Type', typeTitles, draft.type)} ${choice('source', 'Source', sourceTitles, draft.source)}
        ${choice('check', 'Checked pattern', checkTitles, draft.check)}
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

function choice(name: string, label: Text, titles: Readonly<Record<string, Text>>, value: string): TemplateResult {
  return html`
    <label class="field">
      <span>${t(label)}</span>
      <select name=${name} .value=${value}>
        ${Object.entries(titles).map(([key, title]) => html`<option value=${key} ?selected=${key === value}>${t(title)}</option>`)}
      </select>
    </label>
  `;
}
