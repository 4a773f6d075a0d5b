/**
 * Files that exist to hold secrets. Columns: the documentation; names, or ends of paths, where `*`
 * matches anything but `/` and case is ignored; an example; a counterexample.
 */
export const secretFiles = `
dotenv, direnv and Wrangler: environment files | .env .env.* *.env .envrc .dev.vars .dev.vars.* | .env | env.ts
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.pem *.key *.p8 *.pk8 *.p12 *.pfx *.pkcs12 *.ppk *.jks *.jceks *.bks *.keystore | work.pem | work.pem.md
ssh-keygen(1), age-keygen(1): private keys | id_rsa* id_dsa* id_ecdsa* id_ed25519* ssh_host_*_key .ssh/identity* *.agekey age/keys.txt | id_rsawork | xid_rsawork
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | *.kdbx *.kdb *.agilekeychain *.keychain *.keychain-db .password-store/* secring.gpg private-keys-v1.d/* | work.kdbx | work.kdbx.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .netrc _netrc .authinfo .git-credentials .git/credentials git/credentials .smbcredentials .htpasswd .htdigest | .netrc | .netrc.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .npmrc .pypirc .gem/credentials .cargo/credentials .cargo/credentials.toml .composer/auth.json composer/auth.json .codex/auth.json .m2/settings-security.xml .nuget/nuget.config keystore.properties | .npmrc | .npmrc.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | .aws/credentials accesskeys.csv *_accesskeys.csv rootkey.csv credentials.csv .boto .s3cfg .passwd-s3fs | .aws/credentials | .aws/credentials.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | application_default_credentials.json client_secret*.json *service-account*.json *service_account*.json *serviceaccount*.json *-firebase-adminsdk-*.json gcloud/credentials.db gcloud/access_tokens.db | application_default_credentials.json | application_default_credentials.json.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .azure/accesstokens.json .azure/msal_token_cache.* .azure/azureprofile.json .oci/config .databrickscfg .snowsql/config .rclone.conf rclone.conf doctl/config.yaml hcloud/cli.toml | .azure/accesstokens.json | .azure/accesstokens.json.md
kubectl, Docker, Podman: credentials of clusters and registries | .kube/config kubeconfig *.kubeconfig kubeconfig.y*ml .docker/config.json .dockercfg .dockerconfigjson containers/auth.json | .kube/config | .kube/config.md
Terraform, Vault, Ansible Vault: state, variables and tokens | *.tfstate *.tfstate.* *.tfvars *.tfvars.json credentials.tfrc.json .terraformrc terraform.rc .vault-token .vault_pass* .vault-pass* vault_password* | work.tfstate | tfstate.ts
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.y*ml secrets.json secrets.toml secrets.ini secrets.properties secrets.*.y*ml secrets.*.json secret.y*ml secret.json credentials.y*ml credentials.json credentials.toml credentials.ini credentials | secrets.yaml | secrets.yaml.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .pgpass pgpass.conf .my.cnf .mylogin.cnf .mysql_history .psql_history .bash_history .zsh_history | .pgpass | .pgpass.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | gh/hosts.yml .config/hub .circleci/cli.yml ngrok.yml .msmtprc .fetchmailrc *.ovpn wireguard/*.conf filezilla.xml sitemanager.xml recentservers.xml .dbeaver-data-sources.xml credentials-config.json | gh/hosts.yml | gh/hosts.yml.md
`;
