import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channels } from '../../../src/protocol/channels.ts';
import { failure } from '../../../src/protocol/result.ts';
import { budgetChange, draftOfBudget, freshBudget } from '../../../webview-ui/sections/housekeeping/budgetDraft.ts';
import {
  createParams,
  draftOfConstraint,
  emptyDraft,
  updateParams,
} from '../../../webview-ui/sections/tree/constraintDraft.ts';
import { fakeBudget, fakeConstraints } from '../../support/viewHarness/fakeAssembly.ts';

describe('a draft of the budget', () => {
  it('asks for what differs, on the version that it was made of', () => {
    const draft = draftOfBudget(fakeBudget);
    expect(budgetChange(draft)).toBeNull();
    expect(budgetChange({ ...draft, modelLimit: '16000', outputReserve: ' ' })).toBeNull();
    expect(budgetChange({ ...draft, outputReserve: '0' })).toEqual({ version: 4, budget: { outputReserve: 0 } });
    expect(budgetChange({ ...draft, modelLimit: '32000' })).toEqual({ version: 4, budget: { modelLimit: 32_000 } });
  });

  it('gives an own reserve back to the profile when its field is emptied', () => {
    const own = { version: 5, budget: { ...fakeBudget.budget, outputReserve: 800 } };
    const draft = draftOfBudget(own);
    expect(draft.outputReserve).toBe('800');
    expect(budgetChange({ ...draft, outputReserve: '' })).toEqual({ version: 5, budget: { outputReserve: null } });
  });

  it('makes what the channel takes of whatever its fields allow', () => {
    const limits = fc.integer({ min: 500, max: 10_000_000 });
    const reserves = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: '' });
    fc.assert(
      fc.property(limits, reserves, (modelLimit, outputReserve) => {
        const draft = { ...draftOfBudget(fakeBudget), modelLimit: `${modelLimit}`, outputReserve: `${outputReserve}` };
        const change = budgetChange(draft);
        expect(change === null || channels['context:budget:update'].params.safeParse(change).success).toBe(true);
      }),
    );
  });

  it('finds the fresh budget in a conflict alone', () => {
    const conflict = failure('CONTEXT_BUDGET_CONFLICT', undefined, fakeBudget);
    const other = failure('INTERNAL', undefined, fakeBudget);
    const bare = failure('CONTEXT_BUDGET_CONFLICT');
    expect([conflict, other, bare].map((result) => (result.ok ? null : freshBudget(result.error)))).toEqual([
      fakeBudget,
      null,
      null,
    ]);
  });
});

describe('a draft of a constraint', () => {
  it('changes nothing of a constraint when nothing is typed', () => {
    for (const constraint of fakeConstraints) {
      const { projectId, id, check, ...fields } = updateParams(
        draftOfConstraint(constraint),
        'file:///p',
        constraint.id,
      );
      expect({ id, ...fields, ...(check === null ? {} : { check }) }).toEqual(constraint);
      expect(projectId).toBe('file:///p');
    }
  });

  it('has a pattern only when one is checked, and files only when some are named', () => {
    const typed = { ...emptyDraft, text: 'Text', pattern: 'a+', files: ' ' } as const;
    expect(createParams(typed, 'file:///p')).not.toHaveProperty('check');
    expect(updateParams(typed, 'file:///p', 'c1').check).toBeNull();
    expect(createParams({ ...typed, check: 'require' }, 'file:///p').check).toEqual({ kind: 'require', pattern: 'a+' });
    expect(createParams({ ...typed, check: 'forbid', files: ' src/** ' }, 'file:///p').check).toEqual({
      kind: 'forbid',
      pattern: 'a+',
      files: 'src/**',
    });
  });
});
