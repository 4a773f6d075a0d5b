import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { issuers } from '../../../src/redaction/data/issuers.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';
import { exampleOf, hide, publishedSecrets, type Random, seeded } from '../../support/secrets/publishedForms.ts';

const small = 'abcdefghijklmnopqrstuvwxyz';
const capital = small.toUpperCase();
const digits = '0123456789';

const word = small + capital + digits;

/** How passwords and keys are made: the units and how many. */
type Maker = ReturnType<typeof makersOf>[number];
const makersOf = (name: string, units: string, ...lengths: readonly number[]) =>
  lengths.map((length) => ({ name: `${name}, ${length}`, units, length }));

/** How keys are made; passwords are, too. */
const keyMakers = [
  ...makersOf('letters and digits', word, 16, 20, 32),
  ...makersOf('lower case and digits', small + digits, 16, 24),
  ...makersOf('hexadecimal', `${digits}abcdef`, 32, 64),
  ...makersOf('base64', `${word}+/`, 32, 44),
  ...makersOf('base64 for addresses', `${word}-_`, 43),
  ...makersOf('base32', `${capital}234567`, 32),
  ...makersOf('with signs and parentheses, as of Django', `${small + digits}!@#$%^&*(-_=+)`, 50),
];

/** How passwords alone are made. */
const passwordMakers = [
  ...makersOf('letters and digits', word, 10, 12),
  ...makersOf('with signs', `${word}!@#$%^&*-_=+`, 12, 16),
  ...makersOf('with all signs', `${word}!"#$%&'()*+,-./:;<=>?@[]^_\`{|}~`, 20),
];

/** Those that are told apart: of letters or digits alone, which words and numbers are, too, and of the signs of code and templates. */
const apartMakers = [
  ...makersOf('letters', small + capital, 16),
  ...makersOf('lower case', small, 16),
  ...makersOf('digits', digits, 16),
  ...makersOf('with all signs', `${word}!@#$%^&*()-_[]{}<>~\`+=,.;:/?|`, 64),
];

/** A value of a maker. */
function made({ units, length }: Maker, random: Random): string {
  return Array.from({ length }, () => units[random(units.length)]).join('');
}

const xml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const single = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const yaml = (value: string) => (/^[A-Za-z0-9][\w.+/=-]*$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`);
const shell = (value: string) =>
  /^[\w.+/=-]*$/.test(value) ? value : value.includes("'") ? JSON.stringify(value) : `'${value}'`;
/** RFC 3986: the reserved signs, too. */
const uri = (value: string) =>
  encodeURIComponent(value).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** What stands before a secret in a place, the secret as it is written there, and what stands behind it. */
type PlainPlace = (value: string) => readonly [before: string, value: string, after: string];

/** The plainest places of passwords. */
const passwordPlaces: readonly PlainPlace[] = [
  (value) => ['{\n  "password": "', JSON.stringify(value).slice(1, -1), '",\n  "port": 1\n}'],
  (value) => ['database:\n  password: ', yaml(value), '\n  port: 1\n'],
  (value) => ['HOST=a\nDB_PASSWORD=', shell(value), '\nPORT=1\n'],
  (value) => ['[db]\npassword = ', JSON.stringify(value), '\n'],
  (value) => ['const password = ', single(value), ';\n'],
  (value) => ['PASSWORD = ', single(value), '\n'],
  (value) => ['\tpassword := ', JSON.stringify(value), '\n'],
  (value) => ['<password>', xml(value), '</password>\n'],
  (value) => ['<add key="Password" value="', xml(value), '" />\n'],
  (value) => ['postgres://app:', uri(value), '@db:5432/app\n'],
];

/** The plainest places of keys. */
const keyPlaces: readonly PlainPlace[] = [
  (value) => ['{"apiKey": "', JSON.stringify(value).slice(1, -1), '"}'],
  (value) => ['api_key: ', yaml(value), '\nport: 1\n'],
  (value) => ['HOST=a\nSECRET_KEY=', shell(value), '\nPORT=1\n'],
  (value) => ['[db]\nclient_secret = ', JSON.stringify(value), '\nport = 1\n'],
  (value) => ['const apiKey: string = ', single(value), ';\n'],
  (value) => ['  private static final String SECRET = ', JSON.stringify(value), ';\n'],
  (value) => ['var accessToken = ', JSON.stringify(value), ';\n'],
  (value) => ['let auth_token = ', JSON.stringify(value), ';\n'],
];

/** How many of each form or place are tried; `LIVE_CONTEXT_RUNS` multiplies them. */
const rounds = 5 * Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);

/** Whether no part of a secret is left that is worth having: neither its end, nor twelve units of it. */
function isHidden(text: string, secret: string): boolean {
  const seen = hide(text);
  if (secret.length <= 12) return !seen.includes(secret);
  return ![secret.slice(0, 12), secret.slice(4, 16), secret.slice(-12)].some(
    (part) => !part.includes('\n') && seen.includes(part),
  );
}

describe('secrets of published forms', () => {
  test.each(issuers)('$source, $prefix: its example is found, what is like it is not', ({ found, notFound }) => {
    const random = seeded(5);
    const { text, secret } = exampleOf(found, random);
    expect(isHidden(`// before\n${text}\n\nafter\n`, secret), text).toBe(true);
    const other = exampleOf(notFound, random).text;
    expect(findSecrets(`${other}\n`).spans, other).toEqual([]);
  });

  test('95 of 100 are found, of 490 kinds', () => {
    const random = seeded(7);
    const missed: string[] = [];
    let kinds = 0;
    for (let round = 0; round < rounds; round++) {
      const secrets = publishedSecrets(random);
      kinds = new Set(secrets.map(({ name }) => name)).size;
      for (const { name, text, secret } of secrets)
        if (!isHidden(`// before\n${text}\n\nafter\n`, secret)) missed.push(name);
    }
    expect(kinds).toBeGreaterThanOrEqual(490);
    expect(missed.length / (kinds * rounds), missed.join('\n')).toBeLessThanOrEqual(0.05);
  });
});

/** The share of random values that are hidden in these places. */
function share(maker: Maker, places: readonly PlainPlace[], random: Random): number {
  let hidden = 0;
  for (const place of places) {
    for (let round = 0; round < rounds * 20; round++) {
      const [before, value, after] = place(made(maker, random));
      const quotes = /^["']/.test(value) ? 1 : 0;
      const from = before.length + quotes;
      const to = before.length + value.length - quotes;
      if (findSecrets(before + value + after).spans.some(({ start, end }) => start <= from && to <= end)) hidden++;
    }
  }
  return hidden / (places.length * rounds * 20);
}

describe('random values in the plainest places', () => {
  test.each(keyMakers)('99.5 of 100 passwords and keys are found: $name', (maker) => {
    expect(share(maker, [...passwordPlaces, ...keyPlaces], seeded(11))).toBeGreaterThanOrEqual(0.995);
  });

  test.each(passwordMakers)('99.5 of 100 passwords are found: $name', (maker) => {
    expect(share(maker, passwordPlaces, seeded(13))).toBeGreaterThanOrEqual(0.995);
  });

  test.each(apartMakers)('what words, numbers and code are made of, too, is found nearly as well: $name', (maker) => {
    expect(share(maker, [...passwordPlaces, ...keyPlaces], seeded(17))).toBeGreaterThanOrEqual(0.98);
  });
});

describe('private keys behind what stands before their lines', () => {
  const random = seeded(3);
  const base64 = { name: '', units: `${word}+/`, length: 64 };
  const rows = Array.from({ length: 26 }, () => made(base64, random));
  const label = `RSA PRIV${'ATE KEY'}-----`;
  const lines = [`-----BEGIN ${label}`, ...rows, 'QUJDRA==', `-----END ${label}`];
  const each = (of: (line: string, row: number) => string, some = lines) => some.map(of).join('\n');
  const url = (text: string) => text.replaceAll(' ', '%20').replaceAll('+', '%2B').replaceAll('=', '%3D');
  const wrappings: readonly (readonly [name: string, text: string])[] = [
    ['as it is', lines.join('\n')],
    ['with headers', lines.join('\n').replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n')],
    ['of docker compose', each((line) => `web_1  | ${line}`)],
    ['with times', each((line, row) => `2026-11-21T22:47:${10 + row}.${row}Z ${line}`)],
    ['of grep -n', each((line, row) => `${row + 95}:${line}`)],
    ['of grep -n with a file', each((line, row) => `deploy/key.pem:${row + 1}:${line}`)],
    ['of grep -A', each((line, row) => `deploy/key.pem${(row === 0 ? ':0:' : `-${row}-`) + line}`)],
    ['of cat -n', each((line, row) => `${row + 95}\t${line}`)],
    ['of cat -A', each((line) => `${line}^M$`)],
    ['added in a diff', each((line) => `+${line}`)],
    ['quoted in a letter', each((line) => `> > ${line}`)],
    ['in HTML', `<pre>${lines.join('&#10;')}</pre>`],
    ['in an address', `key=${url(lines.join('%0A'))}&next=1`],
    ['in a string', `{"key": "${lines.join('\\n')}\\n"}`],
    ['in a string in a string', `"{\\"key\\": \\"${lines.join('\\\\n')}\\\\n\\"}"`],
    ['in one line with blanks', lines.join(' ')],
    ['as an array of strings', each((line) => `  "${line}",`)],
    ['without BEGIN, of docker compose', each((line) => `web_1  | ${line}`, lines.slice(3))],
    ['without END, with times', each((line, row) => `12:00:${10 + row} ${line}`, lines.slice(0, -1))],
  ];

  test.each(wrappings)('%s', (_, text) => {
    for (const row of text.includes('web_1') && !text.includes('BEGIN') ? rows.slice(2) : rows) {
      const seen = row.replaceAll('+', text.startsWith('key=') ? '%2B' : '+');
      expect(isHidden(`const a = 1;\n${text}\nconst after = 2;\n`, seen)).toBe(true);
    }
    expect(isHidden(`const a = 1;\n${text}\nconst after = 2;\n`, 'const after = 2;')).toBe(false);
  });

  test('a key in base64 has no upper length, in one line and in many', () => {
    const long = `LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ${made({ ...base64, length: 12_000 }, random)}`;
    const at = long.length - 16;
    expect(isHidden(`client-key-data: ${long}\n`, long.slice(at))).toBe(true);
    const broken = long.match(/.{1,76}/g) ?? [];
    expect(isHidden(`${broken.join('\n')}\n`, broken.at(-2) ?? '')).toBe(true);
  });
});

test('everyday lines with telling names, from repositories in twelve languages: none of 1,200 holds a secret', () => {
  const everydayLines = readFileSync(new URL('../../fixtures/texts/everyday.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  expect(everydayLines.length).toBeGreaterThanOrEqual(1200);
  for (const line of everydayLines) expect(findSecrets(`${line}\n`).spans, line).toEqual([]);
  expect(findSecrets(everydayLines.join('\n')).spans).toEqual([]);
});
