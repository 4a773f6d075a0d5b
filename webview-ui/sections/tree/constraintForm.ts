import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Constraint } from '../../../src/protocol/decisions/constraints.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import { problemBanner } from '../../components/parts.ts';

/** The fields of a constraint's form, as they are being written. */
export interface ConstraintDraft {
  readonly text: string;
  readonly type: Constraint['type'];
  readonly source: Constraint['source'];
  /** The way a pattern is checked. */
  readonly check: 'none' | NonNullable<Constraint['check']>['kind'];
  readonly pattern: string;
  /** Glob of the files that are judged; empty for all. */
  readonly files: string;
}

export function draftOfConstraint({ text, type, source, check }: Omit<Constraint, 'id'>): ConstraintDraft {
  const { kind = 'none', pattern = '', files = '' } = check ?? {};
  return { text, type, source, check: kind, pattern, files };
}

export const emptyDraft = draftOfConstraint({ text: '', type: 'convention', source: 'user' });

/** The fields of the constraint that a draft says. */
export function fieldsOf({ text, type, source, check: kind, pattern, files }: ConstraintDraft) {
  const own = files.trim() === '' ? {} : { files: files.trim() };
  return { text, type, source, check: kind === 'none' ? null : { kind, pattern, ...own } };
}

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

const checkTitles: Readonly<Record<ConstraintDraft['check'], string>> = {
  none: t('No pattern'),
  forbid: t('Must not occur'),
  require: t('Must occur'),
};

interface FormEvents {
  readonly save: () => void;
  readonly typed: (field: Partial<ConstraintDraft>) => void;
  readonly cancel: () => void;
}

/** Types for code; those for stories are offered only to constraints that have them. */
const codeTypes: readonly Constraint['type'][] = ['convention', 'architecture', 'api', 'process', 'style'];

/**
 * The form of a constraint. Escape leaves it; Enter in a field of one line saves it, and Ctrl+Enter
 * in any.
 */
export function constraintForm(draft: ConstraintDraft, failure: Failure | null, { save, typed, cancel }: FormEvents) {
  const types = Object.entries(typeTitles).filter(
    ([type]) => codeTypes.some((one) => one === type) || type === draft.type,
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    save();
  };
  const input = ({ target }: Event): void => {
    const { name, value } = target as HTMLInputElement;
    typed({ [name]: value });
  };
  const key = (event: KeyboardEvent): void => {
    const isDone =
      event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement);
    if (event.key === 'Escape') cancel();
    if (!isDone || event.isComposing) return;
    event.preventDefault();
    (event.currentTarget as HTMLFormElement).requestSubmit();
  };
  return html`
    <form class="form detail" @submit=${submit} @input=${input} @keydown=${key}>
      <label class="field">
        <span>${t('Constraint')}</span>
        <textarea name="text" rows="3" maxlength="2000" required .value=${draft.text}></textarea>
      </label>
      <div class="fields">
        ${choice('type', t('Type'), Object.fromEntries(types), draft.type)}
        ${choice('check', t('Checked pattern'), checkTitles, draft.check)}
      </div>
      ${draft.check === 'none' ? nothing : patternFields(draft)} ${failure === null ? nothing : problemBanner(failure)}
      <div class="buttons">
        <vscode-button type="submit">${t('Save')}</vscode-button>
        <vscode-button secondary @click=${cancel}>${t('Cancel')}</vscode-button>
      </div>
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
