import { expect, test } from 'vitest';
import { draftOfConstraint, emptyDraft, fieldsOf } from '../../../webview-ui/sections/tree/constraintForm.ts';
import { fakeConstraints } from '../../support/viewHarness/fakeAssembly.ts';

test('a draft of a constraint changes nothing of it when nothing is typed', () => {
  for (const { id: _, ...constraint } of fakeConstraints) {
    const { check, ...fields } = fieldsOf(draftOfConstraint(constraint));
    expect({ ...fields, ...(check === null ? {} : { check }) }).toEqual(constraint);
  }
});

test('a draft has a pattern only when one is checked, and files only when some are named', () => {
  const typed = { ...emptyDraft, text: 'Text', pattern: 'a+', files: ' ' };
  expect(fieldsOf(typed).check).toBeNull();
  expect(fieldsOf({ ...typed, check: 'require' }).check).toEqual({ kind: 'require', pattern: 'a+' });
  const forbid = fieldsOf({ ...typed, check: 'forbid', files: ' src/** ' });
  expect(forbid.check).toEqual({ kind: 'forbid', pattern: 'a+', files: 'src/**' });
});
