import { t } from '@vscode/l10n';
import type { Channel, Params, Value } from '../src/protocol/channels.ts';
import type { Result } from '../src/protocol/result.ts';
import type { FromView } from '../src/protocol/viewMessages.ts';

type WithoutId<M> = M extends { id: number } ? Omit<M, 'id'> : never;
/** The view's questions; each is answered once. */
export type ViewQuestion = WithoutId<FromView>;

export type ViewCommand = Extract<FromView, { type: 'command' }>['command'];

/**
 * Milliseconds until an unanswered question is an error; longer where the user may be asked
 * something.
 */
const requestLimit = 60_000;
const userLimit = 600_000;

/** Asks the extension and pairs replies with questions by id. Every question settles in time. */
export function connect(post: (message: FromView) => void) {
  const waiting = new Map<number, (result: Result<unknown>) => void>();
  let lastId = 0;
  const ask = (question: ViewQuestion): Promise<Result<unknown>> => {
    const limit = question.type === 'command' || question.type === 'input' ? userLimit : requestLimit;
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const finish = (result: Result<unknown>): void => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(result);
      };
      const message = t('No answer within {0} s.', limit / 1000);
      const recovery = t('Try again; if it persists, report it with the log.');
      const timer = setTimeout(() => finish({ ok: false, error: { code: 'INTERNAL', message, recovery } }), limit);
      waiting.set(id, finish);
      post({ ...question, id } as FromView);
    });
  };
  return {
    ask,
    /** The value is as the channel's schema says: the session has checked it. */
    request: <C extends Channel>(channel: C, params: Params<C>) =>
      ask({ type: 'request', channel, params }) as Promise<Result<Value<C>>>,
    /** Takes a reply; one that comes too late is dropped. */
    settle: (id: number, result: unknown): void => waiting.get(id)?.(result as Result<unknown>),
  };
}
