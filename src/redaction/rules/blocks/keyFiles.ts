import { type BlockRule, blockReach, type KeywordRule } from '../../finding.ts';
import { lineFrom, shortLine } from '../lines.ts';

/** PuTTY key files: the lines that `Private-Lines` counts. */
const puttyKey: BlockRule = (text, at) => {
  let line = shortLine(text, at, 200);
  const count = line === null ? undefined : /private-lines: {0,4}(\d{1,3})[ \t]*$/i.exec(line.text)?.[1];
  if (line === null || count === undefined) return null;
  const start = line.next;
  for (let row = 0; row < Number(count) && line.next > line.end; row++) {
    const next = lineFrom(text, line.next);
    if (!/[A-Za-z0-9+/=]{4,}[ \t]*$/.test(next.text)) break;
    line = next;
  }
  const spans = line.end > start ? [{ start, end: line.end, kind: 'private-key' }] : [];
  return { spans, from: at, to: lineFrom(text, line.next).next };
};

/** `-----BEGIN` and `PRIVATE` in base64. */
const encodedMark = /^(?=LS0tLS1CRUdJTiB[A-Z0-9]).*(?:[UQVS]FJJVkFUR|QUklWQVRF|UFJJVkFUR|BSSVZBVE)/;
/** Maximum length of a key in one line, UTF-16 units. RSA with 16,384 bits needs 17,000. */
const longestKey = 24_000;
/** Maximum length of a wrapped base64 line with its prefix, UTF-16 units. */
const longestWrapped = 1_000;

/** A base64-encoded private key, over all its lines. */
const encodedKey: BlockRule = (text, at) => {
  if (!encodedMark.test(text.slice(at, Math.min(text.length, at + 48)))) return null;
  let line = lineFrom(text, at, at + longestKey);
  let end = at + (/^[A-Za-z0-9+/=]*/.exec(line.text)?.[0].length ?? 0);
  const width = shortLine(text, at, longestWrapped)?.text.trim().length ?? 0;
  while (end === line.end && line.next > line.end && width >= 60 && line.end - at < blockReach) {
    line = lineFrom(text, line.next);
    if (!/^[ \t]*[A-Za-z0-9+/=]+$/.test(line.text)) break;
    end = line.end;
    if (line.text.trim().length < width) break;
  }
  return { spans: [{ start: at, end, kind: 'private-key' }], from: at, to: lineFrom(text, line.next).next };
};

export const keyFileRules: readonly KeywordRule[] = [
  { keyword: 'private-lines:', block: puttyKey },
  { keyword: 'ls0tls1crudjti', block: encodedKey },
];
