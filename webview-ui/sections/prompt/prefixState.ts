import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PrefixState } from '../../../src/protocol/assembly.ts';
import { icon, numberText } from '../../components/parts.ts';
import { type ConstraintTexts, pieceName } from '../../components/pieceNames.ts';

type Changed = NonNullable<PrefixState['changed']>;
type Kind = Exclude<keyof Changed, 'firstByte'>;

const kinds: readonly { readonly kind: Kind; readonly icon: string; readonly label: string }[] = [
  { kind: 'added', icon: 'diff-added', label: t('Added') },
  { kind: 'removed', icon: 'diff-removed', label: t('Removed') },
  { kind: 'altered', icon: 'diff-modified', label: t('Altered') },
];

/** Whether the beginning of the prompt (Rules and Settings) is the one that was copied last; if not, what made it another. */
export function prefixState(prefix: PrefixState, constraints: ConstraintTexts): TemplateResult {
  const { hash, tokens, unchanged, changed } = prefix;
  return html`
    <p class="prefix ${unchanged ? 'unchanged' : 'changed'}">
      ${icon(unchanged ? 'check' : changed === undefined ? 'circle-outline' : 'warning')} <span>${verdict(unchanged, changed)}</span>
    </p>
    ${changed === undefined ? nothing : changes(changed, constraints)}
    <p class="quiet">
      ${t('{0} tokens', numberText(tokens))} · <span class="mono" title="SHA-256 ${hash}">${hash.slice(0, 12)}</span>
    </p>
  `;
}

function verdict(unchanged: boolean, changed: Changed | undefined): string {
  if (unchanged) return t('Unchanged since the last copy.');
  if (changed === undefined) return t('Nothing has been copied yet that it could be compared with.');
  return t('Changed since the last copy, from byte {0} on.', numberText(changed.firstByte));
}

function changes(changed: Changed, constraints: ConstraintTexts): TemplateResult {
  const pieces = kinds.flatMap(({ kind, ...look }) => changed[kind].map((id) => ({ id, ...look })));
  return html`
    <ul class="prefix-changes scroll">
      ${pieces.map(
        ({ id, icon: name, label }) =>
          html`<li title=${id}>${icon(name, label)}<span>${pieceName(id, '', constraints).name}</span></li>`,
      )}
    </ul>
  `;
}
