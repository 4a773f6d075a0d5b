import { describe, expect, it } from 'vitest';
import {
  createParams,
  draftOfConstraint,
  emptyDraft,
  updateParams,
} from '../../../webview-ui/sections/tree/constraintForm.ts';
import { fakeConstraints } from '../../support/viewHarness/fakeAssembly.ts';

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
