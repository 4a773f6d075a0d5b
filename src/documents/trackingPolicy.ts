import { compileGlob, type PathMatcher } from '../base/globs.ts';
import type { UntrackedReason } from '../protocol/errorCodes.ts';
import { isSecretFile } from '../redaction/secretFiles.ts';

/** Schemes of documents that belong to the user in every window. */
const ownSchemes: readonly string[] = [
  ...['file', 'untitled', 'vscode-remote', 'vscode-local'],
  ...['vscode-notebook-cell', 'vscode-interactive'],
];

/** Recognises what Live Context itself shows: versions, prompts, deliveries, conversations. */
export function isOurs(scheme: string): boolean {
  return scheme.toLowerCase().startsWith('live-context');
}

export interface TrackingCandidate {
  /** For a cell, the scheme of its notebook. */
  readonly scheme: string;
  /** Path in its project, `/`-separated. */
  readonly path: string;
  /** UTF-16 units. */
  readonly length: number;
}

export interface TrackingRules {
  /** Schemes that are followed besides those of files, untitled documents and notebooks. */
  readonly followSchemes: readonly string[];
  /** VS Code's globs, matched against the path; a folder that matches excludes everything in it. */
  readonly exclude: readonly string[];
  /** UTF-16 units. */
  readonly maxDocumentSize: number;
}

/** A check that returns why a document is not followed; null if it is. */
export function trackingPolicy({ followSchemes, exclude, maxDocumentSize }: TrackingRules) {
  const schemes = new Set([...ownSchemes, ...followSchemes]);
  const excluded = exclude.flatMap(excluding);
  return ({ scheme, path, length }: TrackingCandidate): UntrackedReason | null => {
    if (isOurs(scheme) || !schemes.has(scheme)) return 'scheme';
    if (isSecretFile(path)) return 'secretFile';
    if (excluded.some((matches) => matches(path))) return 'excluded';
    return length > maxDocumentSize ? 'tooLarge' : null;
  };
}

function excluding(glob: string): readonly PathMatcher[] {
  const name = glob.trim().replace(/\/+$/, '');
  return name === '' ? [] : [compileGlob(name), compileGlob(`${name}/**`)];
}
