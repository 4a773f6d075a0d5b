import { leadingCount } from '../../../base/leadingCount.ts';
import { LruMap } from '../../../base/lruMap.ts';
import { type BlockRule, blockReach, type KeywordRule, type SecretSpan, type Slices } from '../../finding.ts';
import { type Line, lineBefore, lineFrom, shortLine } from '../lines.ts';
import { type Runs, unitClass } from '../runs.ts';
import { type Cell, columnNames, isSecretColumn, secretInCell } from './cells.ts';

/** The header of a table, such as `name,email,password`. */
const columnName = String.raw`"?[\w-]{1,40}(?: [\w-]{1,40})?"?`;
const tableHeader = new RegExp(
  `^\\ufeff?${columnName}(?:([,;\\t]) ?${columnName})(?:\\1 ?${columnName}){0,198}[ \\t]*$`,
);
/** The header of a printed table, such as `| name | password |`. */
const printedHeader = new RegExp(String.raw`^\s*(?:\|\s*)?${columnName}(?:\s*\|\s*${columnName}){1,198}\s*\|?\s*$`);
const ruling = /^[\s|+:=-]{3,}$/;
const longestHeader = 1_000;
/** A column of accounts: a table with one holds data, not documentation. */
const signsIn = /\b(?:user|login|e-?mail|account)/i;

const headerUnits = unitClass(/[\w",;|\t -]/);

function mayBeHeader(text: string, at: number, runs: Runs, base: number): boolean {
  const end = runs.endOf(headerUnits, text, at, base);
  if (end - at > longestHeader || !isEdge(text.charCodeAt(end))) return false;
  const start = runs.startOf(headerUnits, text, at, base, Math.max(0, at - longestHeader - 1));
  return isEdge(text.charCodeAt(start - 1));
}

/** Tests for the end of a line: a break, a byte order mark or the text's end. */
function isEdge(unit: number): boolean {
  return !(unit >= 0) || unit === 10 || unit === 13 || unit === 0xfeff;
}

interface Table {
  readonly headerAt: number;
  readonly names: readonly Cell[];
  /** True for a database's rows, false for documentation. */
  readonly isData: boolean;
  /** The lines below the header that have as many cells. */
  readonly rows: readonly { readonly at: number; readonly cells: Cells }[];
  readonly from: number;
  readonly to: number;
}

/** The second member of a JSON object. */
const memberStart = /, ?"(?!(?:value|default)")[\w$.-]{1,64}" ?:/i;

/** A row of a table. */
class Cells {
  readonly sign: string;
  readonly cells: readonly Cell[];
  /** True for a member of an object. */
  readonly isMember: boolean;
  readonly #secrets = new Map<string, SecretSpan | null>();

  constructor(line: string, sign: string) {
    this.sign = sign;
    this.isMember = memberStart.test(line);
    this.cells = cellsIn(line, sign);
  }

  /** The secret of a cell; offsets in the line. */
  secretAt(index: number, isData: boolean): SecretSpan | null {
    const place = `${index} ${isData}`;
    let secret = this.#secrets.get(place);
    if (secret === undefined) {
      secret = secretInCell(this.cells[index] as Cell, isData);
      this.#secrets.set(place, secret);
    }
    return secret;
  }
}

/** A cell before the next separator, or in quotes; a doubled quote is literal (RFC 4180). */
const cellPatterns = new Map(
  [',', ';', '\t', '|'].map((sign) => [
    sign,
    new RegExp(sign === '|' ? '[^|]*' : ` {0,8}"(?:[^"]|"")*" {0,8}(?=${sign}|$)|[^${sign}]*`, 'y'),
  ]),
);

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

/** Rows by their text, limited by units: while a table is edited, one row changes. */
const knownRows = new LruMap<string, Cells>(2 * blockReach, { sizeOf: (_, { length }) => length + 1 });

function cellsOf(line: string, sign: string): Cells {
  const known = knownRows.peek(line);
  if (known?.sign === sign) return known;
  const cells = new Cells(line, sign);
  knownRows.set(line, cells);
  return cells;
}

/** The table of the line read last: each of its columns asks for it. */
const tableOf = new WeakMap<Slices, { readonly header: Line; readonly table: Table | null }>();

function tableAround(text: Slices, at: number): Table | null {
  const known = tableOf.get(text);
  if (known !== undefined && known.header.start <= at && at <= known.header.end) return known.table;
  const header = shortLine(text, at, longestHeader);
  if (header === null) return null;
  const table = tableAt(text, header);
  tableOf.set(text, { header, table });
  return table;
}

/**
 * The table (RFC 4180 or with other separators) with this header; no rows if the line is a row
 * itself.
 */
function tableAt(text: Slices, header: Line): Table | null {
  const sign = tableHeader.exec(header.text)?.[1] ?? (printedHeader.test(header.text) ? '|' : undefined);
  if (sign === undefined) return null;
  const names = cellsIn(header.text, sign);
  const above = lineBefore(text, header.start);
  const from = above?.start ?? 0;
  const isRow = above !== null && cellsIn(above.text, sign).length === names.length;
  const below = isRow ? { rows: [], isData: false, to: header.end } : rowsBelow(text, header, sign, names.length);
  return { headerAt: header.start, names, from, ...below };
}

function rowsBelow(text: Slices, header: Line, sign: string, width: number): Pick<Table, 'rows' | 'isData' | 'to'> {
  const rows: { at: number; cells: Cells }[] = [];
  let line = header;
  let isData = sign !== '|' || signsIn.test(header.text);
  while (line.next > line.end && line.end - header.start < blockReach) {
    line = lineFrom(text, line.next);
    if (sign === '|' && line.start === header.next && ruling.test(line.text)) {
      isData ||= line.text.includes('+');
      continue;
    }
    const cells = cellsOf(line.text, sign);
    if (cells.cells.length !== width || cells.isMember) break;
    rows.push({ at: line.start, cells });
  }
  return { rows, isData, to: line.next + 1 };
}

/** A column whose name announces secrets. */
const column: BlockRule = (text, at) => {
  const table = tableAround(text, at);
  if (table === null) return null;
  const { headerAt, names, from, to, rows, isData } = table;
  if (rows.length === 0) return { spans: [], from, to };
  const index = leadingCount(names, ({ start }) => headerAt + start <= at) - 1;
  if (!isSecretColumn((names[index] as Cell).text.replaceAll('"', '').trim())) return null;
  const spans: SecretSpan[] = [];
  for (const { at: rowAt, cells } of rows) {
    const secret = cells.secretAt(index, isData);
    if (secret !== null) spans.push({ start: rowAt + secret.start, end: rowAt + secret.end, kind: secret.kind });
  }
  return { spans, from, to };
};

export const tableRules: readonly KeywordRule<BlockRule>[] = columnNames.map((keyword) => ({
  keyword,
  rule: column,
  glance: mayBeHeader,
}));
