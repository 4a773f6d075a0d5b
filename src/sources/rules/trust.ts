/** So many files are named. */
const maxNamed = 8;

/** What a prompt says of rules that an untrusted project's files hold. The names are quoted, since a stranger chose them. */
export function leftOut(...paths: readonly string[]): string {
  const named = paths.slice(0, maxNamed).map((path) => JSON.stringify(path));
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : '';
  return `RULES_UNTRUSTED: ${named.join(', ')}${more}: left out, since the developer has not trusted this folder`;
}
