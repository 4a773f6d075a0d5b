import { budgetSchema } from '../../../src/protocol/assembly.ts';
import { channels, type Format, formats, type ParsedParams, type Value } from '../../../src/protocol/channels.ts';
import { type Constraint, constraintSchema } from '../../../src/protocol/constraints.ts';
import type { ErrorCode } from '../../../src/protocol/errorCodes.ts';
import type { Preference } from '../../../src/protocol/preferences.ts';
import { failure, type Result, success } from '../../../src/protocol/result.ts';
import { type FromView, fromViewSchema, type ToView } from '../../../src/protocol/viewMessages.ts';
import { previewOf, type Scene } from './fakeData.ts';
import { FakeWindows } from './fakeWindows.ts';

/** Plays the extension: answers the view out of a scene and keeps what it received. */
export class FakeHost {
  scene: Scene;
  /** Channels that fail with a code, and those that never answer. */
  readonly failing = new Map<string, ErrorCode>();
  readonly silent = new Set<string>();
  readonly received: FromView[] = [];
  readonly #windows = new FakeWindows();
  /** The translations of the view's texts. */
  readonly translations: Readonly<Record<string, string>>;

  constructor(scene: Scene, translations: Readonly<Record<string, string>> = {}) {
    this.scene = scene;
    this.translations = translations;
  }

  /** What goes back to the view for a message; throws when the message is not of the protocol. */
  async answer(message: unknown): Promise<ToView | null> {
    const asked = fromViewSchema.parse(message);
    this.received.push(asked);
    const name = asked.type === 'request' ? asked.channel : asked.type;
    if (this.silent.has(name)) return null;
    const result = this.failing.has(name) ? failure(this.failing.get(name) ?? 'INTERNAL') : await this.#result(asked);
    return { type: 'reply', id: asked.id, result };
  }

  #result(asked: FromView): Result<unknown> | Promise<Result<unknown>> {
    if (asked.type !== 'request') return success({});
    switch (asked.channel) {
      case 'live:status':
        return success(this.scene.status);
      case 'live:get':
        return success(previewOf(this.scene, formatOf(asked.params)));
      case 'windows:list':
        return success(this.#windows.list(this.scene));
      case 'windows:act':
        return this.#windows.act(channels[asked.channel].params.parse(asked.params));
      case 'live:timeline':
        return success(this.scene.timeline);
      case 'context:budget:get':
        return success(this.scene.budget);
      case 'context:budget:update':
        return this.#updateBudget(channels[asked.channel].params.parse(asked.params));
      case 'constraints:list':
        return success(this.scene.constraints);
      case 'constraints:create':
        return this.#createConstraint(channels[asked.channel].params.parse(asked.params));
      case 'constraints:update':
        return this.#updateConstraint(channels[asked.channel].params.parse(asked.params));
      case 'constraints:delete':
        return this.#deleteConstraint(channels[asked.channel].params.parse(asked.params));
      case 'files:usage':
        return success(this.scene.usage);
      case 'files:list':
        return success(this.#listFiles(channels[asked.channel].params.parse(asked.params)));
      case 'files:tail':
        return success({ ...channels[asked.channel].params.parse(asked.params), content: 'one\ntwo\nthe last line\n' });
      case 'files:grep':
        return success(grepOf(channels[asked.channel].params.parse(asked.params)));
      case 'files:delete':
        return this.#deleteFile(channels[asked.channel].params.parse(asked.params));
      case 'pins:list':
        return success(this.scene.pins);
      case 'pins:delete':
        return this.#deletePin(channels[asked.channel].params.parse(asked.params));
      case 'redactions:list':
        return success(this.scene.redactions);
      case 'redactions:allow':
        return this.#allow(channels[asked.channel].params.parse(asked.params));
      case 'preferences:list':
        return success(this.scene.preferences);
      case 'preferences:decide':
        return this.#decide(channels[asked.channel].params.parse(asked.params));
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

  #deleteConstraint({ projectId = '', id }: ParsedParams<'constraints:delete'>): Result<unknown> {
    const { constraints } = this.scene.constraints;
    this.#setConstraints(constraints.filter((constraint) => constraint.id !== id));
    return success({ projectId, constraint: constraints.find((constraint) => constraint.id === id) });
  }

  #deletePin({ id }: ParsedParams<'pins:delete'>): Result<unknown> {
    const { projectId, pins } = this.scene.pins;
    this.scene = { ...this.scene, pins: { projectId, pins: pins.filter((pin) => pin.id !== id) } };
    return success({ projectId, deleted: true });
  }

  #listFiles({ conversationId = 'workspace' }: ParsedParams<'files:list'>): Value<'files:list'> {
    return { conversationId, items: [...(this.scene.files.get(conversationId) ?? [])] };
  }

  #deleteFile({ conversationId = 'workspace', id }: ParsedParams<'files:delete'>): Result<Value<'files:delete'>> {
    const kept = this.scene.files.get(conversationId)?.filter((file) => file.id !== id) ?? [];
    this.scene = { ...this.scene, files: new Map(this.scene.files).set(conversationId, kept) };
    return success({ deleted: true });
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
    const decided = preferences.map((preference) =>
      preference.id === asked.id ? afterDecision(preference, asked) : preference,
    );
    this.scene = { ...this.scene, preferences: { projectId, preferences: decided } };
    return success(this.scene.preferences);
  }

  #setConstraints(constraints: readonly Constraint[]): void {
    const { projectId } = this.scene.constraints;
    this.scene = { ...this.scene, constraints: { projectId, constraints: [...constraints] } };
  }
}

function grepOf({ id, pattern }: ParsedParams<'files:grep'>): Value<'files:grep'> {
  if (pattern === 'nothing') return { id, totalMatches: 0, matches: [] };
  const content = 'error: the connection to the database was refused, and this line goes on for a good while yet';
  const matches = [7, 42, 30_541].map((line) => ({ line, content }));
  return { id, totalMatches: 1_234, matches, partial: true };
}

function afterDecision(preference: Preference, asked: ParsedParams<'preferences:decide'>): Preference {
  switch (asked.decision) {
    case 'confirm':
      return { ...preference, state: 'confirmed', confidence: 1 };
    case 'edit':
      return { ...preference, state: 'edited', text: asked.text, confidence: 1 };
    case 'reject':
      return { ...preference, state: 'rejected', text: null };
    case 'forget':
      return { ...preference, state: 'learned', text: 'As learned.', confidence: 0.8 };
  }
}

function formatOf(params: unknown): Format {
  const named = typeof params === 'object' && params !== null && 'format' in params ? params.format : null;
  return formats.find((format) => format === named) ?? 'markdown';
}
