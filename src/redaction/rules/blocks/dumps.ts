import { type BlockRule, blockReach, type KeywordRule, type SecretSpan } from '../../finding.ts';
import { lineFrom, shortLine } from '../lines.ts';
import { isSecretColumn, secretInCell } from './cells.ts';

const longestHead = 2_000;
/** `INSERT INTO t (id, password) VALUES` before its rows; the first group holds the columns. */
const insertHead =
  /(?:insert(?: ignore)?|replace) into\s+[\w."`[\]$-]{1,130}\s*\(([^()]{1,1500})\)\s*values?\s*(?=\()/iy;
const rowStart = /\s{0,100},?\s{0,100}\(/y;
/** Maximum length of {@link rowStart}. */
const betweenRows = 202;
/**
 * A value of a row with its separator: a string, with its content in group 1 or 2, or an
 * expression.
 */
const rowValue =
  /\s{0,100}(?:\w{0,10}(?:'([^'\\]*(?:(?:''|\\.)[^'\\]*)*)'|"([^"\\]*(?:(?:""|\\.)[^"\\]*)*)")(?:::\w{1,40})?|(?:[^,()'"]|\([^()]{0,200}\)){0,200})\s{0,100}([,)])/dsy;

/** Indexes of the columns that hold secrets. */
function secretColumns(names: string): ReadonlySet<number> {
  const columns = names.split(',').map((name) => name.trim().replaceAll(/["'`[\]]/g, ''));
  return new Set([...columns.keys()].filter((at) => isSecretColumn(columns[at] as string)));
}

const insertedRows: BlockRule = (text, at) => {
  insertHead.lastIndex = 0;
  const columns = secretColumns(insertHead.exec(text.slice(at, at + longestHead))?.[1] ?? '');
  if (columns.size === 0) return { spans: [], from: at, to: at + longestHead };
  const first = at + insertHead.lastIndex;
  const rows = text.slice(first, at + blockReach);
  const spans: SecretSpan[] = [];
  rowStart.lastIndex = 0;
  let end = 0;
  while (rowStart.test(rows)) {
    rowValue.lastIndex = rowStart.lastIndex;
    for (let column = 0, isLast = false; !isLast; column++) {
      const value = rowValue.exec(rows);
      if (value === null) return { spans, from: at, to: at + blockReach };
      const [start, stop] = value.indices?.[1] ?? value.indices?.[2] ?? [0, 0];
      const secret = columns.has(column)
        ? secretInCell({ start: first + start, text: rows.slice(start, stop) }, true)
        : null;
      if (secret !== null) spans.push(secret);
      isLast = value[3] === ')';
    }
    end = rowValue.lastIndex;
    rowStart.lastIndex = end;
  }
  return { spans, from: at, to: first + end + betweenRows };
};

const copyHead = /^\s*copy [\w."]{1,130} \(([^()]{1,900})\) from stdin/i;

/** The rows of `COPY t (id, password) FROM stdin` in a pg_dump: separated by tabs, up to `\.`. */
const copiedRows: BlockRule = (text, at) => {
  const head = shortLine(text, at, longestHead);
  const names = copyHead.exec(head?.text ?? '')?.[1] ?? '';
  const columns = secretColumns(names);
  if (head === null || columns.size === 0) return null;
  const spans: SecretSpan[] = [];
  const width = names.split(',').length;
  let line = head;
  while (line.next > line.end && line.end - head.start < blockReach) {
    line = lineFrom(text, line.next);
    const cells = line.text.split('\t');
    if (line.text === '\\.' || cells.length !== width || copyHead.test(line.text)) break;
    let start = line.start;
    for (const [column, cell] of cells.entries()) {
      const secret = columns.has(column) ? secretInCell({ start, text: cell }, true) : null;
      if (secret !== null) spans.push(secret);
      start += cell.length + 1;
    }
  }
  return { spans, from: head.start, to: line.next + 1 };
};

export const dumpRules: readonly KeywordRule<BlockRule>[] = [
  ...['insert into', 'insert ignore into', 'replace into'].map((keyword) => ({ keyword, rule: insertedRows })),
  { keyword: ' from stdin', rule: copiedRows },
];
