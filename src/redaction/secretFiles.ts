/** A group of files that exist to hold secrets, and where that is documented. */
interface SecretFiles {
  /** Names, or ends of paths with folders; `*` stands for any units but `/`, and letter case does not count. */
  readonly names: readonly string[];
  readonly source: string;
}

/** Adding a form is a line here. */
const secretFiles: readonly SecretFiles[] = [
  {
    names: ['.env', '.env.*', '*.env', '.envrc', '.dev.vars', '.dev.vars.*'],
    source: 'dotenv, direnv and Wrangler: environment files',
  },
  {
    names: [
      '*.pem',
      '*.key',
      '*.p8',
      '*.pk8',
      '*.p12',
      '*.pfx',
      '*.pkcs12',
      '*.ppk',
      '*.jks',
      '*.jceks',
      '*.bks',
      '*.keystore',
    ],
    source: 'RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores',
  },
  {
    names: [
      'id_rsa*',
      'id_dsa*',
      'id_ecdsa*',
      'id_ed25519*',
      'ssh_host_*_key',
      '.ssh/identity*',
      '*.agekey',
      'age/keys.txt',
    ],
    source: 'ssh-keygen(1), age-keygen(1): private keys',
  },
  {
    names: [
      '*.kdbx',
      '*.kdb',
      '*.agilekeychain',
      '*.keychain',
      '*.keychain-db',
      '.password-store/*',
      'secring.gpg',
      'private-keys-v1.d/*',
    ],
    source: 'KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys',
  },
  {
    names: [
      '.netrc',
      '_netrc',
      '.authinfo',
      '.git-credentials',
      '.git/credentials',
      'git/credentials',
      '.smbcredentials',
      '.htpasswd',
      '.htdigest',
    ],
    source: 'netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords',
  },
  {
    names: [
      '.npmrc',
      '.pypirc',
      '.gem/credentials',
      '.cargo/credentials',
      '.cargo/credentials.toml',
      '.composer/auth.json',
      'composer/auth.json',
      '.codex/auth.json',
      '.m2/settings-security.xml',
      '.nuget/nuget.config',
      'keystore.properties',
    ],
    source: 'npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing',
  },
  {
    names: [
      '.aws/credentials',
      'accesskeys.csv',
      '*_accesskeys.csv',
      'rootkey.csv',
      'credentials.csv',
      '.boto',
      '.s3cfg',
      '.passwd-s3fs',
    ],
    source: 'AWS CLI and console, Boto, s3cmd, s3fs: access keys',
  },
  {
    names: [
      'application_default_credentials.json',
      'client_secret*.json',
      '*service-account*.json',
      '*service_account*.json',
      '*serviceaccount*.json',
      '*-firebase-adminsdk-*.json',
      'gcloud/credentials.db',
      'gcloud/access_tokens.db',
    ],
    source: 'Google Cloud and Firebase: keys of service accounts and OAuth clients',
  },
  {
    names: [
      '.azure/accesstokens.json',
      '.azure/msal_token_cache.*',
      '.azure/azureprofile.json',
      '.oci/config',
      '.databrickscfg',
      '.snowsql/config',
      '.rclone.conf',
      'rclone.conf',
      'doctl/config.yaml',
      'hcloud/cli.toml',
    ],
    source: 'Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds',
  },
  {
    names: [
      '.kube/config',
      'kubeconfig',
      '*.kubeconfig',
      'kubeconfig.y*ml',
      '.docker/config.json',
      '.dockercfg',
      '.dockerconfigjson',
      'containers/auth.json',
    ],
    source: 'kubectl, Docker, Podman: credentials of clusters and registries',
  },
  {
    names: [
      '*.tfstate',
      '*.tfstate.*',
      '*.tfvars',
      '*.tfvars.json',
      'credentials.tfrc.json',
      '.terraformrc',
      'terraform.rc',
      '.vault-token',
      '.vault_pass*',
      '.vault-pass*',
      'vault_password*',
    ],
    source: 'Terraform, Vault, Ansible Vault: state, variables and tokens',
  },
  {
    names: [
      'secrets.y*ml',
      'secrets.json',
      'secrets.toml',
      'secrets.ini',
      'secrets.properties',
      'secrets.*.y*ml',
      'secrets.*.json',
      'secret.y*ml',
      'secret.json',
      'credentials.y*ml',
      'credentials.json',
      'credentials.toml',
      'credentials.ini',
      'credentials',
    ],
    source: 'Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets',
  },
  {
    names: [
      '.pgpass',
      'pgpass.conf',
      '.my.cnf',
      '.mylogin.cnf',
      '.mysql_history',
      '.psql_history',
      '.bash_history',
      '.zsh_history',
    ],
    source: 'PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them',
  },
  {
    names: [
      'gh/hosts.yml',
      '.config/hub',
      '.circleci/cli.yml',
      'ngrok.yml',
      '.msmtprc',
      '.fetchmailrc',
      '*.ovpn',
      'wireguard/*.conf',
      'filezilla.xml',
      'sitemanager.xml',
      'recentservers.xml',
      '.dbeaver-data-sources.xml',
      'credentials-config.json',
    ],
    source:
      'GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins',
  },
];

/** What is made to be shared: templates of environment files, public keys. */
const shared =
  /(?:^|\/)(?:[^/]*\.pub|(?:[^/]*\.)?env\.(?:example|sample|template|dist|defaults)|[^/]*\.(?:example|sample|template)(?:\.[a-z]+)?)$/;

const pattern = new RegExp(`(?:^|/)(?:${secretFiles.flatMap(({ names }) => names.map(expression)).join('|')})$`);

/** Whether a file is secret by its name; the path is `/`-separated. */
export function isSecretFile(path: string): boolean {
  // Windows opens a file also by its name with dots, blanks or a stream behind it.
  const lower = path.toLowerCase().replace(/(?<![. ])[. ]+$|:[^/]*$/, '');
  return pattern.test(lower) && !shared.test(lower);
}

function expression(name: string): string {
  return name.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
}
