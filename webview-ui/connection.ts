import { t } from '@vscode/l10n';
import type { Channel, Params, Value } from '../src/protocol/channels.ts';
import type { Result } from '../src/protocol/result.ts';
import type { FromView } from '../src/protocol/viewMessages.ts';

type WithoutId<M> = M extends { id: number } ? Omit<M, 'id'> : never;
/** What the view can ask; each question is answered once. */
export type ViewQuestion = WithoutId<FromView>;

export type ViewCommand = Extract<FromView, { type: 'command' }>['command'];

/** Milliseconds that a question may take before the view calls it an error. */
const requestLimit = 10_000;
/** Milliseconds that a command may take: it may be asking the user something. */
const commandLimit = 600_000;

/** Asks the extension and pairs replies with questions by id. Every question settles, at the latest when its time is up. */
export class Connection {
  readonly #post: (message: FromView) => void;
  readonly #waiting = new Map<number, (result: Result<unknown>) => void>();
  #lastId = 0;

  constructor(post: (message: FromView) => void) {
    this.#post = post;
  }

  /** The value is as the channel's schema says: the extension has checked it at the session. */
  request<C extends Channel>(channel: C, params: Params<C>): Promise<Result<Value<C>>> {
    return this.ask({ type: 'request', channel, params }) as Promise<Result<Value<C>>>;
  }

  ask(question: ViewQuestion): Promise<Result<unknown>> {
    const limit = question.type === 'command' ? commandLimit : requestLimit;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const finish = (result: Result<unknown>): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(result);
      };
      const timer = setTimeout(() => finish(problem(t('No answer within {0} s.', limit / 1000))), limit);
      this.#waiting.set(id, finish);
      this.#post({ ...question, id } as FromView);
    });
  }

  /** Takes a reply; one that nobody waits for any more is dropped. */
  settle(id: number, result: unknown): void {
    this.#waiting.get(id)?.(isResult(result) ? result : problem(t('The answer could not be read.')));
  }
}

function problem(message: string): Result<never> {
  return {
    ok: false,
    error: { code: 'INTERNAL', message, recovery: t('Try again; if it persists, report it with the log.') },
  };
}

function isResult(value: unknown): value is Result<unknown> {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  if (value.ok === true) return true;
  const error = 'error' in value ? value.error : null;
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}
