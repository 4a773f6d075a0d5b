import { AppError } from '../../base/appError.ts';
import type { Piece } from '../../engine/piece.ts';
import type { Assembled } from '../../prompt/assemblies.ts';
import type { Value } from '../../protocol/channels.ts';
import { agentName, editorTools, trustedConsumers } from '../../protocol/consumer.ts';
import type { ConstraintPart } from '../../protocol/prompt/prompt.ts';
import type { Verb } from '../../protocol/windows.ts';
import { type Conversation, canAct } from '../../windows/conversations.ts';
import { describePiece, isMeant } from '../../windows/windowContext.ts';
import type { AnchorParams, FoundAnchor, OpenWindow } from '../../windows/windowSet.ts';
import { noSetting, settingAfter, settingOf, withPiece } from '../../windows/windowSettings.ts';
import type { SessionServices } from '../services.ts';
import type { Handlers } from './handlers.ts';

export interface ActionServices extends SessionServices {
  readonly handlers: Pick<Handlers, 'live:version' | 'constraints:list' | 'constraints:create'>;
}

interface Actor {
  readonly conversation: Conversation;
  readonly consumer: string;
  /** The next prompt that shows the window. */
  readonly preview: (window: OpenWindow) => Promise<Assembled>;
}

type Outcome = Pick<Value<'windows:act'>, 'result' | 'text'>;

/** Performs a verb, for people and models alike. Never opens an editor or moves the focus. */
export async function performVerb(
  services: ActionServices,
  actor: Actor,
  { window, verb }: FoundAnchor,
  params: AnchorParams,
): Promise<Outcome> {
  const { conversation, consumer } = actor;
  const { projectId, documentId } = window;
  if (window.kind === 'note') return { result: await onNote(services, actor, projectId, verb, params) };
  if (typeof params['piece'] === 'string') return onPiece(actor, { window, verb }, params['piece']);
  switch (verb) {
    case 'read': {
      const lines = { first: Number(params['first']), last: Number(params['last']) };
      const asked = { ...(documentId === null ? {} : { documentId }), lines };
      const { text = '' } = await services.handlers['live:version'](asked, consumer);
      return { result: `lines ${lines.first} to ${lines.last}`, text };
    }
    case 'add':
      return { result: await addConstraint(services, actor, projectId, params) };
    default: {
      const summary = verb === 'remove' ? String(params['summary'] ?? '') : '';
      const pieces = verb === 'putBack' ? [] : window.settings.pieces;
      conversation.windows.change(window, { ...(settingAfter(window.settings, verb) ?? noSetting), summary, pieces });
      return { result: summary === '' ? 'done' : summary };
    }
  }
}

async function onNote(
  { clock, notes, documents, workspace }: ActionServices,
  { conversation, consumer }: Actor,
  projectId: string,
  verb: Verb,
  { piece = '', text = '', place, summary = '' }: AnchorParams,
): Promise<string> {
  const change = { by: authorName(conversation, consumer), at: new Date(clock.now()).toISOString() };
  if (verb === 'tick') return notes.tick(projectId, String(piece), change);
  if (verb === 'remove') return notes.remove(projectId, String(piece));
  if (verb === 'close') return notes.close(projectId, String(summary), change);
  if (place === undefined) return notes.add(projectId, String(text), { ...change, location: null });
  const [, path = '', first = '1'] = /^(.*?)(?::(\d+)(?:[-:]\d+)?)?$/s.exec(String(place)) ?? [];
  const { documentId } = await documents.find(path);
  const location = { documentId, line: Number(first) };
  const shown = `${workspace.locate(documentId).path}:${first}`;
  return notes.add(projectId, String(text), { ...change, place: shown, location });
}

/** Short name of whoever acts, for notes. */
function authorName({ name }: Conversation, consumer: string): string {
  if (consumer === editorTools) return 'Copilot';
  if (consumer.startsWith('live')) return '@live';
  if (!canAct(consumer)) return trustedConsumers.has(consumer) ? 'developer' : consumer;
  const plain = agentName(name ?? '').replace(/[^\p{L}\p{N} ._-]+/gu, '');
  return /^\s*(?:developer\b.*)?$/i.test(plain) ? 'agent' : plain.trim();
}

async function onPiece(
  { conversation: { windows }, preview }: Actor,
  { window, verb }: FoundAnchor,
  name: string,
): Promise<Outcome> {
  const { assembly, pieces } = await preview(window);
  const piece = namedPiece(window, pieces, name);
  const result = describePiece(piece);
  if (verb === 'read') return { result, text: assembly.written(piece, 'full') };
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
  const listed = (found.length > 1 ? found : own).slice(0, 50).map(describePiece);
  const names = listed.join(', ').replace(/[\r\n]+/g, ' ');
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
