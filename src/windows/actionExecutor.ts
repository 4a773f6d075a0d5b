import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { codeOf } from '../base/codeOf.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { ErrorCode } from '../protocol/errorCodes.ts';
import type { Place } from '../protocol/windows.ts';
import type { AnchorMeaning, AnchorRefusal } from './anchorTable.ts';
import { actions } from './registry.ts';
import { settingsAfter } from './windowDetail.ts';
import type { OpenWindow, WindowSet } from './windowSet.ts';

/** What an execution gives: the history line's words, and what was asked to be read. */
export interface Outcome {
  readonly result: string;
  readonly text?: string;
  readonly place?: Place;
}

export type ActionParams = Readonly<Record<string, string | number>>;

/** Goes to a reference's place, or does what an action does besides setting its whole window. Throws when it cannot. */
export type PerformAction = (window: OpenWindow, meaning: AnchorMeaning, params: ActionParams) => Promise<Outcome>;

export interface FoundAnchor {
  readonly window: OpenWindow;
  readonly meaning: AnchorMeaning;
}

export interface Executed extends Outcome {
  readonly window: OpenWindow;
  readonly action: string;
}

const refusals: Readonly<Record<AnchorRefusal, { readonly code: ErrorCode; readonly message: string }>> = {
  malformed: { code: 'ANCHOR_UNKNOWN', message: 'An anchor id looks like b3@1f0c22aa.' },
  unknown: { code: 'ANCHOR_UNKNOWN', message: 'No window of this conversation has ever had this anchor.' },
  hidden: { code: 'ANCHOR_HIDDEN', message: 'The window does not offer this anchor now.' },
  stale: { code: 'ANCHOR_STALE', message: "The window's actions have changed since." },
};

/**
 * Executes anchors of a conversation's windows. Laws: nothing runs that the registry did not declare; an id that does not hold now, and
 * parameters that do not fit, change nothing; while one action of a window runs, another is refused, so nothing is done twice; every
 * execution is one line of the window's history, whoever asked.
 */
export class ActionExecutor {
  readonly #windows: WindowSet;
  readonly #clock: Clock;
  readonly #perform: PerformAction;
  readonly #by: string;

  /** `by` is who asks. */
  constructor(windows: WindowSet, clock: Clock, perform: PerformAction, by: string) {
    this.#by = by;
    this.#windows = windows;
    this.#clock = clock;
    this.#perform = perform;
  }

  /** @throws {@link AppError} with `ANCHOR_…` */
  find(id: string): FoundAnchor {
    const resolved = this.#windows.anchors.resolve(id);
    const window = resolved.windowId === null ? null : this.#windows.byId(resolved.windowId);
    if (!resolved.ok) throw refused(resolved.refusal);
    if (window === null) throw refused('unknown');
    return { window, meaning: resolved.meaning };
  }

  /** @throws {@link AppError} with `ANCHOR_PARAMS` or `WINDOW_BUSY`; whatever the action throws. */
  async execute({ window, meaning }: FoundAnchor, params: ActionParams): Promise<Executed> {
    if (meaning.kind === 'reference') {
      checked(null, params);
      return this.#record(window, 'goTo', () => this.#perform(window, meaning, {}));
    }
    const { action } = meaning;
    const given = checked(actions[action.name].params ?? null, params);
    return this.#record(window, action.name, async () => {
      const summary = String(given['summary'] ?? '');
      const settings = settingsAfter(window.settings, action, summary);
      if (settings === null) return this.#perform(window, meaning, given);
      this.#windows.change(window, settings);
      return { result: action.to ?? (summary === '' ? 'done' : summary) };
    });
  }

  async #record(window: OpenWindow, action: string, run: () => Promise<Outcome>): Promise<Executed> {
    if (window.busy) throw new AppError('WINDOW_BUSY');
    window.busy = true;
    const say = (result: string) =>
      window.interactions.add({ action, result, timestamp: new Date(this.#clock.now()).toISOString(), by: this.#by });
    try {
      const outcome = await run();
      say(outcome.result);
      return { ...outcome, window, action };
    } catch (error) {
      say(`failed: ${codeOf(error) ?? 'INTERNAL'}`);
      throw error;
    } finally {
      window.busy = false;
    }
  }
}

function refused(refusal: AnchorRefusal): AppError {
  const { code, message } = refusals[refusal];
  return new AppError(code, message);
}

/** Parameters that fit the form; a button and a reference take none. */
function checked(form: z.ZodObject | null, params: ActionParams): ActionParams {
  const parsed = (form ?? z.strictObject({})).safeParse(params);
  if (!parsed.success) throw new AppError('ANCHOR_PARAMS', z.prettifyError(parsed.error));
  return parsed.data as ActionParams;
}
