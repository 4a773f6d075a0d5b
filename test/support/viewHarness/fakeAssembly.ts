import type { Value } from '../../../src/protocol/channels.ts';
import { type Constraint, constraintSchema } from '../../../src/protocol/decisions/constraints.ts';
import {
  type Account,
  accountSchema,
  type BudgetState,
  type LedgerLine,
} from '../../../src/protocol/prompt/assembly.ts';

const source = 'packages/checkout/src';
const file = `${source}/pricing/discountRules.ts`;
const folder = 'file:///home/dana/shop';

export const fakeConstraints: readonly Constraint[] = [
  {
    id: 'c1',
    type: 'architecture',
    source: 'project',
    text: 'Amounts of money are of the class Money, never plain numbers.',
  },
  {
    id: 'c2',
    type: 'convention',
    source: 'user',
    text: 'No console output in library code.',
    check: { kind: 'forbid', pattern: 'console\\.(log|warn|error)', files: 'packages/*/src/**' },
  },
  { id: 'c3', type: 'api', source: 'knowledge', text: 'The tax service takes at most 50 items a request.' },
].map((constraint) => constraintSchema.parse(constraint));

export const fakePins: Value<'pins:list'> = {
  projectId: folder,
  pins: [
    pin('pin-1', 'packages/checkout/src/cart.ts', { first: 12, last: 48 }),
    pin('pin-2', 'packages/checkout/src/generated/aVeryLongFileNameThatDoesNotFit.generated.ts', { first: 7, last: 7 }),
  ],
};

export const fakeRedactions: Value<'redactions:list'> = {
  projectId: folder,
  on: true,
  redactions: [hidden('private-key', 1, true), hidden('stripe-key', 3, false), hidden('password', 1, false)],
};

function hidden(kind: string, count: number, allowed: boolean): Value<'redactions:list'>['redactions'][number] {
  const documentId = `${folder}/${allowed ? 'other/' : ''}${file}`;
  const place = { documentId, file, line: 12, columns: [8, 40] as [number, number] };
  return { placeholder: `[REDACTED:${kind}:1]`, kind, allowed, count, places: [place] };
}

function pin(id: string, path: string, lines: { first: number; last: number }): Value<'pins:list'>['pins'][number] {
  return { id, documentId: `${folder}/${path}`, projectId: folder, file: path, lines };
}

export const fakePreferences: Value<'preferences:list'> = {
  projectId: folder,
  preferences: [
    { id: 'typescript:quotes', state: 'learned', text: 'Strings have single quotes.', confidence: 0.943 },
    { id: 'typescript:semicolons', state: 'confirmed', text: 'Statements end in semicolons.', confidence: 1 },
    { id: 'typescript:naming', state: 'rejected', text: null, confidence: 1 },
  ],
};

export const fakeBudget: BudgetState = {
  version: 4,
  budget: {
    modelLimit: 16_000,
    outputReserve: null,
    shares: { rules: 0.15, settings: 0.1, retrieved: 0.25, immediate: 0.5 },
  },
};

function line(
  layer: LedgerLine['layer'],
  id: string,
  source: string,
  [tokens, fullTokens = tokens]: readonly [number, number?],
  fate: Partial<Pick<LedgerLine, 'state' | 'lod' | 'why'>> = {},
): LedgerLine {
  const kept = { state: 'kept', lod: 'full', why: 'within the budget' } as const;
  return { id, layer, source, tokens, fullTokens, weight: 0.5, ...kept, ...fate };
}

const cut = { state: 'cut', lod: 'cut', why: 'over the budget: left out' } as const;
const summary = { state: 'degraded', lod: 'summary', why: 'over the budget: shown as summary' } as const;
const fewer = { state: 'degraded', lod: 'full', why: 'over the budget: fewer lines' } as const;

const hash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';

/** A prompt that has been trimmed, with a prefix that is not the one copied last. */
export const fakeAccount: Account = accountSchema.parse({
  tokenCount: 11_904,
  otherTokens: 204,
  budget: 11_904,
  exact: true,
  stablePrefixHash: hash,
  stablePrefixUnchanged: false,
  prefix: { hash, tokens: 2188, unchanged: false, isFirst: false },
  layers: {
    rules: { tokens: 1986, truncated: true, share: 1725 },
    settings: { tokens: 202, truncated: false, share: 1150 },
    retrieved: { tokens: 2101, truncated: true, share: 2876, chunks: 4 },
    immediate: { tokens: 7215, truncated: true, share: 5752 },
  },
  ledger: [
    line('rules', 'constraint:c1', 'constraint (project)', [41]),
    line('rules', 'constraint:c2', 'constraint (user)', [14]),
    line('rules', 'constraint:c3', 'constraint (knowledge)', [0, 18], cut),
    line('rules', 'instructions:AGENTS.md', 'AGENTS.md', [1931, 2604], summary),
    line('settings', 'setting:editor.tabSize', 'editor settings', [12]),
    line('settings', 'setting:indent_style', '.editorconfig', [190]),
    line('retrieved', `chunk:pin:${folder}/${source}/cart.ts:12-48`, `${source}/cart.ts`, [612]),
    line('retrieved', `chunk:search:${folder}/${source}/money.ts:3-92`, `${source}/money.ts`, [1489]),
    line('retrieved', `chunk:search:${folder}/docs/discounts.md:7-7`, 'docs/discounts.md', [0, 733], cut),
    line('retrieved', `chunk:somethingNew:${folder}/a.ts:1-20`, 'a.ts', [0, 210], cut),
    line('immediate', 'document', file, [6120, 9040], fewer),
    line('immediate', 'diff:v20260305-103900-119', file, [580]),
    line('immediate', 'diff:anchor', file, [311]),
    line('immediate', 'editorState', file, [164]),
    line('immediate', 'plan:p1', 'mcp:claude', [40]),
  ],
  missing: [],
  warnings: [
    'CONTEXT_RULES_OVERBUDGET: rules take 2677 tokens, their share is 1725; 1 were left out',
    'INSTRUCTIONS_UNAVAILABLE: instruction files answer late and come with the next prompt',
  ],
});

/** A small prompt, estimated, before anything has been copied. */
export const freshAccount: Account = accountSchema.parse({
  ...fakeAccount,
  ...{ tokenCount: 212, budget: 123_904, exact: false },
  prefix: { hash, tokens: 0, unchanged: false, isFirst: true },
  ledger: [line('immediate', 'document', file, [180])],
  warnings: [],
});
