/**
 * Secrets of every kind that redaction must find, made of parts so that no scanner takes this file for a leak. They are random in form
 * and belong to nobody.
 */
export interface PlantedSecret {
  readonly name: string;
  /** What must not be seen. */
  readonly secret: string;
  /** How it stands in a text: a line or more. */
  readonly text: string;
}

/** Random text that is the same every time. */
function random(seed: string, length: number, units: string): string {
  let state = 2_166_136_261;
  for (const unit of seed) state = Math.imul(state ^ unit.charCodeAt(0), 16_777_619);
  let text = '';
  while (text.length < length) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    text += units[(state >>> 8) % units.length];
  }
  return text;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const word = `${lower}${lower.toUpperCase()}${digits}`;
const hex = `${digits}abcdef`;
const upper = `${lower.toUpperCase()}${digits}`;

/** A random word of these units with a digit and a letter in it, as every real one has. */
function body(seed: string, length: number, units = word): string {
  const made = random(seed, length - 2, units);
  return `${made.slice(0, 3)}7${made.slice(3)}${units.includes('a') ? 'd' : 'D'}`;
}

function token(name: string, prefix: string, length: number, units = word, suffix = ''): PlantedSecret {
  const secret = `${prefix}${body(name, length, units)}${suffix}`;
  return { name, secret, text: `const value = '${secret}';` };
}

function line(name: string, before: string, secret: string, after = ''): PlantedSecret {
  return { name, secret, text: `${before}${secret}${after}` };
}

function keyBlock(name: string, label: string, lines = 12): PlantedSecret {
  const rows = Array.from({ length: lines }, (_, row) => body(`${name} ${row}`, 64)).join('\n');
  const end = '-----';
  const secret = rows;
  return { name, secret, text: `${end}BEGIN ${label}${end}\n${rows}\n${end}END ${label}${end}` };
}

const jwtHead = `eyJ${'hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'}`;

export const plantedSecrets: readonly PlantedSecret[] = [
  token('GitHub personal token', 'ghp_', 36),
  token('GitHub OAuth token', 'gho_', 36),
  token('GitHub app token', 'ghs_', 36),
  token('GitHub refresh token', 'ghr_', 36),
  token('GitHub fine-grained token', 'github_pat_', 82),
  token('GitLab personal token', 'glpat-', 20),
  token('GitLab deploy token', 'gldt-', 20),
  token('AWS access key', 'AKIA', 16, upper),
  token('AWS session key', 'ASIA', 16, upper),
  line('AWS secret key', 'aws_secret_access_key = ', body('aws', 40, `${word}+/`)),
  line('AWS secret in code', 'secretAccessKey: "', body('aws2', 40, `${word}+/`), '",'),
  token('Google API key', 'AIza', 35),
  token('Google OAuth secret', 'GOCSPX-', 28),
  token('Google access token', 'ya29.', 60),
  token('Stripe live key', 'sk_live_', 24),
  token('Stripe restricted key', 'rk_live_', 24),
  token('Stripe webhook secret', 'whsec_', 32),
  token('Slack bot token', 'xoxb-', 12, digits, `-${body('slack', 24)}`),
  token('Slack user token', 'xoxp-', 12, digits, `-${body('slack2', 32)}`),
  line(
    'Slack webhook',
    'https://hooks.slack.com/services/',
    `T${body('sh', 8, upper)}/B${body('si', 8, upper)}/${body('sj', 24)}`,
  ),
  line('Discord webhook', 'https://discord.com/api/webhooks/', `123456789012345678/${body('dw', 68)}`),
  line('Telegram bot token', 'bot = "', `123456789:AA${body('tg', 33)}`, '"'),
  token('OpenAI project key', 'sk-proj-', 74),
  token('OpenAI key', 'sk-', 48),
  token('Anthropic key', 'sk-ant-api03-', 93, word, 'AA'),
  token('Groq key', 'gsk_', 52),
  token('Hugging Face token', 'hf_', 34),
  token('npm token', 'npm_', 36),
  line('.npmrc', '//npm.example.com/:_authToken=', body('npmrc', 36)),
  line('.npmrc basic', '_auth=', `${body('npmauth', 43)}=`),
  token('PyPI token', `pypi-${'AgEIcHlwaS5vcmc'}`, 80),
  token('RubyGems key', 'rubygems_', 48, hex),
  token('Docker token', 'dckr_pat_', 27),
  token('SendGrid key', 'SG.', 22, word, `.${body('sg', 43)}`),
  token('Mailgun key', 'key-', 32, hex),
  line('Mailchimp key', 'mc: "', `${body('mc', 32, hex)}-us12`, '"'),
  token('Twilio key', 'SK', 32, hex),
  token('Shopify token', 'shpat_', 32, hex),
  token('Square token', 'sq0atp-', 22),
  token('DigitalOcean token', 'dop_v1_', 64, hex),
  token('Databricks token', 'dapi', 32, hex),
  token('Vault token', 'hvs.', 90),
  line('Terraform token', 'credentials = "', `${body('tf', 14)}.atlasv1.${body('tf2', 64)}`, '"'),
  token('Grafana token', 'glsa_', 32, word, '_0a1b2c3d'),
  token('New Relic key', 'NRAK-', 27, upper),
  token('Linear key', 'lin_api_', 40),
  token('Notion token', 'ntn_', 46),
  token('Airtable token', 'pat', 14, word, `.${body('at', 64, hex)}`),
  token('Figma token', 'figd_', 40),
  token('Postman key', 'PMAK-', 24, hex, `-${body('pm', 34, hex)}`),
  token('Atlassian token', 'ATATT3', 186),
  token('Cloudflare token', 'cfut_', 48),
  token('Tailscale key', 'tskey-auth-', 30),
  token('Age key', `AGE-SECRET-KEY-${'1'}`, 58, upper),
  token('JWT', `${jwtHead}.eyJ`, 60, word, `.${body('jwt', 43)}`),
  line('Bearer header', '"Authorization": "Bearer ', body('bearer', 40), '"'),
  line('Basic header', 'Authorization: Basic ', `${body('basic', 30)}==`),
  line('Postgres URL', 'DATABASE_URL=postgres://app:', 'vR7-pq_2kW', '@db.internal:5432/app'),
  line('MongoDB URL', 'mongodb+srv://admin:', body('mongo', 16), '@cluster0.abcde.mongodb.net/test'),
  line('Redis URL', 'redis://:', body('redis', 16), '@cache:6379/0'),
  line('Password in https', 'git clone https://user:', body('https', 20), '@git.internal/repo.git'),
  line('SQL Server', 'Server=db;User Id=sa;Password=', 'Tr0ub4dor&3x', ';Encrypt=true'),
  line(
    'Azure storage',
    'AccountName=a;AccountKey=',
    `${body('az', 86, `${word}+/`)}==`,
    ';EndpointSuffix=core.windows.net',
  ),
  line('Azure SAS', 'https://a.blob.core.windows.net/c?sv=2022-11-02&sig=', `${body('sas', 43)}%3D`, '&se=2026'),
  line('Azure client secret', 'client: "', `${body('acs', 3)}8Q~${body('acs2', 34)}`, '"'),
  line('Sentry DSN', 'dsn: "https://', body('sentry', 32, hex), '@o12345.ingest.sentry.io/678"'),
  line('password in YAML', 'password: ', 'kX9$mQ2vLp'),
  line('password in JSON', '"db_password": "', 'hunter2!horse', '"'),
  line('password in code', "const password: string = '", 'correct7Horse!', "';"),
  line('API key in env style', 'export SERVICE_API_KEY=', body('env', 32)),
  line('client secret', 'client_secret: "', body('cs', 40), '"'),
  line('hex key', 'encryption_key = "', body('ek', 64, hex), '"'),
  line('token in XML', '<token>', body('xml', 32), '</token>'),
  line('signing secret in a map', "['signingSecret'] = '", body('ss', 32), "'"),
  line('curl user', 'curl -u admin:', body('curl', 24), ' https://api.internal/'),
  line('option of a command', 'deploy --password ', body('opt', 24)),
  line('.netrc', 'machine git.internal login me password ', body('netrc', 24)),
  line('Docker ENV', 'ENV API_KEY ', body('docker', 32)),
  line('C macro', '#define API_TOKEN "', body('macro', 32), '"'),
  line('Go variable', 'var apiSecret string = "', body('go', 32), '"'),
  line('Rust constant', `const SECRET: &'static str = "`, body('rust', 32), '";'),
  line('XML attribute', '<add key="Password" value="', 'P4ss+word-17', '" />'),
  line('pair of a call', "requests.get(url, auth=('user', '", body('auth', 20), "'))"),
  line('password in a query', 'jdbc:mysql://db/app?user=a&password=', body('query', 20)),
  line('key in JSON', '"key": "', body('json', 32), '"'),
  keyBlock('RSA key', `RSA PRIV${'ATE KEY'}`),
  keyBlock('PKCS8 key', `PRIV${'ATE KEY'}`),
  keyBlock('OpenSSH key', `OPENSSH PRIV${'ATE KEY'}`),
  keyBlock('EC key', `EC PRIV${'ATE KEY'}`, 3),
  keyBlock('PGP key', `PGP PRIV${'ATE KEY'} BLOCK`),
];

/** A text with one of them in the middle of ordinary code. */
export function planted({ text }: PlantedSecret): string {
  return `import { join } from 'node:path';\n\n// what follows is configuration\n${text}\n\nexport const size = 10;\n`;
}

/** Parts of a secret, each long enough to be of use to a thief: none may be seen. */
export function piecesOf(secret: string, length = 12): readonly string[] {
  const rows = secret.split('\n');
  return rows.flatMap((row) =>
    row.length <= length ? [row] : [row.slice(0, length), row.slice(-length), row.slice(4, 4 + length)],
  );
}
