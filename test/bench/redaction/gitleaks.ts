import { readFileSync } from 'node:fs';
import { RE2JS } from 're2js';

/**
 * gitleaks' rules as a peer: its `gitleaks.toml`, which is not part of this repository, lies where the variable `GITLEAKS_RULES` says.
 * Its limits of entropy and its lists of exceptions are left out, so that it finds no less than gitleaks itself. Null without the file.
 */
export function gitleaksFinds(): ((text: string) => boolean) | null {
  const path = process.env['GITLEAKS_RULES'];
  if (path === undefined) return null;
  const rules = readFileSync(path, 'utf8')
    .split(/^\[\[rules\]\]$/m)
    .slice(1)
    .flatMap((rule) => {
      const [, pattern] = /^regex = '''([\s\S]*?)'''/m.exec(rule) ?? [];
      const [, words = ''] = /^keywords = \[([\s\S]*?)\]/m.exec(rule) ?? [];
      const keywords = [...words.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word.toLowerCase());
      return pattern === undefined ? [] : [{ pattern: RE2JS.compile(pattern), keywords }];
    });
  return (text) => {
    const lower = text.toLowerCase();
    return rules.some(
      ({ pattern, keywords }) =>
        (keywords.length === 0 || keywords.some((word) => lower.includes(word))) && pattern.matcher(text).find(),
    );
  };
}
