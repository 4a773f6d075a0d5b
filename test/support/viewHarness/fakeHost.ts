import { channels, type ParsedParams } from '../../../src/protocol/channels.ts';
import { type Constraint, constraintSchema } from '../../../src/protocol/decisions/constraints.ts';
import type { Preference } from '../../../src/protocol/decisions/preferences.ts';
import type { ErrorCode } from '../../../src/protocol/errorCodes.ts';
import { budgetSchema } from '../../../src/protocol/prompt/assembly.ts';
import type { WhyNotItem } from '../../../src/protocol/prompt/whyNot.ts';
import { failure, type Result, success } from '../../../src/protocol/result.ts';
import {
  type FromView,
  fromViewSchema,
  type ToView,
  type ViewHead,
  type ViewSnapshot,
} from '../../../src/protocol/viewMessages.ts';
import { promptOf, type Scene } from './fakeData.ts';
import { FakeWindows } from './fakeWindows.ts';

/** Plays the extension: answers the view out of a scene and keeps what it received. */
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
  /** The folder that is named where there are several. */
  folder: string | null = null;
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
  snapshot(): ToView {
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
      head: this.head(),
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

  head(): ViewHead {
    return { document: this.scene.status.document, folder: this.folder, isRestricted: false };
  }

  #push(): readonly ToView[] {
    return [{ type: 'head', head: this.head() }, ...(this.silent.has('live:get') ? [] : [this.snapshot()])];
  }

  #result(asked: Extract<FromView, { id: number }>): Result<unknown> {
    if (asked.type === 'text') return success(`${this.said} ${asked.piece}`);
    if (asked.type === 'clipboard') return success(this.holdsAnswer);
    if (asked.type === 'input') return success(this.typed);
    if (asked.type === 'command') return this.#run(asked.row ?? {});
    if (asked.type !== 'request') return success({});
    switch (asked.channel) {
      case 'context:budget:update':
        return this.#updateBudget(channels[asked.channel].params.parse(asked.params));
      case 'constraints:create':
        return this.#createConstraint(channels[asked.channel].params.parse(asked.params));
      case 'constraints:update':
        return this.#updateConstraint(channels[asked.channel].params.parse(asked.params));
      case 'redactions:allow':
        return this.#allow(channels[asked.channel].params.parse(asked.params));
      case 'preferences:decide':
        return this.#decide(channels[asked.channel].params.parse(asked.params));
      case 'prompt:whyNot':
        return success({ items: this.found });
      case 'pins:create':
        this.found = this.found.map((item) => ({ ...item, reason: 'shown', canAdd: false }));
        return success({});
      default:
        return failure('CHANNEL_UNKNOWN');
    }
  }

  #updateBudget({ version, budget: change }: ParsedParams<'context:budget:update'>): Result<unknown> {
    const before = this.scene.budget;
    if (version !== before.version) return failure('CONTEXT_BUDGET_CONFLICT', undefined, before);
    const budget = { version: version + 1, budget: budgetSchema.parse({ ...before.budget, ...change }) };
    this.scene = { ...this.scene, budget };
    return success(budget);
  }

  #createConstraint({ projectId = '', ...fields }: ParsedParams<'constraints:create'>): Result<unknown> {
    const created = constraintSchema.parse({ id: `new${this.received.length}`, ...fields });
    this.#setConstraints([...this.scene.constraints.constraints, created]);
    return success({ projectId, constraint: created });
  }

  #updateConstraint({ projectId = '', id, check, ...fields }: ParsedParams<'constraints:update'>): Result<unknown> {
    const { constraints } = this.scene.constraints;
    const before = constraints.find((constraint) => constraint.id === id);
    if (before === undefined) return failure('CONSTRAINT_UNKNOWN');
    const { check: oldCheck, ...kept } = before;
    const newCheck = check === undefined ? oldCheck : check;
    const updated = constraintSchema.parse({ ...kept, ...fields, ...(newCheck ? { check: newCheck } : {}) });
    this.#setConstraints(constraints.map((constraint) => (constraint === before ? updated : constraint)));
    return success({ projectId, constraint: updated });
  }

  /** Deletes the constraint or the pin of a row, as the editor's commands do. */
  #run({ liveContextConstraint, liveContextPinned }: Readonly<Record<string, string>>): Result<unknown> {
    const { projectId, pins } = this.scene.pins;
    this.#setConstraints(this.scene.constraints.constraints.filter(({ id }) => id !== liveContextConstraint));
    this.scene = { ...this.scene, pins: { projectId, pins: pins.filter(({ id }) => id !== liveContextPinned) } };
    return success({});
  }

  #allow({ projectId = '', placeholder, allowed }: ParsedParams<'redactions:allow'>): Result<unknown> {
    const redactions = this.scene.redactions.redactions.map((entry) =>
      entry.placeholder === placeholder ? { ...entry, allowed } : entry,
    );
    this.scene = { ...this.scene, redactions: { ...this.scene.redactions, redactions } };
    return success({ projectId, placeholder, allowed });
  }

  #decide(asked: ParsedParams<'preferences:decide'>): Result<unknown> {
    const { projectId, preferences } = this.scene.preferences;
    const after: Readonly<Record<typeof asked.decision, Partial<Preference>>> = {
      confirm: { state: 'confirmed', confidence: 1 },
      edit: { state: 'edited', text: asked.decision === 'edit' ? asked.text : '', confidence: 1 },
      reject: { state: 'rejected', text: null },
      forget: { state: 'learned', text: 'As learned.', confidence: 0.8 },
    };
    const decided = preferences.map((one) => (one.id === asked.id ? { ...one, ...after[asked.decision] } : one));
    this.scene = { ...this.scene, preferences: { projectId, preferences: decided } };
    return success(this.scene.preferences);
  }

  #setConstraints(constraints: readonly Constraint[]): void {
    const { projectId } = this.scene.constraints;
    this.scene = { ...this.scene, constraints: { projectId, constraints: [...constraints] } };
  }
}

function isChange(asked: FromView): boolean {
  return asked.type === 'request' || asked.type === 'act' || (asked.type === 'command' && asked.row !== undefined);
}
