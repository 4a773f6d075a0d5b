import { AppError } from '../../base/appError.ts';
import type { Piece } from '../../engine/piece.ts';
import type { Assembled } from '../../prompt/assemblies.ts';
import type { ConstraintPart } from '../../protocol/prompt/prompt.ts';
import type { Conversation } from '../../windows/conversations.ts';
import { describePiece, isMeant } from '../../windows/windowContext.ts';
import type { AnchorParams, FoundAnchor, OpenWindow } from '../../windows/windowSet.ts';
import { noSetting, settingAfter, settingOf, withPiece } from '../../windows/windowSettings.ts';
import type { SessionServices } from '../services.ts';
import type { Handlers } from './handlers.ts';

export interface ActionServices extends Pick<SessionServices, 'redaction'> {
  readonly handlers: Pick<Handlers, 'live:version' | 'constraints:list' | 'constraints:create'>;
}

interface Actor {
  readonly conversation: Conversation;
  readonly consumer: string;
  /** The next prompt that shows the window. */
  readonly preview: (window: OpenWindow) => Promise<Assembled>;
}

export interface Outcome {
  /** As in the history. */
  readonly result: string;
  /** Present for `read`. */
  readonly text?: string;
}

/** Performs a verb, for people and models alike. Never opens an editor or moves the focus. */
export async function performVerb(
  services: ActionServices,
  actor: Actor,
  { window, verb }: FoundAnchor,
  params: AnchorParams,
): Promise<Outcome> {
  const { conversation, consumer } = actor;
  const { projectId, documentId } = window;
  if (typeof params['piece'] === 'string') return onPiece(actor, { window, verb }, params['piece']);
  switch (verb) {
    case 'read': {
      const lines = { first: Number(params['first']), last: Number(params['last']) };
      const asked = { ...(documentId === null ? {} : { documentId }), lines };
      const { text = '' } = await services.handlers['live:version'](asked, consumer);
      return { result: `lines ${lines.first} to ${lines.last}`, text };
    }
    case 'write': {
      const [title, text] = [String(params['title']), String(params['text'])];
      const own = services.redaction.redactText(projectId, text).text;
      return { result: `${title}: ${conversation.notes.write({ projectId, title, text: own, by: consumer })}` };
    }
    case 'addConstraint':
      return { result: await addConstraint(services, actor, projectId, params) };
    default: {
      const summary = verb === 'remove' ? String(params['summary'] ?? '') : '';
      const pieces = verb === 'putBack' ? [] : window.settings.pieces;
      conversation.windows.change(window, { ...(settingAfter(window.settings, verb) ?? noSetting), summary, pieces });
      return { result: summary === '' ? 'done' : summary };
    }
  }
}

async function onPiece(
  { conversation: { windows, notes }, preview }: Actor,
  { window, verb }: FoundAnchor,
  name: string,
): Promise<Outcome> {
  const { assembly, pieces } = await preview(window);
  const piece = namedPiece(window, pieces, name);
  const result = describePiece(piece);
  if (verb === 'read') return { result, text: assembly.written(piece, 'full') };
  if (verb === 'remove' && piece.window === 'note') {
    notes.write({ projectId: window.projectId, title: piece.source, text: '', by: '' });
    return { result };
  }
  const { settings } = window;
  const setting = settingAfter(settingOf(settings.pieces, piece.id) ?? noSetting, verb) ?? noSetting;
  windows.change(window, { ...settings, pieces: withPiece(settings.pieces, piece, setting) });
  return { result };
}

/** Throws with the names of the window's pieces if the name means none or several. */
function namedPiece({ kind }: OpenWindow, pieces: readonly Piece[], name: string): Piece {
  const own = pieces.filter((piece) => piece.window === kind);
  const found = own.filter((piece) => isMeant(piece, name));
  const [one] = found;
  if (one !== undefined && found.length === 1) return one;
  const names = (found.length > 1 ? found : own)
    .slice(0, 50)
    .map(describePiece)
    .join(', ')
    .replace(/[\r\n]+/g, ' ');
  const problem = found.length > 1 ? 'means several pieces' : 'is no piece of this window';
  throw new AppError('ANCHOR_PARAMS', `${JSON.stringify(name)} ${problem}; there are ${names || 'none'}.`);
}

/**
 * Adds a constraint of the project, once. A model can add it, so it may be cut for room; only the
 * developer's own constraints are never cut.
 */
async function addConstraint(
  { handlers }: ActionServices,
  { consumer }: Actor,
  projectId: string,
  params: AnchorParams,
): Promise<string> {
  const text = String(params['text']);
  const type = (params['type'] ?? 'convention') as ConstraintPart['type'];
  const { constraints } = await handlers['constraints:list']({ projectId }, consumer);
  const same = constraints.find((constraint) => constraint.text === text);
  if (same !== undefined) return `${same.id}, already there`;
  const added = await handlers['constraints:create']({ projectId, text, type, source: 'project' }, consumer);
  return added.constraint.id;
}
