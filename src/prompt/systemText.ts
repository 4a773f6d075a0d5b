/** What every prompt tells the model about what follows. It never changes within a version, so prompt caches hold. */
export const systemText = [
  'You see the Live Context of a code editor, taken at this moment; it may be newer than anything you read before.',
  '- Current Document is the truth: work from this text, unsaved edits included. With an excerpt only the named lines are shown; the outline lists the rest.',
  '- Recent Diffs (new to old) and the Anchor Diff are the trail of what the developer did; never undo a change you see there unless asked.',
  '- Answer with edits as structured commands (apply_patch, unified diff or JSON edits) against the version_id given; earlier versions and the lines left out can be asked for by id.',
].join('\n');
