import { type Context, type ContextVersion, isCompatible } from '../protocol/contextModel.ts';
import {
  type Built,
  buildContext,
  type ContextError,
  type InteractionHistory,
  type LodState,
} from './contextBuilder.ts';

/**
 * A window's context as it was last built, frozen. A part is the same object until its own rule makes it
 * invalid: the content when the source or the level of detail changes, the anchors when they change or one has been executed, the
 * history with the next interaction. `appId` and `sessionId` never change; the major version never falls.
 */
export class FrozenContext {
  #held: Context | null = null;
  #sourceVersion = 0;
  /** What is added to the source's versions, since one of them fell. */
  #raised = 0;

  /** The context for these inputs. `expected` is the version that the asker holds: one that is not compatible is told and rendered anew. */
  of(data: unknown, lod: LodState, history: InteractionHistory | null, expected?: ContextVersion): Built {
    const built = buildContext(data, lod, history);
    const { context, errors } = this.#monotonic(built);
    const mismatch: ContextError[] =
      expected === undefined || isCompatible(expected, context.header.version)
        ? []
        : [mismatchOf(expected.major, context.header.version.major)];
    const held = this.#held;
    this.#held = held === null ? frozen(context) : frozen(kept(held, context));
    return { context: this.#held, errors: [...errors, ...mismatch] };
  }

  #monotonic({ context, errors }: Built): Built {
    const { version } = context.header;
    const held = this.#held?.header.version.major ?? 0;
    const fell = this.#held !== null && version.major < this.#sourceVersion;
    if (fell) this.#raised = held + 1 - version.major;
    this.#sourceVersion = version.major;
    const major = version.major + this.#raised;
    const header = { ...context.header, version: { ...version, major } };
    return { context: { ...context, header }, errors: fell ? [...errors, mismatchOf(held, version.major)] : errors };
  }
}

function mismatchOf(held: number, now: number): ContextError {
  return {
    name: 'VersionMismatchError',
    message: `Version ${held} was held, the source is at ${now}: rendered anew.`,
  };
}

/** The new context with every part of the held one that is still valid. */
function kept(held: Context, next: Context): Context {
  const { major, minor, patch } = next.header.version;
  const before = held.header.version;
  const sameSource = before.major === major && before.minor === minor;
  const sameRendering = sameSource && before.patch === patch;
  const { appId, sessionId } = held.header;
  return {
    header: sameRendering ? held.header : { ...next.header, appId, sessionId },
    state: sameSource ? held.state : next.state,
    content: sameSource ? held.content : next.content,
    anchors: sameRendering && sameKeys(held.anchors, next.anchors) ? held.anchors : next.anchors,
    history: before.patch === patch ? held.history : next.history,
  };
}

function sameKeys(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
