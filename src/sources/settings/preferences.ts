import { LruMap } from '../../base/lruMap.ts';
import type { Preference, PreferenceDecision } from '../../protocol/decisions/preferences.ts';
import { sampledLength } from '../rules/relevance.ts';
import { type LearnedPreference, learn } from './learner.ts';

/** A document as the learner looks at it. */
export interface LearnedFrom {
  readonly text: { readonly length: number; slice(start: number, end: number): string };
  readonly language: string;
  readonly dirty: boolean;
}

const keptSamples = 256;

/**
 * The habits that the developer's texts show. A text is examined when it is new and after a save, so
 * that typing does not alter them.
 */
export class LearnedPreferences {
  readonly #samples = new LruMap<string, { readonly length: number; readonly learned: readonly LearnedPreference[] }>(
    keptSamples,
  );

  of(documentId: string, { text, language, dirty }: LearnedFrom): readonly LearnedPreference[] {
    const key = `${language} ${documentId}`;
    const known = this.#samples.get(key);
    if (known !== undefined && (dirty || known.length === text.length)) return known.learned;
    const learned = learn(text.slice(0, Math.min(sampledLength, text.length)), language);
    this.#samples.set(key, { length: text.length, learned });
    return learned;
  }
}

/**
 * Replaces learned habits by the developer's decisions: confirmed and written ones are certain,
 * rejected ones stay rejected.
 */
export function decided(
  learned: readonly LearnedPreference[],
  decisions: readonly PreferenceDecision[],
): readonly Preference[] {
  const byId = new Map<string, Preference>();
  for (const { id, text, confidence } of learned) byId.set(id, { id, state: 'learned', text, confidence });
  for (const { id, decision, text = null } of decisions) {
    if (decision === 'rejected' || text === null) byId.set(id, { id, state: 'rejected', text: null, confidence: 0 });
    else byId.set(id, { id, state: decision, text, confidence: 1 });
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
