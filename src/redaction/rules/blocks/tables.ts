import type { Block, BlockRule, KeywordRule, SecretSpan, Slices } from '../../finding.ts';
import { blockReach } from '../../finding.ts';
import type { Writing } from '../code.ts';
import { type Line, lineBefore, lineFrom, shortLine } from '../lines.ts';
import { aboutSecret, secretNames, spellings } from '../names.ts';
import { isChosen, isGenerated } from '../value.ts';
import { endOfMatch } from '../valueSpan.ts';

/** Names of columns that hold secrets. */
const telling = secretNames.filter(({ vague }) => !vague);
const tellingName = new RegExp(
  telling
    .flatMap(({ words, whole }) => {
      const names = spellings(words).map((name) => name.replaceAll('.', '\\.'));
      return whole ? names.map((name) => `(?<![a-z])${name}(?![a-z])`) : names;
    })
    .join('|'),
  'i',
);

/** Indexes of the columns that hold secrets. */
function secretColumns(names: readonly string[]): readonly number[] {
  const plain = names.map((name) => name.replaceAll(/["'`[\]]/g, '').trim());
  return [...plain.entries()].flatMap(([at, name]) => (tellingName.test(name) && !aboutSecret.test(name) ? [at] : []));
}

/** A cell of a row with its offset. */
type Cell = Pick<Line, 'start' | 'text'>;

/** The secret of a cell in a secret column; `isData` means a database's rows, not a document's. */
function secretInCell({ start, text }: Cell, isData: boolean, writing: Writing): readonly SecretSpan[] {
  const trimmed = text.trim();
  const open = /^["`]/.test(trimmed) ? 1 : 0;
  const value = trimmed.slice(open, trimmed.length > open && /["`]$/.test(trimmed) ? -1 : undefined);
  const first = start + text.length - text.trimStart().length + open;
  const isSecret =
    ((isData || /\d/.test(value)) && isChosen(value, isData, writing)) || isGenerated(value, { least: 10, bits: 0 });
  return isSecret ? [{ start: first, end: first + value.length, kind: 'password' }] : [];
}

/** A cell before the next separator, or in quotes; a doubled quote is literal (RFC 4180). */
const cellPattern = (sign: string) =>
  new RegExp(sign === '|' ? '[^|]*' : ` {0,8}"(?:[^"]|"")*" {0,8}(?=${sign}|$)|[^${sign}]*`, 'y');
const cellPatterns = new Map([',', ';', '\t', '|'].map((sign) => [sign, cellPattern(sign)]));

function cellsIn(line: string, sign: string): readonly Cell[] {
  const cells: Cell[] = [];
  const pattern = cellPatterns.get(sign) as RegExp;
  for (let start = 0; start <= line.length; ) {
    pattern.lastIndex = start;
    const [text = ''] = pattern.exec(line) ?? [];
    cells.push({ start, text });
    start += text.length + 1;
  }
  return cells;
}

interface Form {
  readonly sign: string;
  readonly width: number;
  readonly columns: readonly number[];
  /** True for a database's rows, false for documentation. */
  readonly isData: boolean;
}

const ruling = /^[\s|+:=-]{3,}$/;
const copyHead = /^\s*copy [\w."]{1,130} \(([^()]{1,900})\) from stdin/i;
const copyEnd = /^\\\.$/;

/** The secrets of a row; null if the line is no row of the table. */
function secretsInRow(line: string, { sign, width, columns, isData }: Form): readonly SecretSpan[] | null {
  const cells = copyEnd.test(line) || copyHead.test(line) ? [] : cellsIn(line, sign);
  return cells.length === width ? columns.flatMap((at) => secretInCell(cells[at] as Cell, isData, 'quoted')) : null;
}

/** The rows of the table read last: while a table is edited, one row changes. */
let lastRows = { form: '', length: 0, rows: [] as (Line & { secrets: readonly SecretSpan[] | null })[] };

/** The secrets of the rows below a header. */
function rowsBelow(text: Slices, header: Line, from: number, form: Form): Block {
  const spans: SecretSpan[] = [];
  const first = lineFrom(text, header.next);
  const isRuled = form.sign === '|' && ruling.test(first.text);
  let line = isRuled ? first : header;
  const shape = { ...form, isData: form.isData || (isRuled && first.text.includes('+')) };
  const now = { form: Object.values(shape).join(' '), length: text.length, rows: [] as typeof lastRows.rows };
  const before = lastRows.form === now.form ? lastRows.rows : [];
  let [known, growth] = [0, 0];
  while (line.next > line.end && line.end < header.start + blockReach) {
    line = lineFrom(text, line.next);
    while ((before[known]?.start ?? Number.POSITIVE_INFINITY) + growth < line.start) known++;
    const row = before[known]?.text === line.text ? before[known] : undefined;
    if (row === undefined) growth = text.length - lastRows.length;
    const secrets = row === undefined ? secretsInRow(line.text, shape) : row.secrets;
    now.rows.push({ ...line, secrets });
    if (secrets === null) break;
    for (const { start, end, kind } of secrets) spans.push({ start: line.start + start, end: line.start + end, kind });
  }
  lastRows = now;
  return { spans, from, to: line.next + 1 };
}

/** The header of a table, such as `name,email,password`. */
const columnName = String.raw`"?[A-Za-z_][\w-]{0,40}(?: [\w-]{1,40})?"?`;
const tableHeader = new RegExp(
  `^\\ufeff?${columnName}(?:([,;\\t]) ?${columnName})(?:\\1 ?${columnName}){0,198}[ \\t]*$`,
);
/** The header of a printed table, such as `| name | password |`. */
const printedHeader = new RegExp(String.raw`^\s*(?:\|\s*)?${columnName}(?:\s*\|\s*${columnName}){1,198}\s*\|?\s*$`);
const longestHeader = 1_000;
/** A column of accounts: a table with one holds data, not documentation. */
const signsIn = /\b(?:user|login|e-?mail|account)/i;

/** The part of a header that is read before its whole line. */
const glanced = 200;
const restOfHeader = new RegExp(`[\\w-]{0,40}(?![\\w-])[\\w",;|\\t -]{0,${glanced}}`, 'y');

function mayBeHeader(text: string, at: number): boolean {
  const end = endOfMatch(restOfHeader, text, at);
  return end === text.length || end >= at + glanced || (end >= 0 && /[\r\n\ufeff]/.test(text[end] as string));
}

/**
 * The table (RFC 4180 or with other separators) with this header, and the offset of its first
 * telling name; no rows if the line is a row itself.
 */
function tableAt(text: Slices, header: Line) {
  const { start, end } = header;
  const sign = tableHeader.exec(header.text)?.[1] ?? (printedHeader.test(header.text) ? '|' : undefined);
  const names = sign === undefined ? [] : cellsIn(header.text, sign);
  const columns = secretColumns(names.map((name) => name.text));
  const first = names[columns[0] ?? -1];
  if (sign === undefined || first === undefined) return { start, end, at: -1, block: null };
  const at = start + first.start + first.text.search(tellingName);
  const above = lineBefore(text, start);
  const from = above?.start ?? 0;
  const width = names.length;
  const isRow = above !== null && !/;\s*$/.test(above.text) && cellsIn(above.text, sign).length === width;
  const form = { sign, width, columns, isData: sign !== '|' || signsIn.test(header.text) };
  return { start, end, at, block: isRow ? { spans: [], from, to: end } : rowsBelow(text, header, from, form) };
}

/** The table of the line read last: each of its columns asks for it, and the first gets it. */
const lastTable = new WeakMap<Slices, ReturnType<typeof tableAt>>();

const column: BlockRule = (text, at) => {
  let table = lastTable.get(text);
  if (table === undefined || at < table.start || table.end < at) {
    // Nothing of a longer line is read.
    table = tableAt(text, shortLine(text, at, longestHeader) ?? { ...lineFrom(text, at, at + blockReach), text: '' });
    lastTable.set(text, table);
  }
  return table.at === at ? table.block : null;
};

const longestHead = 2_000;

/** The rows of `COPY t (id, password) FROM stdin` in a pg_dump: separated by tabs, up to `\.`. */
const copiedRows: BlockRule = (text, at) => {
  const head = shortLine(text, at, longestHead);
  const names = copyHead.exec(head?.text ?? '')?.[1]?.split(',') ?? [];
  const columns = secretColumns(names);
  if (head === null || columns.length === 0) return null;
  return rowsBelow(text, head, head.start, { sign: '\t', width: names.length, columns, isData: true });
};

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

const insertedRows: BlockRule = (text, at) => {
  insertHead.lastIndex = 0;
  const names = insertHead.exec(text.slice(at, at + longestHead))?.[1] ?? '';
  const columns = secretColumns(names.split(','));
  if (columns.length === 0) return { spans: [], from: at, to: at + longestHead };
  const first = at + insertHead.lastIndex;
  const rows = text.slice(first, at + blockReach);
  const spans: SecretSpan[] = [];
  let end = 0;
  for (rowStart.lastIndex = 0; rowStart.test(rows); rowStart.lastIndex = end) {
    rowValue.lastIndex = rowStart.lastIndex;
    for (let column = 0, isLast = false; !isLast; column++) {
      const value = rowValue.exec(rows);
      if (value === null) return { spans, from: at, to: at + blockReach };
      const [start, stop] = value.indices?.[1] ?? value.indices?.[2] ?? [0, 0];
      if (columns.includes(column))
        spans.push(...secretInCell({ start: first + start, text: rows.slice(start, stop) }, true, 'program'));
      isLast = value[3] === ')';
    }
    end = rowValue.lastIndex;
  }
  return { spans, from: at, to: first + end + betweenRows };
};

const tellingWords = [...new Set(telling.flatMap(({ words }) => spellings(words)))];

export const tableRules: readonly KeywordRule[] = [
  ...['insert into', 'insert ignore into', 'replace into'].map((keyword) => ({ keyword, block: insertedRows })),
  { keyword: ' from stdin', block: copiedRows },
  // A longer word begins where its beginning does.
  ...tellingWords
    .filter((word) => !tellingWords.some((other) => word.startsWith(other) && word !== other))
    .map((keyword) => ({ keyword, block: column, glance: mayBeHeader })),
];
