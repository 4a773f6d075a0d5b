import {
  type AnswerPlan,
  type FileTable,
  type KnownFile,
  planAnswer,
  type WholeBase,
} from '../../answers/answerPlan.ts';
import { readAnswer } from '../../answers/answerReader.ts';
import { AppError } from '../../base/appError.ts';
import { type Clock, dayMs } from '../../base/ports/clock.ts';
import type { ProjectFiles } from '../../base/ports/projectFiles.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import type { Documents, TrackedDocument } from '../../live/documents.ts';
import type { Audit } from '../../prompt/deliveries/audit.ts';
import type { ParsedParams, Value } from '../../protocol/channels.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import { diffLines } from '../../text/lineDiff.ts';
import type { Handlers } from './handlers.ts';

interface Dependencies {
  readonly workspace: Workspace;
  readonly documents: Documents;
  readonly projectFiles: ProjectFiles;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** A file of an answer with its version. */
interface BaseFile extends KnownFile {
  readonly versionId: string;
}

/** Which version of a document an answer is placed in: its number; undefined for the text of now. */
type Base = (document: TrackedDocument) => number | undefined;

/** Maximum number of deliveries before the last that are tried; none is older than a day. */
const earlierDeliveries = 8;

/** Answers of chat models, read as edits. */
export function answerHandlers(dependencies: Dependencies): Pick<Handlers, 'answers:read'> {
  const { workspace, documents } = dependencies;
  const { insideId, isOutside, idOf } = writtenPaths(dependencies);

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
      const received: Base = ({ history }) => history.watermarks.get(consumer);
      const newest: Base = () => undefined;
      const isWhole = answer.files.some(({ kind }) => kind === 'whole');
      const earlier = isWhole ? await earlierBases(dependencies, consumer) : null;
      const fileOf = baseFiles(dependencies);
      const nearest = new Map<string, WholeBase>();
      const versionFor = (file: KnownFile, text: string): WholeBase => {
        const document = [front, ...found.values()].find((one) => one?.documentId === file.id);
        if (!document) return { file, isEarlier: false };
        const given = (base: Base) => fileOf(document, base);
        // Each plan asks for the same.
        const key = `${file.id}\n${text}`;
        const known = nearest.get(key);
        const one = known ?? nearestVersion([given(received), given(newest)], (earlier ?? []).map(given), text);
        nearest.set(key, one);
        return one;
      };
      const planIn = (base: Base): AnswerPlan => {
        const files = new Map([...found].map(([path, document]) => [path, fileOf(document, base)]));
        const inFront = front === null ? null : fileOf(front, base);
        const table: FileTable = { find: (path) => files.get(path) ?? null, isOutside, near, inFront, versionFor };
        return planAnswer(answer, table, params.choices);
      };
      // Lines are asked for, and chosen, in the text that the editor shows: that of now.
      const now = planIn(newest);
      if (params.choices.some(({ as }) => as === 'lines')) return resultOf(now);
      // What was received last comes first, then the text of now, then what was received before.
      for (const plan of [planIn(received), now]) if (plan.questions.length === 0) return resultOf(plan);
      for (const base of earlier ?? (await earlierBases(dependencies, consumer))) {
        const plan = planIn(base);
        if (plan.questions.length === 0) return resultOf(plan);
      }
      return resultOf(now);
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

/** The files that an answer may change, in each version but once: it may be placed in ten. */
function baseFiles({ workspace, documents }: Dependencies): (document: TrackedDocument, base: Base) => BaseFile {
  const files = new Map<string, BaseFile>();
  return (document, base) => {
    const { documentId, history } = document;
    const newest = history.seal();
    const mark = base(document);
    const marked = mark === undefined ? null : history.version(mark);
    const key = `${documentId} ${(marked ?? newest).id}`;
    const known = files.get(key);
    if (known !== undefined) return known;
    const text = marked === null ? null : history.textOf(marked.number);
    const version = marked === null || text === null ? newest : marked;
    const redacted = documents.redacted(document, text ?? history.text);
    const { path } = workspace.locate(documentId);
    const file = { id: documentId, path, text: redacted.text.toString(), versionId: version.id };
    files.set(key, file);
    return file;
  };
}

/** What paths mean as answers write them. */
function writtenPaths({ workspace, documents, projectFiles }: Dependencies) {
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

  return { insideId, isOutside, idOf };
}

/** What the consumer had after each of its deliveries, the newest first. */
async function earlierBases({ audit, clock }: Dependencies, consumer: Consumer): Promise<readonly Base[]> {
  const delivered: ReadonlyMap<string, number | null>[] = [];
  for await (const line of audit.newest()) {
    if (Date.parse(line.time) < clock.now() - dayMs || delivered.length === earlierDeliveries) break;
    if (line.consumer === consumer && line.delivered !== null) delivered.push(new Map(line.delivered.documents));
  }
  return delivered.map((_, index) => ({ documentId }) => {
    const known = delivered.slice(index).map((documents) => documents.get(documentId));
    return known.find((version) => typeof version === 'number') ?? undefined;
  });
}

/** The version that a text differs least from, in lines removed and added; of equals the one before. */
function nearestVersion(late: readonly KnownFile[], earlier: readonly KnownFile[], text: string): WholeBase {
  const linesIn = (one: string) => one.split(/\r\n|\r|\n/);
  const lines = linesIn(text);
  const all = [...new Set([...late, ...earlier])].map((file) => {
    const runs = diffLines(linesIn(file.text), lines);
    const changed = runs.reduce((sum, run) => sum + run.oldEnd - run.oldStart + run.newEnd - run.newStart, 0);
    return { file, changed, isEarlier: !late.includes(file) };
  });
  return all.reduce((nearest, one) => (one.changed < nearest.changed ? one : nearest));
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
