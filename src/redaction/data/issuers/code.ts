/** Hosts of code, registries of packages, machines that build and deploy. */
export const code = String.raw`
github-token | GitHub: token formats | ghp_ ~ gho_ ~ ghu_ ~ ghr_ | {i36} | ghp_{w36} | ghp_YOUR_TOKEN_HERE
github-token | GitHub: token formats | ghs_ | {p36} | ghs_{w36} | ghs_YOUR_TOKEN_HERE
github-token | GitHub: token formats | github_pat_ | {i82} | github_pat_{w22}_{w59} | github_pat_YOUR_TOKEN_HERE
github-token | GitHub: token formats | v1. | {h=40} | v1.{h40} | v1.YOUR_TOKEN_HERE
gitlab-token | GitLab: token prefixes | glpat- ~ gldt- ~ glrt- ~ glrtr- ~ glcbt- ~ glptt- ~ glft- ~ glsoat- ~ glimt- ~ glagent- ~ gloas- ~ glffct- ~ glwt- | {p20} | glpat-{s20} | glpat-YOUR_TOKEN_HERE
gitlab-token | GitLab: token prefixes | _gitlab_session= | {h32} | Cookie: _gitlab_session=«{h32}» | _gitlab_session=YOUR_TOKEN_HERE
gitlab-token | GitLab: token prefixes | GR1348941 | {s20} | GR1348941{s20} | GR1348941YOUR_TOKEN_HERE
atlassian-token | Atlassian: API, repository and app tokens | ATATT3 ~ ATCTT3 ~ ATSTT3 | {q186} | ATATT3xFfGF0{s170}={H8} | ATATT3YOUR_TOKEN_HERE
atlassian-token | Atlassian: API, repository and app tokens | BBDC- | {b40} | BBDC-{b44} | BBDC-YOUR_TOKEN_HERE
bitbucket-token | Bitbucket Cloud: app passwords | ATBB | {w32} | ATBB{w32} | ATBBYOUR_TOKEN_HERE
sourcegraph-token | Sourcegraph: access tokens | sgp_ | (?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{14,} | sgp_{h16}_{h40} | sgp_YOUR_TOKEN_HERE
sourcegraph-token | Sourcegraph: access tokens | slk_ ~ sgd_ ~ sgs_ | {h64} | slk_{h64} | slk_YOUR_TOKEN_HERE
npm-token | npm: access tokens | npm_ | {w36} | npm_{w36} | npm_YOUR_TOKEN_HERE
pypi-token | PyPI: API tokens | pypi-AgEIcHlwaS5vcmc ~ pypi-AgENdGVzdC5weXBpLm9yZ | {s130} | pypi-AgEIcHlwaS5vcmc{s150} | pypi-AgEIcHlwaS5vcmcYOUR_TOKEN_HERE
rubygems-token | RubyGems: API keys | rubygems_ | {h48} | rubygems_{h48} | rubygems_YOUR_TOKEN_HERE
crates-token | crates.io: API tokens | cio | {w=32} | cio{w32} | cioYOUR_TOKEN_HERE
nuget-key | NuGet: API keys | oy2 | {l=43} | oy2{l43} | oy2YOUR_TOKEN_HERE
clojars-token | Clojars: deploy tokens | CLOJARS_ | {l60} | CLOJARS_{l60} | CLOJARS_YOUR_TOKEN_HERE
jsr-token | JSR: access tokens | jsrp_ ~ jsrd_ | {s40} | jsrp_{s40} | jsrp_YOUR_TOKEN_HERE
deno-token | Deno Deploy: access tokens | ddp_ ~ ddw_ ~ ddo_ | {w36} | ddp_{w36} | ddp_YOUR_TOKEN_HERE
docker-token | Docker Hub: personal and organisation tokens | dckr_pat_ | {s27} | dckr_pat_{s27} | dckr_pat_YOUR_TOKEN_HERE
docker-token | Docker Hub: personal and organisation tokens | dckr_oat_ | {s32} | dckr_oat_{s32} | dckr_oat_YOUR_TOKEN_HERE
artifactory-token | JFrog: reference tokens and API keys | AKCp | {w69} | AKCp{w69} | AKCpYOUR_TOKEN_HERE
artifactory-token | JFrog: reference tokens and API keys | cmVmd | {w59} | cmVmd{w59} | cmVmdYOUR_TOKEN_HERE
cloudsmith-token | Cloudsmith: API keys | csk_ | {w=32-48} | csk_{w32} | csk_YOUR_TOKEN_HERE
sonar-token | SonarQube: user, project and global tokens | squ_ ~ sqp_ ~ sqa_ | {h40} | squ_{h40} | squ_YOUR_TOKEN_HERE
snyk-token | Snyk: service account tokens | snyk_sat. ~ snyk_uat. | {p60} | snyk_sat.{h8}.{w80} | snyk_sat.YOUR_TOKEN_HERE
semgrep-token | Semgrep: tokens | sgp_pat_ | {h64} | sgp_pat_{h64} | sgp_pat_YOUR_TOKEN_HERE
circleci-token | CircleCI: personal and project tokens | CCIPAT_ ~ CCIPRJ_ | {i60} | CCIPAT_{w22}_{h40} | CCIPAT_YOUR_TOKEN_HERE
buildkite-token | Buildkite: API, agent and registry tokens | bkua_ | {h40} | bkua_{h40} | bkua_YOUR_TOKEN_HERE
buildkite-token | Buildkite: API, agent and registry tokens | bkpat_ ~ bkct_ ~ bkpt_ ~ bkrt_ ~ bkat_ | {w40} | bkpat_{w40} | bkpat_YOUR_TOKEN_HERE
buildkite-token | Buildkite: API, agent and registry tokens | bkaj_ | {p100} | bkaj_{s100} | bkaj_YOUR_TOKEN_HERE
nx-cloud-token | Nx Cloud, Depot: tokens | nxc_ | {w30} | nxc_{w30} | nxc_YOUR_TOKEN_HERE
nx-cloud-token | Nx Cloud, Depot: tokens | depot_project_ ~ depot_user_ ~ depot_org_ | {h64} | depot_project_{h64} | depot_project_YOUR_TOKEN_HERE
octopus-key | Octopus Deploy: API keys | API- | {u=26-40} | API-{u32} | API-YOUR_TOKEN_HERE
jenkins-token | Jenkins: API tokens | 11 | {h=32}(?<=[a-f][0-9]{0,31}) | JENKINS_API_TOKEN=«11{h32}» | 11YOUR_TOKEN_HERE
prefect-token | Prefect, Dagster: API keys | pnu_ ~ pnb_ | {w36} | pnu_{w36} | pnu_YOUR_TOKEN_HERE
prefect-token | Prefect, Dagster: API keys | user: | {h=32} | export DAGSTER_CLOUD_API_TOKEN='user:{h32}' | user:YOUR_TOKEN_HERE | (?:dagster|DAGSTER)[\w ="':-]{0,20}
expo-token | Expo: access tokens | expo_ | {s40} | expo_{s40} | expo_YOUR_TOKEN_HERE
postman-key | Postman: API keys and collection keys | PMAK- | [a-f0-9]{20,}(?:-[a-f0-9]{0,})? | PMAK-{h24}-{h34} | PMAK-YOUR_TOKEN_HERE
postman-key | Postman: API keys and collection keys | PMAT- | {u=26} | PMAT-{u26} | PMAT-YOUR_TOKEN_HERE
readme-key | ReadMe: API keys | rdme_ | {l70} | rdme_xn8s9h{h64} | rdme_YOUR_TOKEN_HERE
scalingo-token | Scalingo: API tokens | tk-us- | {s48} | tk-us-{s48} | tk-us-YOUR_TOKEN_HERE
wordpress-key | WordPress: authentication unique keys and salts | AUTH_KEY ~ AUTH_SALT ~ LOGGED_IN_KEY ~ LOGGED_IN_SALT ~ NONCE_KEY ~ NONCE_SALT | ["']?(?:,|[ ]?[:=]) {0,20}["']([^"'\r\n]{32,})["'] | define('AUTH_KEY', '«{z64}»'); | AUTH_KEYYOUR_TOKEN_HERE | (?:^|["' \t]|SECURE_)
django-key | Django: keys of new projects | django-insecure- | [a-z0-9!@#$%^&*(=+)_-]{14,} | django-insecure-{l50} | django-insecure-YOUR_TOKEN_HERE
sidekiq-credentials | Sidekiq: credentials of its gem servers | CONTRIBSYS__COM | [A-Z_]{0,12}["']?[=:] ?["']?({h=8}:{h=8}) | BUNDLE_GEMS__CONTRIBSYS__COM=«{h8}:{h8}» | CONTRIBSYS__COMYOUR_TOKEN_HERE | any
openshift-token | OpenShift: user tokens | sha256~ | {s=43} | sha256~{s43} | sha256~YOUR_TOKEN_HERE
kubernetes-token | Kubernetes: bootstrap tokens | --token  | ([a-z0-9]{6}\.[a-z0-9]{16})(?![a-z0-9]) | kubeadm join 10.0.0.1:6443 --token «{l6}.{l16}» --discovery | --token YOUR_TOKEN_HERE
kubernetes-token | Kubernetes: bootstrap tokens | kubeconfig-u- | [a-z0-9]{10}:{l54} | kubeconfig-u-{l10}:{l54} | kubeconfig-u-YOUR_TOKEN_HERE
kubernetes-token | Kubernetes: bootstrap tokens | token- | [a-z0-9]{5}:{l=54} | token-{l5}:{l54} | token-YOUR_TOKEN_HERE
k3s-token | k3s: node tokens | K10 | [a-f0-9]{64}::[a-z0-9-]{1,40}:{w32} | K10{h64}::server:{w32} | K10YOUR_TOKEN_HERE
docker-swarm-token | Docker: swarm join and unlock keys | SWMTKN-1- | [a-z0-9-]{14,} | SWMTKN-1-{l50}-{l25} | SWMTKN-1-YOUR_TOKEN_HERE
docker-swarm-token | Docker: swarm join and unlock keys | SWMKEY-1- | {b43} | SWMKEY-1-{b43} | SWMKEY-1-YOUR_TOKEN_HERE
chef-token | Chef Automate: tokens | A2_ | {w=40} | A2_{w40} | A2_YOUR_TOKEN_HERE
boundary-token | HashiCorp Boundary: tokens | at_ | [A-Za-z0-9]{10}_{w100} | at_{w10}_{w100} | at_YOUR_TOKEN_HERE
jwt | RFC 7519: JSON Web Tokens | eyJ | [A-Za-z0-9_-]{8,}\.(?:[A-Za-z0-9_-]{8,}|$)(?:\.[A-Za-z0-9_-]*){0,3} | eyJhbGciOiJIUzI1NiJ9.eyJ{s60}.{s43} | eyJYOUR_TOKEN_HERE
jwt | RFC 7519: JSON Web Tokens | eyJ | [A-Za-z0-9_-]{900,}$ | «eyJ{s1200}» | eyJYOUR_TOKEN_HERE
session-cookie | itsdangerous: signed sessions, as of Flask | eyJ | [A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,} | Set-Cookie: session=«eyJ{s40}.{s6}.{s27}»; HttpOnly; Path=/ | eyJYOUR_TOKEN_HERE
session-cookie | cookie-signature: signed sessions, as of Express | s%3A | [A-Za-z0-9_-]{16,}\.[A-Za-z0-9%+/]{16,} | Cookie: theme=dark; connect.sid=«s%3A{s32}.{w43}» | s%3AYOUR_TOKEN_HERE
paseto | PASETO and PASERK: tokens and keys | v2.local. ~ v4.local. ~ v2.public. ~ v4.public. ~ v3.local. | {p80} | v2.local.{s80} | v2.local.YOUR_TOKEN_HERE
paseto | PASETO and PASERK: tokens and keys | k4.secret. | {s86} | k4.secret.{s86} | k4.secret.YOUR_TOKEN_HERE
paseto | PASETO and PASERK: tokens and keys | k4.local. | {s43} | k4.local.{s43} | k4.local.YOUR_TOKEN_HERE
macaroon | Macaroons: serialised | MDAxY2xvY2F0aW9 ~ MDAyNGxvY2F0aW9u | {q100} | MDAxY2xvY2F0aW9{s100} | MDAxY2xvY2F0aW9YOUR_TOKEN_HERE
packagist-token | Private Packagist: tokens | packagist_oat_ ~ packagist_ort_ ~ packagist_uut_ | {h40} | packagist_oat_{h64} | packagist_oat_YOUR_TOKEN_HERE
packagist-token | Private Packagist: tokens | packagist_out_ | {h68} | packagist_out_{h68} | packagist_out_YOUR_TOKEN_HERE
`;
