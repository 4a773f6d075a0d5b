/** Monitoring, errors, logs and flags. */
export const monitoring = String.raw`
sentry-token | Sentry: organisation and user tokens | sntrys_ | [A-Za-z0-9+/=_-]{14,} | sntrys_eyJ{b150}_{b43} | sntrys_YOUR_TOKEN_HERE
sentry-token | Sentry: organisation and user tokens | sntryu_ | {h64} | sntryu_{h64} | sntryu_YOUR_TOKEN_HERE
sentry-token | Sentry: organisation and user tokens | sntrya_ | {h64} | sntrya_{h64} | sntrya_YOUR_TOKEN_HERE
sentry-token | Sentry: organisation and user tokens | sntryi_ | {h64} | sntryi_{h64} | sntryi_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | ddapp_ | {w34} | ddapp_{w34} | ddapp_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | ddpat_ | {w40} | ddpat_{w40} | ddpat_YOUR_TOKEN_HERE
datadog-key | Datadog: application and personal tokens | pub | {h=32} | pub{h32} | pubYOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRAK- | {u27} | NRAK-{u27} | NRAK-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRII- | {s32} | NRII-{s32} | NRII-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRIQ- | {s32} | NRIQ-{s32} | NRIQ-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRBR- | {h19} | NRBR-{h19} | NRBR-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRJS- | {h19} | NRJS-{h19} | NRJS-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRRA- | {h42} | NRRA-{h42} | NRRA-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRSP- | {w30} | NRSP-{w30} | NRSP-YOUR_TOKEN_HERE
newrelic-key | New Relic: keys | NRAL | {h=36} | {h36}NRAL{h36} | NRALYOUR_TOKEN_HERE | (?<![a-f0-9])[a-f0-9]{36}
newrelic-key | New Relic: keys | NRAL | (?![A-Za-z0-9]) | NEW_RELIC_LICENSE_KEY=«{h36}NRAL» | NRALYOUR_TOKEN_HERE | (?<![a-f0-9])[a-f0-9]{36}
grafana-token | Grafana: cloud, service account tokens | glc_ | {b80} | glc_eyJ{b120} | glc_YOUR_TOKEN_HERE
grafana-token | Grafana: cloud, service account tokens | glsa_ | {i41} | glsa_{w32}_{h8} | glsa_YOUR_TOKEN_HERE
grafana-token | Grafana: cloud, service account tokens | eyJrIjoi | {b70} | eyJrIjoi{w70} | eyJrIjoiYOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0c01. | [A-Z0-9]{4,30}\.{u64} | dt0c01.{u24}.{u64} | dt0c01.YOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0s01. | [A-Z0-9]{4,30}\.{u64} | dt0s01.{t8}.{t64} | dt0s01.YOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0s02. | [A-Z0-9]{4,30}\.{u64} | dt0s02.{t8}.{t64} | dt0s02.YOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0s03. | [A-Z0-9]{4,30}\.{u64} | dt0s03.{t8}.{t64} | dt0s03.YOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0s04. | [A-Z0-9]{4,30}\.{u64} | dt0s04.{t8}.{t64} | dt0s04.YOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0s06. | [A-Z0-9]{4,30}\.{u64} | dt0s06.{t8}.{t64} | dt0s06.YOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0s08. | [A-Z0-9]{4,30}\.{u64} | dt0s08.{t8}.{t64} | dt0s08.YOUR_TOKEN_HERE
dynatrace-token | Dynatrace: token format | dt0s16. | [A-Z0-9]{4,30}\.{u64} | dt0s16.{t8}.{t64} | dt0s16.YOUR_TOKEN_HERE
honeycomb-key | Honeycomb: ingest, management and environment keys | hcaik_ | {l58} | hcaik_{l58} | hcaik_YOUR_TOKEN_HERE
honeycomb-key | Honeycomb: ingest, management and environment keys | hcalk_ | {l58} | hcalk_{l58} | hcalk_YOUR_TOKEN_HERE
honeycomb-key | Honeycomb: ingest, management and environment keys | hcamk_ | {l58} | hcamk_{l58} | hcamk_YOUR_TOKEN_HERE
honeycomb-key | Honeycomb: ingest, management and environment keys | hcxik_ | {l58} | hcxik_{l58} | hcxik_YOUR_TOKEN_HERE
honeycomb-key | Honeycomb: ingest, management and environment keys | hcxmk_ | {l58} | hcxmk_{l58} | hcxmk_YOUR_TOKEN_HERE
pagerduty-key | PagerDuty: API tokens | u+ | {s=18} | PAGERDUTY_API_KEY=«u+{s18}» | u+YOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])
posthog-key | PostHog: keys | phx_ | {w43} | phx_{w43} | phx_YOUR_TOKEN_HERE
posthog-key | PostHog: keys | phc_ | {w43} | phc_{w43} | phc_YOUR_TOKEN_HERE
posthog-key | PostHog: keys | phs_ | {w43} | phs_{w43} | phs_YOUR_TOKEN_HERE
launchdarkly-key | LaunchDarkly: access tokens and SDK keys | sdk- | [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12} | sdk-{g} | sdk-YOUR_TOKEN_HERE
launchdarkly-key | LaunchDarkly: access tokens and SDK keys | api- | [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12} | api-{g} | api-YOUR_TOKEN_HERE
launchdarkly-key | LaunchDarkly: access tokens and SDK keys | mob- | [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12} | mob-{g} | mob-YOUR_TOKEN_HERE
statsig-key | Statsig: secret keys | secret- | {w=40-50} | secret-{w44} | secret-YOUR_TOKEN_HERE
statsig-key | Statsig: secret keys | console- | {w=40-50} | console-{w40} | console-YOUR_TOKEN_HERE
flagsmith-key | Flagsmith: server keys | ser. | {w=22} | ser.{w22} | ser.YOUR_TOKEN_HERE
axiom-token | Logfire, Axiom: tokens | xaat- | {g36} | xaat-{g} | xaat-YOUR_TOKEN_HERE
axiom-token | Logfire, Axiom: tokens | xapt- | {g36} | xapt-{h36} | xapt-YOUR_TOKEN_HERE
axiom-token | Logfire, Axiom: tokens | pylf_v1_ | [a-z]{2,10}_{w43} | pylf_v1_us_{w43} | pylf_v1_YOUR_TOKEN_HERE
splunk-token | Splunk: HEC tokens | Splunk  | ({g=36}) | Authorization: Splunk «{g}» | Splunk YOUR_TOKEN_HERE
incident-key | incident.io, Rootly: keys | inc_ | {h64} | inc_{h64} | inc_YOUR_TOKEN_HERE
incident-key | incident.io, Rootly: keys | rootly_ | {h64} | rootly_{h64} | rootly_YOUR_TOKEN_HERE
elastic-key | Elastic Cloud: API keys | essu_ | {b60} | essu_{b60} | essu_YOUR_TOKEN_HERE
elastic-key | Elastic Cloud: API keys | essu_dev_ | {b60} | essu_dev_{w60} | essu_dev_YOUR_TOKEN_HERE
dependency-track-key | Dependency-Track: API keys of teams | odt_ | {i32} | odt_{w32} | odt_YOUR_KEY_HERE
pixie-key | Pixie: API and deploy keys | px-api- | {g36} | px-api-{g} | px-api-YOUR_KEY_HERE
pixie-key | Pixie: API and deploy keys | px-dep- | {g36} | px-dep-{g} | px-dep-YOUR_KEY_HERE
ubidots-token | Ubidots: tokens and keys | BBFF- | {w30} | BBFF-{w30} | BBFF-YOUR_TOKEN_HERE
ubidots-token | Ubidots: tokens and keys | BBUS- | {w30} | BBUS-{w30} | BBUS-YOUR_TOKEN_HERE
`;
