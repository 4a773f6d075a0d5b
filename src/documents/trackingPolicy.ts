import { compileGlob, type PathMatcher } from '../base/globs.ts';
import type { UntrackedReason } from '../protocol/errorCodes.ts';
import { isSecretFile } from '../redaction/secretFiles.ts';

/** Schemes, in lower case, of what is nobody's context or no document of the developer's. */
const foreignSchemes = new Set([
  'git',
  'output',
  'perf',
  'chatsessioninput',
  'vscode',
  'vscode-chat-editing',
  'vscode-scm',
  'vscode-settings',
  'vscode-terminal',
  'vscode-userdata',
]);

/** What Live Context itself shows: versions, prompts, deliveries, conversations. */
export function isOurs(scheme: string): boolean {
  return scheme.toLowerCase().startsWith('live-context');
}

export interface TrackingCandidate {
  readonly scheme: string;
  /** Path in its project, `/`-separated. */
  readonly path: string;
  /** UTF-16 units. */
  readonly length: number;
}

export interface TrackingRules {
  /** Globs as VS Code's settings have them, matched against the path; a folder that matches excludes all that is in it. */
  readonly exclude: readonly string[];
  /** UTF-16 units. */
  readonly maxDocumentSize: number;
}

/** Decides which documents are followed. */
export class TrackingPolicy {
  readonly #exclude: readonly PathMatcher[];
  readonly #maxDocumentSize: number;

  constructor({ exclude, maxDocumentSize }: TrackingRules) {
    this.#maxDocumentSize = maxDocumentSize;
    this.#exclude = exclude.flatMap(excluding);
  }

  /** Why the document is not followed; null when it is. */
  reason({ scheme, path, length }: TrackingCandidate): UntrackedReason | null {
    if (isOurs(scheme) || foreignSchemes.has(scheme.toLowerCase())) return 'scheme';
    if (isSecretFile(path)) return 'secretFile';
    if (this.#exclude.some((matches) => matches(path))) return 'excluded';
    return length > this.#maxDocumentSize ? 'tooLarge' : null;
  }
}

function excluding(glob: string): readonly PathMatcher[] {
  const name = glob.trim().replace(/\/+$/, '');
  return name === '' ? [] : [compileGlob(name), compileGlob(`${name}/**`)];
}
