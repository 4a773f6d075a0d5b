import { AppError } from '../../base/appError.ts';
import { dayMs } from '../../base/ports/clock.ts';
import type { TrackedDocument } from '../../documents/documents.ts';
import { type AnswerPlan, type KnownFile, planAnswer, type WholeBase } from '../../edits/answers/answerPlan.ts';
import { readAnswer } from '../../edits/answers/answerReader.ts';
import type { ParsedParams, Value } from '../../protocol/channels.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import { diffLines } from '../../text/lineDiff.ts';
import type { SessionServices } from '../services.ts';
import { AnswerFiles, type BaseFile } from './answerFiles.ts';
import type { Handlers } from './handlers.ts';

/** The version number that an answer is placed in; undefined for the current text. */
type Base = (document: TrackedDocument) => number | undefined;

/** Maximum number of deliveries that are tried, the last among them; none is older than a day. */
const earlierDeliveries = 8;

/** Answers of chat models, read as edits. */
export function answerHandlers(services: SessionServices): Pick<Handlers, 'answers:read'> {
  return {
    'answers:read': async (params, consumer) => {
      const files = new AnswerFiles(services);
      const answer = readAnswer(params.text);
      const chosen = params.choices.flatMap((choice) => (choice.as === 'file' ? [choice.path] : []));
      const named = answer.files.flatMap((one) => [one.path ?? [], ('newPath' in one ? one.newPath : undefined) ?? []]);
      const { found, near, front } = await files.find([...named.flat(), ...chosen], params.documentId);
      const isWhole = answer.files.some(({ kind }) => kind === 'whole');
      const earlier = isWhole ? await earlierBases(services, consumer) : null;
      const received: Base = ({ history }) => history.watermarks.get(consumer);
      const nearest = new Map<string, WholeBase>();
      const versionFor = (file: KnownFile, text: string): WholeBase => {
        const document = [front, ...found.values()].find((one) => one?.documentId === file.id);
        if (!document) return { file, isEarlier: false };
        const given = (base: Base) => files.versionOf(document, base(document));
        // The same for each plan.
        const key = `${file.id}\n${text}`;
        const known = nearest.get(key);
        const one = known ?? nearestVersion([given(received), given(ofNow)], (earlier ?? []).map(given), text);
        nearest.set(key, one);
        return one;
      };
      const planIn = (base: Base): AnswerPlan => {
        const versionOf = (document: TrackedDocument) => files.versionOf(document, base(document));
        const known = new Map([...found].map(([path, document]) => [path, versionOf(document)]));
        const find = (path: string) => known.get(path) ?? null;
        const isOutside = (path: string) => files.isOutside(path);
        const inFront = front === null ? null : versionOf(front);
        return planAnswer(answer, { find, isOutside, near, inFront, versionFor }, params.choices);
      };
      // Questions and choices refer to the current text.
      const now = planIn(ofNow);
      if (params.choices.some(({ as }) => as === 'lines')) return readResult(now, files);
      // Try the version received last, then the current text, then earlier ones. What only the version
      // received last has already was undone.
      const late = [planIn(received), now].filter(({ questions }) => questions.length === 0);
      const [first] = late.toSorted((one, other) => one.done - other.done);
      if (first !== undefined) return readResult(first, files);
      for (const base of earlier ?? (await earlierBases(services, consumer))) {
        const plan = planIn(base);
        if (plan.questions.length === 0) return readResult(plan, files);
      }
      return readResult(now, files);
    },
  };
}

const ofNow: Base = () => undefined;

function readResult({ files, questions, done }: AnswerPlan, paths: AnswerFiles): Value<'answers:read'> {
  return {
    documents: files.map((one): Value<'answers:read'>['documents'][number] => {
      if (one.action === 'create') {
        const documentId = paths.idOf(one.path);
        return { documentId, path: one.path, edits: [{ type: 'create', newText: one.text }] };
      }
      const { id: documentId, path, versionId: baseVersionId } = one.file as BaseFile;
      if (one.action === 'delete') return { documentId, path, baseVersionId, edits: [{ type: 'delete' }] };
      const rename = one.newPath === undefined ? [] : [{ type: 'rename' as const, to: paths.newPlace(one.newPath) }];
      return { documentId, path, baseVersionId, edits: [...one.edits, ...rename] };
    }),
    questions: questions.map(({ file, places, files: names, ...question }) => {
      return { ...question, documentId: file?.id ?? null, places: [...places], files: [...names] };
    }),
    done,
  };
}

/** The versions that the consumer had after each of its deliveries, newest first. */
async function earlierBases({ audit, clock }: SessionServices, consumer: Consumer): Promise<readonly Base[]> {
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

/** The version with the smallest line difference to a text; on a tie the earlier one. */
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

/**
 * The edits of an agent's answer. Throws `ANSWER_UNPLACED` if anything is open or the answer is
 * empty.
 */
export function editsOfAnswer(answer: Value<'answers:read'>): Pick<ParsedParams<'live:applyEdits'>, 'documents'> {
  const { documents, questions, done } = answer;
  const [first] = questions;
  if (first !== undefined) {
    const where = `${first.path ?? 'no file'}, line ${first.at} of the answer`;
    const message = `Parts that cannot be placed: ${questions.length}, first: ${first.reason} (${where}).`;
    throw new AppError('ANSWER_UNPLACED', message, { questions });
  }
  if (documents.length === 0 && done === 0) throw new AppError('ANSWER_UNPLACED', 'There is no edit in the answer.');
  return { documents: documents.map(({ path: _, ...target }) => target) };
}
