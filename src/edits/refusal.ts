/** Why edits do not fit the text they were made against, in words for whoever made them. */
export class EditRefusal {
  readonly code: 'EDIT_NO_MATCH' | 'EDIT_AMBIGUOUS' | 'EDIT_INVALID';
  readonly reason: string;

  constructor(code: EditRefusal['code'], reason: string) {
    this.code = code;
    this.reason = reason;
  }
}
