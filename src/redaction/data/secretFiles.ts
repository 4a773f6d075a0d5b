/**
 * Files that exist to hold secrets. Columns: the documentation; a name, or the end of a path, where
 * `*` matches anything but `/` and case is ignored; an example; a counterexample.
 */
export const secretFiles = String.raw`
dotenv, direnv and Wrangler: environment files | .env | .env | env.ts
dotenv, direnv and Wrangler: environment files | .env.* | .env.work | env.ts
dotenv, direnv and Wrangler: environment files | *.env | work.env | work.env.md
dotenv, direnv and Wrangler: environment files | .envrc | .envrc | .envrc.md
dotenv, direnv and Wrangler: environment files | .dev.vars | .dev.vars | dev.vars.ts
dotenv, direnv and Wrangler: environment files | .dev.vars.* | .dev.vars.work | dev.vars.ts
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.pem | work.pem | work.pem.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.key | work.key | work.key.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.p8 | work.p8 | work.p8.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.pk8 | work.pk8 | work.pk8.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.p12 | work.p12 | work.p12.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.pfx | work.pfx | work.pfx.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.pkcs12 | work.pkcs12 | work.pkcs12.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.ppk | work.ppk | work.ppk.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.jks | work.jks | work.jks.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.jceks | work.jceks | work.jceks.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.bks | work.bks | work.bks.md
RFC 7468, RFC 5208, RFC 7292, PuTTY, Java keytool: private keys and key stores | *.keystore | work.keystore | work.keystore.md
ssh-keygen(1), age-keygen(1): private keys | id_rsa* | id_rsawork | xid_rsawork
ssh-keygen(1), age-keygen(1): private keys | id_dsa* | id_dsawork | xid_dsawork
ssh-keygen(1), age-keygen(1): private keys | id_ecdsa* | id_ecdsawork | xid_ecdsawork
ssh-keygen(1), age-keygen(1): private keys | id_ed25519* | id_ed25519work | xid_ed25519work
ssh-keygen(1), age-keygen(1): private keys | ssh_host_*_key | ssh_host_work_key | ssh_host_work_key.md
ssh-keygen(1), age-keygen(1): private keys | .ssh/identity* | .ssh/identitywork | ssh/identitywork
ssh-keygen(1), age-keygen(1): private keys | *.agekey | work.agekey | work.agekey.md
ssh-keygen(1), age-keygen(1): private keys | age/keys.txt | age/keys.txt | age/keys.txt.md
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | *.kdbx | work.kdbx | work.kdbx.md
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | *.kdb | work.kdb | work.kdb.md
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | *.agilekeychain | work.agilekeychain | work.agilekeychain.md
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | *.keychain | work.keychain | work.keychain.md
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | *.keychain-db | work.keychain-db | work.keychain-db.md
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | .password-store/* | .password-store/work | password-store/work
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | secring.gpg | secring.gpg | secring.gpg.md
KeePass, 1Password, Keychain Services, pass(1), gpg-agent(1): stores of passwords and keys | private-keys-v1.d/* | private-keys-v1.d/work | private-keys.d/work
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .netrc | .netrc | .netrc.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | _netrc | _netrc | _netrc.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .authinfo | .authinfo | .authinfo.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .git-credentials | .git-credentials | .git-credentials.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .git/credentials | .git/credentials | .git/credentials.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | git/credentials | git/credentials | git/credentials.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .smbcredentials | .smbcredentials | .smbcredentials.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .htpasswd | .htpasswd | .htpasswd.md
netrc(5), git-credential-store(1), mount.cifs(8), htpasswd(1): names with passwords | .htdigest | .htdigest | .htdigest.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .npmrc | .npmrc | .npmrc.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .pypirc | .pypirc | .pypirc.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .gem/credentials | .gem/credentials | .gem/credentials.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .cargo/credentials | .cargo/credentials | .cargo/credentials.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .cargo/credentials.toml | .cargo/credentials.toml | .cargo/credentials.toml.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .composer/auth.json | .composer/auth.json | .composer/auth.json.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | composer/auth.json | composer/auth.json | composer/auth.json.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .codex/auth.json | .codex/auth.json | .codex/auth.json.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .m2/settings-security.xml | .m2/settings-security.xml | .m2/settings-security.xml.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | .nuget/nuget.config | .nuget/nuget.config | .nuget/nuget.config.md
npm, PyPI, RubyGems, Cargo, Composer, Maven, NuGet, Android: credentials of registries and for signing | keystore.properties | keystore.properties | keystore.properties.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | .aws/credentials | .aws/credentials | .aws/credentials.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | accesskeys.csv | accesskeys.csv | accesskeys.csv.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | *_accesskeys.csv | work_accesskeys.csv | work_accesskeys.csv.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | rootkey.csv | rootkey.csv | rootkey.csv.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | credentials.csv | credentials.csv | credentials.csv.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | .boto | .boto | .boto.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | .s3cfg | .s3cfg | .s3cfg.md
AWS CLI and console, Boto, s3cmd, s3fs: access keys | .passwd-s3fs | .passwd-s3fs | .passwd-s3fs.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | application_default_credentials.json | application_default_credentials.json | application_default_credentials.json.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | client_secret*.json | client_secretwork.json | client_secretwork.json.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | *service-account*.json | workservice-accountwork.json | workservice-accountwork.json.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | *service_account*.json | workservice_accountwork.json | workservice_accountwork.json.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | *serviceaccount*.json | workserviceaccountwork.json | workserviceaccountwork.json.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | *-firebase-adminsdk-*.json | work-firebase-adminsdk-work.json | work-firebase-adminsdk-work.json.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | gcloud/credentials.db | gcloud/credentials.db | gcloud/credentials.db.md
Google Cloud and Firebase: keys of service accounts and OAuth clients | gcloud/access_tokens.db | gcloud/access_tokens.db | gcloud/access_tokens.db.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .azure/accesstokens.json | .azure/accesstokens.json | .azure/accesstokens.json.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .azure/msal_token_cache.* | .azure/msal_token_cache.work | azure/msal_token_cache.work
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .azure/azureprofile.json | .azure/azureprofile.json | .azure/azureprofile.json.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .oci/config | .oci/config | .oci/config.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .databrickscfg | .databrickscfg | .databrickscfg.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .snowsql/config | .snowsql/config | .snowsql/config.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | .rclone.conf | .rclone.conf | .rclone.conf.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | rclone.conf | rclone.conf | rclone.conf.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | doctl/config.yaml | doctl/config.yaml | doctl/config.yaml.md
Azure CLI, OCI, Databricks, SnowSQL, rclone, doctl, hcloud: credentials of clouds | hcloud/cli.toml | hcloud/cli.toml | hcloud/cli.toml.md
kubectl, Docker, Podman: credentials of clusters and registries | .kube/config | .kube/config | .kube/config.md
kubectl, Docker, Podman: credentials of clusters and registries | kubeconfig | kubeconfig | kubeconfig.md
kubectl, Docker, Podman: credentials of clusters and registries | *.kubeconfig | work.kubeconfig | work.kubeconfig.md
kubectl, Docker, Podman: credentials of clusters and registries | kubeconfig.y*ml | kubeconfig.yaml | kubeconfig.yaml.md
kubectl, Docker, Podman: credentials of clusters and registries | .docker/config.json | .docker/config.json | .docker/config.json.md
kubectl, Docker, Podman: credentials of clusters and registries | .dockercfg | .dockercfg | .dockercfg.md
kubectl, Docker, Podman: credentials of clusters and registries | .dockerconfigjson | .dockerconfigjson | .dockerconfigjson.md
kubectl, Docker, Podman: credentials of clusters and registries | containers/auth.json | containers/auth.json | containers/auth.json.md
Terraform, Vault, Ansible Vault: state, variables and tokens | *.tfstate | work.tfstate | tfstate.ts
Terraform, Vault, Ansible Vault: state, variables and tokens | *.tfstate.* | work.tfstate.work | tfstate.ts
Terraform, Vault, Ansible Vault: state, variables and tokens | *.tfvars | work.tfvars | work.tfvars.md
Terraform, Vault, Ansible Vault: state, variables and tokens | *.tfvars.json | work.tfvars.json | work.tfvars.json.md
Terraform, Vault, Ansible Vault: state, variables and tokens | credentials.tfrc.json | credentials.tfrc.json | credentials.tfrc.json.md
Terraform, Vault, Ansible Vault: state, variables and tokens | .terraformrc | .terraformrc | .terraformrc.md
Terraform, Vault, Ansible Vault: state, variables and tokens | terraform.rc | terraform.rc | terraform.rc.md
Terraform, Vault, Ansible Vault: state, variables and tokens | .vault-token | .vault-token | myvault-token
Terraform, Vault, Ansible Vault: state, variables and tokens | .vault_pass* | .vault_passwork | myvault_passwork
Terraform, Vault, Ansible Vault: state, variables and tokens | .vault-pass* | .vault-passwork | myvault-passwork
Terraform, Vault, Ansible Vault: state, variables and tokens | vault_password* | vault_passwordwork | myvault_passwordwork
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.y*ml | secrets.yaml | secrets.yaml.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.json | secrets.json | secrets.json.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.toml | secrets.toml | secrets.toml.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.ini | secrets.ini | secrets.ini.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.properties | secrets.properties | secrets.properties.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.*.y*ml | secrets.work.yaml | secrets.work.yaml.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secrets.*.json | secrets.work.json | secrets.work.json.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secret.y*ml | secret.yaml | secret.yaml.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | secret.json | secret.json | secret.json.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.y*ml | credentials.yaml | credentials.yaml.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.json | credentials.json | credentials.json.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.toml | credentials.toml | credentials.toml.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials.ini | credentials.ini | credentials.ini.md
Rails, ASP.NET Core, Streamlit, Home Assistant, Helm: files of secrets | credentials | credentials | credentials.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .pgpass | .pgpass | .pgpass.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | pgpass.conf | pgpass.conf | pgpass.conf.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .my.cnf | .my.cnf | .my.cnf.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .mylogin.cnf | .mylogin.cnf | .mylogin.cnf.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .mysql_history | .mysql_history | .mysql_history.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .psql_history | .psql_history | .psql_history.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .bash_history | .bash_history | .bash_history.md
PostgreSQL, MySQL, bash(1), zsh(1): passwords, and what was typed beside them | .zsh_history | .zsh_history | .zsh_history.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | gh/hosts.yml | gh/hosts.yml | gh/hosts.yml.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .config/hub | .config/hub | .config/hub.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .circleci/cli.yml | .circleci/cli.yml | .circleci/cli.yml.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | ngrok.yml | ngrok.yml | ngrok.yml.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .msmtprc | .msmtprc | .msmtprc.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .fetchmailrc | .fetchmailrc | .fetchmailrc.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | *.ovpn | work.ovpn | work.ovpn.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | wireguard/*.conf | wireguard/work.conf | wireguard/work.conf.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | filezilla.xml | filezilla.xml | filezilla.xml.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | sitemanager.xml | sitemanager.xml | sitemanager.xml.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | recentservers.xml | recentservers.xml | recentservers.xml.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | .dbeaver-data-sources.xml | .dbeaver-data-sources.xml | .dbeaver-data-sources.xml.md
GitHub CLI, hub, CircleCI, ngrok, msmtp, fetchmail, OpenVPN, WireGuard, FileZilla, DBeaver: saved sign-ins | credentials-config.json | credentials-config.json | credentials-config.json.md
`;
