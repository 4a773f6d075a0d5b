import { type Format, formats } from '../../../src/protocol/channels.ts';
import { failure, type Result, success } from '../../../src/protocol/result.ts';
import { type FromView, fromViewSchema, type ToView } from '../../../src/protocol/viewMessages.ts';
import { previewOf, type Scene } from './fakeData.ts';

/** Plays the extension: answers the view out of a scene and keeps what it received. */
export class FakeHost {
  scene: Scene;
  /** Channels that fail, and those that never answer. */
  readonly failing = new Set<string>();
  readonly silent = new Set<string>();
  readonly received: FromView[] = [];
  readonly #strings: Readonly<Record<string, string>>;

  constructor(scene: Scene, strings: Readonly<Record<string, string>> = {}) {
    this.scene = scene;
    this.#strings = strings;
  }

  /** What goes back to the view for a message; throws when the message is not of the protocol. */
  answer(message: unknown): ToView | null {
    const asked = fromViewSchema.parse(message);
    this.received.push(asked);
    if (asked.type === 'ready') return { type: 'init', strings: this.#strings };
    const name = asked.type === 'request' ? asked.channel : asked.type;
    if (this.silent.has(name)) return null;
    const result = this.failing.has(name) ? failure('INTERNAL') : this.#result(asked);
    return { type: 'reply', id: asked.id, result };
  }

  #result(asked: Exclude<FromView, { type: 'ready' }>): Result<unknown> {
    if (asked.type !== 'request') return success({});
    switch (asked.channel) {
      case 'live:status':
        return success(this.scene.status);
      case 'live:get':
        return success(previewOf(this.scene, formatOf(asked.params)));
      case 'live:timeline':
        return success(this.scene.timeline);
      default:
        return failure('CHANNEL_UNKNOWN');
    }
  }
}

function formatOf(params: unknown): Format {
  const named = typeof params === 'object' && params !== null && 'format' in params ? params.format : null;
  return formats.find((format) => format === named) ?? 'markdown';
}
