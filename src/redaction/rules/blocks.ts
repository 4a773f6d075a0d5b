import { LruMap } from '../../base/lruMap.ts';
import type { BlockRule, KeywordRule, SecretSpan, Slices } from '../finding.ts';
import { type Line, lineBefore, lineFrom, shortLine, startOfLine } from './lines.ts';
import { memberStarts } from './members.ts';
import { secretNames, spellings } from './names.ts';
import { privateKey } from './pem.ts';
import { type Runs, unitClass } from './runs.ts';
import { isChosen, isGenerated } from './value.ts';

/** How far a block of lines is looked at, UTF-16 units. */
const blockReach = 262_144;

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

/** The header of a table, such as `name,email,password`: names alone, parted by one sign. */
const columnName = String.raw`"?[\w-]{1,40}(?: [\w-]{1,40})?"?`;
const tableHeader = new RegExp(`^${columnName}(?:([,;\\t]) ?${columnName})(?:\\1 ?${columnName}){0,198}$`);
/** The header of a table that is printed, such as `| name | password |`; what is ruled below it parts no cells. */
const printedHeader = new RegExp(String.raw`^\s*(?:\|\s*)?${columnName}(?:\s*\|\s*${columnName}){1,198}\s*\|?\s*$`);
const ruling = /^[\s|+:=-]{3,}$/;
const longestHeader = 1_000;

/** What a header consists of. */
const headerUnits = unitClass(/[\w",;|\t -]/);

/** Whether the line of a keyword may be a header. */
function mayBeHeader(text: string, at: number, runs: Runs, base: number): boolean {
  const end = runs.endOf(headerUnits, text, at, base);
  if (end - at > longestHeader || !isEdge(text.charCodeAt(end))) return false;
  const start = runs.startOf(headerUnits, text, at, base, Math.max(0, at - longestHeader - 1));
  return isEdge(text.charCodeAt(start - 1));
}

/** Whether a line ends at a unit: a break, or none where the text ends. */
function isEdge(unit: number): boolean {
  return !(unit >= 0) || unit === 10 || unit === 13;
}

interface Table {
  readonly headerAt: number;
  readonly sign: string;
  /** Whether its cells are what a database holds, not what somebody wrote about names. */
  readonly isData: boolean;
  /** The lines below the header that have as many cells. */
  readonly rows: readonly { readonly at: number; readonly cells: Cells }[];
  readonly from: number;
  readonly to: number;
}

interface Cell {
  readonly start: number;
  readonly text: string;
}

/** A line that is parted by a sign. */
class Cells {
  readonly sign: string;
  readonly cells: readonly Cell[];
  /** Whether it looks like a member of an object, not like a row. */
  readonly isMember: boolean;
  readonly #secrets = new Map<string, SecretSpan | null>();

  constructor(line: string, sign: string) {
    let start = 0;
    this.sign = sign;
    this.isMember = memberStarts(line).length > 0;
    this.cells = line.split(sign).map((text) => {
      const cell = { start, text };
      start += text.length + 1;
      return cell;
    });
  }

  /** The secret of a cell, in units of the line. */
  secretAt(index: number, isData: boolean): SecretSpan | null {
    const place = `${index} ${isData}`;
    let secret = this.#secrets.get(place);
    if (secret === undefined) {
      secret = secretOf(this.cells[index] as Cell, isData);
      this.#secrets.set(place, secret);
    }
    return secret;
  }
}

/** Rows by their text: of a table in which somebody types one alone is read anew. Limited by their units. */
const knownRows = new LruMap<string, Cells>(2 * blockReach, { sizeOf: (_, { length }) => length + 1 });

function cellsOf(line: string, sign: string): Cells {
  const known = knownRows.peek(line);
  if (known?.sign === sign) return known;
  const cells = new Cells(line, sign);
  knownRows.set(line, cells);
  return cells;
}

function secretOf({ start, text }: Cell, isData: boolean): SecretSpan | null {
  const trimmed = text.trim();
  const open = trimmed.startsWith('"') ? 1 : 0;
  const value = trimmed.slice(open, trimmed.length > open && trimmed.endsWith('"') ? -1 : undefined);
  const first = start + text.length - text.trimStart().length + open;
  const isSecret = isChosen(value, isData) || isGenerated(value, { least: 10, bits: 0 });
  return isSecret ? { start: first, end: first + value.length, kind: 'password' } : null;
}

/** The table that was read last of a text: each of its columns looks at it. */
const tableOf = new WeakMap<Slices, Table>();

/** The table (RFC 4180 or with other signs) whose header a line is; no rows where the line is one of a table itself. */
function tableAt(text: Slices, header: Line): Table | null {
  const known = tableOf.get(text);
  if (known?.headerAt === header.start) return known;
  const sign = tableHeader.exec(header.text)?.[1] ?? (printedHeader.test(header.text) ? '|' : undefined);
  if (sign === undefined) return null;
  const width = header.text.split(sign).length;
  const above = lineBefore(text, header.start);
  const from = above?.start ?? 0;
  const isRow = above !== null && above.text.split(sign).length === width;
  const below = isRow ? { rows: [], isData: false, to: header.end } : rowsBelow(text, header, sign, width);
  const table = { headerAt: header.start, sign, from, ...below };
  tableOf.set(text, table);
  return table;
}

function rowsBelow(text: Slices, header: Line, sign: string, width: number): Pick<Table, 'rows' | 'isData' | 'to'> {
  const rows: { at: number; cells: Cells }[] = [];
  let line = header;
  let isData = sign !== '|';
  while (line.next > line.end && line.end - header.start < blockReach) {
    line = lineFrom(text, line.next);
    if (sign === '|' && line.start === header.next && ruling.test(line.text)) {
      isData = line.text.includes('+');
      continue;
    }
    const cells = cellsOf(line.text, sign);
    if (cells.cells.length !== width || cells.isMember) break;
    rows.push({ at: line.start, cells });
  }
  return { rows, isData, to: line.next + 1 };
}

/** A column of a table whose name tells that it holds secrets. */
const column: BlockRule = (text, at) => {
  const header = shortLine(text, at, longestHeader);
  const table = header === null ? null : tableAt(text, header);
  if (header === null || table === null) return null;
  const { from, to, rows, sign, isData } = table;
  const index = header.text.slice(0, at - header.start).split(sign).length - 1;
  const spans: SecretSpan[] = [];
  for (const { at: rowAt, cells } of rows) {
    const secret = cells.secretAt(index, isData);
    if (secret !== null) spans.push({ start: rowAt + secret.start, end: rowAt + secret.end, kind: secret.kind });
  }
  return { spans, from, to };
};

/** A line of a document in YAML or JSON that maps a name to a text. */
const mappedLine = /^(\s*)"?([\w./-]+)"?:(?:\s+"?([^\s"]*)"?)?,?\s*$/;

/** Kubernetes: the values of a Secret's `data`, which are base64, and of its `stringData`. */
const clusterSecret: BlockRule = (text, at) => {
  const first = shortLine(text, at, 80);
  if (first === null || !/^\s*"?(?:kind"?: "?Secret"?,?|(?:data|stringData)"?:(?: \{)?)\s*$/.test(first.text))
    return null;
  const indent = first.text.search(/\S/);
  const begins = (/kind|stringData|data/i.exec(first.text) as RegExpExecArray)[0];
  let isSecret = begins === 'kind';
  let inData = !isSecret;
  const spans: SecretSpan[] = [];
  let line: Line = first;
  while (line.next > line.end && line.end - first.start < blockReach) {
    line = lineFrom(text, line.next);
    const [, space = '', name = '', value] = mappedLine.exec(line.text.replace(/[{}[\]]/g, ' ')) ?? [];
    const depth = name === '' ? line.text.search(/\S/) : space.length;
    const isOutside = depth >= 0 && depth < indent && !/^\s*[}\]]/.test(line.text);
    if (isOutside || line.text.trim() === '---' || (depth === indent && name === begins)) break;
    if (depth === indent && name === 'kind') {
      isSecret = value === 'Secret';
      break;
    }
    if (depth === indent) inData = name === 'data' || name === 'stringData';
    else if (inData && value !== undefined && /^[A-Za-z0-9+/=]{4,}$/.test(value)) {
      const start = line.start + line.text.lastIndexOf(value);
      spans.push({ start, end: start + value.length, kind: 'secret' });
    } else if (name === '' && !/^\s*(?:[{}[\],"-]|$)/.test(line.text)) break;
  }
  return { spans: isSecret ? spans : [], from: first.start, to: line.next + 1 };
};

const columnNames = secretNames
  .filter(({ vague, kind }) => !vague && kind !== 'key')
  .flatMap(({ words }) => spellings(words));

/** The rules for secrets that are told by the lines around them. */
export const blockRules: readonly KeywordRule<BlockRule>[] = [
  ...['private key', 'private+key', 'private%20key'].map((keyword) => ({ keyword, rule: privateKey })),
  { keyword: 'private-lines:', rule: puttyKey },
  { keyword: 'ls0tls1crudjti', rule: encodedKey },
  ...['kind: secret', '"kind": "secret', 'data:', '"data":'].map((keyword) => ({ keyword, rule: clusterSecret })),
  ...columnNames.map((keyword) => ({ keyword, rule: column, glance: mayBeHeader })),
];
