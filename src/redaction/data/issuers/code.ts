/** Code, packages, builds and language models. */
export const code = String.raw`
github-token | GitHub: token formats | ghp_ ~ gho_ ~ ghu_ ~ ghr_ ~ github_pat_ | {i36} | ghp_{w36} | ghp_YOUR_TOKEN_HERE
github-token | GitHub: token formats | ghs_ | {p36} | ghs_{w36} | ghs_YOUR_TOKEN_HERE
github-token | GitHub: token formats | v1. | {h=40} | v1.{h40} | v1.YOUR_TOKEN_HERE
gitlab-token | GitLab: token prefixes | glpat- ~ gldt- ~ glrt- ~ glrtr- ~ glcbt- ~ glptt- ~ glft- ~ glsoat- ~ glimt- ~ glagent- ~ gloas- ~ glffct- ~ glwt- | {p20} | glpat-{s20} | glpat-YOUR_TOKEN_HERE
gitlab-session | GitLab: session cookies | _gitlab_session= | {h=32} | _gitlab_session={h32} | _gitlab_session=YOUR_TOKEN_HERE | any
gitlab-token | GitLab: token prefixes | GR1348941 | {s20} | GR1348941{s20} | GR1348941YOUR_TOKEN_HERE
atlassian-token | Atlassian: API, repository and app tokens | ATATT3 ~ ATCTT3 ~ ATSTT3 | {q186} | ATATT3xFfGF0{s170}={H8} | ATATT3YOUR_TOKEN_HERE
atlassian-token | Atlassian: API, repository and app tokens | BBDC- | {b40} | BBDC-{b44} | BBDC-YOUR_TOKEN_HERE
bitbucket-token | Bitbucket Cloud: app passwords | ATBB | {w32} | ATBB{w32} | ATBBYOUR_TOKEN_HERE
sourcegraph-token | Sourcegraph: access tokens | sgp_ | (?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{14,} | sgp_{h16}_{h40} | sgp_YOUR_TOKEN_HERE
sourcegraph-token | Sourcegraph: access tokens | slk_ ~ sgd_ ~ sgs_ | {h64} | slk_{h64} | slk_YOUR_TOKEN_HERE
npm-token | npm: access tokens | npm_ | {w36} | npm_{w36} | npm_YOUR_TOKEN_HERE
pypi-token | PyPI: API tokens | pypi-AgEIcHlwaS5vcmc ~ pypi-AgENdGVzdC5weXBpLm9yZ | {s130} | pypi-AgEIcHlwaS5vcmc{s150} | pypi-AgEIcHlwaS5vcmcYOUR_TOKEN_HERE
rubygems-token | RubyGems: API keys | rubygems_ | {h48} | rubygems_{h48} | rubygems_YOUR_TOKEN_HERE
gitpod-token | Gitpod: personal access tokens | gitpod_pat_ | {s=43}\.{w40} | gitpod_pat_{s43}.{w40} | gitpod_pat_YOUR_TOKEN_HERE
modrinth-token | Modrinth: personal access tokens | mrp_ | {w=30-80} | mrp_{w60} | mrp_YOUR_TOKEN_HERE
open-vsx-token | Open VSX: access tokens | ovsxp_ | {g=36} | ovsxp_{g} | ovsxp_YOUR_TOKEN_HERE
crates-token | crates.io: API tokens | cio | {w=32} | cio{w32} | cioYOUR_TOKEN_HERE
nuget-key | NuGet: API keys | oy2 | {l=43} | oy2{l43} | oy2YOUR_TOKEN_HERE
clojars-token | Clojars: deploy tokens | CLOJARS_ | {l60} | CLOJARS_{l60} | CLOJARS_YOUR_TOKEN_HERE
jsr-token | JSR: access tokens | jsrp_ ~ jsrd_ | {s40} | jsrp_{s40} | jsrp_YOUR_TOKEN_HERE
deno-token | Deno Deploy: access tokens | ddp_ ~ ddw_ ~ ddo_ | {w36} | ddp_{w36} | ddp_YOUR_TOKEN_HERE
docker-token | Docker Hub: personal and organisation tokens | dckr_pat_ ~ dckr_oat_ | {s27} | dckr_pat_{s27} | dckr_pat_YOUR_TOKEN_HERE
docker-config | Docker: sign-ins of registries in base64, as in Kubernetes Secrets | eyJhdXRocyI6 | {b40} | eyJhdXRocyI6{b60} | eyJhdXRocyI6YOUR_TOKEN_HERE
artifactory-token | JFrog: reference tokens and API keys | AKCp ~ cmVmd | {w59} | AKCp{w69} | AKCpYOUR_TOKEN_HERE
cloudsmith-token | Cloudsmith: API keys | csk_ | {w=32-48} | csk_{w32} | csk_YOUR_TOKEN_HERE
sonar-token | SonarQube: user, project and global tokens | squ_ ~ sqp_ ~ sqa_ | {h40} | squ_{h40} | squ_YOUR_TOKEN_HERE
snyk-token | Snyk: service account tokens | snyk_sat. ~ snyk_uat. | {p60} | snyk_sat.{h8}.{w80} | snyk_sat.YOUR_TOKEN_HERE
semgrep-token | Semgrep: tokens | sgp_pat_ | {h64} | sgp_pat_{h64} | sgp_pat_YOUR_TOKEN_HERE
aikido-token | Aikido: tokens and client secrets | AIK_CI_ ~ AIK_RUNTIME_ ~ AIK_SECRET_ | {w24} | AIK_CI_{w24} | AIK_CI_YOUR_TOKEN_HERE
coze-token | Coze, Friendli, Ionic, Kolide: tokens and keys | pat_ ~ flp_ ~ ion_ ~ k2sk_v1_ | {w=24-64} | pat_{w42} | pat_YOUR_TOKEN_HERE
coderabbit-key | CodeRabbit, Cursor, Retell, Runway, Scale: keys of hexadecimal digits | cr- ~ key_ ~ live_auth_ ~ test_auth_ | {h=28-140} | cr-{h58} | cr-YOUR_TOKEN_HERE
circleci-token | CircleCI: personal and project tokens | CCIPAT_ ~ CCIPRJ_ | {i60} | CCIPAT_{w22}_{h40} | CCIPAT_YOUR_TOKEN_HERE
buildkite-token | Buildkite: API, agent and registry tokens | bkua_ ~ bkpat_ ~ bkct_ ~ bkpt_ ~ bkrt_ ~ bkat_ | {w40} | bkua_{h40} | bkua_YOUR_TOKEN_HERE
buildkite-token | Buildkite: API, agent and registry tokens | bkaj_ | {p100} | bkaj_{s100} | bkaj_YOUR_TOKEN_HERE
nx-cloud-token | Nx Cloud, Depot: tokens | nxc_ ~ depot_project_ ~ depot_user_ ~ depot_org_ | {w30} | nxc_{w30} | nxc_YOUR_TOKEN_HERE
octopus-key | Octopus Deploy: API keys | API- | {u=26-40} | API-{u32} | API-YOUR_TOKEN_HERE
jenkins-token | Jenkins: API tokens | 11 | {h=32}(?<=[a-f][0-9]{0,31}) | JENKINS_API_TOKEN=«11{h32}» | 11YOUR_TOKEN_HERE
jenkins-secret | Jenkins: encrypted secrets | {AQAAAB | [A-Za-z0-9+/]{20,}={0,2}\} | <secret>{AQAAAB{b44}}</secret> | {AQAAABYOUR_TOKEN_HERE | any
prefect-token | Prefect, Dagster: API keys | pnu_ ~ pnb_ | {w36} | pnu_{w36} | pnu_YOUR_TOKEN_HERE
prefect-token | Prefect, Dagster: API keys | user: | {h=32} | export DAGSTER_CLOUD_API_TOKEN='user:{h32}' | user:YOUR_TOKEN_HERE | (?:dagster|DAGSTER)[\w ="':-]{0,20}
laravel-key | Laravel: application keys | base64: | [A-Za-z0-9+/]{43}= | Application key [«base64:{w43}=»] set. | base64:YOUR_KEY_HERE | (?<=\bkey[\W]{1,40})
expo-token | Expo: access tokens | expo_ | {s=40} | expo_{s40} | expo_YOUR_TOKEN_HERE
postman-key | Postman: API keys and collection keys | PMAK- | [a-f0-9]{20,}(?:-[a-f0-9]{0,})? | PMAK-{h24}-{h34} | PMAK-YOUR_TOKEN_HERE
postman-key | Postman: API keys and collection keys | PMAT- | {u=26} | PMAT-{u26} | PMAT-YOUR_TOKEN_HERE
readme-key | ReadMe: API keys | rdme_ | {l70} | rdme_xn8s9h{h64} | rdme_YOUR_TOKEN_HERE
scalingo-token | Scalingo: API tokens | tk-us- | {s48} | tk-us-{s48} | tk-us-YOUR_TOKEN_HERE
django-key | Django: keys of new projects | django-insecure- | [a-z0-9!@#$%^&*(=+)_-]{14,} | django-insecure-{l50} | django-insecure-YOUR_TOKEN_HERE
sidekiq-credentials | Sidekiq: credentials of its gem servers | CONTRIBSYS__COM | [A-Z_]{0,12}["']?[=:] ?["']?({h=8}:{h=8}) | BUNDLE_GEMS__CONTRIBSYS__COM=«{h8}:{h8}» | CONTRIBSYS__COMYOUR_TOKEN_HERE | any
openshift-token | OpenShift: user tokens | sha256~ | {s=43} | sha256~{s43} | sha256~YOUR_TOKEN_HERE
kubernetes-token | Kubernetes: bootstrap tokens | kubeconfig-u- | [a-z0-9]{10}:{l54} | kubeconfig-u-{l10}:{l54} | kubeconfig-u-YOUR_TOKEN_HERE
kubernetes-token | Kubernetes: bootstrap tokens | token- | [a-z0-9]{5}:{l=54} | token-{l5}:{l54} | token-YOUR_TOKEN_HERE
k3s-token | k3s: node tokens | K10 | [a-f0-9]{64}::[a-z0-9-]{1,40}:{w32} | K10{h64}::server:{w32} | K10YOUR_TOKEN_HERE
docker-swarm-token | Docker: swarm join and unlock keys | SWMTKN-1- | [a-z0-9-]{14,} | SWMTKN-1-{l50}-{l25} | SWMTKN-1-YOUR_TOKEN_HERE
docker-swarm-token | Docker: swarm join and unlock keys | SWMKEY-1- | {b43} | SWMKEY-1-{b43} | SWMKEY-1-YOUR_TOKEN_HERE
chef-token | Chef Automate: tokens | A2_ | {w=40} | A2_{w40} | A2_YOUR_TOKEN_HERE
boundary-token | HashiCorp Boundary: tokens | at_ | [A-Za-z0-9]{10}_{w100} | at_{w10}_{w100} | at_YOUR_TOKEN_HERE
jwt | RFC 7519: JSON Web Tokens | eyJ | [A-Za-z0-9_-]{8,}\.(?:[A-Za-z0-9_-]{8,}|$)(?:\.[A-Za-z0-9_-]*){0,3} | eyJhbGciOiJIUzI1NiJ9.eyJ{s60}.{s43} | eyJYOUR_TOKEN_HERE
jwt | RFC 7519: JSON Web Tokens | eyJhbGci ~ eyJ0eXAi ~ eyJraWQi ~ eyJlbmMi | [A-Za-z0-9_-]{900,}$ | «eyJhbGci{s1200}» | eyJYOUR_TOKEN_HERE
session-cookie | itsdangerous: signed sessions, as of Flask | eyJ | [A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,} | Set-Cookie: session=«eyJ{s40}.{s6}.{s27}»; HttpOnly; Path=/ | eyJYOUR_TOKEN_HERE
session-cookie | cookie-signature: signed sessions, as of Express | s%3A | [A-Za-z0-9_-]{16,}\.[A-Za-z0-9%+/]{16,} | Cookie: theme=dark; connect.sid=«s%3A{s32}.{w43}» | s%3AYOUR_TOKEN_HERE
paseto | PASETO and PASERK: tokens and keys | v2.local. ~ v4.local. ~ v2.public. ~ v4.public. ~ v3.local. ~ k4.secret. ~ k4.local. | {p43} | v2.local.{s80} | v2.local.YOUR_TOKEN_HERE
macaroon | Macaroons: serialised | MDAxY2xvY2F0aW9 ~ MDAyNGxvY2F0aW9u | {q100} | MDAxY2xvY2F0aW9{s100} | MDAxY2xvY2F0aW9YOUR_TOKEN_HERE
packagist-token | Private Packagist: tokens | packagist_oat_ ~ packagist_ort_ ~ packagist_uut_ ~ packagist_out_ | {h40} | packagist_oat_{h64} | packagist_oat_YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sk-proj- ~ sk-svcacct- ~ sk-admin- ~ sk-None- | {s48} | sk-proj-{s74}T3BlbkFJ{s74} | sk-proj-YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sk- | [a-z][a-z0-9-]{2,60}-[A-Za-z0-9]{20}T3BlbkFJ{w20} | sk-{a6}-{a5}-{w20}T3BlbkFJ{w20} | sk-YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sk- | {w=32-100} | sk-{w20}T3BlbkFJ{w20} | sk-YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sess- | {w=40} | sess-{w40} | sess-YOUR_TOKEN_HERE
anthropic-key | Anthropic: API, admin and OAuth keys | sk-ant- | {s100} | sk-ant-api03-{s93}AA | sk-ant-YOUR_TOKEN_HERE
openrouter-key | OpenRouter: API keys | sk-or- | {s67} | sk-or-v1-{h64} | sk-or-YOUR_TOKEN_HERE
google-ai-key | Google AI Studio: authentication keys | AQ.Ab | {s48} | AQ.Ab8{s50} | AQ.AbYOUR_TOKEN_HERE
groq-key | Groq: API keys | gsk_ | {w52} | gsk_{w52} | gsk_YOUR_TOKEN_HERE
xai-key | xAI: API keys | xai- ~ xai-token- | {w80} | xai-{w80} | xai-YOUR_TOKEN_HERE
perplexity-key | Perplexity: API keys | pplx- | {w48} | pplx-{w48} | pplx-YOUR_TOKEN_HERE
replicate-token | Replicate: API tokens | r8_ | {w37} | r8_{w37} | r8_YOUR_TOKEN_HERE
huggingface-token | Hugging Face: user access and organisation tokens | hf_ ~ api_org_ | {w34} | hf_{w34} | hf_YOUR_TOKEN_HERE
huggingface-token | Hugging Face: user access and organisation tokens | hf_oauth_ | [A-Za-z0-9_.-]{14,} | hf_oauth_{s60} | hf_oauth_YOUR_TOKEN_HERE
fireworks-key | Fireworks AI: API keys | fw_ | {w=20-40} | fw_{w22} | fw_YOUR_TOKEN_HERE
fireworks-key | Fireworks AI: API keys | fpk_ | {w24} | fpk_{w36} | fpk_YOUR_TOKEN_HERE
together-key | Together AI: API keys | tgp_v1_ | {s43} | tgp_v1_{s43} | tgp_v1_YOUR_TOKEN_HERE
voyage-key | Voyage AI: API keys | pa- ~ al- | {s=40-46} | pa-{s43} | pa-YOUR_TOKEN_HERE
elevenlabs-key | ElevenLabs: API keys | sk_ | {h=48} | sk_{h48} | sk_YOUR_TOKEN_HERE
pinecone-key | Pinecone: API keys | pcsk_ ~ pclocal_ | {i30} | pcsk_{w6}_{w63} | pcsk_YOUR_TOKEN_HERE
langsmith-key | LangSmith: personal and service keys | lsv2_pt_ ~ lsv2_sk_ | {h32}(?:_[a-f0-9]{0,10})? | lsv2_pt_{h32}_{h10} | lsv2_pt_YOUR_TOKEN_HERE
langsmith-key | LangSmith: personal and service keys | ls__ | {h32} | ls__{h32} | ls__YOUR_TOKEN_HERE
langfuse-key | Langfuse: secret keys | sk-lf- | {g36} | sk-lf-{g} | sk-lf-YOUR_TOKEN_HERE
wandb-key | Weights & Biases: API keys of version 1 | wandb_v1_ | {i77} | wandb_v1_{w77} | wandb_v1_YOUR_TOKEN_HERE
nvidia-key | NVIDIA: NGC and build keys | nvapi- | {s64} | nvapi-{s64} | nvapi-YOUR_TOKEN_HERE
cerebras-key | Cerebras: API keys | csk- | {l48} | csk-{l48} | csk-YOUR_TOKEN_HERE
ai-key | Stability AI, DeepSeek, Moonshot: API keys | sk- | {h=32} | sk-{h32} | sk-YOUR_TOKEN_HERE
jina-key | Jina AI: API keys | jina_ | {s60} | jina_{h32}{s28} | jina_YOUR_TOKEN_HERE
tavily-key | Tavily: API keys | tvly- | {s32} | tvly-dev-{w32} | tvly-YOUR_TOKEN_HERE
firecrawl-key | Firecrawl: API keys | fc- | {h=32} | fc-{h32} | fc-YOUR_TOKEN_HERE
browserbase-key | Browserbase: API keys | bb_live_ | {s27} | bb_live_{s27} | bb_live_YOUR_TOKEN_HERE
helicone-key | Helicone: API keys | sk-helicone- | [a-z0-9-]{14,} | sk-helicone-{l7}-{l7}-{l7}-{l7} | sk-helicone-YOUR_TOKEN_HERE
ai-key | LiteLLM: virtual keys | sk-litellm- | {s22} | sk-litellm-{s22} | sk-litellm-YOUR_TOKEN_HERE
runpod-key | RunPod: API keys | rpa_ | {w40} | rpa_{u42} | rpa_YOUR_TOKEN_HERE
modal-token | Modal: tokens | ak- ~ as- | {w=22} | ak-{w22} | ak-YOUR_TOKEN_HERE
lambda-key | Lambda Cloud: API keys | secret_ | [a-z0-9-]{8,40}_[a-f0-9]{32}\.{w32} | secret_{l12}_{h32}.{w32} | secret_YOUR_TOKEN_HERE
llama-cloud-key | LlamaIndex: Llama Cloud keys | llx- | {s48} | llx-{w48} | llx-YOUR_TOKEN_HERE
llama-key | Meta: Llama API keys | LLM| | [0-9]{10,20}\|{s27} | LLM|{d15}|{s27} | LLM|YOUR_TOKEN_HERE
e2b-key | E2B: API keys | e2b_ | {h40} | e2b_{h40} | e2b_YOUR_TOKEN_HERE
mem0-key | Mem0: API keys | m0- | {w=40} | m0-{w40} | m0-YOUR_TOKEN_HERE
cartesia-key | Cartesia: API keys | sk_car_ | {w22} | sk_car_{w22} | sk_car_YOUR_TOKEN_HERE
composio-key | Composio: API keys | ak_ | {s=20-24} | ak_{s20} | ak_YOUR_TOKEN_HERE
dify-key | Dify: keys of apps and data sets | app- ~ dataset- | {w=24} | app-{w24} | app-YOUR_TOKEN_HERE
novita-key | Novita AI: API keys | sk_ | {s=43} | sk_{s43} | sk_YOUR_TOKEN_HERE
aws-bedrock-key | AWS Bedrock: API keys | ABSK ~ bedrock-api-key- | {b128} | ABSK{b128} | ABSKYOUR_TOKEN_HERE
devin-key | Devin: API keys | cog_ ~ apk_user_ ~ apk_ | {b52} | cog_{l52} | cog_YOUR_KEY_HERE
ntlm | NTLM: messages of an authentication | TlRMTVNTUAAD | {b60} | TlRMTVNTUAAD{b150} | TlRMTVNTUAADYOUR
voiceflow-key | Voiceflow: keys of assistants and workspaces | VF.DM. ~ VF.WS. | {h24}\.{w16} | VF.DM.{h24}.{w16} | VF.DM.YOUR_KEY_HERE
`;
