/** Maximum number of files that are named. */
const maxNamedFiles = 8;

/** What a prompt says of rules that an untrusted project's files hold. The names are quoted, since a stranger chose them. */
export function leftOut(...paths: readonly string[]): string {
  return `RULES_UNTRUSTED: ${namesOf(paths)}: left out, since the developer has not trusted this folder`;
}

/** A few of the paths, and how many more there are. */
export function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, maxNamedFiles).map((path) => JSON.stringify(path));
  return `${named.join(', ')}${paths.length > maxNamedFiles ? ` and ${paths.length - maxNamedFiles} more` : ''}`;
}
