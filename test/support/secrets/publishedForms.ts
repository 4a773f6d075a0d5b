import { crc32 } from 'node:zlib';
import { issuers } from '../../../src/redaction/data/issuers.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';

/**
 * Where secrets without a prefix of their own are kept, as their issuers document it: in which variable, header or file.
 *
 * A line: the name, a colon, the form. `{w36}` is 36 random units of an alphabet: w letters and digits, h hexadecimal in lower and
 * H in upper case, l lower case and digits, a lower case, u upper case and digits, A upper case, d digits, b base64, s base64 for
 * addresses, t base32, x base58, n bech32, j of Django's and z of WordPress's generator, g a UUID. What must be hidden stands
 * between « and »; without them it is the whole, in the text of a program. A bar is a line break.
 */
const forms = `
Pair of id and secret: token = '«{d9}:{w35}»'
Quoted with blanks: api_key = ' «{w40}» '
Numbered key: const sumoKey2 = '«{w64}»'
Azure OpenAI key in JSON: "AZURE_OPENAI_KEY": "«{h32}»",
LiteLLM key: LITELLM_API_KEY=«sk-{s22}»
Linode token: LINODE_TOKEN=«{h64}»
Confluent secret: cflt{b60}
GitLab routable token: glpat-{s27}.{l2}.{l7}
npmrc auth token: //registry.npmjs.org/:_authToken=«{g}»
npmrc basic auth: _auth=«{b40}»
CircleCI variable: CIRCLE_TOKEN=«{h40}»
Buildkite agent token: BUILDKITE_AGENT_TOKEN="«{w50}»"
Terraform variable: variable "db_password" {|  default = "«{w20}»"|}
Django key: django-insecure-{l50}
X access token: X_ACCESS_TOKEN=«{d18}-{w40}»
SecureString: ConvertTo-SecureString "«{w16}»" -AsPlainText -Force
Snyk token: SNYK_TOKEN=«{g}»
Codecov token: CODECOV_TOKEN: «{g}»
Coveralls token: COVERALLS_REPO_TOKEN=«{w32}»
Travis token: TRAVIS_API_TOKEN=«{w22}»
Semgrep token: SEMGREP_APP_TOKEN=«{h64}»
Expo token: EXPO_TOKEN=«{s40}»
Nx Cloud token: NX_CLOUD_ACCESS_TOKEN=«{b44}»
Turborepo token: TURBO_TOKEN=«{w24}»
Databricks service token: dapi{h32}-2
Snowflake password: SNOWFLAKE_PASSWORD=«{w16}»
Anthropic admin key: sk-ant-admin01-{s93}AA
Anthropic OAuth token: sk-ant-oat01-{s93}AA
Mistral key: MISTRAL_API_KEY=«{w32}»
Cohere key: COHERE_API_KEY=«{w40}»
Together key: TOGETHER_API_KEY=«{h64}»
Pinecone key of old: PINECONE_API_KEY=«{g}»
W&B key: WANDB_API_KEY=«{h40}»
AssemblyAI key: ASSEMBLYAI_API_KEY=«{h32}»
Deepgram key: DEEPGRAM_API_KEY=«{h40}»
Stability key: STABILITY_API_KEY=«sk-{w48}»
AI21 key: AI21_API_KEY=«{w32}»
Azure OpenAI key: AZURE_OPENAI_API_KEY=«{h32}»
AWS secret: aws_secret_access_key = «{b40}»
AWS secret variable: AWS_SECRET_ACCESS_KEY=«{b40}»
AWS secret in JSON: "SecretAccessKey": "«{b40}»",
Google API key: AIza{s35}
Google client in JSON: "client_secret": "«{s24}»"
Azure storage: AccountKey=«{b86}==»;EndpointSuffix=core.windows.net
Azure DevOps personal token: AZURE_DEVOPS_EXT_PAT=«{l52}»
Azure client secret variable: AZURE_CLIENT_SECRET=«{w34}»
Azure Service Bus: Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«{b43}=»
Azure Cosmos: AccountEndpoint=https://x.documents.azure.com:443/;AccountKey=«{b86}==»;
Azure SQL: Server=tcp:x.database.windows.net;User ID=sa;Password=«{w16}»;Encrypt=True
Azure App Configuration: Endpoint=https://x.azconfig.io;Id=abcd;Secret=«{b43}=»
DigitalOcean Spaces: SPACES_SECRET_KEY=«{b43}»
Hetzner token: HCLOUD_TOKEN=«{w64}»
Cloudflare token: CLOUDFLARE_API_TOKEN=«{s40}»
Cloudflare global key: CF_API_KEY=«{h37}»
Vercel token: VERCEL_TOKEN=«{w24}»
Heroku key: HEROKU_API_KEY=«{g}»
Alibaba secret: ALIBABA_CLOUD_ACCESS_KEY_SECRET=«{w30}»
Exoscale secret: EXOSCALE_API_SECRET=«{s43}»
ngrok token: NGROK_AUTHTOKEN=«{w27}_{w21}»
MongoDB URL: mongodb+srv://admin:«{w16}»@cluster0.abcde.mongodb.net/test
Upstash token: UPSTASH_REDIS_REST_TOKEN="«{s56}»"
Redis URL: redis://:«{w24}»@cache:6379/0
Confluent secret: CONFLUENT_CLOUD_API_SECRET=«{b64}»
Elastic key: ELASTIC_API_KEY=«{b58}==»
PayPal secret: PAYPAL_CLIENT_SECRET=«{s80}»
Razorpay secret: RAZORPAY_KEY_SECRET=«{w24}»
Paystack key: sk_live_{h40}
Plaid secret: PLAID_SECRET=«{h30}»
Coinbase secret: COINBASE_API_SECRET="«{w32}»"
Slack signing secret: SLACK_SIGNING_SECRET=«{h32}»
Twilio token: TWILIO_AUTH_TOKEN=«{h32}»
Mailgun key of today: MAILGUN_API_KEY=«{h32}-{h8}-{h8}»
Postmark token: X-Postmark-Server-Token: «{g}»
Vonage secret: VONAGE_API_SECRET=«{w16}»
MessageBird key: MESSAGEBIRD_ACCESS_KEY=«{w25}»
Plivo token: PLIVO_AUTH_TOKEN=«{b40}»
Pusher secret: PUSHER_APP_SECRET=«{h20}»
X secret: TWITTER_API_SECRET=«{w50}»
Sentry DSN: dsn: "https://«{h32}»@o12345.ingest.sentry.io/678"
Datadog key: DD_API_KEY=«{h32}»
Datadog application key: DD_APP_KEY=«{h40}»
Honeycomb key: HONEYCOMB_API_KEY=«{w22}»
Opsgenie key: OPSGENIE_API_KEY=«{g}»
Segment key: SEGMENT_WRITE_KEY=«{w32}»
Okta header: Authorization: SSWS «00{s40}»
Auth0 secret: AUTH0_CLIENT_SECRET=«{s64}»
Clerk key: sk_live_{w42}
Zendesk token: ZENDESK_API_TOKEN=«{w40}»
Fastly token: FASTLY_API_TOKEN=«{s32}»
JSON Web Token: eyJhbGciOiJIUzI1NiJ9.eyJ{s60}.{s43}
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
Ethereum key: PRIVATE_KEY=«0x{h64}»
Ansible variable: ansible_become_password: «{w14}»
Rails key: SECRET_KEY_BASE=«{h128}»
Django key: SECRET_KEY = '«{j50}»'
Django key in the environment: DJANGO_SECRET_KEY="«{j50}»"
WordPress key: define('SECURE_AUTH_KEY',  '«{z64}»');
WordPress key in the environment: LOGGED_IN_KEY='«{z64}»'
Laravel key: APP_KEY=base64:«{b43}=»
Spring property: spring.datasource.password=«{w16}»
Maven server: <password>«{w16}»</password>
Property list: <key>Password</key>|<string>«{w16}»</string>
Gradle property: signing.password=«{w16}»
Composer auth: "password": "«{w20}»"
Windows unattended: <Password><Value>«{w16}»</Value></Password>
ngrok key: NGROK_API_KEY=«{w27}_{w22}»
Azure SAS: https://a.blob.core.windows.net/c?sv=2022-11-02&sig=«{s43}%3D»&se=2026
Hex key: encryption_key = "«{h64}»"
Token in XML: <token>«{w32}»</token>
Signing secret in a map: ['signingSecret'] = '«{w32}»'
Option of a command: deploy --password «{w24}»
Docker ENV: ENV API_KEY «{w32}»
C macro: #define API_TOKEN "«{w32}»"
Go variable: var apiSecret string = "«{w32}»"
Rust constant: const SECRET: &'static str = "«{w32}»";
XML attribute: <add key="Password" value="«{w12}»" />
Pair of a call: requests.get(url, auth=('user', '«{w20}»'))
Key in JSON: "key": "«{w32}»"
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

/** Numerical Recipes' generator: the same numbers every time. */
export function seeded(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

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

/** An example of a form: the secret alone is a string of a program, else it is between « and ». */
export function exampleOf(form: string, random: Random): Omit<PublishedSecret, 'name'> {
  const made = filled(form, random).replaceAll('\\n', '\n');
  const [before, secret, after] = made.includes('«') ? made.split(/[«»]/) : ["const value = '", made, "';"];
  return { text: `${before}${secret}${after}`, secret: secret as string };
}

/** One secret of each published form, the same whatever forms are added. */
export function publishedSecrets(random: Random): readonly PublishedSecret[] {
  const seed = random(2 ** 31);
  const made = (name: string, form: string) => ({ name, ...exampleOf(form, seeded(seed ^ crc32(name))) });
  const named = forms.trim().split('\n');
  return [
    ...issuers.map(({ source, prefix, found }) => made(`${source} ${prefix}`, found)),
    ...named.map((row) => made(row.replace(/: .*/, ''), row.replace(/.*?: /, '').replaceAll('|', '\n'))),
  ];
}

/** A text with `*` for each secret that is found in it. */
export function hide(text: string): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of findSecrets(text).spans) {
    shown += `${text.slice(at, start)}*`;
    at = end;
  }
  return shown + text.slice(at);
}
