import { AppError } from '../../base/appError.ts';
import type { ParsedParams } from '../../protocol/channels.ts';
import type { RulesFileContent } from '../../protocol/decisions/constraints.ts';
import type { Preference, PreferenceDecision } from '../../protocol/decisions/preferences.ts';
import type { LearnedPreference } from '../../sources/settings/learner.ts';
import { decided } from '../../sources/settings/preferences.ts';
import type { SessionServices } from '../services.ts';
import { projectOf } from './constraints.ts';
import type { HandlersOf } from './handlers.ts';

/** Preferences learned from the developer's texts, and the decisions on them. */
export function preferenceHandlers(services: SessionServices): HandlersOf<'preferences'> {
  const { workspace, rules, redaction } = services;
  /** Hides secrets in a team's file. */
  const redacted = (projectId: string, preferences: readonly Preference[]) =>
    preferences.map((one) =>
      one.text === null ? one : { ...one, text: redaction.redactText(projectId, one.text).text },
    );
  return {
    'preferences:list': async ({ documentId }) => {
      const projectId = projectOf(workspace, undefined, documentId);
      const { preferences } = await rules.validRules(projectId);
      const all = decided(learnedIn(services, projectId, documentId), preferences);
      return { projectId, preferences: redacted(projectId, all) };
    },
    // Confirming needs something to confirm: a preference that was learned or written.
    'preferences:decide': async (params) => {
      const projectId = projectOf(workspace, undefined, params.documentId);
      const learned = learnedIn(services, projectId, params.documentId);
      const preferences = await rules.change(projectId, (content) => {
        const others = content.preferences.filter(({ id }) => id !== params.id);
        const decision = decisionOf(params, learned, content);
        content.preferences = decision === null ? others : [...others, decision];
        return content.preferences;
      });
      return { projectId, preferences: redacted(projectId, decided(learned, preferences)) };
    },
  };
}

/** Preferences seen in the document, if it is open, followed and in the project. */
function learnedIn(
  { workspace, histories, learned, redaction }: SessionServices,
  projectId: string,
  documentId = workspace.activeDocument(),
): readonly LearnedPreference[] {
  if (documentId === null || workspace.locate(documentId).projectId !== projectId) return [];
  const raw = histories.textOf(documentId);
  const editor = workspace.editor(documentId);
  if (raw === null || editor === null) return [];
  const { text } = redaction.redact(projectId, raw, documentId);
  return learned.of(documentId, { text, language: editor.language, dirty: editor.dirty });
}

/** Null takes an earlier decision back. */
function decisionOf(
  params: ParsedParams<'preferences:decide'>,
  learned: readonly LearnedPreference[],
  { preferences }: RulesFileContent,
): PreferenceDecision | null {
  const { id } = params;
  switch (params.decision) {
    case 'forget':
      return null;
    case 'reject':
      return { id, decision: 'rejected' };
    case 'edit':
      return { id, decision: 'edited', text: params.text };
    default: {
      const text = preferences.find((known) => known.id === id)?.text ?? learned.find((known) => known.id === id)?.text;
      if (text === undefined)
        throw new AppError('REQUEST_INVALID', `Nothing was learned as ${id} that could be confirmed.`);
      return { id, decision: 'confirmed', text };
    }
  }
}
