import { t } from '@vscode/l10n';
import { html, svg, type TemplateResult } from 'lit';
import type { Account, LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import { numberText } from '../../components/parts.ts';
import { type LayerName, layersInOrder } from '../tree/promptTree.ts';

/** A part of the map; `start` and `width` are parts of its whole length, 0..1. */
export interface MapSegment {
  /**
   * The pieces in it, in the order of the prompt; none for what belongs to no piece and for what
   * was left out.
   */
  readonly ids: readonly string[];
  readonly kind: LayerName | 'other' | 'out';
  readonly tokens: number;
  readonly start: number;
  readonly width: number;
}

/**
 * Pieces that would be narrower than this part of the bar share a segment with their neighbours.
 */
const narrowest = 1 / 40;

type MapPart = Omit<MapSegment, 'start' | 'width'>;

/**
 * The segments of the bar: a piece each in the order of the layers, then headings and system text,
 * then what was left out. Laws: they fill 0 to 1 side by side; no tokens give no segments.
 */
export function tokenMap({ ledger, tokenCount }: Pick<Account, 'ledger' | 'tokenCount'>): readonly MapSegment[] {
  const inside = layersInOrder.flatMap((layer) => ledger.filter((line) => line.layer === layer && line.tokens > 0));
  const kept = inside.reduce((sum, { tokens }) => sum + tokens, 0);
  const other = Math.max(0, tokenCount - kept);
  const missing = ledger.map(({ state, tokens, fullTokens }) =>
    state === 'kept' ? 0 : Math.max(0, fullTokens - tokens),
  );
  const out = missing.reduce((sum, tokens) => sum + tokens, 0);
  const length = kept + other + out;
  const parts: readonly MapPart[] = [
    ...joinedSegments(inside, length * narrowest),
    ...(other > 0 ? [{ ids: [], kind: 'other' as const, tokens: other }] : []),
    ...(out > 0 ? [{ ids: [], kind: 'out' as const, tokens: out }] : []),
  ];
  let end = 0;
  return parts.map((part) => {
    const segment = { ...part, start: end / length, width: part.tokens / length };
    end += part.tokens;
    return segment;
  });
}

function joinedSegments(lines: readonly LedgerLine[], least: number): readonly MapPart[] {
  const parts: MapPart[] = [];
  for (const { id, layer, tokens } of lines) {
    const last = parts.at(-1);
    if (last !== undefined && last.kind === layer && tokens < least && last.tokens < least)
      parts.splice(-1, 1, { ids: [...last.ids, id], kind: layer, tokens: last.tokens + tokens });
    else parts.push({ ids: [id], kind: layer, tokens });
  }
  return parts;
}

/**
 * The gauge shows how full the budget is, the map what the prompt is made of. For eye and mouse:
 * the tree has the same for keys and screen readers.
 */
export function tokenMapBar(account: Account, name: (id: string) => string, select: (id: string) => void) {
  const label = t('{0} of {1} tokens', numberText(account.tokenCount), numberText(account.budget));
  const used = Math.min(1, account.tokenCount / Math.max(1, account.budget));
  const rect = (segment: MapSegment): TemplateResult => {
    const { ids, kind, start, width, tokens } = segment;
    const click = (): void => ids.slice(0, 1).forEach(select);
    return svg`
      <rect class="fill ${kind}" x=${percent(start)} width=${percent(width)} height="100%" @click=${click}>
        <title>${whatIs(segment, name)}: ${numberText(tokens)}</title>
      </rect>
    `;
  };
  return html`
    <svg class="gauge" aria-hidden="true"><rect class="fill used" width=${percent(used)} height="100%"></rect></svg>
    <svg class="token-map" role="img" aria-label=${label}>
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch" width="2" height="5"></rect>
        </pattern>
      </defs>
      ${tokenMap(account).map(rect)}
    </svg>
  `;
}

function whatIs({ ids, kind }: MapSegment, name: (id: string) => string): string {
  if (kind === 'out') return t('Left out or shortened');
  if (kind === 'other') return t('Headings and instructions');
  return ids.length === 1 ? ids.map(name).join('') : t('{0} small pieces', ids.length);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}
