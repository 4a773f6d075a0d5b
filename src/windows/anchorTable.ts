import { LruMap } from '../base/lruMap.ts';
import { type AnchorInfo, anchorLetters, anyAnchorLetter } from '../protocol/prompt/contextModel.ts';
import type { Place } from '../protocol/windows.ts';
import { actions, paramsOfAction } from './registry.ts';
import type { OfferedAction } from './windowDetail.ts';

/** Maximum number of places that a window refers to. */
const maxReferences = 200;

const idForm = new RegExp(`^(${anyAnchorLetter})([1-9]\\d{0,8})@([0-9a-z]{8})$`);
/** Maximum number of past keys that are remembered, to tell a stale id from a foreign one. */
const rememberedKeys = 1_000;

/** What an id stands for: an action of a window, or a place. */
export type AnchorMeaning =
  | { readonly kind: 'action'; readonly action: OfferedAction }
  | { readonly kind: 'reference'; readonly place: Place };

interface Declared {
  readonly windowId: string;
  readonly type: AnchorInfo['type'];
}

interface Live {
  readonly meaning: AnchorMeaning;
  readonly info: AnchorInfo;
}

interface WindowAnchors {
  /** Drawn anew whenever the buttons and forms change. */
  key: string;
  /** Null before the first declaration. */
  signature: string | null;
  /** Numbers by what they stand for; those of vanished anchors are kept, so that an old id is told from a wrong one. */
  readonly numbers: Map<string, number>;
  readonly actions: Map<number, Live>;
  readonly references: Map<number, Live>;
}

/** Why an id cannot be executed. */
export type AnchorRefusal = 'malformed' | 'unknown' | 'hidden' | 'stale';

export type Resolved =
  | { readonly ok: true; readonly windowId: string; readonly meaning: AnchorMeaning }
  | { readonly ok: false; readonly refusal: AnchorRefusal; readonly windowId: string | null };

/**
 * The anchors of a conversation's windows with their short ids: a letter for the type, a number, and the window's present key (`b3@1f0c22aa`).
 * Keys are random, so an id is good in one conversation of one process alone, and nobody can guess one. Laws: no two anchors ever share an
 * id; a key changes exactly when the window's buttons and forms change; an id whose key has passed means nothing any more.
 */
export class AnchorTable {
  readonly #windows = new Map<string, WindowAnchors>();
  readonly #numbers = new Map<number, Declared>();
  /** The windows of all keys, those of the past included. */
  readonly #keys = new LruMap<string, string>(rememberedKeys);
  readonly #newKey: () => string;
  #lastNumber = 0;

  /** `newKey` draws eight random digits and lower-case letters. */
  constructor(newKey: () => string) {
    this.#newKey = newKey;
  }

  declare(windowId: string, offered: readonly OfferedAction[]): void {
    const window = this.#window(windowId);
    const signature = offered.map(actionKey).join(' ');
    if (signature === window.signature) return;
    window.signature = signature;
    window.key = this.#freshKey(windowId);
    window.actions.clear();
    for (const action of offered) {
      const { description, params } = actions[action.name];
      const info: AnchorInfo = {
        type: params === undefined ? 'Button' : 'Form',
        params: [...paramsOfAction(action.name)],
        target: action.to,
        action: action.name,
        description,
      };
      const number = this.#number(windowId, window, actionKey(action), info.type);
      window.actions.set(number, { meaning: { kind: 'action', action }, info });
    }
  }

  /** Declares the places that a window refers to now; the window's key stays. */
  refer(windowId: string, places: readonly Place[]): void {
    const window = this.#window(windowId);
    window.references.clear();
    for (const place of places.slice(0, maxReferences)) {
      const target = `${place.documentId}#L${place.line}`;
      const info: AnchorInfo = { type: 'Reference', params: [], target };
      const number = this.#number(windowId, window, `@ ${target}`, 'Reference');
      window.references.set(number, { meaning: { kind: 'reference', place }, info });
    }
    this.#forget(window);
  }

  /** The window's anchors by id, in the order in which they were declared; none for a window that is not declared. */
  anchors(windowId: string): Readonly<Record<string, AnchorInfo>> {
    const window = this.#windows.get(windowId);
    if (window === undefined) return {};
    return Object.fromEntries(
      [...window.actions, ...window.references].map(([number, { info }]) => [
        `${anchorLetters[info.type]}${number}@${window.key}`,
        info,
      ]),
    );
  }

  /** What an id stands for now. */
  resolve(id: string): Resolved {
    const [, letter, number, key = ''] = idForm.exec(id) ?? [];
    if (letter === undefined) return { ok: false, refusal: 'malformed', windowId: null };
    const declared = this.#numbers.get(Number(number));
    const window = declared === undefined ? undefined : this.#windows.get(declared.windowId);
    const isOurs = key === window?.key || (declared !== undefined && this.#keys.peek(key) === declared.windowId);
    if (!isOurs || declared === undefined || window === undefined || anchorLetters[declared.type] !== letter)
      return { ok: false, refusal: 'unknown', windowId: null };
    const { windowId } = declared;
    const live = window.actions.get(Number(number)) ?? window.references.get(Number(number));
    if (live === undefined) return { ok: false, refusal: 'hidden', windowId };
    if (key !== window.key) return { ok: false, refusal: 'stale', windowId };
    return { ok: true, windowId, meaning: live.meaning };
  }

  /** Takes a window out; its ids are unknown from now on. */
  drop(windowId: string): void {
    for (const number of this.#windows.get(windowId)?.numbers.values() ?? []) this.#numbers.delete(number);
    this.#windows.delete(windowId);
  }

  #window(windowId: string): WindowAnchors {
    const known = this.#windows.get(windowId);
    if (known !== undefined) return known;
    const window: WindowAnchors = {
      key: '',
      signature: null,
      numbers: new Map(),
      actions: new Map(),
      references: new Map(),
    };
    this.#windows.set(windowId, window);
    return window;
  }

  #freshKey(windowId: string): string {
    for (;;) {
      const key = this.#newKey();
      if (this.#keys.has(key)) continue;
      this.#keys.set(key, windowId);
      return key;
    }
  }

  /** The number of what a name stands for: the same as before, or a new one. */
  #number(windowId: string, { numbers }: WindowAnchors, key: string, type: AnchorInfo['type']): number {
    const number = numbers.get(key) ?? ++this.#lastNumber;
    numbers.delete(key);
    numbers.set(key, number);
    this.#numbers.set(number, { windowId, type });
    return number;
  }

  /** The references that were declared longest ago are forgotten. */
  #forget({ numbers, references, actions: acts }: WindowAnchors): void {
    for (const [key, number] of numbers) {
      if (numbers.size <= 2 * maxReferences) return;
      if (references.has(number) || acts.has(number)) continue;
      numbers.delete(key);
      this.#numbers.delete(number);
    }
  }
}

function actionKey({ name, to }: OfferedAction): string {
  return to === null ? name : `${name}:${to}`;
}
