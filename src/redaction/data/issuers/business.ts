/** Payment, messages, work and wallets. */
export const business = String.raw`
stripe-key | Stripe: secret, restricted and organisation keys | sk_live_ ~ sk_test_ ~ rk_live_ ~ rk_test_ ~ sk_prod_ ~ rk_prod_ ~ sk_org_ | [A-Za-z0-9_]{10,} | sk_live_51{w97} | sk_live_YOUR_TOKEN_HERE
stripe-webhook-secret | Stripe, Svix: webhook signing secrets | whsec_ | [A-Za-z0-9+/=]{14,} | whsec_{w32} | whsec_YOUR_TOKEN_HERE
square-token | Square: access tokens and secrets | sq0atp- ~ sq0csp- | {s22} | sq0atp-{s22} | sq0atp-YOUR_TOKEN_HERE
square-token | Square: access tokens and secrets | EAAA | (?![A-F\d]{40}){s=56-80} | "«EAAA{s60}»" | EAAAYOUR_TOKEN_HERE | (?<=["'=: ])
paypal-token | PayPal, Braintree: access tokens | access_token$ | (?:production|sandbox)\$[a-z0-9]{12,20}\$[a-f0-9]{24,40} | access_token$production$«a{l15}$0{h31}» | access_token$YOUR_TOKEN_HERE
paypal-token | PayPal, Braintree: access tokens | A21AA | {s90} | A21AA{s90} | A21AAYOUR_TOKEN_HERE
adyen-key | Adyen: API keys | AQE | [A-Za-z0-9+/=]{60,}(?:-[A-Za-z0-9+/=]+)+ | AQEyhmfxK{b90}-{b43}=-{w16} | AQEYOUR_TOKEN_HERE
razorpay-key | Razorpay: key ids | rzp_live_ ~ rzp_test_ | {w14} | rzp_live_{w14} | rzp_live_YOUR_TOKEN_HERE
flutterwave-key | Paystack, Flutterwave: secret keys | FLWSECK_TEST- ~ FLWSECK- ~ FLWPUBK_TEST- | {w32}(?:-X)? | FLWSECK_TEST-{h32}-X | FLWSECK_TEST-YOUR_TOKEN_HERE
flutterwave-key | Paystack, Flutterwave: secret keys | FLWSECK_TEST- | {h=12} | FLWSECK_TEST-{h12} | FLWSECK_TEST-YOUR_TOKEN_HERE
plaid-token | Plaid: access tokens | access-sandbox- ~ access-development- ~ access-production- ~ link-sandbox- | {g36} | access-sandbox-{g} | access-sandbox-YOUR_TOKEN_HERE
mollie-key | Mollie: API keys | live_ ~ test_ ~ access_ | {w=30-40} | live_{w30} | live_YOUR_TOKEN_HERE
gocardless-token | GoCardless: tokens | live_ ~ sandbox_ | {q=40} | live_{s40} | live_YOUR_TOKEN_HERE
paddle-key | Paddle: API keys | pdl_live_apikey_ ~ pdl_sdbx_apikey_ | {i40} | pdl_live_apikey_{l26}_{w22}_{w3} | pdl_live_apikey_YOUR_TOKEN_HERE
paddle-key | Paddle: API keys | pdl_ntfset_ | [A-Za-z0-9_/+]{14,} | pdl_ntfset_{w26}_{w32} | pdl_ntfset_YOUR_TOKEN_HERE
polar-token | Polar: access tokens | polar_oat_ ~ polar_pat_ | {w43} | polar_oat_{w43} | polar_oat_YOUR_TOKEN_HERE
sumup-key | SumUp: API keys | sup_sk_ | {w32} | sup_sk_{w32} | sup_sk_YOUR_TOKEN_HERE
checkout-key | Checkout.com: secret keys | sk_ | [a-z0-9*#$=]{26,32}(?![a-z0-9*#$=]) | sk_{l28} | sk_YOUR_TOKEN_HERE
checkout-key | Checkout.com: secret keys | sk_sbox_ | [a-z0-9*#$=]{14,} | sk_sbox_{l28} | sk_sbox_YOUR_TOKEN_HERE
xendit-key | Omise, Xendit, Midtrans: secret keys | xnd_production_ ~ xnd_development_ ~ skey_test_ ~ SB-Mid-server- ~ Mid-server- | {s19} | xnd_production_{w48} | xnd_production_YOUR_TOKEN_HERE
xendit-key | Omise, Xendit, Midtrans: secret keys | skey_ | {l=19} | skey_{l19} | skey_YOUR_TOKEN_HERE
mercadopago-token | Mercado Pago: access tokens | APP_USR- ~ TEST- | [0-9]{10,20}-[0-9]{6}-{h32}(?:-[0-9]+)? | APP_USR-{d16}-{d6}-{h32}-{d9} | APP_USR-YOUR_TOKEN_HERE
easypost-key | EasyPost: API keys | EZAK ~ EZTK | {w=40-60} | EZAK{w54} | EZAKYOUR_TOKEN_HERE
shippo-token | Shippo: tokens | shippo_live_ ~ shippo_test_ | {h40} | shippo_live_{h40} | shippo_live_YOUR_TOKEN_HERE
duffel-token | Duffel: tokens | duffel_live_ ~ duffel_test_ | {q43} | duffel_live_{s43} | duffel_live_YOUR_TOKEN_HERE
shopify-token | Shopify: access tokens and app secrets | shpat_ ~ shpca_ ~ shppa_ ~ shpss_ ~ shptka_ ~ shpua_ | {w32} | shpat_{h32} | shpat_YOUR_TOKEN_HERE
coinbase-key | Coinbase: names of API keys | organizations/ | ({g36}/apiKeys/{g36}) | organizations/«{g}/apiKeys/{g}» | organizations/YOUR_TOKEN_HERE
slack-token | Slack: token types | xoxb- ~ xoxp- ~ xoxa- ~ xoxo- ~ xoxr- ~ xoxs- ~ xoxe- ~ xoxe.xoxp- ~ xoxe.xoxb- ~ xapp- ~ xwfp- ~ xoxc- ~ xoxd- | [A-Za-z0-9%.-]{10,} | xoxb-{d12}-{d13}-{w24} | xoxb-YOUR_TOKEN_HERE
slack-webhook | Slack: incoming webhooks, workflow triggers | hooks.slack.com/ ~ hooks.slack-gov.com/ | ((?:services|workflows|triggers)/(?!\S*(?:random|some/))[A-Za-z0-9+/]{20,120}) | https://hooks.slack.com/services/«T{u8}/B{u10}/{w24}» | hooks.slack.com/YOUR_TOKEN_HERE | any
discord-webhook | Discord: webhooks | discord.com/api/webhooks/ ~ discordapp.com/api/webhooks/ | ([0-9]{15,22}/{s68}) | https://discord.com/api/webhooks/«{d18}/{s68}» | discord.com/api/webhooks/YOUR_TOKEN_HERE | any
discord-token | Discord: bot tokens | .G ~ .X ~ .Y ~ .Z | [A-Za-z0-9_-]{5}\.{s27} | M{w23}.G{w5}.{s27} | .GYOUR_TOKEN_HERE | (?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{22,28}
discord-token | Discord: bot tokens | mfa. | {s=84} | mfa.{s84} | mfa.YOUR_TOKEN_HERE
teams-webhook | Microsoft Teams: incoming webhooks | .webhook.office.com/webhookb2/ ~ outlook.office.com/webhook/ | ([A-Za-z0-9@/-]{60,300}) | https://x.webhook.office.com/webhookb2/«{g}@{g}/IncomingWebhook/{h32}/{g}» | .webhook.office.com/webhookb2/YOUR_TOKEN_HERE | any
teams-webhook | Microsoft Teams: incoming webhooks | /triggers/manual/paths/invoke? | ([^\s"'<>]{40,300}) | https://prod-1.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke?«api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig={s43}» | /triggers/manual/paths/invoke?YOUR_TOKEN_HERE | any
google-chat-webhook | Google Chat: webhooks | chat.googleapis.com/v1/spaces/ | ([A-Za-z0-9_-]{5,30}/messages\?key=[^\s"'<>]{40,300}) | https://chat.googleapis.com/v1/spaces/«{w11}/messages?key=AIza{s35}&token={s43}» | chat.googleapis.com/v1/spaces/YOUR_TOKEN_HERE | any
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | hooks.zapier.com/hooks/catch/ | ([0-9]{4,12}/[A-Za-z0-9]{5,12}) | https://hooks.zapier.com/hooks/catch/«{d7}/{l7}»/ | hooks.zapier.com/hooks/catch/YOUR_TOKEN_HERE | any
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | maker.ifttt.com/trigger/ | ([^\s"'<>]{1,60}/with/key/[A-Za-z0-9_-]{20,60}) | https://maker.ifttt.com/trigger/door/with/key/«{s43}» | maker.ifttt.com/trigger/YOUR_TOKEN_HERE | any
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | .make.com/ | ([a-z0-9]{32})(?![A-Za-z0-9]) | https://hook.eu1.make.com/«{l32}» | .make.com/YOUR_TOKEN_HERE | hook\.[a-z0-9]{2,4}
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | open.feishu.cn/open-apis/bot/v2/hook/ ~ qyapi.weixin.qq.com/cgi-bin/webhook/send?key= ~ oapi.dingtalk.com/robot/send?access_token= | ({g36}) | https://open.feishu.cn/open-apis/bot/v2/hook/«{g}» | open.feishu.cn/open-apis/bot/v2/hook/YOUR_TOKEN_HERE | any
telegram-token | Telegram: bot tokens | :AA | {s=30-36} | {d10}:AA{s33} | :AAYOUR_TOKEN_HERE | (?<![A-Za-z0-9])(?:bot)?[0-9]{8,10}
twilio-key | Twilio: API keys and account ids | SK ~ AC | [a-f0-9]{32}(?![A-Za-z0-9])|[A-F0-9]{32}(?![A-Za-z0-9]) | SK{h32} | SKYOUR_TOKEN_HERE
sendgrid-key | SendGrid: API keys | SG. | [A-Za-z0-9_-]{10,}\.{s43} | SG.{s22}.{s43} | SG.YOUR_TOKEN_HERE
mailgun-key | Mailgun: API and signing keys | key- | (?=[0-9]*[a-z])(?=[0-9a-f]*[g-z]){l=32} | key-{l32} | key-YOUR_TOKEN_HERE
mailgun-key | Mailgun: API and signing keys | pubkey- | {h=32} | pubkey-{h32} | pubkey-YOUR_TOKEN_HERE
mailchimp-key | Mailchimp: API keys; Mandrill | -us | [0-9]{1,2}(?![A-Za-z0-9]) | {h32}-us12 | -usYOUR_TOKEN_HERE | (?<![a-f0-9])[a-f0-9]{32}
mailchimp-key | Mailchimp: API keys; Mandrill | md- | (?=[\w-]*[A-Z])(?=[\w-]*\d){s=22} | md-{s22} | md-YOUR_TOKEN_HERE
brevo-key | Brevo: API and SMTP keys | xkeysib- ~ xsmtpsib- | [a-f0-9]{14,}(?:-[A-Za-z0-9]{4,40})? | xkeysib-{h64}-{w16} | xkeysib-YOUR_TOKEN_HERE
resend-key | Resend: API keys | re_ | [A-Za-z0-9]{8}_{w24} | re_{w8}_{w24} | re_YOUR_TOKEN_HERE
mailersend-token | MailerSend: API tokens | mlsn. | {h64} | mlsn.{h64} | mlsn.YOUR_TOKEN_HERE
intercom-token | Intercom: access tokens | dG9rO | {b55} | dG9rO{b54}= | dG9rOYOUR_TOKEN_HERE
courier-key | Courier, Knock: keys | pk_prod_ ~ dk_prod_ | {u=28} | pk_prod_{u28} | pk_prod_YOUR_TOKEN_HERE
courier-key | Courier, Knock: keys | sk_knock_ | {s30} | sk_knock_{s40} | sk_knock_YOUR_TOKEN_HERE
onesignal-key | OneSignal: app and organisation keys | os_v2_app_ ~ os_v2_org_ | {l104} | os_v2_app_{l104} | os_v2_app_YOUR_TOKEN_HERE
facebook-token | Meta: access tokens of Graph and Instagram | EAACEdEose0cBA ~ IGQV | {s100} | EAACEdEose0cBA{w100} | EAACEdEose0cBAYOUR_TOKEN_HERE
facebook-token | Meta: access tokens of Graph and Instagram | EAA | {w=100-400} | EAA{w160} | EAAYOUR_TOKEN_HERE
mapbox-token | Mapbox: secret tokens | sk.eyJ | {s80}(?:\.[A-Za-z0-9_-]{10,})? | sk.eyJ{s80}.{s22} | sk.eyJYOUR_TOKEN_HERE
telnyx-key | Telnyx: API keys of version 2 | KEY | {s=55-56} | KEY{s55} | KEYYOUR_TOKEN_HERE
linear-key | Linear: API keys and OAuth tokens | lin_api_ ~ lin_oauth_ ~ lin_wh_ | {w24} | lin_api_{w40} | lin_api_YOUR_TOKEN_HERE
notion-token | Notion: integration tokens | ntn_ | {w46} | ntn_{w46} | ntn_YOUR_TOKEN_HERE
notion-token | Notion: integration tokens | secret_ | {w=40-50} | secret_{w43} | secret_YOUR_TOKEN_HERE
figma-token | Figma: personal and OAuth tokens | figd_ ~ figu_ ~ figoh_ ~ figor_ | {s40} | figd_{s40} | figd_YOUR_TOKEN_HERE
airtable-token | Airtable: personal access tokens | pat | [A-Za-z0-9]{14}\.{h64} | pat{w14}.{h64} | patYOUR_TOKEN_HERE
asana-token | Asana: personal access tokens | 1/ ~ 2/ | [0-9]{13,20}(?:/[0-9]{13,20})?:{h=32} | 1/{d16}:{h32} | 1/YOUR_TOKEN_HERE
tableau-token | Tableau: personal access tokens | ==: | {w=32} | {w22}==:{w32} | ==:YOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])[A-Za-z0-9+/]{14,22}
tines-webhook | Tines: addresses of webhooks | .tines.com/webhook/ | ([a-z0-9]{32}/[a-z0-9]{32}) | https://a-tenant.tines.com/webhook/«{l32}/{l32}» | .tines.com/webhook/YOUR_TOKEN_HERE | any
besttime-key | BestTime: private keys | pri_ | {h=32} | https://besttime.app/api/v1/keys/«pri_{h32}» | pri_YOUR_TOKEN_HERE
clickup-token | ClickUp: personal tokens | pk_ | [0-9]{6,12}_{u32} | pk_{d8}_{u32} | pk_YOUR_TOKEN_HERE
dropbox-token | Dropbox: access tokens | sl. | (?:u\.)?{s=100-1400} | sl.{s135} | sl.YOUR_TOKEN_HERE
dropbox-token | Dropbox: access tokens without an end | AAAAAAAAAA | {s=43} | key: «{w10}bAAAAAAAAAA{s43}» | AAAAAAAAAAYOUR_TOKEN_HERE | (?<=["'=: ])[A-Za-z0-9]{11}
teamwork-token | Teamwork: API tokens | tkn.v1_ | {q60} | tkn.v1_{s68}= | tkn.v1_YOUR_TOKEN_HERE
contentful-token | Contentful: management tokens | CFPAT- | {s43} | CFPAT-{s43} | CFPAT-YOUR_TOKEN_HERE
sanity-token | Sanity: tokens | sk | {w=80-200} | sk{w80} | skYOUR_TOKEN_HERE | (?<![A-Za-z0-9+/])
hubspot-token | HubSpot: private app tokens, developer keys | pat-na1- ~ pat-eu1- ~ pat-na2- | {g36} | pat-na1-{g} | pat-na1-YOUR_TOKEN_HERE
salesforce-token | Salesforce: session ids | 00D | [A-Za-z0-9]{12,15}!{p90} | 00D{w12}!{s96} | 00DYOUR_TOKEN_HERE
salesforce-token | Salesforce: session ids | 5Aep861 ~ 3MVG9 | {p60} | 5Aep861{s60} | 5Aep861YOUR_TOKEN_HERE
klaviyo-key | Klaviyo: private keys | pk_ | {h=34} | pk_{h34} | pk_YOUR_TOKEN_HERE
okta-token | Okta: API tokens | 00 | {s=40} | OKTA_API_TOKEN=«00{s40}» | 00YOUR_TOKEN_HERE | (?:SSWS |(?:okta|Okta|OKTA)[\w"' :=-]{0,30})
stytch-key | Stytch: secrets | secret-live- ~ secret-test- | {q36} | secret-live-{s36}= | secret-live-YOUR_TOKEN_HERE
typeform-token | Typeform: personal tokens | tfp_ | [A-Za-z0-9_.\-=]{14,} | tfp_{s44}_{s14} | tfp_YOUR_TOKEN_HERE
cal-key | Cal.com: API keys | cal_ | (?:live_)?{h=32} | cal_{h32} | cal_YOUR_TOKEN_HERE
frameio-token | Frame.io: tokens | fio-u- | {q64} | fio-u-{s64} | fio-u-YOUR_TOKEN_HERE
adobe-secret | Adobe: client secrets | p8e- | {s=32} | p8e-{s32} | p8e-YOUR_TOKEN_HERE
intra42-secret | Intra42: client secrets | s-s4t2ud- ~ s-s4t2af- | {h64} | s-s4t2ud-{h64} | s-s4t2ud-YOUR_TOKEN_HERE
akamai-token | Akamai: EdgeGrid tokens | akab- | [a-z0-9]{16}-{l16} | akab-{l16}-{l16} | akab-YOUR_TOKEN_HERE
beamer-key | Beamer: API keys | b_ | {q=44} | b_{s44} | b_YOUR_TOKEN_HERE
defined-token | Defined Networking: API tokens | dnkey- | {q53} | dnkey-{s26}-{s26} | dnkey-YOUR_TOKEN_HERE
apify-token | Apify: API tokens | apify_api_ | {w36} | apify_api_{w36} | apify_api_YOUR_TOKEN_HERE
retool-key | Retool, n8n: API keys | retool_ ~ n8n_api_ | {s26} | retool_{s26} | retool_YOUR_TOKEN_HERE
inngest-key | Inngest, Trigger.dev: keys | signkey- | (?:prod|test|branch)-{h32} | signkey-prod-{h64} | signkey-YOUR_TOKEN_HERE
inngest-key | Inngest, Trigger.dev: keys | tr_dev_ ~ tr_prod_ ~ tr_pat_ | {w20} | tr_dev_{w20} | tr_dev_YOUR_TOKEN_HERE
liveblocks-key | Liveblocks: secret keys | sk_dev_ ~ sk_prod_ | {s64} | sk_dev_{s64} | sk_dev_YOUR_TOKEN_HERE
x-token | X: bearer tokens of apps | AAAAAAAAAAAAAAAAAAAAA | [A-Za-z0-9]{6,}%[0-9A-F]{2}[A-Za-z0-9%]{14,} | AAAAAAAAAAAAAAAAAAAAA{w60}%3D{w50} | AAAAAAAAAAAAAAAAAAAAAYOUR_TOKEN_HERE
linkedin-secret | LinkedIn: client secrets | WPL_AP1. | {b16} | WPL_AP1.{w16}.{w6}== | WPL_AP1.YOUR_TOKEN_HERE
pinterest-token | Pinterest: access and refresh tokens | pina_ ~ pinr_ | {w36} | pina_{w60} | pina_YOUR_TOKEN_HERE
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
deepl-key | DeepL: keys of the free API | :fx | (?![A-Za-z0-9]) | {g}:fx | :fxYOUR_TOKEN_HERE | (?<![A-Za-z0-9])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
nylas-key | Nylas: API keys of version 3 | nyk_v0_ | {w64} | nyk_v0_{w64} | nyk_v0_YOUR_TOKEN_HERE
lichess-token | Lichess: personal access tokens | lip_ | (?=[A-Za-z]*[0-9]){w=16-24} | lip_{w20} | lip_YOUR_TOKEN_HERE
flexport-token | Flexport: logistics API tokens | shltm_ | {s=40} | shltm_{s40} | shltm_YOUR_TOKEN_HERE
matrix-token | Synapse: access tokens of Matrix | syt_ | [A-Za-z0-9+/]+_[A-Za-z]{20}_{w6} | syt_{w8}_{a20}_{w6} | syt_YOUR_TOKEN_HERE
wakatime-key | Wakatime: API keys | waka_ | {g36} | waka_{g} | waka_YOUR_TOKEN_HERE
portainer-token | Portainer: access tokens | ptr_ | {b44} | ptr_{b44} | ptr_YOUR_TOKEN_HERE
onfido-token | Onfido: API tokens | api_live. ~ api_sandbox. | {p43} | api_live.{s11}.{s32} | api_live.YOUR_TOKEN_HERE
persona-key | Persona: API keys | persona_production_ ~ persona_sandbox_ | {g36} | persona_production_{g} | persona_production_YOUR_TOKEN_HERE
zoho-token | Zoho: access and refresh tokens | 1000. | {h=32}\.{h=32} | 1000.{h32}.{h32} | 1000.50 euro
wallet-key | BIP-32: extended private keys | xprv ~ yprv ~ zprv ~ tprv ~ uprv ~ vprv ~ Yprv ~ Zprv | {x107} | xprv9{x106} | xprvYOUR_TOKEN_HERE
nostr-key | Nostr: secret keys (NIP-19, NIP-49) | nsec1 ~ ncryptsec1 | {w58} | nsec1{n58} | nsec1YOUR_TOKEN_HERE
rpc-key | Infura, Alchemy: addresses with keys | .infura.io/v3/ ~ .alchemy.com/v2/ ~ .quiknode.pro/ | ({s32}) | https://mainnet.infura.io/v3/«{h32}» | .infura.io/v3/YOUR_TOKEN_HERE | any
rpc-key | Infura, Alchemy: addresses with keys | alcht_ | {w30} | alcht_{w30} | alcht_YOUR_TOKEN_HERE
sui-key | Sui: private keys | suiprivkey1 | {n58} | suiprivkey1{n59} | suiprivkey1YOUR_TOKEN_HERE
near-key | NEAR, Aptos: private keys | ed25519: | {x=80-90} | ed25519:{x88} | ed25519:YOUR_TOKEN_HERE
near-key | NEAR, Aptos: private keys | ed25519-priv-0x | {h64} | ed25519-priv-0x{h64} | ed25519-priv-0xYOUR_TOKEN_HERE
tezos-key | Tezos: secret keys | edsk ~ edesk1 | {x=50-94} | edsk{x50} | edskYOUR_TOKEN_HERE
trello-token | Trello: tokens | ATTA | [a-f0-9]{64}[A-F0-9]{8} | ATTA{h64}{H8} | ATTAYOUR_TOKEN_HERE
api-key | Ory, Cursor, Unkey, WunderGraph, Context7, PubNub, Up: keys and tokens | ory_pat_ ~ ory_at_ ~ ory_rt_ ~ ory_ac_ ~ crsr_ ~ unkey_ ~ cosmo_ ~ ctx7sk- ~ sec-c- ~ up:yeah: | {s22} | ory_pat_{w32} | ory_pat_YOUR_TOKEN_HERE
`;
