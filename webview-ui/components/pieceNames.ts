import { t } from '@vscode/l10n';
import { splitPath } from './parts.ts';

/** The texts of constraints by id, as far as they are known. */
export type ConstraintTexts = ReadonlyMap<string, string>;

export interface PieceName {
  readonly name: string;
  /** Where it comes from, when the name does not say so. */
  readonly from: string;
}

const whole: ReadonlyMap<string, string> = new Map([
  ['document', t('Current Document')],
  ['editorState', t('Editor State')],
  ['diff:anchor', t('Anchor Diff')],
]);

const origins: ReadonlyMap<string, string> = new Map([
  ['pin', t('Pin')],
  ['definition', t('Definition')],
  ['enclosing', t('Enclosing symbol')],
  ['edit', t('Recent edit')],
  ['search', t('Search')],
  ['diagnostic', t('Diagnostic')],
]);

/** What people call a piece, from its id and its source; an id of a kind that is not known here stays as it is. */
export function pieceName(id: string, source: string, constraints: ConstraintTexts): PieceName {
  const known = whole.get(id);
  if (known !== undefined) return { name: known, from: source };
  const cut = id.indexOf(':');
  const rest = id.slice(cut + 1);
  switch (id.slice(0, cut)) {
    case 'constraint':
      return { name: constraints.get(rest) ?? t('Constraint {0}', rest), from: source };
    case 'instructions':
      return { name: rest, from: '' };
    case 'setting':
      return { name: rest, from: source };
    case 'diff':
      return { name: t('Diff {0}', rest), from: source };
    case 'plan':
      return { name: t('Plan hint {0}', rest), from: source };
    case 'chunk':
      return chunkName(rest, source);
    default:
      return { name: id, from: source };
  }
}

/** `<origin>:<uri>:<first>-<last>`; the source is the path, which is empty when only the id is known. */
function chunkName(id: string, source: string): PieceName {
  const parts = /^([\w-]+):(.*):(\d+)-(\d+)$/s.exec(id);
  if (parts === null) return { name: id, from: source };
  const [, origin = '', uri = '', first, last] = parts;
  // Its lines are those of the part that is shown.
  if (origin === 'context-file') return { name: uri, from: t('Context file') };
  const { name } = splitPath(source || uri);
  return {
    name: `${name}:${first === last ? first : `${first}–${last}`}`,
    from: [origins.get(origin) ?? origin, source].filter((part) => part !== '').join(' · '),
  };
}
