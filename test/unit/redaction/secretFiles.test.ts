import { expect, test } from 'vitest';
import { isSecretFile } from '../../../src/redaction/secretFiles.ts';

test.each(
  [
    '.env .env.local .env.production prod.env config/production.env .envrc .dev.vars',
    'server.pem tls/server.key AuthKey_ABC.p8 release.keystore store.jks cert.pfx cert.p12 laptop.ppk',
    'id_rsa .ssh/id_ed25519 id_ed25519_work id_ecdsa_sk ssh_host_rsa_key vault.kdbx login.keychain-db',
    '.netrc _netrc .git-credentials .npmrc .pypirc .gem/credentials .cargo/credentials.toml .htpasswd .pgpass .my.cnf',
    '.aws/credentials home/me/.aws/credentials .kube/config kubeconfig.yaml .docker/config.json .dockercfg .vault-token',
    'terraform.tfstate terraform.tfstate.backup prod.tfvars prod.auto.tfvars.json secrets.yaml secrets.yml Secrets.json',
    'credentials.json config/credentials.yml client_secret_123.json my-service-account.json application_default_credentials.json',
    '.streamlit/secrets.toml .vault_pass.txt client.ovpn .bash_history keystore.properties .config/gh/hosts.yml .rclone.conf',
  ]
    .join(' ')
    .split(' '),
)('%s is secret by its name', (path) => {
  expect(isSecretFile(path)).toBe(true);
  expect(isSecretFile(`folder/${path}`)).toBe(true);
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
)('%s is an ordinary file', (path) => {
  expect(isSecretFile(path)).toBe(false);
});
