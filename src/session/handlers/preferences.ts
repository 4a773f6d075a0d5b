import type * as z from 'zod';
import { AppError } from '../../base/appError.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { RulesFileContent } from '../../protocol/constraints.ts';
import type { PreferenceDecision, preferenceChannels } from '../../protocol/preferences.ts';
import type { RulesFile } from '../../sources/rules/rulesFile.ts';
import type { LearnedPreference } from '../../sources/settings/learner.ts';
import { decided, type LearnedPreferences } from '../../sources/settings/preferences.ts';
import { projectOf } from './constraints.ts';

type Channels = typeof preferenceChannels;
type Parsed<C extends keyof Channels> = z.output<Channels[C]['params']>;
type Value<C extends keyof Channels> = z.infer<Channels[C]['result']>;

/** Answers what was learned of the developer's habits, and keeps what they decide about it. */
export class PreferenceHandlers {
  readonly #workspace: Workspace;
  readonly #file: RulesFile;
  readonly #learned: LearnedPreferences;

  constructor(workspace: Workspace, file: RulesFile, learned: LearnedPreferences) {
    this.#workspace = workspace;
    this.#file = file;
    this.#learned = learned;
  }

  async list({ projectId: asked, documentId }: Parsed<'preferences:list'>): Promise<Value<'preferences:list'>> {
    const projectId = projectOf(this.#workspace, asked, documentId);
    const { preferences } = await this.#file.validRules(projectId);
    return { projectId, preferences: [...decided(this.#learnedIn(projectId, documentId), preferences)] };
  }

  /** Confirming needs something to confirm: a preference that was learned or written. */
  async decide(params: Parsed<'preferences:decide'>): Promise<Value<'preferences:decide'>> {
    const projectId = projectOf(this.#workspace, params.projectId, params.documentId);
    const learned = this.#learnedIn(projectId, params.documentId);
    const preferences = await this.#file.change(projectId, (content) => {
      const others = content.preferences?.filter(({ id }) => id !== params.id) ?? [];
      const decision = decisionOf(params, learned, content);
      content.preferences = decision === null ? others : [...others, decision];
      return content.preferences;
    });
    return { projectId, preferences: [...decided(learned, preferences)] };
  }

  /** What the document shows, if it is open and of the project. */
  #learnedIn(projectId: string, documentId = this.#workspace.activeDocument()): readonly LearnedPreference[] {
    if (documentId === null || this.#workspace.locate(documentId).projectId !== projectId) return [];
    const text = this.#workspace.text(documentId);
    const editor = this.#workspace.editor(documentId);
    if (text === null || editor === null) return [];
    return this.#learned.of(documentId, { text, language: editor.language, dirty: editor.dirty });
  }
}

/** Null takes an earlier decision back. */
function decisionOf(
  params: Parsed<'preferences:decide'>,
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
      const text =
        preferences?.find((known) => known.id === id)?.text ?? learned.find((known) => known.id === id)?.text;
      if (text === undefined)
        throw new AppError('REQUEST_INVALID', `Nothing was learned as ${id} that could be confirmed.`);
      return { id, decision: 'confirmed', text };
    }
  }
}
