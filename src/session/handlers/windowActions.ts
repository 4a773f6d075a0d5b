import { AppError } from '../../base/appError.ts';
import type { Piece } from '../../engine/piece.ts';
import type { Assembled } from '../../prompt/assemblies.ts';
import type { ConstraintPart } from '../../protocol/prompt/prompt.ts';
import type { PieceDeed, PieceSetting, Place } from '../../protocol/windows.ts';
import type { ActionParams, Outcome, PerformAction } from '../../windows/actionExecutor.ts';
import type { Conversation } from '../../windows/conversations.ts';
import { withPiece } from '../../windows/pieceSettings.ts';
import { describePiece, isMeant } from '../../windows/windowContext.ts';
import type { OpenWindow } from '../../windows/windowSet.ts';
import type { SessionServices } from '../services.ts';
import type { Handlers } from './handlers.ts';

interface Dependencies extends Pick<SessionServices, 'editor' | 'redaction'> {
  readonly handlers: Pick<Handlers, 'live:version' | 'constraints:list' | 'constraints:create'>;
  readonly conversation: Conversation;
  readonly consumer: string;
  /** The next prompt that shows the window. */
  readonly preview: (window: OpenWindow) => Promise<Assembled>;
}

/** What the windows' actions do outside of the windows. Whoever asks, a person or a model, it is the same. */
export function windowActions(dependencies: Dependencies): PerformAction {
  const { editor, handlers, consumer, conversation } = dependencies;
  const show = async (place: Place): Promise<Outcome> => {
    await whenAvailable(editor.show(place.documentId, place.line));
    return { result: `line ${place.line}`, place };
  };
  return async (window, meaning, params) => {
    if (meaning.kind === 'reference') return show(meaning.place);
    const { name } = meaning.action;
    switch (name) {
      case 'openInEditor':
        return show({ documentId: documentOfWindow(window), line: 1 });
      case 'compareWithVersion': {
        const documentId = documentOfWindow(window);
        const { versionId } = await handlers['live:version'](
          { documentId, versionId: String(params['version_id']) },
          consumer,
        );
        await whenAvailable(editor.compare(documentId, versionId));
        return { result: versionId };
      }
      case 'addConstraint':
        return { result: await addConstraintFrom(dependencies, window.projectId, params) };
      case 'readMore': {
        const lines = { first: Number(params['first']), last: Number(params['last']) };
        const { text = '' } = await handlers['live:version']({ documentId: documentOfWindow(window), lines }, consumer);
        return { result: `lines ${lines.first} to ${lines.last}`, text };
      }
      case 'piece':
        return actOnPiece(dependencies, window, params, show);
      case 'write': {
        const [title, text] = [String(params['title']), String(params['text'])];
        const { projectId } = window;
        const own = dependencies.redaction.redactText(projectId, text).text;
        return { result: `${title}: ${conversation.notes.write({ projectId, title, text: own, by: consumer })}` };
      }
      default:
        throw new RangeError(`The action ${name} changes its window alone`);
    }
  };
}

const settingOfDeed: Readonly<Partial<Record<PieceDeed, PieceSetting>>> = {
  remove: 'removed',
  pin: 'pinned',
  expand: 'expanded',
  collapse: 'collapsed',
};

/** Reads or opens one piece of a window, or sets it apart from the others. */
async function actOnPiece(
  { conversation: { windows, notes }, preview }: Dependencies,
  window: OpenWindow,
  params: ActionParams,
  show: (place: Place) => Promise<Outcome>,
): Promise<Outcome> {
  const deed = params['do'] as PieceDeed;
  const { assembly, pieces } = await preview(window);
  const piece = namedPiece(window, pieces, String(params['piece']));
  const name = describePiece(piece);
  window.focusId = piece.id;
  if (deed === 'read') return { result: `read ${name}`, text: assembly.written(piece, 'full') };
  if (deed === 'open') {
    if (piece.location === null) throw new AppError('ANCHOR_PARAMS', `${name} has no place in the editor.`);
    return show(piece.location);
  }
  if (deed === 'remove' && piece.window === 'note') {
    notes.write({ projectId: window.projectId, title: piece.source, text: '', by: '' });
  } else {
    const set = withPiece(window.settings.pieces, piece, settingOfDeed[deed] ?? null);
    windows.change(window, { ...window.settings, pieces: set });
  }
  return { result: `${deed} ${name}` };
}

/** The piece of a window that a name means. Throws with the names that there are. */
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
 * A constraint that an anchor adds is the project's: it may be cut for room, for a model can add it, too. Only what the developer adds
 * in the list of constraints is never cut. One that is there already is not added twice.
 */
async function addConstraintFrom(
  { handlers, consumer }: Dependencies,
  projectId: string,
  params: Readonly<Record<string, string | number>>,
): Promise<string> {
  const text = String(params['text']);
  const type = (params['type'] ?? 'convention') as ConstraintPart['type'];
  const { constraints } = await handlers['constraints:list']({ projectId }, consumer);
  const same = constraints.find((constraint) => constraint.text === text);
  if (same !== undefined) return `${same.id}, already there`;
  const added = await handlers['constraints:create']({ projectId, text, type, source: 'project' }, consumer);
  return added.constraint.id;
}

function documentOfWindow({ id, documentId }: OpenWindow): string {
  if (documentId === null) throw new RangeError(`The window ${id} has no document`);
  return documentId;
}

async function whenAvailable(showing: Promise<void>): Promise<void> {
  try {
    await showing;
  } catch {
    throw new AppError('EDITOR_UNAVAILABLE');
  }
}
