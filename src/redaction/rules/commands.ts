import type { LineRule } from '../finding.ts';
import { looksLikePassword } from './likelihood.ts';

/** Commands and calls that take a password beside a user's name. */
const forms: readonly (readonly [keyword: string, pattern: string])[] = [
  ['-u ', String.raw`-u {1,2}["']?[^\s:"'$]{1,100}:([^\s"'$]{3,200})`],
  ['--user ', String.raw`--user {1,2}["']?[^\s:"'$]{1,100}:([^\s"'$]{3,200})`],
  ['--user=', String.raw`--user=["']?[^\s:"'$]{1,100}:([^\s"'$]{3,200})`],
  ['sshpass -p', String.raw`sshpass -p ?["']?([^\s"'$]{3,200})`],
  ['auth=(', String.raw`auth=\(["'][^"'\r\n]{1,100}["'], ?["']([^"'\s]{3,200})["']`],
];

/** Keywords with the rules for passwords in commands. */
export const commandRules: readonly (readonly [keyword: string, rule: LineRule])[] = forms.map(([keyword, pattern]) => {
  const form = new RegExp(pattern, 'dy');
  return [
    keyword,
    (text, at) => {
      form.lastIndex = at;
      const [start, end] = form.exec(text)?.indices?.[1] ?? [0, 0];
      return looksLikePassword(text.slice(start, end), true, false) ? { start, end, kind: 'password' } : null;
    },
  ];
});
