import { type AnswerPlan, type FileTable, type KnownFile, planAnswer } from '../../answers/answerPlan.ts';
import { readAnswer } from '../../answers/answerReader.ts';
import { AppError } from '../../base/appError.ts';
import type { ProjectFiles } from '../../base/ports/projectFiles.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import type { Documents, TrackedDocument } from '../../live/documents.ts';
import type { ParsedParams, Value } from '../../protocol/channels.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import type { Handlers } from './handlers.ts';

interface Dependencies {
  readonly workspace: Workspace;
  readonly documents: Documents;
  readonly projectFiles: ProjectFiles;
}

/** A file of an answer with its version. */
interface BaseFile extends KnownFile {
  readonly versionId: string;
}

/** Which text answers are placed in: the one that the consumer has received last, or the one of now. */
type Base = 'received' | 'now';

/** Answers of chat models, read as edits. */
export function answerHandlers({ workspace, documents, projectFiles }: Dependencies): Pick<Handlers, 'answers:read'> {
  const fileOf = (document: TrackedDocument, consumer: Consumer, base: Base): BaseFile => {
    const { documentId, history } = document;
    const newest = history.seal();
    const mark = base === 'received' ? history.watermarks.get(consumer) : undefined;
    const marked = mark === undefined ? null : history.version(mark);
    const text = marked === null ? null : history.textOf(marked.number);
    const version = marked === null || text === null ? newest : marked;
    const redacted = documents.redacted(document, text ?? history.text);
    const { path } = workspace.locate(documentId);
    return { id: documentId, path, text: redacted.text.toString(), versionId: version.id };
  };

  /** The id for an absolute path that lies in a project; undefined for any other. */
  const insideId = (written: string): string | undefined =>
    /^(?:[\\/]|[a-z]:[\\/])/i.test(written)
      ? workspace.idsOf(written).find((id) => workspace.locate(id).projectId !== 'none')
      : undefined;

  /** Paths of other projects, or none, and those that go up. Of one that only looks absolute the file that may be meant is offered. */
  const isOutside = (written: string): boolean =>
    written.split(/[/\\]/).includes('..') ||
    (/^(?:[\\/~]|[a-z][a-z\d+.-]*:)/i.test(written) && insideId(written) === undefined && !isIdInside(written));

  const isIdInside = (written: string): boolean =>
    /^[a-z][a-z\d+.-]+:/i.test(written) && workspace.locate(written).projectId !== 'none';

  const idOf = (written: string): string =>
    insideId(written) ?? projectFiles.documentId(documents.project(), plainPath(written));

  /** A file that is not open, by its path; undefined where there is none that can be followed. */
  const existing = async (written: string): Promise<TrackedDocument | undefined> => {
    try {
      return await documents.find(idOf(written));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  const openFiles = async (paths: readonly string[], inFront: string | undefined) => {
    const known = await documents.ofProject(true);
    const pathOf = ({ documentId }: TrackedDocument) => workspace.locate(documentId).path;
    const found = new Map<string, TrackedDocument>();
    for (const written of paths.filter((one) => !isOutside(one))) {
      const path = plainPath(written);
      const ends = known.filter((one) => pathOf(one).endsWith(`/${path}`));
      const one = known.find((document) => pathOf(document) === path || document.documentId === written);
      const document = one ?? (await existing(written)) ?? (ends.length === 1 ? ends[0] : undefined);
      if (document !== undefined) found.set(written, document);
    }
    const near = (path: string) =>
      known.map(pathOf).filter((other) => other.endsWith(`/${baseName(path)}`) || other === baseName(path));
    const front = await documents.find(inFront).catch(() => null);
    return { found, near, front };
  };

  return {
    'answers:read': async (params, consumer) => {
      const answer = readAnswer(params.text);
      const chosen = params.choices.flatMap((choice) => (choice.as === 'file' ? [choice.path] : []));
      const named = answer.files.flatMap((one) => [one.path ?? [], ('newPath' in one ? one.newPath : undefined) ?? []]);
      const { found, near, front } = await openFiles([...named.flat(), ...chosen], params.documentId);
      const plans = (['received', 'now'] as const).map((base) => {
        const files = new Map([...found].map(([path, document]) => [path, fileOf(document, consumer, base)]));
        const inFront = front === null ? null : fileOf(front, consumer, base);
        const table: FileTable = { find: (path) => files.get(path) ?? null, isOutside, near, inFront };
        return planAnswer(answer, table, params.choices);
      });
      // What was copied comes first. Lines are asked for, and chosen, in the text that the editor shows: that of now.
      const [received, now] = plans as [AnswerPlan, AnswerPlan];
      const isOpen = received.questions.length > 0 || params.choices.some(({ as }) => as === 'lines');
      return resultOf(isOpen ? now : received);
    },
  };

  function resultOf({ files, questions, done }: AnswerPlan): Value<'answers:read'> {
    return {
      documents: files.map((one): Value<'answers:read'>['documents'][number] => {
        if (one.action === 'create') {
          const documentId = idOf(one.path);
          return { documentId, path: one.path, edits: [{ type: 'create', newText: one.text }] };
        }
        const { id: documentId, path, versionId: baseVersionId } = one.file as BaseFile;
        if (one.action === 'delete') return { documentId, path, baseVersionId, edits: [{ type: 'delete' }] };
        const { newPath } = one;
        const rename =
          newPath === undefined ? [] : [{ type: 'rename' as const, to: insideId(newPath) ?? plainPath(newPath) }];
        return { documentId, path, baseVersionId, edits: [...one.edits, ...rename] };
      }),
      questions: questions.map(({ file, places, files: paths, ...question }) => {
        return { ...question, documentId: file?.id ?? null, places: [...places], files: [...paths] };
      }),
      done,
    };
  }
}

/** As paths stand in projects. */
function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

function baseName(path: string): string {
  return plainPath(path).split('/').at(-1) ?? path;
}

/** The edits of an answer that an agent sent; throws `ANSWER_UNPLACED` when anything in it is open, or nothing is in it. */
export function editsOfAnswer({
  documents,
  questions,
  done,
}: Value<'answers:read'>): Pick<ParsedParams<'live:applyEdits'>, 'documents'> {
  const [first] = questions;
  if (first !== undefined) {
    const where = `${first.path ?? 'no file'}, line ${first.at} of the answer`;
    const message = `${questions.length} parts cannot be placed, first: ${first.reason} (${where}).`;
    throw new AppError('ANSWER_UNPLACED', message, { questions });
  }
  if (documents.length === 0 && done === 0) throw new AppError('ANSWER_UNPLACED', 'There is no edit in the answer.');
  return { documents: documents.map(({ path: _, ...target }) => target) };
}
