import { type Channel, channels } from '../../../src/protocol/channels.ts';
import type { ErrorCode } from '../../../src/protocol/errorCodes.ts';
import type { WhyNotItem } from '../../../src/protocol/prompt/whyNot.ts';
import { failure, type Result, success } from '../../../src/protocol/result.ts';
import { type FromView, fromViewSchema, type ToView, type ViewSnapshot } from '../../../src/protocol/viewMessages.ts';
import { promptOf, type Scene } from './fakeData.ts';
import { FakeWindows } from './fakeWindows.ts';

/** Plays the extension: shows the view a scene and keeps what it received; what is asked for succeeds and changes nothing. */
export class FakeHost {
  scene: Scene;
  /** Channels that fail with a code, and those that never answer. */
  readonly failing = new Map<string, ErrorCode>();
  readonly silent = new Set<string>();
  /** What the user types when the editor asks for a line; null cancels. */
  typed: string | null = null;
  /** The beginning of every piece's text. */
  said = 'What the prompt says of';
  readonly received: FromView[] = [];
  readonly #windows = new FakeWindows();
  consumer = 'clipboard';
  holdsAnswer = false;
  /** What is found besides pieces. */
  found: readonly WhyNotItem[] = [];
  /** The translations of the view's texts. */
  readonly translations: Readonly<Record<string, string>>;

  constructor(scene: Scene, translations: Readonly<Record<string, string>> = {}) {
    this.scene = scene;
    this.translations = translations;
  }

  /** What goes back to the view for a message; throws when the message is not of the protocol. */
  answer(message: unknown): readonly ToView[] {
    const asked = fromViewSchema.parse(message);
    this.received.push(asked);
    if (asked.type === 'consumer') this.consumer = asked.consumer;
    if (asked.type === 'consumer' || asked.type === 'ready') return this.#push();
    const name = asked.type === 'request' ? asked.channel : asked.type;
    if (this.silent.has(name)) return [];
    const result = this.failing.has(name) ? failure(this.failing.get(name) ?? 'INTERNAL') : this.#result(asked);
    return [{ type: 'reply', id: asked.id, result }, ...(isChange(asked) ? this.#push() : [])];
  }

  /** What the extension pushes once something changed. */
  snapshot(): ToView & { readonly type: 'snapshot' } {
    const { scene } = this;
    const { document } = scene.status;
    const part = <T>(channel: string, value: () => T): Result<T> =>
      this.failing.has(channel) ? failure(this.failing.get(channel) ?? 'INTERNAL') : success(value());
    const detail = {
      prompt: part('live:get', () => promptOf(scene)),
      windows: part('windows:list', () => this.#windows.list(scene)),
      timeline: part('live:timeline', () => scene.timeline),
      budget: part('context:budget:get', () => scene.budget),
      constraints: part('constraints:list', () => scene.constraints),
      pins: part('pins:list', () => scene.pins),
      preferences: part('preferences:list', () => scene.preferences),
      redactions: part('redactions:list', () => scene.redactions),
    };
    const snapshot: ViewSnapshot = {
      head: { document, folder: null, isRestricted: false },
      status: part('live:status', () => scene.status),
      consumer: this.consumer,
      consumers: [
        { id: 'clipboard', name: 'clipboard' },
        { id: 'lm-tools', name: 'Copilot' },
        { id: 'live', name: '@live' },
        { id: 'mcp:claude', name: 'Claude Code' },
      ],
      deliveries: part('deliveries:list', () => scene.deliveries),
      detail: document?.tracked === true ? detail : null,
    };
    return { type: 'snapshot', snapshot: JSON.parse(JSON.stringify(snapshot)) };
  }

  #push(): readonly ToView[] {
    return this.silent.has('live:get') ? [] : [this.snapshot()];
  }

  #result(asked: Extract<FromView, { id: number }>): Result<unknown> {
    if (asked.type === 'text') return success(`${this.said} ${asked.piece}`);
    if (asked.type === 'clipboard') return success(this.holdsAnswer);
    if (asked.type === 'input') return success(this.typed);
    if (asked.type === 'request') channels[asked.channel as Channel].params.parse(asked.params);
    return success(asked.type === 'request' && asked.channel === 'prompt:whyNot' ? { items: this.found } : {});
  }
}

function isChange(asked: FromView): boolean {
  return asked.type === 'request' || asked.type === 'act' || (asked.type === 'command' && asked.row !== undefined);
}
