/** Messages and mail. */
export const messaging = String.raw`
slack-token | Slack: token types | xoxb- ~ xoxp- ~ xoxa- ~ xoxo- ~ xoxr- ~ xoxs- ~ xoxe- ~ xoxe.xoxp- ~ xoxe.xoxb- ~ xapp- ~ xwfp- ~ xoxc- ~ xoxd- | [A-Za-z0-9%.-]{10,} | xoxb-{d12}-{d13}-{w24} | xoxb-YOUR_TOKEN_HERE
slack-webhook | Slack: incoming webhooks, workflow triggers | hooks.slack.com/ ~ hooks.slack-gov.com/ | ((?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120}) | https://hooks.slack.com/services/«T{u8}/B{u10}/{w24}» | hooks.slack.com/YOUR_TOKEN_HERE | any
discord-webhook | Discord: webhooks | discord.com/api/webhooks/ ~ discordapp.com/api/webhooks/ | ([0-9]{15,22}/{s68}) | https://discord.com/api/webhooks/«{d18}/{s68}» | discord.com/api/webhooks/YOUR_TOKEN_HERE | any
discord-token | Discord: bot tokens | .G ~ .X ~ .Y ~ .Z | [A-Za-z0-9_-]{5}\.{s27} | M{w23}.G{w5}.{s27} | .GYOUR_TOKEN_HERE | (?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{22,28}
discord-token | Discord: bot tokens | mfa. | {s=84} | mfa.{s84} | mfa.YOUR_TOKEN_HERE
teams-webhook | Microsoft Teams: incoming webhooks | .webhook.office.com/webhookb2/ ~ outlook.office.com/webhook/ | ([A-Za-z0-9@/-]{60,300}) | https://x.webhook.office.com/webhookb2/«{g}@{g}/IncomingWebhook/{h32}/{g}» | .webhook.office.com/webhookb2/YOUR_TOKEN_HERE | any
teams-webhook | Microsoft Teams: incoming webhooks | /triggers/manual/paths/invoke? | ([^\s"'<>]{40,300}) | https://prod-1.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke?«api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig={s43}» | /triggers/manual/paths/invoke?YOUR_TOKEN_HERE | any
google-chat-webhook | Google Chat: webhooks | chat.googleapis.com/v1/spaces/ | ([A-Za-z0-9_-]{5,30}/messages\?key=[^\s"'<>]{40,300}) | https://chat.googleapis.com/v1/spaces/«{w11}/messages?key=AIza{s35}&token={s43}» | chat.googleapis.com/v1/spaces/YOUR_TOKEN_HERE | any
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | hooks.zapier.com/hooks/catch/ | ([0-9]{4,12}/[A-Za-z0-9]{5,12}) | https://hooks.zapier.com/hooks/catch/«{d7}/{l7}»/ | hooks.zapier.com/hooks/catch/YOUR_TOKEN_HERE | any
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | maker.ifttt.com/trigger/ | ([^\s"'<>]{1,60}/with/key/[A-Za-z0-9_-]{20,60}) | https://maker.ifttt.com/trigger/door/with/key/«{s43}» | maker.ifttt.com/trigger/YOUR_TOKEN_HERE | any
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | .make.com/ | ([a-z0-9]{32})(?![A-Za-z0-9]) | https://hook.eu1.make.com/«{l32}» | .make.com/YOUR_TOKEN_HERE | hook\.[a-z0-9]{2,4}
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | open.feishu.cn/open-apis/bot/v2/hook/ ~ qyapi.weixin.qq.com/cgi-bin/webhook/send?key= | ({g36}) | https://open.feishu.cn/open-apis/bot/v2/hook/«{g}» | open.feishu.cn/open-apis/bot/v2/hook/YOUR_TOKEN_HERE | any
webhook | Zapier, IFTTT, Make, Feishu, WeCom, DingTalk: webhooks | oapi.dingtalk.com/robot/send?access_token= | ({h64}) | https://oapi.dingtalk.com/robot/send?access_token=«{h64}» | oapi.dingtalk.com/robot/send?access_token=YOUR_TOKEN_HERE | any
telegram-token | Telegram: bot tokens | :AA | {s=30-36} | {d10}:AA{s33} | :AAYOUR_TOKEN_HERE | (?<![A-Za-z0-9])(?:bot)?[0-9]{8,10}
twilio-key | Twilio: API keys and account ids | SK ~ AC | {h=32} | SK{h32} | SKYOUR_TOKEN_HERE
sendgrid-key | SendGrid: API keys | SG. | [A-Za-z0-9_-]{10,}\.{s43} | SG.{s22}.{s43} | SG.YOUR_TOKEN_HERE
mailgun-key | Mailgun: API and signing keys | key- | {l=32} | key-{l32} | key-YOUR_TOKEN_HERE
mailgun-key | Mailgun: API and signing keys | pubkey- | {h=32} | pubkey-{h32} | pubkey-YOUR_TOKEN_HERE
mailchimp-key | Mailchimp: API keys; Mandrill | -us | [0-9]{1,2}(?![A-Za-z0-9]) | {h32}-us12 | -usYOUR_TOKEN_HERE | (?<![a-f0-9])[a-f0-9]{32}
mailchimp-key | Mailchimp: API keys; Mandrill | md- | {s=22} | md-{s22} | md-YOUR_TOKEN_HERE
brevo-key | Brevo: API and SMTP keys | xkeysib- ~ xsmtpsib- | [a-f0-9]{14,}(?:-[A-Za-z0-9]{4,40})? | xkeysib-{h64}-{w16} | xkeysib-YOUR_TOKEN_HERE
resend-key | Resend: API keys | re_ | [A-Za-z0-9]{8}_{w24} | re_{w8}_{w24} | re_YOUR_TOKEN_HERE
mailersend-token | MailerSend: API tokens | mlsn. | {h64} | mlsn.{h64} | mlsn.YOUR_TOKEN_HERE
intercom-token | Intercom: access tokens | dG9rO | {b55} | dG9rO{b54}= | dG9rOYOUR_TOKEN_HERE
courier-key | Courier, Knock: keys | pk_prod_ ~ dk_prod_ | {u=28} | pk_prod_{u28} | pk_prod_YOUR_TOKEN_HERE
courier-key | Courier, Knock: keys | sk_knock_ | {s30} | sk_knock_{s40} | sk_knock_YOUR_TOKEN_HERE
onesignal-key | OneSignal: app and organisation keys | os_v2_app_ ~ os_v2_org_ | {l104} | os_v2_app_{l104} | os_v2_app_YOUR_TOKEN_HERE
facebook-token | Meta: access tokens of Graph and Instagram | EAACEdEose0cBA | {w100} | EAACEdEose0cBA{w100} | EAACEdEose0cBAYOUR_TOKEN_HERE
facebook-token | Meta: access tokens of Graph and Instagram | EAA | {w=100-400} | EAA{w160} | EAAYOUR_TOKEN_HERE
facebook-token | Meta: access tokens of Graph and Instagram | IGQV | {s120} | IGQV{s150} | IGQVYOUR_TOKEN_HERE
mapbox-token | Mapbox: secret tokens | sk.eyJ | {s80}(?:\.[A-Za-z0-9_-]{10,})? | sk.eyJ{s80}.{s22} | sk.eyJYOUR_TOKEN_HERE
telnyx-key | Telnyx: API keys of version 2 | KEY | {s=55-56} | KEY{s55} | KEYYOUR_TOKEN_HERE
`;
