import { namesOf } from '../paths.ts';

/** What a prompt says of rules that an untrusted project's files hold. The names are quoted, since a stranger chose them. */
export function leftOut(...paths: readonly string[]): string {
  return `RULES_UNTRUSTED: ${namesOf(paths)}: left out, since the developer has not trusted this folder`;
}
