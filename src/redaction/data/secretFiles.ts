/**
 * Files that exist to hold secrets. Columns: a name, or the end of a path with folders, where `*` stands
 * for any units but `/` and letter case does not count; where it is documented; a file that is one; one
 * that is not.
 */
export const secretFiles = String.raw`
.env | dotenv, direnv and Wrangler: environment files | .env | env.ts
.env.* | dotenv, direnv and Wrangler: environment files | .env.work | env.ts
*.env | dotenv, direnv and Wrangler: environment files | work.env | work.env.md
.envrc | dotenv, direnv and Wrangler: environment files | .envrc | .envrc.md
.dev.vars | dotenv, direnv and Wrangler: environment files | .dev.vars | dev.vars.ts
.dev.vars.* | dotenv, direnv and Wrangler: environment files | .dev.vars.work | dev.vars.ts
*.pem | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.pem | work.pem.md
*.key | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.key | work.key.md
*.p8 | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.p8 | work.p8.md
*.pk8 | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.pk8 | work.pk8.md
*.p12 | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.p12 | work.p12.md
*.pfx | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.pfx | work.pfx.md
*.pkcs12 | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.pkcs12 | work.pkcs12.md
*.ppk | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.ppk | work.ppk.md
*.jks | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.jks | work.jks.md
*.jceks | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.jceks | work.jceks.md
*.bks | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.bks | work.bks.md
*.keystore | RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | work.keystore | work.keystore.md
id_rsa* | ssh-keygen(1), age-keygen(1): private keys | id_rsawork | xid_rsawork
id_dsa* | ssh-keygen(1), age-keygen(1): private keys | id_dsawork | xid_dsawork
id_ecdsa* | ssh-keygen(1), age-keygen(1): private keys | id_ecdsawork | xid_ecdsawork
id_ed25519* | ssh-keygen(1), age-keygen(1): private keys | id_ed25519work | xid_ed25519work
ssh_host_*_key | ssh-keygen(1), age-keygen(1): private keys | ssh_host_work_key | ssh_host_work_key.md
.ssh/identity* | ssh-keygen(1), age-keygen(1): private keys | .ssh/identitywork | ssh/identitywork
*.agekey | ssh-keygen(1), age-keygen(1): private keys | work.agekey | work.agekey.md
age/keys.txt | ssh-keygen(1), age-keygen(1): private keys | age/keys.txt | age/keys.txt.md
*.kdbx | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | work.kdbx | work.kdbx.md
*.kdb | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | work.kdb | work.kdb.md
*.agilekeychain | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | work.agilekeychain | work.agilekeychain.md
*.keychain | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | work.keychain | work.keychain.md
*.keychain-db | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | work.keychain-db | work.keychain-db.md
.password-store/* | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | .password-store/work | password-store/work
secring.gpg | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | secring.gpg | secring.gpg.md
private-keys-v1.d/* | KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | private-keys-v1.d/work | private-keys.d/work
.netrc | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .netrc | .netrc.md
_netrc | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | _netrc | _netrc.md
.authinfo | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .authinfo | .authinfo.md
.git-credentials | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .git-credentials | .git-credentials.md
.git/credentials | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .git/credentials | .git/credentials.md
git/credentials | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | git/credentials | git/credentials.md
.smbcredentials | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .smbcredentials | .smbcredentials.md
.htpasswd | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .htpasswd | .htpasswd.md
.htdigest | netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .htdigest | .htdigest.md
.npmrc | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .npmrc | .npmrc.md
.pypirc | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .pypirc | .pypirc.md
.gem/credentials | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .gem/credentials | .gem/credentials.md
.cargo/credentials | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .cargo/credentials | .cargo/credentials.md
.cargo/credentials.toml | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .cargo/credentials.toml | .cargo/credentials.toml.md
.composer/auth.json | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .composer/auth.json | .composer/auth.json.md
composer/auth.json | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | composer/auth.json | composer/auth.json.md
.codex/auth.json | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .codex/auth.json | .codex/auth.json.md
.m2/settings-security.xml | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .m2/settings-security.xml | .m2/settings-security.xml.md
.nuget/nuget.config | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .nuget/nuget.config | .nuget/nuget.config.md
keystore.properties | npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | keystore.properties | keystore.properties.md
.aws/credentials | AWS CLI and console, Boto, s3cmd, s3fs: access keys | .aws/credentials | .aws/credentials.md
accesskeys.csv | AWS CLI and console, Boto, s3cmd, s3fs: access keys | accesskeys.csv | accesskeys.csv.md
*_accesskeys.csv | AWS CLI and console, Boto, s3cmd, s3fs: access keys | work_accesskeys.csv | work_accesskeys.csv.md
rootkey.csv | AWS CLI and console, Boto, s3cmd, s3fs: access keys | rootkey.csv | rootkey.csv.md
credentials.csv | AWS CLI and console, Boto, s3cmd, s3fs: access keys | credentials.csv | credentials.csv.md
.boto | AWS CLI and console, Boto, s3cmd, s3fs: access keys | .boto | .boto.md
.s3cfg | AWS CLI and console, Boto, s3cmd, s3fs: access keys | .s3cfg | .s3cfg.md
.passwd-s3fs | AWS CLI and console, Boto, s3cmd, s3fs: access keys | .passwd-s3fs | .passwd-s3fs.md
application_default_credentials.json | Google Cloud and Firebase: keys of service accounts and OAuth clients | application_default_credentials.json | application_default_credentials.json.md
client_secret*.json | Google Cloud and Firebase: keys of service accounts and OAuth clients | client_secretwork.json | client_secretwork.json.md
*service-account*.json | Google Cloud and Firebase: keys of service accounts and OAuth clients | workservice-accountwork.json | workservice-accountwork.json.md
*service_account*.json | Google Cloud and Firebase: keys of service accounts and OAuth clients | workservice_accountwork.json | workservice_accountwork.json.md
*serviceaccount*.json | Google Cloud and Firebase: keys of service accounts and OAuth clients | workserviceaccountwork.json | workserviceaccountwork.json.md
*-firebase-adminsdk-*.json | Google Cloud and Firebase: keys of service accounts and OAuth clients | work-firebase-adminsdk-work.json | work-firebase-adminsdk-work.json.md
gcloud/credentials.db | Google Cloud and Firebase: keys of service accounts and OAuth clients | gcloud/credentials.db | gcloud/credentials.db.md
gcloud/access_tokens.db | Google Cloud and Firebase: keys of service accounts and OAuth clients | gcloud/access_tokens.db | gcloud/access_tokens.db.md
.azure/accesstokens.json | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .azure/accesstokens.json | .azure/accesstokens.json.md
.azure/msal_token_cache.* | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .azure/msal_token_cache.work | azure/msal_token_cache.work
.azure/azureprofile.json | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .azure/azureprofile.json | .azure/azureprofile.json.md
.oci/config | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .oci/config | .oci/config.md
.databrickscfg | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .databrickscfg | .databrickscfg.md
.snowsql/config | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .snowsql/config | .snowsql/config.md
.rclone.conf | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .rclone.conf | .rclone.conf.md
rclone.conf | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | rclone.conf | rclone.conf.md
doctl/config.yaml | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | doctl/config.yaml | doctl/config.yaml.md
hcloud/cli.toml | Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | hcloud/cli.toml | hcloud/cli.toml.md
.kube/config | kubectl, Docker, Podman: credentials of clusters and registries | .kube/config | .kube/config.md
kubeconfig | kubectl, Docker, Podman: credentials of clusters and registries | kubeconfig | kubeconfig.md
*.kubeconfig | kubectl, Docker, Podman: credentials of clusters and registries | work.kubeconfig | work.kubeconfig.md
kubeconfig.y*ml | kubectl, Docker, Podman: credentials of clusters and registries | kubeconfig.yaml | kubeconfig.yaml.md
.docker/config.json | kubectl, Docker, Podman: credentials of clusters and registries | .docker/config.json | .docker/config.json.md
.dockercfg | kubectl, Docker, Podman: credentials of clusters and registries | .dockercfg | .dockercfg.md
.dockerconfigjson | kubectl, Docker, Podman: credentials of clusters and registries | .dockerconfigjson | .dockerconfigjson.md
containers/auth.json | kubectl, Docker, Podman: credentials of clusters and registries | containers/auth.json | containers/auth.json.md
*.tfstate | Terraform, Vault, Ansible Vault: state, variables and tokens | work.tfstate | tfstate.ts
*.tfstate.* | Terraform, Vault, Ansible Vault: state, variables and tokens | work.tfstate.work | tfstate.ts
*.tfvars | Terraform, Vault, Ansible Vault: state, variables and tokens | work.tfvars | work.tfvars.md
*.tfvars.json | Terraform, Vault, Ansible Vault: state, variables and tokens | work.tfvars.json | work.tfvars.json.md
credentials.tfrc.json | Terraform, Vault, Ansible Vault: state, variables and tokens | credentials.tfrc.json | credentials.tfrc.json.md
.terraformrc | Terraform, Vault, Ansible Vault: state, variables and tokens | .terraformrc | .terraformrc.md
terraform.rc | Terraform, Vault, Ansible Vault: state, variables and tokens | terraform.rc | terraform.rc.md
.vault-token | Terraform, Vault, Ansible Vault: state, variables and tokens | .vault-token | myvault-token
.vault_pass* | Terraform, Vault, Ansible Vault: state, variables and tokens | .vault_passwork | myvault_passwork
.vault-pass* | Terraform, Vault, Ansible Vault: state, variables and tokens | .vault-passwork | myvault-passwork
vault_password* | Terraform, Vault, Ansible Vault: state, variables and tokens | vault_passwordwork | myvault_passwordwork
secrets.y*ml | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.yaml | secrets.yaml.md
secrets.json | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.json | secrets.json.md
secrets.toml | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.toml | secrets.toml.md
secrets.ini | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.ini | secrets.ini.md
secrets.properties | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.properties | secrets.properties.md
secrets.*.y*ml | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.work.yaml | secrets.work.yaml.md
secrets.*.json | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.work.json | secrets.work.json.md
secret.y*ml | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secret.yaml | secret.yaml.md
secret.json | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secret.json | secret.json.md
credentials.y*ml | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.yaml | credentials.yaml.md
credentials.json | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.json | credentials.json.md
credentials.toml | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.toml | credentials.toml.md
credentials.ini | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.ini | credentials.ini.md
credentials | Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials | credentials.md
.pgpass | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .pgpass | .pgpass.md
pgpass.conf | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | pgpass.conf | pgpass.conf.md
.my.cnf | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .my.cnf | .my.cnf.md
.mylogin.cnf | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .mylogin.cnf | .mylogin.cnf.md
.mysql_history | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .mysql_history | .mysql_history.md
.psql_history | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .psql_history | .psql_history.md
.bash_history | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .bash_history | .bash_history.md
.zsh_history | PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .zsh_history | .zsh_history.md
gh/hosts.yml | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | gh/hosts.yml | gh/hosts.yml.md
.config/hub | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .config/hub | .config/hub.md
.circleci/cli.yml | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .circleci/cli.yml | .circleci/cli.yml.md
ngrok.yml | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | ngrok.yml | ngrok.yml.md
.msmtprc | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .msmtprc | .msmtprc.md
.fetchmailrc | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .fetchmailrc | .fetchmailrc.md
*.ovpn | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | work.ovpn | work.ovpn.md
wireguard/*.conf | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | wireguard/work.conf | wireguard/work.conf.md
filezilla.xml | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | filezilla.xml | filezilla.xml.md
sitemanager.xml | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | sitemanager.xml | sitemanager.xml.md
recentservers.xml | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | recentservers.xml | recentservers.xml.md
.dbeaver-data-sources.xml | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .dbeaver-data-sources.xml | .dbeaver-data-sources.xml.md
credentials-config.json | GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | credentials-config.json | credentials-config.json.md
`;
