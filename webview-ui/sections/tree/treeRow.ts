import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  changeCounts,
  foreignName,
  icon,
  listText,
  numberText,
  tokensText,
  toolButton,
} from '../../components/parts.ts';
import { layerMeanings, type Row } from './promptTree.ts';
import { keepButton, meansOf, menuContext, type RowTools, rowButtons } from './rowActions.ts';

/** The tree's part of a row. */
interface RowParts {
  readonly tools: RowTools;
  /** The open part below the row. */
  readonly detail: TemplateResult | typeof nothing;
  /** Null for a row that cannot be opened. */
  readonly expanded: boolean | null;
  /** True if the Tab key leads to it. */
  readonly isActive: boolean;
  /** True if the mouse has not moved since it clicked another row: this one shows no buttons. */
  readonly isHeld: boolean;
  readonly toggle: () => void;
  readonly open: () => void;
  /** Null where no constraint can be saved. */
  readonly addConstraint: (() => void) | null;
}

/** A row of the tree, with its buttons and what is open below it. */
export function treeRow(row: Row, context: RowParts): TemplateResult {
  const { key, level, kind, layer, label, open, tokens, fullTokens, state, chip, why } = row;
  const { tools, detail, expanded, isActive, isHeld, toggle } = context;
  const partial = kind === 'piece' && state === 'degraded' && tokens !== fullTokens;
  const whole = tokensText(state === 'cut' ? fullTokens : tokens);
  const amount = partial ? t('{0} of {1}', tokensText(tokens), tokensText(fullTokens)) : whole;
  const ariaLabel = listText([label.name, label.note, chip || why, t('{0} tokens', amount)]);
  return html`
    <div
      class="item ${kind} ${state} ${isHeld ? 'held' : ''}" role="treeitem" data-key=${key} data-vscode-context=${menuContext(row, tools.pins)}
      aria-level=${level} aria-expanded=${expanded ?? nothing}
      aria-label=${ariaLabel} tabindex=${isActive ? 0 : -1}
    >
      <div class="row level-${level}" title=${rowTooltip(row)} @click=${context.open}>
        ${
          expanded === null
            ? html`<span class="twistie"></span>`
            : html`<span class="twistie codicon codicon-${expanded ? 'chevron-down' : 'chevron-right'}" aria-hidden="true" @click=${inside(toggle)}></span>`
        }
        ${kind === 'layer' || kind === 'leftOut' ? html`<span class="swatch ${kind === 'layer' ? layer : 'out'}"></span>` : nothing}
        ${label.icon === '' ? nothing : html`<span class="severity ${label.isError ? 'error' : ''}">${icon(label.icon)}</span>`}
        <span class="name">${foreignName(label.name)}${label.note === '' ? nothing : html` <span class="quiet">${label.note}</span>`}${
          kind === 'layer' && open === false ? html` <span class="quiet">${row.count}</span>` : nothing
        }</span>
        ${chip === '' ? nothing : html`<span class="chip" title=${why}>${chip}</span>`}
        ${label.counts === undefined ? nothing : changeCounts(label.counts.added, label.counts.removed)}
        ${buttons(row, context)}
        <span class="numbers">${partial ? html`${tokensText(tokens)} <span class="full">${t('of {0}', tokensText(fullTokens))}</span>` : amount}</span>
      </div>
      ${detail}
    </div>
  `;
}

function rowTooltip({ kind, layer, label, why, key, tokens }: Row): string {
  if (kind === 'layer') return layerMeanings[layer];
  return [`${label.name} ${label.note}`.trim(), why, t('{0} tokens', numberText(tokens)), kind === 'piece' ? key : '']
    .filter((part) => part !== '')
    .join('\n');
}

function buttons(row: Row, { tools, addConstraint }: RowParts): TemplateResult {
  const { kind, layer } = row;
  const keep = keepButton(row, tools);
  const hasMenu = meansOf(row).size > 0;
  const add = {
    rules: addConstraint && rowButton('add', t('Add Constraint'), addConstraint),
    retrieved: rowButton('add', t('Add a File or Name…'), () => tools.actions.find('')),
    ...{ settings: null, immediate: null },
  }[layer];
  return html`
    <span class="tools">
      ${rowButtons(row, tools).map(({ icon: name, label, click }) => rowButton(name, label, click))}
      ${hasMenu ? rowButton('ellipsis', t('More…'), (event) => openMenuAt(event.currentTarget as HTMLElement)) : nothing}
    </span>
    ${kind === 'layer' && add !== null ? html`<span class="always">${add}</span>` : nothing}
    ${keep === null ? nothing : html`<button type="button" class="link keep" tabindex="-1" @click=${inside(keep.click)}>${keep.label}</button>`}
  `;
}

function rowButton(name: string, label: string, click: (event: Event) => void): TemplateResult {
  return toolButton(name, label, inside(click), -1);
}

/** Keeps a click on a button from its row. */
function inside(click: (event: Event) => void): (event: Event) => void {
  return (event) => {
    event.stopPropagation();
    click(event);
  };
}

/** The editor's own menu: it listens for this event. */
export function openMenuAt(element: HTMLElement): void {
  const { left, bottom } = element.getBoundingClientRect();
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientX: left, clientY: bottom }));
}
