/**
 * Secrets as their issuers publish them, written down from what the issuers say of them: how they begin, of which units and how many
 * they consist, and in which variable, header or file they are kept. Nothing here is taken from the table of the finder.
 *
 * A line: the name, a colon, the form. `{w36}` is 36 random units of an alphabet: w letters and digits, h hexadecimal in lower and H in
 * upper case, l lower case and digits, a lower case, u upper case and digits, A upper case, d digits, b base64, s base64 for addresses,
 * t base32, x base58, n bech32, j those of Django's and z of WordPress's generator, g a UUID. What must be hidden stands between « and »; without them it is the whole, in the text of a program. A bar is a line break.
 */
const forms = `
OpenAI key of a named account: sk-{a6}-{a5}-{w20}T3BlbkFJ{w20}
Teamwork token: tkn.v1_{s68}=
Pair of id and secret: token = '«{d9}:{w35}»'
Quoted with blanks: api_key = ' «{w40}» '
Numbered key: const sumoKey2 = '«{w64}»'
Azure OpenAI key in JSON: "AZURE_OPENAI_KEY": "«{h32}»",
Hugging Face OAuth token: hf_oauth_{s60}
W&B key of version 1: wandb_v1_{w77}
Firecrawl key: fc-{h32}
Browserbase key: bb_live_{s27}
Helicone key: sk-helicone-{l7}-{l7}-{l7}-{l7}
LiteLLM key: LITELLM_API_KEY=«sk-{s22}»
Llama Cloud key: llx-{w48}
Dify app key: app-{w24}
Dify data set key: dataset-{w24}
Linear webhook secret: lin_wh_{w40}
Figma OAuth token: figu_{s40}
HubSpot token of Europe: pat-eu1-{g}
Salesforce consumer key: 3MVG9{w80}
Stytch test secret: secret-test-{s36}
Cal.com key: cal_live_{h32}
Intra42 secret: s-s4t2ud-{h64}
Defined Networking key: dnkey-{s26}-{s26}
n8n key: n8n_api_{w40}
Inngest signing key: signkey-prod-{h64}
Trigger.dev key: tr_dev_{w20}
Liveblocks key: sk_prod_{s64}
SettleMint token: sm_aat_{w16}
dbt Cloud token: dbtc_{s40}
Crowdin token: crowdin_{h80}
Wakatime key: waka_{g}
Onfido token: api_live.{s11}.{s32}
Persona key: persona_production_{g}
AWS root key id: ABIA{t16}
Login with Amazon secret: amzn1.oa2-cs.v1.{h64}
Google authorisation code: 4/0A{s70}
DigitalOcean Spaces key: DO00{u16}
Cloudflare account token: cfat_{w40}
Vercel client token: vca_{w56}
Netlify OAuth token: nfo_{w36}
Scaleway key: SCW{u17}
Linode token: LINODE_TOKEN=«{h64}»
UpCloud token: ucat_{w26}
Exoscale key: EXO{h26}
NetBird token: nbp_{w36}
Supabase OAuth token: sbp_oauth_{h40}
PlanetScale OAuth token: pscale_oauth_{s43}
Xata key: xau_{w42}
ClickHouse secret: 4b1d{w38}
Databricks OAuth secret: dose{h32}
Confluent secret: cflt{b60}
Zuplo key: zpka_{w40}
Doppler SCIM token: dp.scim.{w43}
Doppler service account: dp.sa.{w43}
Vault recovery token: hvr.{s91}
Infracost key: ico-{w32}
GitLab feature flag token: glffct-{s20}
GitLab session: Cookie: _gitlab_session=«{h32}»
Bitbucket data center token: BBDC-{b44}
Sourcegraph gateway token: slk_{h64}
Deno Deploy token: ddp_{w36}
Snyk service account: snyk_sat.{h8}.{w80}
Semgrep pattern token: sgp_pat_{h64}
CircleCI project token: CCIPRJ_{w22}_{h40}
Buildkite package token: bkpt_{w40}
Depot token: depot_project_{h64}
Octopus key: API-{u32}
k3s token: K10{h64}::server:{w32}
Docker unlock key: SWMKEY-1-{b43}
PASERK secret: k4.secret.{s86}
PASETO token: v2.local.{s80}
Private Packagist token: packagist_uut_{h68}
Slack app token of old: xoxa-2-{d12}-{d12}-{h32}
Slack legacy token: xoxs-{d12}-{d12}-{d12}-{h10}
Zapier webhook: https://hooks.zapier.com/hooks/catch/«{d7}/{l7}»/
Make webhook: https://hook.eu1.make.com/«{l32}»
Feishu webhook: https://open.feishu.cn/open-apis/bot/v2/hook/«{g}»
WeCom webhook: https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=«{g}»
DingTalk webhook: https://oapi.dingtalk.com/robot/send?access_token=«{h64}»
IFTTT webhook: https://maker.ifttt.com/trigger/door/with/key/«{s43}»
Discord webhook of old: https://discordapp.com/api/webhooks/«{d18}/{s68}»
Mailgun validation key: pubkey-{h32}
Knock key: sk_knock_{s40}
GitHub personal token: ghp_{w36}
GitHub OAuth token: gho_{w36}
GitHub user-to-server token: ghu_{w36}
GitHub server-to-server token: ghs_{w36}
GitHub refresh token: ghr_{w76}
GitHub fine-grained token: github_pat_{w22}_{w59}
GitLab personal token: glpat-{s20}
GitLab routable token: glpat-{s27}.{l2}.{l7}
GitLab deploy token: gldt-{s20}
GitLab runner token: glrt-{s20}
GitLab CI job token: glcbt-{h2}_{s20}
GitLab trigger token: glptt-{h40}
GitLab feed token: glft-{s20}
GitLab incoming mail token: glimt-{l25}
GitLab agent token: glagent-{s50}
GitLab OAuth secret: gloas-{s64}
GitLab SCIM token: glsoat-{s20}
GitLab runner registration: GR1348941{s20}
Bitbucket app password: ATBB{w32}
Atlassian API token: ATATT3xFfGF0{s170}={H8}
Atlassian access token: ATCTT3xFfGN0{s170}={H8}
npm token: npm_{w36}
npmrc auth token: //registry.npmjs.org/:_authToken=«{g}»
npmrc basic auth: _auth=«{b40}»
PyPI token: pypi-AgEIcHlwaS5vcmc{s150}
TestPyPI token: pypi-AgENdGVzdC5weXBpLm9yZ{s150}
RubyGems key: rubygems_{h48}
crates.io token: cio{w32}
NuGet key: oy2{l43}
Clojars token: CLOJARS_{l60}
Docker Hub token: dckr_pat_{s27}
Docker organisation token: dckr_oat_{s32}
JFrog API key: AKCp{w69}
JFrog reference token: cmVmd{w59}
SonarQube user token: squ_{h40}
SonarQube project token: sqp_{h40}
SonarQube global token: sqa_{h40}
CircleCI personal token: CCIPAT_{w22}_{h40}
CircleCI variable: CIRCLE_TOKEN=«{h40}»
Buildkite agent token: BUILDKITE_AGENT_TOKEN="«{w50}»"
Buildkite user token: bkua_{h40}
Terraform Cloud token: {w14}.atlasv1.{w67}
Terraform variable: variable "db_password" {|  default = "«{w20}»"|}
Pulumi token: pul-{h40}
Vault service token: hvs.{s91}
Vault batch token: hvb.{s138}
Vault token of old: VAULT_TOKEN=«s.{w24}»
Doppler personal token: dp.pt.{w43}
Doppler service token: dp.st.dev.{w43}
Doppler CLI token: dp.ct.{w43}
1Password secret key: A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}
1Password service token: ops_eyJ{s250}
Linear key: lin_api_{w40}
Linear OAuth token: lin_oauth_{h64}
Notion token: ntn_{w46}
Notion token of old: secret_{w43}
Figma token: figd_{s40}
Airtable token: pat{w14}.{h64}
Asana token: 1/{d16}:{h32}
ClickUp token: pk_{d8}_{u32}
Postman key: PMAK-{h24}-{h34}
Postman collection key: PMAT-{u26}
OpenShift token: sha256~{s43}
Tableau token: {w22}==:{w32}
Tines webhook: https://a-tenant.tines.com/webhook/«{l32}/{l32}»
BestTime private key: https://besttime.app/api/v1/keys/pri_{h32}
Sidekiq gem server: BUNDLE_GEMS__CONTRIBSYS__COM=«{h8}:{h8}»
Django key: django-insecure-{l50}
X access token: X_ACCESS_TOKEN={d18}-{w40}
SecureString: ConvertTo-SecureString "«{w16}»" -AsPlainText -Force
Kubernetes join: kubeadm join 10.0.0.1:6443 --token «{l6}.{l16}» --discovery
Docker swarm token: SWMTKN-1-{l50}-{l25}
Snyk token: SNYK_TOKEN=«{g}»
Codecov token: CODECOV_TOKEN: «{g}»
Coveralls token: COVERALLS_REPO_TOKEN=«{w32}»
Travis token: TRAVIS_API_TOKEN=«{w22}»
Jenkins token: JENKINS_API_TOKEN=«11{h32}»
Sourcegraph token: sgp_{h16}_{h40}
Semgrep token: SEMGREP_APP_TOKEN=«{h64}»
Expo token: EXPO_TOKEN=«{s40}»
Nx Cloud token: NX_CLOUD_ACCESS_TOKEN=«{b44}»
Turborepo token: TURBO_TOKEN=«{w24}»
Prefect key: pnu_{w36}
Databricks token: dapi{h32}
Databricks service token: dapi{h32}-2
Snowflake password: SNOWFLAKE_PASSWORD=«{w16}»
OpenAI project key: sk-proj-{s74}T3BlbkFJ{s74}
OpenAI service key: sk-svcacct-{s74}T3BlbkFJ{s74}
OpenAI admin key: sk-admin-{s58}T3BlbkFJ{s58}
OpenAI user key: sk-{w20}T3BlbkFJ{w20}
Anthropic key: sk-ant-api03-{s93}AA
Anthropic admin key: sk-ant-admin01-{s93}AA
Anthropic OAuth token: sk-ant-oat01-{s93}AA
Google AI key: AIzaSy{s33}
Mistral key: MISTRAL_API_KEY=«{w32}»
Cohere key: COHERE_API_KEY=«{w40}»
Groq key: gsk_{w52}
xAI key: xai-{w80}
DeepSeek key: sk-{h32}
Hugging Face token: hf_{w34}
Hugging Face organisation: api_org_{w34}
Replicate token: r8_{w37}
Perplexity key: pplx-{w48}
Together key: TOGETHER_API_KEY=«{h64}»
Together key of version 1: tgp_v1_{s43}
Fireworks key: fw_{w22}
OpenRouter key: sk-or-v1-{h64}
Voyage key: pa-{s43}
ElevenLabs key: sk_{h48}
ElevenLabs header: xi-api-key: «{h32}»
Pinecone key: pcsk_{w6}_{w63}
Pinecone key of old: PINECONE_API_KEY=«{g}»
LangSmith personal key: lsv2_pt_{h32}_{h10}
LangSmith service key: lsv2_sk_{h32}_{h10}
Langfuse key: sk-lf-{g}
W&B key: WANDB_API_KEY=«{h40}»
NVIDIA key: nvapi-{s64}
Cerebras key: csk-{l48}
Jina key: jina_{h32}{s28}
Tavily key: tvly-dev-{w32}
AssemblyAI key: ASSEMBLYAI_API_KEY=«{h32}»
Deepgram key: DEEPGRAM_API_KEY=«{h40}»
Stability key: STABILITY_API_KEY=«sk-{w48}»
AI21 key: AI21_API_KEY=«{w32}»
Azure OpenAI key: AZURE_OPENAI_API_KEY=«{h32}»
Bedrock key: ABSK{b128}
E2B key: e2b_{h40}
RunPod key: rpa_{u42}
AWS access key id: AKIA{t16}
AWS session key id: ASIA{t16}
AWS secret: aws_secret_access_key = «{b40}»
AWS secret variable: AWS_SECRET_ACCESS_KEY=«{b40}»
AWS secret in JSON: "SecretAccessKey": "«{b40}»",
AWS session token: aws_session_token = «IQoJb3JpZ2luX2Vj{b400}==»
AWS session token in JSON: "SessionToken": "«FwoGZXIvYXdzE{b300}=»"
AWS MWS token: amzn.mws.{g}
AWS AppSync key: da2-{l26}
Google API key: AIza{s35}
Google OAuth secret: GOCSPX-{s28}
Google access token: ya29.{s140}
Google refresh token: 1//0{s98}
Google service account key id: "private_key_id": "«{h40}»",
Google HMAC key: GOOG1E{u55}
Google client in JSON: "client_secret": "«{s24}»"
Azure storage: AccountKey=«{b86}==»;EndpointSuffix=core.windows.net
Azure DevOps personal token: AZURE_DEVOPS_EXT_PAT=«{l52}»
Adafruit IO key: ADAFRUIT_IO_KEY=«aio_{w28}»
Bannerbear key: bb_ma_{h30}
New Relic query key: NRIQ-{s32}
Express session: Cookie: theme=dark; connect.sid=«s%3A{s32}.{w43}»
Flask session: Set-Cookie: session=«eyJ{s40}.{s6}.{s27}»; HttpOnly; Path=/
Azure client secret: {w3}8Q~{w34}
Azure client secret variable: AZURE_CLIENT_SECRET=«{w34}»
Azure SAS: https://a.blob.core.windows.net/c?sv=2022-11-02&sig=«{w43}%3D»&se=2026
Azure Service Bus: Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«{b43}=»
Azure Cosmos: AccountEndpoint=https://x.documents.azure.com:443/;AccountKey=«{b86}==»;
Azure DevOps token: {w76}AZDO{w4}
Azure DevOps token of old: AZURE_DEVOPS_EXT_PAT=«{l52}»
Azure SQL: Server=tcp:x.database.windows.net;User ID=sa;Password=«{w16}»;Encrypt=True
Azure Search: api-key: «{w42}AzSe{w6}»
Azure App Configuration: Endpoint=https://x.azconfig.io;Id=abcd;Secret=«{b43}=»
DigitalOcean token: dop_v1_{h64}
DigitalOcean OAuth token: doo_v1_{h64}
DigitalOcean refresh token: dor_v1_{h64}
DigitalOcean Spaces: SPACES_SECRET_KEY=«{b43}»
Linode token: LINODE_TOKEN=«{h64}»
Hetzner token: HCLOUD_TOKEN=«{w64}»
Cloudflare token: CLOUDFLARE_API_TOKEN=«{s40}»
Cloudflare token with prefix: cfut_{w40}{h8}
Cloudflare global key: CF_API_KEY=«{h37}»
Cloudflare CA key: v1.0-{h24}-{h146}
Fly token: fm2_{b300}
Fly personal token: fo1_{s43}
Render key: rnd_{w28}
Vercel token: VERCEL_TOKEN=«{w24}»
Vercel token with prefix: vcp_{w56}
Vercel blob token: vercel_blob_rw_{w16}_{w30}
Netlify token: nfp_{w36}
Heroku key: HEROKU_API_KEY=«{g}»
Heroku token: HRKU-AA{s58}
Scaleway secret: SCW_SECRET_KEY=«{g}»
OVH secret: OVH_APPLICATION_SECRET=«{h32}»
Alibaba key id: LTAI5t{w18}
Alibaba secret: ALIBABA_CLOUD_ACCESS_KEY_SECRET=«{w30}»
Tencent secret id: AKID{w32}
Tencent secret: TENCENTCLOUD_SECRET_KEY=«{w32}»
Yandex API key: AQVN{s36}
Yandex IAM token: t1.{s100}.{s86}
Yandex OAuth token: y0_{s55}
Exoscale secret: EXOSCALE_API_SECRET=«{s43}»
Vultr key: VULTR_API_KEY=«{u36}»
Railway token: RAILWAY_TOKEN=«{g}»
Tailscale key: tskey-auth-{w17}CNTRL-{w32}
ngrok token: NGROK_AUTHTOKEN=«{w27}_{w21}»
Supabase access token: sbp_{h40}
Supabase secret key: sb_secret_{s22}_{s8}
PlanetScale token: pscale_tkn_{s43}
PlanetScale password: pscale_pw_{s43}
Neon key: napi_{l64}
Neon URL: postgresql://neondb_owner:«npg_{w12}»@ep-cool-1.eu-central-1.aws.neon.tech/neondb
MongoDB URL: mongodb+srv://admin:«{w16}»@cluster0.abcde.mongodb.net/test
MongoDB service secret: mdb_sa_sk_{s40}
Aiven password: AVNS_{s19}
Upstash token: UPSTASH_REDIS_REST_TOKEN="«{s56}»"
Redis URL: redis://:«{w24}»@cache:6379/0
Confluent secret: CONFLUENT_CLOUD_API_SECRET=«{b64}»
Elastic key: ELASTIC_API_KEY=«{b58}==»
Algolia key: ALGOLIA_ADMIN_KEY=«{h32}»
Cloudinary URL: CLOUDINARY_URL=cloudinary://{d15}:«{s27}»@demo
Backblaze key: B2_APPLICATION_KEY=«K00{b28}»
Harness token: pat.{s22}.{h24}.{w20}
Bitwarden token: 0.{g}.{w30}:{b22}==
Infisical token: st.{h24}.{h32}.{h32}
age key: AGE-SECRET-KEY-1{u58}
Stripe live key: sk_live_51{w97}
Stripe test key: sk_test_{w24}
Stripe restricted key: rk_live_{w99}
Stripe webhook secret: whsec_{w32}
Square token: EAAA{s60}
Square secret: sq0csp-{s43}
Square token of old: sq0atp-{s22}
PayPal secret: PAYPAL_CLIENT_SECRET=«{s80}»
Braintree token: access_token$production\${l16}\${h32}
Braintree key: BRAINTREE_PRIVATE_KEY=«{h32}»
Adyen key: AQEyhmfxK{b90}-{b43}=-{w16}
Razorpay id: rzp_live_{w14}
Razorpay secret: RAZORPAY_KEY_SECRET=«{w24}»
Paystack key: sk_live_{h40}
Flutterwave key: FLWSECK_TEST-{h32}-X
Plaid secret: PLAID_SECRET=«{h30}»
Plaid token: access-production-{g}
Mollie key: live_{w30}
GoCardless token: live_{s40}
Paddle key: pdl_live_apikey_{l26}_{w22}_{w3}
Coinbase secret: COINBASE_API_SECRET="«{w32}»"
Mercado Pago token: APP_USR-{d16}-{d6}-{h32}-{d9}
Xendit key: xnd_production_{w48}
Shopify token: shpat_{h32}
Shopify custom app token: shpca_{h32}
Shopify secret: shpss_{h32}
EasyPost key: EZAK{w54}
Shippo token: shippo_live_{h40}
Duffel token: duffel_live_{s43}
Lob key: live_{h35}
Slack bot token: xoxb-{d12}-{d13}-{w24}
Slack user token: xoxp-{d12}-{d12}-{d13}-{h32}
Slack app token: xapp-1-A{u10}-{d13}-{h64}
Slack configuration token: xoxe.xoxp-1-{w163}
Slack refresh token: xoxe-1-{w146}
Slack webhook: https://hooks.slack.com/services/«T{u8}/B{u10}/{w24}»
Slack signing secret: SLACK_SIGNING_SECRET=«{h32}»
Discord bot token: M{w23}.G{w5}.{s27}
Discord bot token variable: DISCORD_TOKEN=«N{w25}.Y{w5}.{s38}»
Discord webhook: https://discord.com/api/webhooks/«{d18}/{s68}»
Telegram token: {d10}:AA{s33}
Twilio key: SK{h32}
Twilio token: TWILIO_AUTH_TOKEN=«{h32}»
SendGrid key: SG.{s22}.{s43}
Mailgun key: key-{l32}
Mailgun key of today: MAILGUN_API_KEY=«{h32}-{h8}-{h8}»
Mailchimp key: {h32}-us12
Mandrill key: md-{s22}
Postmark token: X-Postmark-Server-Token: «{g}»
Brevo key: xkeysib-{h64}-{w16}
Brevo SMTP key: xsmtpsib-{h64}-{w16}
Resend key: re_{w8}_{w24}
MailerSend token: mlsn.{h64}
Teams webhook: https://x.webhook.office.com/webhookb2/«{g}@{g}/IncomingWebhook/{h32}/{g}»
Google Chat webhook: https://chat.googleapis.com/v1/spaces/«{w11}/messages?key=AIza{s35}&token={s43}»
Vonage secret: VONAGE_API_SECRET=«{w16}»
MessageBird key: MESSAGEBIRD_ACCESS_KEY=«{w25}»
Plivo token: PLIVO_AUTH_TOKEN=«{b40}»
Intercom token: dG9rO{b54}=
Pusher secret: PUSHER_APP_SECRET=«{h20}»
OneSignal key: os_v2_app_{l104}
Facebook token: EAA{w160}
Facebook secret: FACEBOOK_APP_SECRET=«{h32}»
X bearer token: AAAAAAAAAAAAAAAAAAAAA{w60}%3D{w50}
X secret: TWITTER_API_SECRET=«{w50}»
LinkedIn secret: WPL_AP1.{w16}.{w6}==
Mapbox token: sk.eyJ{s80}.{s22}
Sentry DSN: dsn: "https://«{h32}»@o12345.ingest.sentry.io/678"
Sentry organisation token: sntrys_eyJ{b150}_{b43}
Sentry user token: sntryu_{h64}
Datadog key: DD_API_KEY=«{h32}»
Datadog application key: DD_APP_KEY=«{h40}»
New Relic user key: NRAK-{u27}
New Relic browser key: NRJS-{h19}
New Relic licence: NEW_RELIC_LICENSE_KEY=«{h36}NRAL»
Grafana cloud token: glc_eyJ{b120}
Grafana service token: glsa_{w32}_{h8}
Dynatrace token: dt0c01.{u24}.{u64}
Honeycomb key: HONEYCOMB_API_KEY=«{w22}»
Honeycomb ingest key: hcaik_{l58}
PagerDuty key: PAGERDUTY_API_KEY=«u+{s18}»
Opsgenie key: OPSGENIE_API_KEY=«{g}»
Rollbar token: ROLLBAR_ACCESS_TOKEN=«{h32}»
Bugsnag key: BUGSNAG_API_KEY=«{h32}»
Splunk token: Authorization: Splunk «{g}»
PostHog key: phx_{w43}
LaunchDarkly key: sdk-{g}
Statsig key: secret-{w44}
Segment key: SEGMENT_WRITE_KEY=«{w32}»
Amplitude secret: AMPLITUDE_SECRET_KEY=«{h32}»
Mixpanel secret: MIXPANEL_API_SECRET=«{h32}»
Okta token: OKTA_API_TOKEN=«00{s40}»
Okta header: Authorization: SSWS «00{s40}»
Auth0 secret: AUTH0_CLIENT_SECRET=«{s64}»
Clerk key: sk_live_{w42}
Stytch secret: secret-live-{s36}=
WorkOS key: sk_live_{w60}
HubSpot token: pat-na1-{g}
Salesforce session: 00D{w12}!{s96}
Zendesk token: ZENDESK_API_TOKEN=«{w40}»
Klaviyo key: pk_{h34}
Contentful token: CFPAT-{s43}
Typeform token: tfp_{s44}_{s14}
Dropbox token: sl.{s135}
Frame.io token: fio-u-{s64}
Adobe secret: p8e-{s32}
Akamai token: akab-{l16}-{l16}
Fastly token: FASTLY_API_TOKEN=«{s32}»
RapidAPI key: {l10}msh{h15}p1{h6}jsn{h12}
Riot key: RGAPI-{g}
MaxMind key: {w6}_{w29}_mmk
dbt token: dbtu_{s40}
Apify token: apify_api_{w36}
Trigger.dev key: tr_prod_{w24}
JSON Web Token: eyJhbGciOiJIUzI1NiJ9.eyJ{s60}.{s43}
PASETO: v4.local.{s120}
Bearer header: Authorization: Bearer «{w40}»
Basic header: Authorization: Basic «{b40}==»
Digest key header: X-API-Key: «{w32}»
Session cookie: Cookie: sessionid=«{l32}»
JWK of an elliptic curve: {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","d":"«{s43}»"}
JWK of octets: {"kty":"oct","k":"«{s43}»"}
Docker config: "auths": {"https://index.docker.io/v1/": {"auth": "«{b40}=»"}}
Kubernetes secret: kind: Secret|data:|  password: «{b24}»|
Kubernetes secret as read: data:|  password: «{b24}»|kind: Secret|
Kubeconfig key: client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ{b4300}=»
Environment of a container: - name: DB_PASSWORD|  value: «{w20}»
Environment in JSON: {"name": "API_TOKEN", "value": "«{w32}»"}
Password in a string of JSON: "body": "{\\\\"password\\\\":\\\\"«{w16}»\\\\"}"
Column of a table: name,password|anna,«{w14}»
mysql option: mysql -u root -p«{w16}» shop
pgpass: db.internal:5432:shop:app:«{w16}»
SQL statement: CREATE USER app IDENTIFIED BY '«{w16}»';
Postgres role: ALTER ROLE app WITH PASSWORD '«{w16}»';
netrc: machine git.internal login me password «{w12}»
curl user: curl -u admin:«{w16}» https://api.internal/
sshpass: sshpass -p «{w14}» ssh host
WireGuard key: PrivateKey = «{b43}=»
WireGuard shared key: PresharedKey = «{b43}=»
Wi-Fi key: psk="«{w12}»"
Wi-Fi passphrase: wpa_passphrase=«{w12}»
bcrypt hash: admin:$2y$10$«{w53}»
shadow hash: root:$6$«{w16}\${w86}»:19000:0:99999:7:::
htpasswd hash: admin:$apr1$«{w8}\${w22}»
JDBC address: jdbc:postgresql://db/app?user=app&password=«{w16}»
ODBC string: Driver={SQL Server};Server=db;Uid=sa;Pwd=«{w14}»;
AMQP address: amqp://app:«{w20}»@mq.internal:5672/
Git remote: https://oauth2:«{w26}»@git.internal/a/b.git
Extended private key: xprv9{x106}
Nostr key: nsec1{n58}
Ethereum key: PRIVATE_KEY=«0x{h64}»
Infura address: https://mainnet.infura.io/v3/«{h32}»
Alchemy address: https://eth-mainnet.g.alchemy.com/v2/«{s32}»
Ansible variable: ansible_become_password: «{w14}»
Rails key: SECRET_KEY_BASE=«{h128}»
Django key: SECRET_KEY = '«{j50}»'
Django key in the environment: DJANGO_SECRET_KEY="«{j50}»"
WordPress key: define('SECURE_AUTH_KEY',  '«{z64}»');
WordPress salt: define( 'NONCE_SALT', '«{z64}» ' );
WordPress key in the environment: LOGGED_IN_KEY='«{z64}»'
Laravel key: APP_KEY=base64:«{b43}=»
Spring property: spring.datasource.password=«{w16}»
Maven server: <password>«{w16}»</password>
Property list: <key>Password</key>|<string>«{w16}»</string>
Gradle property: signing.password=«{w16}»
Composer auth: "password": "«{w20}»"
Windows unattended: <Password><Value>«{w16}»</Value></Password>
JSR token: jsrp_{s40}
ReadMe key: rdme_xn8s9h{h64}
Scalingo token: tk-us-{s48}
Chef Automate token: A2_{w40}
GitLab runner token of a project: glrtr-{s20}
Sourcegraph dotcom user token: sgd_{h64}
Depot user token: depot_user_{h64}
Packagist OAuth token: packagist_oat_{h64}
PASETO local token of version 3: v3.local.{s120}
Google AI Studio key of 2025: AQ.Ab8{s50}
Fireworks service key: fpk_{w36}
Mem0 key: m0-{w40}
Cartesia key: sk_car_{w22}
AWS Bedrock key: bedrock-api-key-{b132}
Cloudflare global key that can be scanned for: cfk_{w48}
Vercel AI gateway key: vck_{w56}
ngrok key: NGROK_API_KEY=«{w27}_{w22}»
Stripe restricted test key: rk_test_{w99}
PayPal access token: A21AA{s90}
Razorpay test key id with its secret: RAZORPAY_KEY_SECRET=«{w24}»
Flutterwave secret key: FLWSECK-{h32}-X
Plaid sandbox access token: access-sandbox-{g}
Paddle sandbox key: pdl_sdbx_apikey_{l26}_{w22}_{w3}
Polar token: polar_oat_{w43}
SumUp key: sup_sk_{w32}
Xendit development key: xnd_development_{w56}
Midtrans sandbox key: SB-Mid-server-{s24}
EasyPost test key: EZTK{h32}{w22}
Shippo test token: shippo_test_{h40}
Shopify partner token: shptka_{h32}
Slack client token: xoxc-{d12}-{d13}-{d13}-{h64}
Slack workflow token: xwfp-{d12}-{d12}-{w24}
OneSignal organisation key: os_v2_org_{l104}
Instagram token: IGQV{s150}
Sentry integration token: sntryi_{h64}
New Relic insert key: NRII-{s32}
Dynatrace platform token: dt0s16.{t8}.{t64}
PostHog feature flags key: phs_{w43}
Axiom token: xaat-{g}
Logfire token: pylf_v1_us_{w43}
Rootly key: rootly_{h64}
Elastic Cloud key: essu_{b60}
Figma refresh token: figor_{s40}
Prisma Accelerate address: DATABASE_URL="prisma+postgres://accelerate.prisma-data.net/?api_key=«eyJ{s36}.{s120}.{s43}»"
Portainer token: ptr_{b44}
Sui key: suiprivkey1{n59}
NEAR key: ed25519:{x88}
Tezos key: edsk{x50}
Testnet key of BIP-32: tprv8{x106}
Nostr encrypted key: ncryptsec1{n155}
`;

const small = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const alphabets: Readonly<Record<string, string>> = {
  w: small + small.toUpperCase() + digits,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  l: small + digits,
  a: small,
  u: small.toUpperCase() + digits,
  A: small.toUpperCase(),
  d: digits,
  b: `${small}${small.toUpperCase()}${digits}+/`,
  s: `${small}${small.toUpperCase()}${digits}-_`,
  x: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  n: '023456789acdefghjklmnpqrstuvwxyz',
  t: `${small.toUpperCase()}234567`,
  j: `${small}${digits}!@#$%^&*(-_=+)`,
  z: `${small}${small.toUpperCase()}${digits}!@#$%^&*()-_[]{}<>~\`+=,.;:/?|`,
};

export interface PublishedSecret {
  readonly name: string;
  readonly text: string;
  readonly secret: string;
}

/** A number below a limit, as random as the test wants it. */
export type Random = (limit: number) => number;

function units(alphabet: string, length: number, random: Random): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
}

function filled(form: string, random: Random): string {
  const hex = (length: number) => units(alphabets['h'] as string, length, random);
  return form
    .replaceAll('{g}', () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`)
    .replaceAll(/\{([wlhHauAdbstxnjz])(\d+)\}/g, (_, kind: string, length: string) =>
      units(alphabets[kind] as string, Number(length), random),
    );
}

/** One secret of each published form. */
export function publishedSecrets(random: Random): readonly PublishedSecret[] {
  return forms
    .trim()
    .split('\n')
    .map((row) => {
      const colon = row.indexOf(': ');
      const made = filled(row.slice(colon + 2).replaceAll('|', '\n'), random);
      const [before, secret, after] = made.includes('«') ? made.split(/[«»]/) : ["const value = '", made, "';"];
      return { name: row.slice(0, colon), text: `${before}${secret}${after}`, secret: secret as string };
    });
}
