import { t } from '@vscode/l10n';
import type { Account } from '../../../src/protocol/assembly.ts';

export const layerTitles = {
  rules: t('Rules'),
  settings: t('Settings'),
  retrieved: t('Retrieved'),
  immediate: t('Immediate'),
} as const satisfies Record<string, string>;
export type LayerName = keyof typeof layerTitles;

/** The layers in the order of the prompt. */
const layerNames = Object.keys(layerTitles) as LayerName[];

/** A part of a bar; `start` and `width` are parts of its whole length, 0..1. */
export interface Stretch {
  readonly kind: LayerName | 'other';
  readonly start: number;
  readonly width: number;
}

/**
 * The prompt within its budget: a stretch for each layer and one for what belongs to none (system text, headings). Law: they
 * lie side by side, and the last ends at `tokenCount / budget`, or at 1 when the prompt is larger.
 */
export function totalBar({ layers, tokenCount, budget }: Account): readonly Stretch[] {
  const counts = layerNames.map((kind) => ({ kind, tokens: layers[kind].tokens }));
  const layered = counts.reduce((sum, { tokens }) => sum + tokens, 0);
  const all = [...counts, { kind: 'other' as const, tokens: Math.max(0, tokenCount - layered) }];
  const length = Math.max(1, budget, tokenCount, layered);
  let end = 0;
  return all.map(({ kind, tokens }) => {
    const stretch = { kind, start: end / length, width: tokens / length };
    end += tokens;
    return stretch;
  });
}

/** A layer against its share, both as parts (0..1) of one scale that all layers have in common. */
export interface LayerBar {
  readonly layer: LayerName;
  readonly tokens: number;
  readonly share: number;
  readonly truncated: boolean;
  readonly width: number;
  readonly mark: number;
}

export function layerBars({ layers }: Account): readonly LayerBar[] {
  const scale = Math.max(1, ...layerNames.flatMap((layer) => [layers[layer].tokens, layers[layer].share]));
  return layerNames.map((layer) => {
    const { tokens, share, truncated } = layers[layer];
    return { layer, tokens, share, truncated, width: tokens / scale, mark: share / scale };
  });
}
