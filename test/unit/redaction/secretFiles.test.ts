import { expect, test } from 'vitest';
import { rowsOf } from '../../../src/redaction/data/rows.ts';
import { secretFiles } from '../../../src/redaction/data/secretFiles.ts';
import { isSecretFile } from '../../../src/redaction/secretFiles.ts';

test.each(rowsOf(secretFiles))('%s: %s', (_source, names = '', example = '', ordinary = '') => {
  for (const secret of [example, ...names.split(' ').map((name) => name.replaceAll('*', 'work'))]) {
    expect(isSecretFile(secret)).toBe(true);
    expect(isSecretFile(`folder/${secret}`)).toBe(true);
  }
  expect(isSecretFile(ordinary)).toBe(false);
});

test.each(['.env.', '.npmrc. ', 'folder/.NPMRC ', '.pgpass::$DATA', 'tls/server.key:x'])(
  '%s is another name of a secret file where Windows opens it',
  (path) => expect(isSecretFile(path)).toBe(true),
);

test.each(
  [
    '.env.example .env.sample prod.env.template id_rsa.pub id_ed25519_work.pub config.json src/config.json kube/config.ts',
    'src/secrets.ts credentials.ts environment.ts env.ts docs/credentials.md keys.ts key.ts package.json docker/config.json',
    'locales/en/auth.json terraform.tf main.tf secrets.yaml.example aws/credentials.go tokenizer.ts password.test.ts',
  ]
    .join(' ')
    .split(' '),
)('%s is an ordinary file', (path) => expect(isSecretFile(path)).toBe(false));
