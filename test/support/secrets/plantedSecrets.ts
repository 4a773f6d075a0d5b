import { crc32 } from 'node:zlib';
import { exampleOf, type PublishedSecret, publishedSecrets, seeded } from './publishedForms.ts';

/** One of six published forms is planted. */
const stride = 6;
const random = seeded(29);

function example(name: string, form: string): PublishedSecret {
  return { name, ...exampleOf(form, random) };
}

function keyBlock(name: string, label: string, lines = 12): PublishedSecret {
  const rows = Array.from({ length: lines }, () => '{w64}').join('\n');
  return example(name, `-----BEGIN ${label}-----\n«${rows}»\n-----END ${label}-----`);
}

/** Secrets of many kinds that redaction must find, random in form and nobody's; the first three are of one kind. */
export const plantedSecrets: readonly PublishedSecret[] = [
  example('GitHub personal token', 'ghp_{w36}'),
  example('GitHub OAuth token', 'gho_{w36}'),
  example('GitHub app token', 'ghs_{w36}'),
  ...publishedSecrets(random).filter(({ name }) => crc32(name) % stride === 0),
  example('Password that people make', 'Server=db;User Id=sa;Password=«Tr0ub4dor&3x»;Encrypt=true'),
  example('Password of few units', 'DATABASE_URL=postgres://app:«vR7-pq_2kW»@db.internal:5432/app'),
  keyBlock('RSA key', `RSA PRIV${'ATE KEY'}`),
  keyBlock('PKCS8 key', `PRIV${'ATE KEY'}`),
  keyBlock('OpenSSH key', `OPENSSH PRIV${'ATE KEY'}`),
  keyBlock('EC key', `EC PRIV${'ATE KEY'}`, 3),
  keyBlock('PGP key', `PGP PRIV${'ATE KEY'} BLOCK`),
];

/** A text with one of them in the middle of ordinary code. */
export function planted({ text }: { readonly text: string }): string {
  return `import { join } from 'node:path';\n\n// what follows is configuration\n${text}\n\nexport const size = 10;\n`;
}

/** Parts of a secret, each long enough to be of use to a thief: none may be seen. */
export function piecesOf(secret: string, length = 12): readonly string[] {
  const rows = secret.split('\n');
  return rows.flatMap((row) =>
    row.length <= length ? [row] : [row.slice(0, length), row.slice(-length), row.slice(4, 4 + length)],
  );
}
