/** Work, documents, people and the rest. */
export const business = String.raw`
linear-key | Linear: API keys and OAuth tokens | lin_api_ | {w40} | lin_api_{w40} | lin_api_YOUR_TOKEN_HERE
linear-key | Linear: API keys and OAuth tokens | lin_oauth_ | {w64} | lin_oauth_{h64} | lin_oauth_YOUR_TOKEN_HERE
linear-key | Linear: API keys and OAuth tokens | lin_wh_ | {w24} | lin_wh_{w40} | lin_wh_YOUR_TOKEN_HERE
notion-token | Notion: integration tokens | ntn_ | {w46} | ntn_{w46} | ntn_YOUR_TOKEN_HERE
notion-token | Notion: integration tokens | secret_ | {w=40-50} | secret_{w43} | secret_YOUR_TOKEN_HERE
figma-token | Figma: personal and OAuth tokens | figd_ ~ figu_ ~ figoh_ ~ figor_ | {s40} | figd_{s40} | figd_YOUR_TOKEN_HERE
airtable-token | Airtable: personal access tokens | pat | [A-Za-z0-9]{14}\.{h64} | pat{w14}.{h64} | patYOUR_TOKEN_HERE
asana-token | Asana: personal access tokens | 1/ | [0-9]{13,20}:{h=32} | 1/{d16}:{h32} | 1/YOUR_TOKEN_HERE
asana-token | Asana: personal access tokens | 2/ | [0-9]{13,20}/[0-9]{13,20}:{h=32} | 2/{d16}/{d16}:{h32} | 2/YOUR_TOKEN_HERE
tableau-token | Tableau: personal access tokens | ==: | {w=20-40} | {w22}==:{w32} | ==:YOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])[A-Za-z0-9+/]{14,22}
tines-webhook | Tines: addresses of webhooks | .tines.com/webhook/ | ([a-z0-9]{32}/[a-z0-9]{32}) | https://a-tenant.tines.com/webhook/«{l32}/{l32}» | .tines.com/webhook/YOUR_TOKEN_HERE | any
besttime-key | BestTime: private keys | pri_ | {h=32} | https://besttime.app/api/v1/keys/«pri_{h32}» | pri_YOUR_TOKEN_HERE
clickup-token | ClickUp: personal tokens | pk_ | [0-9]{6,12}_{u32} | pk_{d8}_{u32} | pk_YOUR_TOKEN_HERE
dropbox-token | Dropbox: access tokens | sl. | {s=120-1400} | sl.{s135} | sl.YOUR_TOKEN_HERE
dropbox-token | Dropbox: access tokens | sl.u. | {s100} | sl.u.{s100} | sl.u.YOUR_TOKEN_HERE
teamwork-token | Teamwork: API tokens | tkn.v1_ | {q60} | tkn.v1_{s68}= | tkn.v1_YOUR_TOKEN_HERE
contentful-token | Contentful: management tokens | CFPAT- | {s43} | CFPAT-{s43} | CFPAT-YOUR_TOKEN_HERE
sanity-token | Sanity: tokens | sk | {w=80-200} | sk{w80} | skYOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])
hubspot-token | HubSpot: private app tokens, developer keys | pat-na1- ~ pat-eu1- ~ pat-na2- | {g36} | pat-na1-{g} | pat-na1-YOUR_TOKEN_HERE
hubspot-token | HubSpot: private app tokens, developer keys | na1- | {g=36-40} | pat-na1-{g} | na1-YOUR_TOKEN_HERE
salesforce-token | Salesforce: session ids | 00D | [A-Za-z0-9]{12,15}!{p90} | 00D{w12}!{s96} | 00DYOUR_TOKEN_HERE
salesforce-token | Salesforce: session ids | 5Aep861 | {p60} | 5Aep861{s60} | 5Aep861YOUR_TOKEN_HERE
salesforce-token | Salesforce: session ids | 3MVG9 | {p80} | 3MVG9{w80} | 3MVG9YOUR_TOKEN_HERE
klaviyo-key | Klaviyo: private keys | pk_ | {h=34} | pk_{h34} | pk_YOUR_TOKEN_HERE
okta-token | Okta: API tokens | 00 | {s=40} | OKTA_API_TOKEN=«00{s40}» | 00YOUR_TOKEN_HERE | (?:SSWS |(?:okta|Okta|OKTA)[\w"' :=-]{0,30})
stytch-key | Stytch: secrets | secret-live- ~ secret-test- | {q36} | secret-live-{s36}= | secret-live-YOUR_TOKEN_HERE
typeform-token | Typeform: personal tokens | tfp_ | [A-Za-z0-9_.\-=]{14,} | tfp_{s44}_{s14} | tfp_YOUR_TOKEN_HERE
cal-key | Cal.com: API keys | cal_live_ | {h32} | cal_live_{h32} | cal_live_YOUR_TOKEN_HERE
cal-key | Cal.com: API keys | cal_ | {h=32} | cal_{h32} | cal_YOUR_TOKEN_HERE
frameio-token | Frame.io: tokens | fio-u- | {q64} | fio-u-{s64} | fio-u-YOUR_TOKEN_HERE
adobe-secret | Adobe: client secrets | p8e- | {s=32} | p8e-{s32} | p8e-YOUR_TOKEN_HERE
intra42-secret | Intra42: client secrets | s-s4t2ud- ~ s-s4t2af- | {h64} | s-s4t2ud-{h64} | s-s4t2ud-YOUR_TOKEN_HERE
akamai-token | Akamai: EdgeGrid tokens | akab- | [a-z0-9]{16}-{l16} | akab-{l16}-{l16} | akab-YOUR_TOKEN_HERE
beamer-key | Beamer: API keys | b_ | {q=44} | b_{s44} | b_YOUR_TOKEN_HERE
defined-token | Defined Networking: API tokens | dnkey- | {q53} | dnkey-{s26}-{s26} | dnkey-YOUR_TOKEN_HERE
apify-token | Apify: API tokens | apify_api_ | {w36} | apify_api_{w36} | apify_api_YOUR_TOKEN_HERE
retool-key | Retool, n8n: API keys | retool_ | {s26} | retool_{s26} | retool_YOUR_TOKEN_HERE
retool-key | Retool, n8n: API keys | n8n_api_ | {w40} | n8n_api_{w40} | n8n_api_YOUR_TOKEN_HERE
inngest-key | Inngest, Trigger.dev: keys | signkey- | (?:prod|test|branch)-{h32} | signkey-prod-{h64} | signkey-YOUR_TOKEN_HERE
inngest-key | Inngest, Trigger.dev: keys | tr_dev_ ~ tr_prod_ | {w20} | tr_dev_{w20} | tr_dev_YOUR_TOKEN_HERE
inngest-key | Inngest, Trigger.dev: keys | tr_pat_ | {w40} | tr_pat_{w40} | tr_pat_YOUR_TOKEN_HERE
liveblocks-key | Liveblocks: secret keys | sk_dev_ ~ sk_prod_ | {s64} | sk_dev_{s64} | sk_dev_YOUR_TOKEN_HERE
prisma-key | Prisma Accelerate: addresses with keys | prisma+postgres://accelerate.prisma-data.net/?api_key= | ({p100}) | DATABASE_URL="prisma+postgres://accelerate.prisma-data.net/?api_key=«eyJ{s36}.{s120}.{s43}»" | prisma+postgres://accelerate.prisma-data.net/?api_key=YOUR_TOKEN_HERE | any
x-token | X: bearer tokens of apps | AAAAAAAAAAAAAAAAAAAAA | [A-Za-z0-9%]{14,} | AAAAAAAAAAAAAAAAAAAAA{w60}%3D{w50} | AAAAAAAAAAAAAAAAAAAAAYOUR_TOKEN_HERE
linkedin-secret | LinkedIn: client secrets | WPL_AP1. | {b16} | WPL_AP1.{w16}.{w6}== | WPL_AP1.YOUR_TOKEN_HERE
roblox-cookie | Roblox: cookies | _|WARNING:-DO-NOT-SHARE-THIS. | [^|"]{20,120}\|_({u200}) | _|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in.|_«{u300}» | _|WARNING:-DO-NOT-SHARE-THIS.YOUR_TOKEN_HERE | any
riot-key | Riot Games: API keys | RGAPI- | {g36} | RGAPI-{g} | RGAPI-YOUR_TOKEN_HERE
settlemint-token | SettleMint: access tokens | sm_aat_ ~ sm_pat_ ~ sm_sat_ | {w16} | sm_aat_{w16} | sm_aat_YOUR_TOKEN_HERE
dbt-token | dbt Cloud: tokens | dbtc_ ~ dbtu_ | {s40} | dbtc_{s40} | dbtc_YOUR_TOKEN_HERE
segment-token | Segment: public API tokens | sgp_ | {w=64} | sgp_{w64} | sgp_YOUR_TOKEN_HERE
maxmind-key | MaxMind: licence keys | _mmk | (?![A-Za-z0-9]) | {w6}_{w29}_mmk | _mmkYOUR_TOKEN_HERE | (?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}
adafruit-key | Adafruit IO: keys | aio_ | {w=28} | ADAFRUIT_IO_KEY=«aio_{w28}» | aio_YOUR_TOKEN_HERE
bannerbear-key | Bannerbear: keys of accounts and projects | bb_ma_ ~ bb_pr_ | {h30} | bb_ma_{h30} | bb_ma_YOUR_TOKEN_HERE
photoroom-key | Photoroom: API keys | sk_pr_ | [a-z0-9]{1,40}_{h40} | sk_pr_default_{h40} | sk_pr_YOUR_TOKEN_HERE
rapidapi-key | RapidAPI: keys | msh | [a-f0-9]{6,}p1[a-f0-9]{6,}jsn[a-f0-9]{8,} | {l10}msh{h15}p1{h6}jsn{h12} | mshYOUR_TOKEN_HERE | (?<![a-z0-9])[a-z0-9]{10}
crowdin-token | Crowdin: tokens | crowdin_ | {h80} | crowdin_{h80} | crowdin_YOUR_TOKEN_HERE
wakatime-key | Wakatime: API keys | waka_ | {g36} | waka_{g} | waka_YOUR_TOKEN_HERE
portainer-token | Portainer: access tokens | ptr_ | {b44} | ptr_{b44} | ptr_YOUR_TOKEN_HERE
onfido-token | Onfido: API tokens | api_live. ~ api_sandbox. | {p43} | api_live.{s11}.{s32} | api_live.YOUR_TOKEN_HERE
persona-key | Persona: API keys | persona_production_ ~ persona_sandbox_ | {g36} | persona_production_{g} | persona_production_YOUR_TOKEN_HERE
zoho-token | Zoho: access and refresh tokens | 1000. | {h=32}\.{h=32} | 1000.{h32}.{h32} | 1000.50 euro
`;
