import { type BlockRule, blockReach, type KeywordRule } from '../../finding.ts';
import { lineFrom, shortLine, startOfLine } from '../lines.ts';

/** PuTTY's files of keys: the lines that `Private-Lines` counts. */
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

/** A private key in base64, as `base64` breaks it into lines: all of them. */
const encodedKey: BlockRule = (text, at) => {
  let line = lineFrom(text, startOfLine(text, at));
  const behind = text.slice(at, Math.min(line.end, at + 48));
  if (
    !/^LS0tLS1CRUdJTi(?:B[A-Z0-9][A-Za-z0-9+/]*)/.test(behind) ||
    !/[UQVS]FJJVkFUR|QUklWQVRF|UFJJVkFUR|BSSVZBVE/.test(behind)
  )
    return null;
  const length = /[A-Za-z0-9+/=]*/.exec(text.slice(at, line.end))?.[0].length ?? 0;
  let end = at + length;
  const width = line.text.trim().length;
  while (end === line.end && line.next > line.end && width >= 60 && line.end - at < blockReach) {
    const next = lineFrom(text, line.next);
    if (!/^[ \t]*[A-Za-z0-9+/=]+$/.test(next.text)) break;
    line = next;
    end = line.end;
    if (line.text.trim().length < width) break;
  }
  return { spans: [{ start: at, end, kind: 'private-key' }], from: at, to: lineFrom(text, line.next).next };
};

export const keyFileRules: readonly KeywordRule<BlockRule>[] = [
  { keyword: 'private-lines:', rule: puttyKey },
  { keyword: 'ls0tls1crudjti', rule: encodedKey },
];
