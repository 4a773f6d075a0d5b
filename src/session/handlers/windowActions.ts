import { AppError } from '../../base/appError.ts';
import type { EditorWindow } from '../../base/editorWindow.ts';
import type { ConstraintPart } from '../../protocol/prompt.ts';
import type { Place } from '../../protocol/windows.ts';
import type { Outcome, PerformAction } from '../../windows/actionExecutor.ts';
import type { OpenWindow } from '../../windows/windowSet.ts';
import type { Handlers } from './handlers.ts';

interface Dependencies {
  readonly editor: EditorWindow;
  readonly handlers: Pick<Handlers, 'live:version' | 'constraints:list' | 'constraints:create'>;
  readonly consumer: string;
  /** The piece of the window that holds a line of a file, in full; null when there is none. */
  readonly readChunk: (window: OpenWindow, file: string, line: number) => Promise<string | null>;
}

/** What the windows' actions do outside of the windows. Whoever asks, a person or a model, it is the same. */
export function windowActions(dependencies: Dependencies): PerformAction {
  const { editor, handlers, consumer, readChunk } = dependencies;
  const show = async (place: Place): Promise<Outcome> => {
    await whenAvailable(editor.show(place.documentId, place.line));
    return { result: `line ${place.line}`, place };
  };
  return async (window, meaning, params) => {
    if (meaning.kind === 'reference') return show(meaning.place);
    const { name } = meaning.action;
    switch (name) {
      case 'openInEditor':
        return show({ documentId: documentOf(window), line: 1 });
      case 'compareWithVersion': {
        const documentId = documentOf(window);
        const { versionId } = await handlers['live:version'](
          { documentId, versionId: String(params['version_id']) },
          consumer,
        );
        await whenAvailable(editor.compare(documentId, versionId));
        return { result: versionId };
      }
      case 'addConstraint':
        return { result: await addConstraint(dependencies, window.projectId, params) };
      case 'readMore': {
        const lines = { first: Number(params['first']), last: Number(params['last']) };
        const { text = '' } = await handlers['live:version']({ documentId: documentOf(window), lines }, consumer);
        return { result: `lines ${lines.first} to ${lines.last}`, text };
      }
      case 'readChunk': {
        const [file, line] = [String(params['file']), Number(params['line'])];
        const text = await readChunk(window, file, line);
        if (text === null) throw new AppError('ANCHOR_PARAMS', `The window has no piece with line ${line} of ${file}.`);
        return { result: `${file}, line ${line}`, text };
      }
      default:
        throw new RangeError(`The action ${name} changes its window alone`);
    }
  };
}

/**
 * A constraint that an anchor adds is the project's: it may be cut for room, for a model can add it, too. Only what the developer adds
 * in the list of constraints is never cut. One that is there already is not added twice.
 */
async function addConstraint(
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

function documentOf({ id, documentId }: OpenWindow): string {
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
