import { AppError } from '../../base/appError.ts';
import type { EditorWindow } from '../../base/editorWindow.ts';
import type { ConstraintPart } from '../../protocol/prompt.ts';
import type { ActionName, Place } from '../../protocol/windows.ts';
import type { ActionParams, Effects, Outcome } from '../../windows/actionExecutor.ts';
import type { OpenWindow } from '../../windows/windowSet.ts';
import type { ConstraintHandlers } from './constraints.ts';
import type { VersionHandlers } from './versions.ts';

export interface WindowEffectsParts {
  readonly editor: EditorWindow;
  readonly constraints: ConstraintHandlers;
  readonly versions: VersionHandlers;
  /** The piece of the window that holds a line of a file, in full; null when there is none. */
  readonly readChunk: (window: OpenWindow, file: string, line: number) => Promise<string | null>;
}

/** What the windows' actions do outside of the windows. Whoever asks, a person or a model, it is the same. */
export class WindowEffects implements Effects {
  readonly #parts: WindowEffectsParts;

  constructor(parts: WindowEffectsParts) {
    this.#parts = parts;
  }

  async show(place: Place): Promise<Outcome> {
    await shown(this.#parts.editor.show(place.documentId, place.line));
    return { result: `line ${place.line}`, place };
  }

  async run(window: OpenWindow, name: ActionName, params: ActionParams): Promise<Outcome> {
    switch (name) {
      case 'openInEditor':
        return this.show({ documentId: documentOf(window), line: 1 });
      case 'compareWithVersion':
        return this.#compare(documentOf(window), String(params['version_id']));
      case 'addConstraint':
        return this.#addConstraint(window, params);
      case 'readMore':
        return this.#readLines(documentOf(window), Number(params['first']), Number(params['last']));
      case 'readChunk':
        return this.#readChunk(window, String(params['file']), Number(params['line']));
      default:
        throw new RangeError(`The action ${name} changes its window alone`);
    }
  }

  async #compare(documentId: string, versionId: string): Promise<Outcome> {
    const { versionId: known } = await this.#parts.versions.version({ documentId, versionId });
    await shown(this.#parts.editor.compare(documentId, known));
    return { result: known };
  }

  /**
   * A constraint that an anchor adds is the project's: it may be cut for room, for a model can add it, too. Only what the developer adds
   * in the list of constraints is never cut. One that is there already is not added twice.
   */
  async #addConstraint({ projectId }: OpenWindow, params: ActionParams): Promise<Outcome> {
    const text = String(params['text']);
    const type = (params['type'] ?? 'convention') as ConstraintPart['type'];
    const { constraints } = await this.#parts.constraints.list({ projectId });
    const same = constraints.find((constraint) => constraint.text === text);
    if (same !== undefined) return { result: `${same.id}, already there` };
    const fields = { projectId, text, type, source: 'project' } as const;
    const { constraint } = await this.#parts.constraints.create(fields, 'clipboard');
    return { result: constraint.id };
  }

  async #readLines(documentId: string, first: number, last: number): Promise<Outcome> {
    const { text = '' } = await this.#parts.versions.version({ documentId, lines: { first, last } });
    return { result: `lines ${first} to ${last}`, text };
  }

  async #readChunk(window: OpenWindow, file: string, line: number): Promise<Outcome> {
    const text = await this.#parts.readChunk(window, file, line);
    if (text === null) throw new AppError('ANCHOR_PARAMS', `The window has no piece with line ${line} of ${file}.`);
    return { result: `${file}, line ${line}`, text };
  }
}

function documentOf({ id, documentId }: OpenWindow): string {
  if (documentId === null) throw new RangeError(`The window ${id} has no document`);
  return documentId;
}

async function shown(showing: Promise<void>): Promise<void> {
  try {
    await showing;
  } catch {
    throw new AppError('EDITOR_UNAVAILABLE');
  }
}
