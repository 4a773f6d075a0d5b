import type { SourceText } from '../text/sourceText.ts';

/** A version of a document as it leaves: without its secrets (design R). A line has the same number in both texts. */
export interface RedactedVersion {
  readonly text: SourceText;
  /** Where an offset of the raw text stands in the shown one. */
  offset(raw: number): number;
}

/** How the versions of one document are shown. */
export interface RedactedVersions {
  of(raw: SourceText): RedactedVersion;
  /** A text about the document, such as an error's message. */
  message(text: string): string;
  /** Another one when the same version may be shown otherwise than before. */
  readonly epoch: string;
}
