/** Clouds, hosting, data, monitoring, errors, logs and flags. */
export const cloud = String.raw`
aws-access-key | AWS IAM: unique identifiers and their prefixes | AKIA ~ ASIA ~ ABIA ~ ACCA | (?![0-9A-F]{20}){u=12-20} | AKIA{t16} | AKIAYOUR_TOKEN_HERE
aws-session-token | AWS STS: session tokens | FwoGZXIvYXdzE ~ IQoJb3JpZ2luX2Vj ~ FQoGZXIvYXdzE | {b300} | "SessionToken": "«FwoGZXIvYXdzE{b300}=»" | FwoGZXIvYXdzEYOUR_TOKEN_HERE
amazon-mws-token | AWS: MWS and Amazon Pay keys | amzn.mws. | {g36} | amzn.mws.{g} | amzn.mws.YOUR_TOKEN_HERE
amazon-oauth-secret | Login with Amazon: client secrets and tokens | amzn1.oa2-cs.v1. ~ Atza| ~ Atzr| | {s64} | amzn1.oa2-cs.v1.{h64} | amzn1.oa2-cs.v1.YOUR_TOKEN_HERE
aws-appsync-key | AWS: AppSync API keys | da2- | {l=26} | da2-{l26} | da2-YOUR_TOKEN_HERE
google-api-key | Google Cloud: API keys | AIza | {s35} | AIzaSy{s33} | AIzaYOUR_TOKEN_HERE
google-oauth-secret | Google Identity: OAuth client secrets | GOCSPX- | {s28} | GOCSPX-{s28} | GOCSPX-YOUR_TOKEN_HERE
google-oauth-token | Google Identity: access tokens | ya29. | {p150} | ya29.{s140} | ya29.YOUR_TOKEN_HERE
google-refresh-token | Google Identity: refresh tokens and codes | 1//0 | {s98}(?![\w/+-]) | 1//0{s98} | 1//0YOUR_TOKEN_HERE | (?<![A-Za-z0-9+/]|[A-Za-z0-9+/][\r\n])
google-refresh-token | Google Identity: refresh tokens and codes | 4/0A | {s60} | 4/0A{s70} | 4/0AYOUR_TOKEN_HERE
google-hmac-key | Google Cloud Storage: HMAC keys | GOOG1E | {u=55} | GOOG1E{u55} | GOOG1EYOUR_TOKEN_HERE
google-hmac-key | Google Cloud Storage: HMAC keys | GOOG | {u=20} | GOOG{u20} | GOOGYOUR_TOKEN_HERE
azure-client-secret | Microsoft Entra: client secrets hold a digit and Q~ | 0Q~ ~ 1Q~ ~ 2Q~ ~ 3Q~ ~ 4Q~ ~ 5Q~ ~ 6Q~ ~ 7Q~ ~ 8Q~ ~ 9Q~ | [A-Za-z0-9_~.-]{14,} | {w3}0Q~{w34} | 0Q~YOUR_TOKEN_HERE | (?<![A-Za-z0-9_~.])[A-Za-z0-9_~.]{3}
azure-key | Microsoft: identifiable keys | AZDO | {w=4} | {w76}AZDO{w4} | AZDOYOUR_TOKEN_HERE | (?<![A-Za-z0-9])[A-Za-z0-9]{76}
azure-key | Microsoft: identifiable keys | +AStR | [A-Za-z0-9]{4,6}(?:==)? | {w76}+AStR{w6}== | +AStRYOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])[A-Za-z0-9+/]{76}
azure-key | Microsoft: identifiable keys | +ABa ~ ACDb | [A-Za-z0-9+/]{5,8}(?:==)? | {w76}+ABa{w5}== | +ABaYOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])[A-Za-z0-9+/]{76}
azure-key | Microsoft: identifiable keys | AzSe | {w=6} | api-key: «{w42}AzSe{w6}» | AzSeYOUR_TOKEN_HERE | (?<![A-Za-z0-9])[A-Za-z0-9]{42}
azure-key | Microsoft: identifiable keys | +ACR | [A-Za-z0-9+/]{5,8} | {w42}+ACR{w6} | +ACRYOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])[A-Za-z0-9+/]{42}
azure-key | Microsoft: identifiable keys | AzFu | [A-Za-z0-9_-]{5,8}(?:==)? | {w44}AzFu{w6}== | AzFuYOUR_TOKEN_HERE | (?<![A-Za-z0-9_-])[A-Za-z0-9_-]{44}
azure-key | Microsoft: identifiable keys | +AEh ~ +ASb ~ AIoT | [A-Za-z0-9+/]{5,8}=? | {w33}+AEh{w6}= | +AEhYOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])[A-Za-z0-9+/]{33}
azure-key | Microsoft: identifiable keys | JQQJ99 | {w46} | {w32}JQQJ99{w46} | JQQJ99YOUR_TOKEN_HERE | (?<![A-Za-z0-9])[A-Za-z0-9]{32,52}
azure-sas | Microsoft: shared access signatures | sig= | ([A-Za-z0-9%/+_-]{30,100}(?:%3D|=)?) | https://a.blob.core.windows.net/c?sv=2022-11-02&sig=«{w43}%3D»&se=2026 | sig=YOUR_TOKEN_HERE | (?:[?&"';\s]|amp;|%26)
digitalocean-token | DigitalOcean: personal, OAuth and refresh tokens | dop_v1_ ~ doo_v1_ ~ dor_v1_ | {h64} | dop_v1_{h64} | dop_v1_YOUR_TOKEN_HERE
digitalocean-key | DigitalOcean: Spaces keys | DO00 ~ DO801 | {u=15-16} | DO00{u16} | DO00YOUR_TOKEN_HERE
cloudflare-token | Cloudflare: API keys and tokens that can be scanned for | cfk_ ~ cfut_ ~ cfat_ | {w40} | cfk_{w48} | cfk_YOUR_TOKEN_HERE
cloudflare-ca-key | Cloudflare: Origin CA keys | v1.0- | [a-f0-9]{24}-[a-f0-9]{40,} | v1.0-{h24}-{h146} | v1.0-YOUR_TOKEN_HERE
fly-token | Fly.io: macaroon and personal tokens | fm2_ ~ fm1r_ ~ fm1a_ | [A-Za-z0-9+/=_,-]{14,} | fm2_{b300} | fm2_YOUR_TOKEN_HERE
fly-token | Fly.io: macaroon and personal tokens | fo1_ | {s=43} | fo1_{s43} | fo1_YOUR_TOKEN_HERE
render-key | Render: API keys | rnd_ | {w28} | rnd_{w28} | rnd_YOUR_TOKEN_HERE
vercel-token | Vercel: tokens that can be scanned for | vcp_ ~ vca_ ~ vck_ ~ vci_ ~ vcr_ ~ vercel_blob_rw_ | {i48} | vcp_{w56} | vcp_YOUR_TOKEN_HERE
netlify-token | Netlify: personal, OAuth and build tokens | nfp_ ~ nfc_ ~ nfu_ ~ nfo_ ~ nfb_ | {w36} | nfp_{w36} | nfp_YOUR_TOKEN_HERE
heroku-key | Heroku: authorisation tokens | HRKU- | {s60} | HRKU-AA{s58} | HRKU-YOUR_TOKEN_HERE
scaleway-key | Scaleway: access keys | SCW | {u=17} | SCW{u17} | SCWYOUR_TOKEN_HERE
alibaba-access-key | Alibaba Cloud: AccessKey ids and STS tokens | LTAI ~ STS. | {w=12-36} | LTAI5t{w18} | LTAIYOUR_TOKEN_HERE
tencent-secret-id | Tencent Cloud: secret ids | AKID | {w=28-36} | AKID{w32} | AKIDYOUR_TOKEN_HERE
yandex-token | Yandex Cloud: API keys, IAM tokens, static keys, OAuth tokens | AQVN ~ YCAJE ~ y0_ ~ y1_ ~ y2_ ~ y3_ | {s20} | AQVN{s36} | AQVNYOUR_TOKEN_HERE
yandex-token | Yandex Cloud: API keys, IAM tokens, static keys, OAuth tokens | t1. | {s100}={0,2}\.{q86} | t1.{s100}.{s86} | t1.YOUR_TOKEN_HERE
yandex-token | Yandex Cloud: API keys, IAM tokens, static keys, OAuth tokens | YC | {s=38} | YC{s38} | YCYOUR_TOKEN_HERE
linode-token | Linode: tokens | lin_ | {h=64} | lin_{h64} | lin_YOUR_TOKEN_HERE
upcloud-token | UpCloud: API tokens | ucat_ | {w26} | ucat_{w26} | ucat_YOUR_TOKEN_HERE
exoscale-key | Exoscale: API keys | EXO | {h=24-40} | EXO{h26} | EXOYOUR_TOKEN_HERE
tailscale-key | Tailscale: keys, OAuth clients and tokens | tskey- | [A-Za-z0-9-]{14,} | tskey-auth-{w17}CNTRL-{w32} | tskey-YOUR_TOKEN_HERE
ngrok-token | ngrok: API keys and tunnels | ngrok_api_ | {w40} | ngrok_api_{w40} | ngrok_api_YOUR_TOKEN_HERE
ngrok-token | ngrok: API keys and tunnels | ak_ ~ cr_ | {w=27} | ak_{w27} | ak_YOUR_TOKEN_HERE
netbird-token | NetBird: tokens | nbp_ ~ nbs_ | {w36} | nbp_{w36} | nbp_YOUR_TOKEN_HERE
supabase-key | Supabase: keys and access tokens | sbp_ ~ sbp_oauth_ ~ sbp_v0_ ~ sb_secret_ | {s40} | sbp_{h40} | sbp_YOUR_TOKEN_HERE
planetscale-token | PlanetScale: service, OAuth tokens and passwords | pscale_tkn_ ~ pscale_oauth_ ~ pscale_pw_ | [A-Za-z0-9_.\-=]{14,} | pscale_tkn_{s43} | pscale_tkn_YOUR_TOKEN_HERE
neon-key | Neon: API keys and passwords | napi_ | {w64} | napi_{l64} | napi_YOUR_TOKEN_HERE
neon-key | Neon: API keys and passwords | npg_ | {w=12-24} | postgresql://neondb_owner:«npg_{w12}»@ep-cool-1.eu-central-1.aws.neon.tech/neondb | npg_YOUR_TOKEN_HERE
mongodb-secret | MongoDB Atlas: service account secrets and tokens | mdb_sa_sk_ ~ mdb_sa_id_ | {s24} | mdb_sa_sk_{s40} | mdb_sa_sk_YOUR_TOKEN_HERE
aiven-password | Aiven: tokens and service passwords | AVNS_ | {s20} | AVNS_{s19} | AVNS_YOUR_TOKEN_HERE
aiven-password | Aiven: tokens and service passwords | AVNU_ | {b100} | AVNU_{b300}== | AVNU_YOUR_TOKEN_HERE
aiven-password | Aiven: tokens and service passwords | aivenv1 | {b300} | aivenv1{w300} | aivenv1YOUR_TOKEN_HERE
xata-key | Xata: API keys | xau_ | {w42} | xau_{w42} | xau_YOUR_TOKEN_HERE
clickhouse-secret | ClickHouse Cloud: API secrets | 4b1d | {w=38} | 4b1d{w38} | 4b1dYOUR_TOKEN_HERE
convex-key | Convex: deploy keys | prod: ~ dev: | [a-z]+-[a-z]+-[0-9]+\|({q60}) | prod:happy-otter-123|«{s60}» | prod:YOUR_TOKEN_HERE
databricks-token | Databricks: personal and service tokens | dapi ~ dose | [a-f0-9]{24,}(?:-[0-9])?(?![A-Za-z0-9]) | dapi{h32} | dapiYOUR_TOKEN_HERE
databricks-token | Databricks: personal and service tokens | dkea | {h=32} | dkea{h32} | dkeaYOUR_TOKEN_HERE
snowflake-token | Snowflake: programmatic access tokens | ver:1-hint: | [0-9]+-ETMs{b120} | ver:1-hint:{d6}-ETMs{b120} | ver:1-hint:YOUR_TOKEN_HERE
confluent-secret | Confluent Cloud: API secrets | cflt | {b60} | cflt{b60} | cfltYOUR_TOKEN_HERE
backblaze-key | Backblaze B2: application keys | K00 | {b=28} | B2_APPLICATION_KEY=«K00{b28}» | K00YOUR_TOKEN_HERE
zuplo-key | Zuplo: API keys | zpka_ | {i40} | zpka_{w40} | zpka_YOUR_TOKEN_HERE
northflank-token | Northflank: tokens | nf- | eyJ{p80} | nf-eyJ{s80} | nf-YOUR_TOKEN_HERE
stackhawk-key | StackHawk: keys | hawk. | {s20}\.{s20} | hawk.{s20}.{s20} | hawk.YOUR_TOKEN_HERE
harness-token | Harness: personal and service tokens | pat. ~ sat. | [A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.{w20} | pat.{s22}.{h24}.{w20} | pat.YOUR_TOKEN_HERE
1password-token | 1Password: secret keys, service account tokens | A3- | [A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){2,4}[A-Z0-9]{5} | A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5} | A3-YOUR_TOKEN_HERE
1password-token | 1Password: secret keys, service account tokens | ops_eyJ | {q250} | ops_eyJ{s250} | ops_eyJYOUR_TOKEN_HERE
bitwarden-token | Bitwarden: access tokens of machine accounts | 0. | [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.{b30}:{b24} | 0.{g}.{w30}:{b22}== | 0.YOUR_TOKEN_HERE
doppler-token | Doppler: tokens | dp.pt. ~ dp.st. ~ dp.ct. ~ dp.sa. ~ dp.scim. ~ dp.audit. ~ dp.said. | {p40} | dp.pt.{w43} | dp.pt.YOUR_TOKEN_HERE
vault-token | HashiCorp Vault: service, batch and recovery tokens | hvs. ~ hvr. ~ hvb. | {s90} | hvs.{s91} | hvs.YOUR_TOKEN_HERE
vault-token | HashiCorp Vault: service, batch and recovery tokens | s. | {w=24} | VAULT_TOKEN=«s.{w24}» | s.YOUR_TOKEN_HERE
terraform-token | HashiCorp: HCP Terraform tokens | .atlasv1. | {s60} | {w14}.atlasv1.{w67} | .atlasv1.YOUR_TOKEN_HERE | (?<![A-Za-z0-9])[A-Za-z0-9]{14}
infisical-token | Infisical: service tokens | st. | [a-f0-9]{24}\.[a-f0-9]{32,}\.{h32} | st.{h24}.{h32}.{h32} | st.YOUR_TOKEN_HERE
pulumi-token | Pulumi: access tokens | pul- | {h40} | pul-{h40} | pul-YOUR_TOKEN_HERE
infracost-key | Infracost: API keys | ico- | {w=32} | ico-{w32} | ico-YOUR_TOKEN_HERE
age-key | age: secret keys | AGE-SECRET-KEY-1 ~ AGE-SECRET-KEY-PQ-1 | {u58} | AGE-SECRET-KEY-1{u58} | AGE-SECRET-KEY-1YOUR_TOKEN_HERE
age-key | age: secret keys | AGE-PLUGIN- | [A-Z0-9]+-1{u30} | AGE-PLUGIN-YUBIKEY-1{u30} | AGE-PLUGIN-YOUR_TOKEN_HERE
sentry-token | Sentry: organisation and user tokens | sntrys_ ~ sntryu_ ~ sntrya_ ~ sntryi_ | [A-Za-z0-9+/=_-]{14,} | sntrys_eyJ{b150}_{b43} | sntrys_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | ddapp_ ~ ddpat_ | {w34} | ddapp_{w34} | ddapp_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | pub | {h=32} | pub{h32} | pubYOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRAK- ~ NRII- ~ NRIQ- ~ NRBR- ~ NRJS- ~ NRRA- ~ NRSP- ~ NRAA- | {s19} | NRAK-{u27} | NRAK-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRAL | (?:[a-f0-9]{36})?(?![A-Za-z0-9]) | NEW_RELIC_LICENSE_KEY=«{h36}NRAL» | NRALYOUR_TOKEN_HERE | (?<![A-Za-z0-9])(?:[a-z]{2}\d\dx{1,2}[a-f0-9]{30,31}|[a-f0-9]{36})
grafana-token | Grafana: cloud, service account tokens | glc_ | {b80} | glc_eyJ{b120} | glc_YOUR_TOKEN_HERE
grafana-token | Grafana: cloud, service account tokens | glsa_ | {i41} | glsa_{w32}_{h8} | glsa_YOUR_TOKEN_HERE
grafana-token | Grafana: cloud, service account tokens | eyJrIjoi | {b70} | eyJrIjoi{w70} | eyJrIjoiYOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0c01. ~ dt0s01. ~ dt0s02. ~ dt0s03. ~ dt0s04. ~ dt0s06. ~ dt0s08. ~ dt0s16. | [A-Z0-9]{4,30}\.{u64} | dt0c01.{u24}.{u64} | dt0c01.YOUR_TOKEN_HERE
honeycomb-key | Honeycomb: ingest, management and environment keys | hcaik_ ~ hcalk_ ~ hcamk_ ~ hcxik_ ~ hcxmk_ | {l58} | hcaik_{l58} | hcaik_YOUR_TOKEN_HERE
pagerduty-key | PagerDuty: integration keys of the Events API | routing_key ~ routingKey ~ PAGERDUTY_KEY | ["']?(?:: ?|=|, ?| = )["']?({l=32}) | "routing_key": "«{h32}»" | "routing_key": "YOUR_TOKEN_HERE"
pagerduty-key | PagerDuty: API tokens | u+ | {s=18} | PAGERDUTY_API_KEY=«u+{s18}» | u+YOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])
posthog-key | PostHog: keys | phx_ ~ pha_ ~ phc_ ~ phs_ ~ phr_ | {w43} | phx_{w43} | phx_YOUR_TOKEN_HERE
pixie-key | Pixie: API and deploy keys | px-api- ~ px-dep- | {g36} | px-api-{g} | px-api-YOUR_KEY_HERE
launchdarkly-key | LaunchDarkly: access tokens and SDK keys | sdk- ~ api- ~ mob- | [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12} | sdk-{g} | sdk-YOUR_TOKEN_HERE
statsig-key | Statsig: secret keys | secret- ~ console- | {w=40-50} | secret-{w44} | secret-YOUR_TOKEN_HERE
flagsmith-key | Flagsmith: server keys | ser. | {w=22} | ser.{w22} | ser.YOUR_TOKEN_HERE
axiom-token | Logfire, Axiom: tokens | xaat- ~ xapt- | {g36} | xaat-{g} | xaat-YOUR_TOKEN_HERE
axiom-token | Logfire, Axiom: tokens | pylf_v1_ | [a-z]{2,10}_{w43} | pylf_v1_us_{w43} | pylf_v1_YOUR_TOKEN_HERE
splunk-token | Splunk: HEC tokens | Splunk  | ({g=36}) | Authorization: Splunk «{g}» | Splunk YOUR_TOKEN_HERE
incident-key | incident.io, Rootly: keys | inc_ ~ rootly_ | {h64} | inc_{h64} | inc_YOUR_TOKEN_HERE
cockroach-key | CockroachDB Cloud: API keys | CCDB1_ | {i60} | CCDB1_{w22}_{w40} | CCDB1_YOUR_KEY_HERE
elastic-key | Elastic Cloud: API keys | essu_ ~ essu_dev_ | {b60} | essu_{b60} | essu_YOUR_TOKEN_HERE
dependency-track-key | Dependency-Track: API keys of teams | odt_ | (?:[A-Za-z0-9]{8}_)?{w32} | odt_{w32} | odt_YOUR_KEY_HERE
ubidots-token | Ubidots: tokens and keys | BBFF- ~ BBUS- | {w30} | BBFF-{w30} | BBFF-YOUR_TOKEN_HERE
configcat-key | ConfigCat: SDK keys | configcat-sdk-1/ ~ configcat-sdk-2/ | {s22}/{s=22} | configcat-sdk-1/{s22}/{s22} | configcat-sdk-1/YOUR_KEY_HERE
nats-seed | NATS: seeds of NKeys | SUA ~ SAA ~ SOA ~ SNA ~ SCA ~ SXA | [A-Z2-7]{55}(?![A-Za-z0-9]) | SUA{t55} | SUAYOUR_SEED_HERE
`;
