/** Monitoring, errors, logs and flags. */
export const monitoring = String.raw`
sentry-token | Sentry: organisation and user tokens | sntrys_ | [A-Za-z0-9+/=_-]{14,} | sntrys_eyJ{b150}_{b43} | sntrys_YOUR_TOKEN_HERE
sentry-token | Sentry: organisation and user tokens | sntryu_ ~ sntrya_ ~ sntryi_ | {h64} | sntryu_{h64} | sntryu_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | ddapp_ | {w34} | ddapp_{w34} | ddapp_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | ddpat_ | {w40} | ddpat_{w40} | ddpat_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | pub | {h=32} | pub{h32} | pubYOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRAK- | {u27} | NRAK-{u27} | NRAK-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRII- ~ NRIQ- | {s32} | NRII-{s32} | NRII-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRBR- ~ NRJS- | {h19} | NRBR-{h19} | NRBR-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRRA- | {h42} | NRRA-{h42} | NRRA-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRSP- | {w30} | NRSP-{w30} | NRSP-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRAL | {h=36} | {h36}NRAL{h36} | NRALYOUR_TOKEN_HERE | (?<![a-f0-9])[a-f0-9]{36}
newrelic-key | New Relic: keys | NRAL | (?![A-Za-z0-9]) | NEW_RELIC_LICENSE_KEY=«{h36}NRAL» | NRALYOUR_TOKEN_HERE | (?<![a-f0-9])[a-f0-9]{36}
grafana-token | Grafana: cloud, service account tokens | glc_ | {b80} | glc_eyJ{b120} | glc_YOUR_TOKEN_HERE
grafana-token | Grafana: cloud, service account tokens | glsa_ | {i41} | glsa_{w32}_{h8} | glsa_YOUR_TOKEN_HERE
grafana-token | Grafana: cloud, service account tokens | eyJrIjoi | {b70} | eyJrIjoi{w70} | eyJrIjoiYOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0c01. ~ dt0s01. ~ dt0s02. ~ dt0s03. ~ dt0s04. ~ dt0s06. ~ dt0s08. ~ dt0s16. | [A-Z0-9]{4,30}\.{u64} | dt0c01.{u24}.{u64} | dt0c01.YOUR_TOKEN_HERE
honeycomb-key | Honeycomb: ingest, management and environment keys | hcaik_ ~ hcalk_ ~ hcamk_ ~ hcxik_ ~ hcxmk_ | {l58} | hcaik_{l58} | hcaik_YOUR_TOKEN_HERE
pagerduty-key | PagerDuty: API tokens | u+ | {s=18} | PAGERDUTY_API_KEY=«u+{s18}» | u+YOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])
posthog-key | PostHog: keys | phx_ ~ phc_ ~ phs_ | {s43} | phx_{w43} | phx_YOUR_TOKEN_HERE
launchdarkly-key | LaunchDarkly: access tokens and SDK keys | sdk- ~ api- ~ mob- | [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12} | sdk-{g} | sdk-YOUR_TOKEN_HERE
statsig-key | Statsig: secret keys | secret- ~ console- | {w=40-50} | secret-{w44} | secret-YOUR_TOKEN_HERE
flagsmith-key | Flagsmith: server keys | ser. | {w=22} | ser.{w22} | ser.YOUR_TOKEN_HERE
axiom-token | Logfire, Axiom: tokens | xaat- ~ xapt- | {g36} | xaat-{g} | xaat-YOUR_TOKEN_HERE
axiom-token | Logfire, Axiom: tokens | pylf_v1_ | [a-z]{2,10}_{w43} | pylf_v1_us_{w43} | pylf_v1_YOUR_TOKEN_HERE
splunk-token | Splunk: HEC tokens | Splunk  | ({g=36}) | Authorization: Splunk «{g}» | Splunk YOUR_TOKEN_HERE
incident-key | incident.io, Rootly: keys | inc_ ~ rootly_ | {h64} | inc_{h64} | inc_YOUR_TOKEN_HERE
elastic-key | Elastic Cloud: API keys | essu_ ~ essu_dev_ | {b60} | essu_{b60} | essu_YOUR_TOKEN_HERE
dependency-track-key | Dependency-Track: API keys of teams | odt_ | {i32} | odt_{w32} | odt_YOUR_KEY_HERE
pixie-key | Pixie: API and deploy keys | px-api- ~ px-dep- | {g36} | px-api-{g} | px-api-YOUR_KEY_HERE
ubidots-token | Ubidots: tokens and keys | BBFF- ~ BBUS- | {w30} | BBFF-{w30} | BBFF-YOUR_TOKEN_HERE
`;
