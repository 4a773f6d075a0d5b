import { namesOf } from '../paths.ts';

/**
 * The note about rules of an untrusted project. The names are quoted, since a stranger chose them.
 */
export function leftOut(...paths: readonly string[]): string {
  return `RULES_UNTRUSTED: ${namesOf(paths)}: left out, since the developer has not trusted this folder`;
}
