import { channels, type TimelineEntry, type Value } from '../../../src/protocol/channels.ts';
import type { UntrackedReason } from '../../../src/protocol/errorCodes.ts';
import type { Account, PieceChange, PromptTrace } from '../../../src/protocol/prompt/assembly.ts';
import { type Delivery, deliveryChannels } from '../../../src/protocol/prompt/deliveries.ts';
import {
  type DiffSummary,
  type LiveContextPayload,
  liveContextPayloadSchema,
} from '../../../src/protocol/prompt/liveContext.ts';
import type { ViewPrompt } from '../../../src/protocol/viewMessages.ts';
import {
  fakeAccount,
  fakeBudget,
  fakeConstraints,
  fakePins,
  fakePreferences,
  fakeRedactions,
  freshAccount,
} from './fakeAssembly.ts';

/** The time at which the fake data was seen. */
export const now = Date.parse('2026-03-05T10:42:30.000Z');
const file = 'packages/checkout/src/pricing/discountRules.ts';
const documentId = `file:///home/dana/shop/${file}`;
const projectId = 'file:///home/dana/shop';

function before(seconds: number): string {
  return new Date(now - seconds * 1000).toISOString();
}

function version(sequence: number): string {
  return `v20260305-10${String(40 - sequence).padStart(2, '0')}00-${120 - sequence}`;
}

const typedPatch = `--- a/${file}
+++ b/${file}
@@ -212,9 +212,12 @@
 export function bestDiscount(cart: Cart, rules: readonly DiscountRule[]): Discount | null {
   let best: Discount | null = null;
   for (const rule of rules) {
-    if (!rule.matches(cart)) continue;
+    if (!rule.active || !rule.matches(cart)) continue;
     const discount = rule.apply(cart);
-    if (best === null || discount.amount > best.amount) best = discount;
+    // Equal discounts: the one that ends sooner wins, so that customers use it up first.
+    if (best === null || discount.amount > best.amount || (discount.amount === best.amount && discount.endsAt < best.endsAt)) {
+      best = discount;
+    }
   }
   return best;
 }
`;

const agentPatch = `--- a/${file}
+++ b/${file}
@@ -88,2 +89,1 @@
-  const total = cart.items.reduce((sum, item) => sum.plus(item.price), new Money(0, 'EUR'));
-  return total;
+  return cart.items.reduce((sum, item) => sum.plus(item.price), zero);
`;

const typed: DiffSummary = {
  ...{ version_id: version(1), base_version_id: version(2), timestamp: before(12), patch: typedPatch },
  ...{ first_line: 215, last_line: 221, origin: 'typing' },
};
const byAgent: DiffSummary = {
  ...{ version_id: version(2), base_version_id: version(3), timestamp: before(190), patch: agentPatch },
  ...{ first_line: 89, last_line: 91, origin: 'agent' },
};
const switched: DiffSummary = {
  ...{ version_id: version(3), timestamp: before(1500), patch: '', first_line: null, last_line: null },
  reason: 'Switched from main to pricing-rules (14 files)',
};

/** A patch of so many changed lines. */
export function longPatch(lines: number): string {
  const body = Array.from({ length: lines }, (_, line) => `-  rate(${line}, 0.19),\n+  rate(${line}, 0.2),\n`);
  return `--- a/${file}\n+++ b/${file}\n@@ -1,${lines} +1,${lines} @@\n${body.join('')}`;
}

const excerpt = Array.from({ length: 220 }, (_, index) => `  // line ${index + 120} of the rules`).join('\n');

const tracked: LiveContextPayload = liveContextPayloadSchema.parse({
  file,
  language: 'typescript',
  version_id: version(1),
  current_document: excerpt,
  excerpt: { first_line: 120, last_line: 339 },
  outline: ['8 interface DiscountRule', '23 class SeasonalRule', '  31 method matches'],
  recent_diffs: [typed, byAgent, switched],
  anchor_diff: { ...byAgent, base_version_id: version(10), origin: undefined },
  editor_state: {
    file,
    document_id: documentId,
    project_id: projectId,
    language: 'typescript',
    line_count: 871,
    length: 31_482,
    cursor: { line: 218, column: 14, offset: 7210 },
    selections: [],
    visible_ranges: [{ first_line: 198, last_line: 241 }],
    dirty: true,
    encoding: 'utf8',
    eol: 'LF',
    disk: 'same',
    open_tabs: [
      { file, active: true, dirty: true },
      { file: 'README.md', active: false, dirty: true },
    ],
    diagnostics: [
      { severity: 'error', line: 219, column: 45, message: "No property 'endsAt'.", source: 'ts', code: '2339' },
    ],
  },
  plan_hints: [
    {
      id: 'p1',
      consumer: 'mcp:claude',
      summary: 'Rename bestDiscount to chooseDiscount',
      base_version_id: version(5),
      outcome: 'conflict',
      reason: 'Lines 212–214 changed since version 115.',
      timestamp: before(400),
    },
  ],
});

/** What the refused edit meant to do. */
const refusedDiff: NonNullable<LiveContextPayload['plan_hints'][number]['diff']> = {
  ...{ version_id: version(5), base_version_id: version(5), timestamp: before(400), is_error: true },
  patch: '@@ -212,1 +212,1 @@\n-  bestDiscount(cart, rules);\n+  chooseDiscount(cart, rules);\n',
  ...{ first_line: 212, last_line: 212 },
};

const steps = ['typing', 'typing', 'agent', 'undo', 'typing', 'redo', 'format', 'disk', 'typing', 'unknown'] as const;

const kinds: Readonly<Record<number, readonly TimelineEntry['checkpoints'][number]['kind'][]>> = {
  ...{ 4: ['saved'], 9: ['named'], 22: ['opened', 'saved'], 23: ['head'] },
};

function timelineEntry(index: number): TimelineEntry {
  const [timestamp, versionId] = [before(12 + index * index * 25), version(index + 1)];
  const checkpoints = (kinds[index] ?? []).map((kind) => ({
    ...{ versionId, kind, timestamp },
    ...(kind === 'named' ? { name: 'before the coupon rules' } : {}),
  }));
  const edit = { origin: steps[index % steps.length] ?? 'unknown', added: (index * 7) % 23, removed: (index * 5) % 11 };
  return { versionId, timestamp, checkpoints, ...(index >= 22 ? {} : { edit }) };
}

/** What the fake extension answers; a scene is made by changing parts of it. */
export interface Scene {
  readonly status: Value<'live:status'>;
  readonly payload: LiveContextPayload;
  readonly timeline: Value<'live:timeline'>;
  readonly account: Account;
  readonly budget: Value<'context:budget:get'>;
  readonly constraints: Value<'constraints:list'>;
  readonly pins: Value<'pins:list'>;
  readonly preferences: Value<'preferences:list'>;
  readonly redactions: Value<'redactions:list'>;
  readonly deliveries: Value<'deliveries:list'>;
  /** The prompt in Markdown. */
  readonly prompt: string;
}

const prompt = `# Live Context\n\n\`\`\`typescript\n${excerpt}\n\`\`\`\n\n\`\`\`diff\n${typedPatch}\`\`\`\n`;

function delivery(
  id: string,
  consumer: string,
  seconds: number,
  channel: string,
  tokens: number,
  unseen: { added: number; removed: number },
): Delivery {
  const documents = [{ documentId, file, versionId: version(4), unseen }];
  const head = { id, consumer, at: now - seconds * 1000, channel, asked: {}, format: 'markdown' as const };
  return { ...head, bytes: tokens * 4, tokens, documents, rebuildable: true };
}

export const trackedScene: Scene = {
  status: channels['live:status'].result.parse({
    document: { tracked: true, documentId, file, projectId },
    git: true,
    trackedDocuments: 4,
    model: 'gpt-5',
    notices: [],
  }),
  payload: tracked,
  timeline: channels['live:timeline'].result.parse({
    documentId,
    file,
    now: version(1),
    entries: Array.from({ length: 24 }, (_, index) => timelineEntry(index)),
    refused: tracked.plan_hints.map((hint) => ({ ...hint, diff: refusedDiff })),
  }),
  account: fakeAccount,
  budget: fakeBudget,
  constraints: { projectId, constraints: [...fakeConstraints] },
  pins: fakePins,
  preferences: fakePreferences,
  redactions: fakeRedactions,
  deliveries: deliveryChannels['deliveries:list'].result.parse({
    deliveries: [
      delivery('d3', 'lm-tools', 120, 'live:get', 11_240, { added: 5, removed: 0 }),
      delivery('d2', 'mcp:claude', 540, 'live:changesSince', 311, { added: 9, removed: 4 }),
      delivery('d1', 'clipboard', 840, 'live:get', 11_904, { added: 12, removed: 6 }),
    ],
  }),
  prompt,
};

/** A short document without changes, in a folder without git, and a store that has failed. */
export const quietScene: Scene = {
  status: {
    ...trackedScene.status,
    git: false,
    notices: [{ code: 'STORE_FULL', message: 'The disk is full.', timestamp: before(65) }],
  },
  payload: liveContextPayloadSchema.parse({
    ...{ file: 'src/answer.ts', language: 'typescript', version_id: version(1) },
    ...{ current_document: 'export const answer = 42;\n', recent_diffs: [], anchor_diff: null, plan_hints: [] },
    editor_state: { ...tracked.editor_state, cursor: null, dirty: false, diagnostics: [], open_tabs: [] },
  }),
  timeline: { ...trackedScene.timeline, entries: [{ versionId: version(1), timestamp: before(5), checkpoints: [] }] },
  account: freshAccount,
  budget: fakeBudget,
  constraints: { projectId, constraints: [] },
  pins: { projectId, pins: [] },
  preferences: { projectId, preferences: [] },
  redactions: { projectId, on: true, redactions: [] },
  deliveries: { deliveries: [] },
  prompt: '# Live Context\n',
};

export function untrackedScene(reason: UntrackedReason): Scene {
  const document = {
    tracked: false as const,
    documentId: 'file:///home/dana/shop/.env.local',
    file: '.env.local',
    reason,
  };
  return { ...trackedScene, status: { ...trackedScene.status, document } };
}

/** The scene of a document with another prompt. */
export function withAccount(account: Partial<Account>, payload: Partial<LiveContextPayload> = {}): Scene {
  return {
    ...trackedScene,
    account: { ...trackedScene.account, ...account },
    payload: { ...trackedScene.payload, ...payload },
  };
}

export const emptyScene: Scene = { ...trackedScene, status: { ...trackedScene.status, document: null } };

/** What the extension pushes of the scene's prompt; a constraint has a place, too. */
export function promptOf({ payload, account, prompt: text }: Scene): ViewPrompt {
  const { parts, last } = traceOf(text, payload, account);
  const places = parts.flatMap(({ id, place }) => (place === null ? [] : [[id, place] as const]));
  return {
    account,
    payload: { ...payload, current_document: '' },
    places: Object.fromEntries([...places, ['constraint:c2', { documentId, line: 3 }]]),
    last,
  };
}

/** The document and the newest diff have their places in the fake prompt. */
function traceOf(
  text: string,
  { editor_state, current_document }: LiveContextPayload,
  { ledger }: Account,
): PromptTrace {
  const part = (id: string, found: string): PromptTrace['parts'] => {
    const start = found === '' ? -1 : text.indexOf(found);
    if (start < 0 || !ledger.some((line) => line.id === id)) return [];
    return [{ id, start, end: start + found.length, place: { documentId: editor_state.document_id, line: 120 } }];
  };
  const parts = [...part('document', current_document), ...part('diff:v20260305-103900-119', typedPatch)];
  if (parts.length === 0) return { parts, last: null };
  const changes: PieceChange[] = [
    { id: 'document', source: file, change: 'altered', tokens: 6120, tokensBefore: 6104 },
    { id: 'diff:v20260305-103900-119', source: file, change: 'added', tokens: 580, tokensBefore: 0 },
  ];
  return { parts, last: { timestamp: before(300), documentId, tokenCount: 11_920, changes } };
}
