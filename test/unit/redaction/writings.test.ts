import { beforeEach, describe, expect, test } from 'vitest';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { exampleOf, seeded } from '../../support/secrets/publishedForms.ts';

const project = 'file:///project';
let redaction: Redaction;
beforeEach(async () => {
  redaction = (await MemoryWorkspace.open()).redaction;
});

const random = seeded(21);
const forms = "{w24}~{w40}~{h32}~{h40}~{g}~{b44}~{w20}&{w20}<~{w12}'{w12}~{w16}/{w16}+~({w6})({w9})*~p{w14}%{w6} {w4}";
const secrets = forms.split('~').map((form) => exampleOf(`«${form}»`, random).secret);

/** Each is a text of the secret that is searched for in it, and what must not be left. */
const writings: readonly (readonly [name: string, of: (secret: string) => string])[] = [
  ['as it is', (secret) => secret],
  ['in an address', (secret) => encodeURIComponent(secret)],
  ['in a form', (secret) => new URLSearchParams([['', secret]]).toString().slice(1)],
  ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
  ['in JSON in JSON', (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ['in HTML', (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')],
  ['in base64', (secret) => Buffer.from(secret).toString('base64').slice(0, -4)],
  ['in base64 with a user', (secret) => Buffer.from(`ab:${secret}`).toString('base64').slice(4, -4)],
  ['in base64 with another user', (secret) => Buffer.from(`abc:${secret}`).toString('base64').slice(6, -4)],
  ['in hex', (secret) => Buffer.from(secret).toString('hex')],
  ['quoted for a mail', (secret) => secret.replaceAll('=', '=3D')],
  ['escaped for a shell', (secret) => secret.replaceAll(/[^\w@%+=:,./-]/g, '\\$&')],
];

describe('a secret that was seen', () => {
  test.each(writings)('is hidden %s', (_name, of) => {
    for (const secret of secrets) {
      redaction.redactOutput(project, `api_key = "${secret}"\nPASSWORD=${secret}\n`);
      const text = `log: <${of(secret)}> end`;
      expect(redaction.redactText(project, text).text, text).not.toContain(of(secret));
    }
  });

  test('is hidden where either end was cut off, and over two lines', () => {
    for (const secret of secrets.slice(0, 5)) {
      redaction.redactOutput(project, `api_key = "${secret}"\n`);
      for (const units of [8, 11, secret.length - 2])
        for (const part of [secret.slice(0, units), secret.slice(-units)])
          expect(redaction.redactText(project, `key ${part}… of …${part}`).text).not.toContain(part);
      const encoded = Buffer.from(`ab:${secret}`).toString('base64').slice(0, -6);
      expect(redaction.redactText(project, `key ${encoded}…`).text).not.toContain(encoded.slice(4));
      const half = secret.length >> 1;
      const wrapped = redaction.redactText(project, `key ${secret.slice(0, half)}\n  ${secret.slice(half)} of`).text;
      for (const part of [secret.slice(0, half), secret.slice(half)]) expect(wrapped).not.toContain(part);
    }
  });

  test('is hidden though ten thousand others were seen since or before', () => {
    const [first = ''] = secrets;
    redaction.redactOutput(project, `api_key = "${first}${'A'.repeat(2_500)}"`);
    const many = Array.from({ length: 10_000 }, () => `api_key = "${exampleOf('«{w40}»', random).secret}"`).join('\n');
    redaction.redactOutput(project, many);
    redaction.redactOutput(project, `api_key = "${first}"`);
    expect(redaction.redactText(project, `see ${first} there`).count).toBe(1);
  });
});
