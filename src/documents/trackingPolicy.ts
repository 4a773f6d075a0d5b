import { compileGlob, type PathMatcher } from '../base/globs.ts';
import type { UntrackedReason } from '../protocol/errorCodes.ts';
import type { SettingValues } from '../protocol/settings.ts';
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

type TrackingSettings = Pick<SettingValues, 'followSchemes' | 'exclude' | 'maxDocumentSize'>;

/** A check that returns why a document is not followed; null if it is. A folder that matches excludes all in it. */
export function trackingPolicy({ followSchemes, exclude, maxDocumentSize }: TrackingSettings) {
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
