import { type LineRule, lookAhead } from '../finding.ts';

/**
 * Tokens that show what they are by how they begin (or by a mark inside). The formats are those that the issuers document, and what is
 * left of a token that was cut off counts, too, once it is too long to be a word.
 */
interface TokenFormat {
  readonly kind: string;
  /** Lower case; where the rule begins to look. */
  readonly keyword: string;
  /** From the keyword on, in its true case. The first group, if there is one, is the secret. */
  readonly pattern: string;
  /** What may stand right before it; by default no letter, digit or underscore. */
  readonly after?: RegExp;
}

const word = '[A-Za-z0-9]';
const wordy = '[A-Za-z0-9_]';
const dashed = '[A-Za-z0-9_-]';
/** What stands before a token by default. */
const notInWord = /(?<![A-Za-z0-9_])$/;
const longestBefore = 100;
const long = String(lookAhead - 256);

const formats: readonly TokenFormat[] = [
  ...['ghp', 'gho', 'ghu', 'ghr'].map((prefix) => token('github-token', `${prefix}_`, `${wordy}{12,255}`)),
  token('github-token', 'ghs_', '[A-Za-z0-9_.-]{12,2048}'),
  token('github-token', 'github_pat_', `${wordy}{12,255}`),
  ...['glpat', 'gldt', 'glrt', 'glcbt', 'glptt', 'glft', 'glsoat', 'glimt', 'glagent', 'gloas'].map((prefix) =>
    token('gitlab-token', `${prefix}-`, '[A-Za-z0-9_.-]{12,300}'),
  ),
  token('gitlab-token', 'gr1348941', `${dashed}{12,60}`, 'GR1348941'),
  ...['akia', 'asia', 'abia', 'acca', 'agpa', 'aida', 'aroa', 'aipa', 'anpa', 'anva'].map((prefix) =>
    token('aws-access-key', prefix, '[A-Z0-9]{12,20}(?![A-Za-z0-9])', prefix.toUpperCase()),
  ),
  token('aws-bedrock-key', 'absk', '[A-Za-z0-9+/]{90,300}={0,2}', 'ABSK'),
  token('google-api-key', 'aiza', `${dashed}{20,60}`, 'AIza'),
  token('google-oauth-secret', 'gocspx-', `${dashed}{16,60}`, 'GOCSPX-'),
  token('google-oauth-token', 'ya29.', `${dashed}{20,2048}`),
  token('google-refresh-token', '1//0', `${dashed}{30,256}`),
  token('stripe-key', 'sk_live_', `${word}{10,250}`),
  token('stripe-key', 'sk_test_', `${word}{10,250}`),
  token('stripe-key', 'rk_live_', `${word}{10,250}`),
  token('stripe-key', 'rk_test_', `${word}{10,250}`),
  token('stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{16,100}'),
  token('slack-token', 'xoxb-', '[A-Za-z0-9-]{10,250}'),
  ...['xoxp', 'xoxa', 'xoxo', 'xoxr', 'xoxs', 'xoxe', 'xapp', 'xoxc', 'xoxd'].map((prefix) =>
    token('slack-token', `${prefix}-`, '[A-Za-z0-9%.-]{10,400}'),
  ),
  token('slack-webhook', 'hooks.slack.com/', '((?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120})', undefined, /^/),
  token('discord-webhook', 'discord.com/api/webhooks/', `([0-9]{15,22}/${dashed}{40,100})`, undefined, /^/),
  token('discord-webhook', 'discordapp.com/api/webhooks/', `([0-9]{15,22}/${dashed}{40,100})`, undefined, /^/),
  token('teams-webhook', '.webhook.office.com/webhookb2/', '([A-Za-z0-9@/-]{60,300})', undefined, /^/),
  token('telegram-token', ':aa', `${dashed}{30,36}(?!${dashed})`, ':AA', /[0-9]{8,10}$/),
  token('openai-key', 'sk-proj-', `${dashed}{16,300}`),
  token('openai-key', 'sk-svcacct-', `${dashed}{16,300}`),
  token('openai-key', 'sk-admin-', `${dashed}{16,300}`),
  token('anthropic-key', 'sk-ant-', `${dashed}{16,300}`),
  token('openrouter-key', 'sk-or-', `${dashed}{20,300}`),
  token('openai-key', 'sk-', `(?=[A-Za-z0-9]{0,40}[0-9])[A-Za-z0-9]{32,100}(?!${dashed})`),
  token('groq-key', 'gsk_', `${word}{20,100}`),
  token('xai-key', 'xai-', `${word}{30,120}`),
  token('perplexity-key', 'pplx-', `${word}{20,100}`),
  token('replicate-token', 'r8_', `${word}{30,60}`),
  token('huggingface-token', 'hf_', `${word}{20,60}`),
  token('huggingface-token', 'api_org_', `${word}{20,60}`),
  token('npm-token', 'npm_', `${word}{20,60}`),
  token('pypi-token', 'pypi-ageichlwas5vcmc', `${dashed}{30,1000}`, 'pypi-AgEIcHlwaS5vcmc'),
  token('rubygems-token', 'rubygems_', '[a-f0-9]{24,60}'),
  token('clojars-token', 'clojars_', '[A-Za-z0-9]{30,80}', 'CLOJARS_'),
  token('crates-token', 'cio', `${word}{32}(?!${word})`),
  token('nuget-key', 'oy2', '[a-z0-9]{43}(?![a-z0-9])'),
  token('docker-token', 'dckr_pat_', `${dashed}{12,80}`),
  token('docker-token', 'dckr_oat_', `${dashed}{12,80}`),
  token('sendgrid-key', 'sg.', `${dashed}{10,32}\\.${dashed}{10,60}`, 'SG.'),
  token('brevo-key', 'xkeysib-', '[a-f0-9]{20,80}(?:-[A-Za-z0-9]{4,40})?'),
  token('mailgun-key', 'key-', '[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('mailchimp-key', '-us', '[0-9]{1,2}(?![A-Za-z0-9])', undefined, /(?<![A-Za-z0-9])[a-f0-9]{32}$/),
  token('twilio-key', 'sk', '[a-f0-9]{32}(?![A-Za-z0-9])', 'SK'),
  ...['shpat', 'shpca', 'shppa', 'shpss', 'shptka'].map((prefix) =>
    token('shopify-token', `${prefix}_`, `${word}{16,64}`),
  ),
  ...['sq0atp-', 'sq0csp-', 'sq0idp-'].map((prefix) => token('square-token', prefix, `${dashed}{16,80}`)),
  token('square-token', 'eaaa', `[A-Za-z0-9_-]{56,80}(?!${dashed})`, 'EAAA'),
  token('paypal-token', 'access_token$', '(?:production|sandbox)\\$[a-z0-9]{12,20}\\$[a-f0-9]{24,40}'),
  token('digitalocean-token', 'dop_v1_', '[a-f0-9]{24,70}'),
  token('digitalocean-token', 'doo_v1_', '[a-f0-9]{24,70}'),
  token('digitalocean-token', 'dor_v1_', '[a-f0-9]{24,70}'),
  ...['cfk_', 'cfut_', 'cfat_'].map((prefix) => token('cloudflare-token', prefix, `${word}{24,60}`)),
  token('cloudflare-ca-key', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{40,200}'),
  token('databricks-token', 'dapi', '[a-f0-9]{24,40}(?:-[0-9])?(?![A-Za-z0-9])'),
  token('planetscale-token', 'pscale_tkn_', '[A-Za-z0-9_.=-]{20,80}'),
  token('planetscale-password', 'pscale_pw_', '[A-Za-z0-9_.=-]{20,80}'),
  token('vault-token', 'hvs.', `${dashed}{20,400}`),
  token('vault-token', 'hvb.', `${dashed}{20,400}`),
  token('vault-token', 'hvr.', `${dashed}{20,400}`),
  token('terraform-token', '.atlasv1.', `${dashed}{40,100}`, undefined, /(?<![A-Za-z0-9])[A-Za-z0-9]{14}$/),
  token('pulumi-token', 'pul-', '[a-f0-9]{32,60}'),
  token('vercel-token', 'vcp_', `${word}{20,80}`),
  token('vercel-token', 'vca_', `${word}{20,80}`),
  token('vercel-token', 'vck_', `${word}{20,80}`),
  token('vercel-blob-token', 'vercel_blob_rw_', `${wordy}{20,80}`),
  token('netlify-token', 'nfp_', `${word}{30,60}`),
  token('heroku-key', 'hrku-', `${dashed}{30,80}`, 'HRKU-'),
  token('fly-token', 'fm2_', '[A-Za-z0-9+/=_,-]{60,4000}'),
  token('grafana-token', 'glc_', '[A-Za-z0-9+/]{24,400}={0,3}'),
  token('grafana-token', 'glsa_', `${wordy}{24,60}`),
  token('newrelic-key', 'nrak-', '[A-Z0-9]{20,40}', 'NRAK-'),
  token('newrelic-key', 'nrii-', `${dashed}{24,48}`, 'NRII-'),
  token('dynatrace-token', 'dt0c01.', '[A-Z0-9]{20,30}\\.[A-Z0-9]{30,80}'),
  token('sentry-token', 'sntrys_', '[A-Za-z0-9+/=_-]{40,600}'),
  token('sentry-token', 'sntryu_', '[a-f0-9]{32,80}'),
  token('linear-key', 'lin_api_', `${word}{20,60}`),
  token('notion-token', 'ntn_', `${word}{24,60}`),
  token('notion-token', 'secret_', `${word}{40,50}(?!${wordy})`),
  token('airtable-token', 'pat', `${word}{14}\\.[a-f0-9]{40,80}`),
  token('figma-token', 'figd_', `${dashed}{20,100}`),
  token('figma-token', 'figu_', `${dashed}{20,100}`),
  token('postman-key', 'pmak-', '[a-f0-9]{20,30}-[a-f0-9]{20,40}', 'PMAK-'),
  token('atlassian-token', 'atatt3', '[A-Za-z0-9_=-]{30,300}', 'ATATT3'),
  token('atlassian-token', 'atctt3', '[A-Za-z0-9_=-]{30,300}', 'ATCTT3'),
  token('bitbucket-token', 'atbb', `${word}{20,60}`, 'ATBB'),
  token('artifactory-token', 'akcp', `${word}{50,90}`, 'AKCp'),
  token('artifactory-token', 'cmvmd', `${word}{50,70}`, 'cmVmd'),
  token('1password-key', 'a3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){2,4}[A-Z0-9]{5}', 'A3-'),
  token('1password-token', 'ops_eyj', '[A-Za-z0-9+/_=-]{40,4000}', 'ops_eyJ'),
  token('doppler-token', 'dp.pt.', `${word}{24,60}`),
  token('doppler-token', 'dp.st.', '[A-Za-z0-9_.-]{24,100}'),
  token('age-key', 'age-secret-key-1', '[A-Z0-9]{30,60}', 'AGE-SECRET-KEY-1'),
  token('tailscale-key', 'tskey-', '[A-Za-z0-9-]{16,80}'),
  token('easypost-key', 'ezak', `${word}{40,60}`, 'EZAK'),
  token('easypost-key', 'eztk', `${word}{40,60}`, 'EZTK'),
  token('shippo-token', 'shippo_live_', '[a-f0-9]{30,50}'),
  token('shippo-token', 'shippo_test_', '[a-f0-9]{30,50}'),
  token('duffel-token', 'duffel_live_', '[A-Za-z0-9_=-]{30,60}'),
  token('duffel-token', 'duffel_test_', '[A-Za-z0-9_=-]{30,60}'),
  token('flutterwave-key', 'flwseck', '(?:_TEST)?-[a-zA-Z0-9]{12,50}(?:-X)?', 'FLWSECK'),
  token('prefect-token', 'pnu_', `${word}{30,50}`),
  token('readme-key', 'rdme_', '[a-z0-9]{40,90}'),
  token('typeform-token', 'tfp_', '[A-Za-z0-9_.=-]{40,80}'),
  token('contentful-token', 'cfpat-', `${dashed}{36,60}`, 'CFPAT-'),
  token('infracost-key', 'ico-', `${word}{32}(?!${word})`),
  token('lob-key', 'live_', '[a-f0-9]{35}(?![A-Za-z0-9])'),
  token('supabase-key', 'sbp_', '[a-f0-9]{30,60}'),
  token('supabase-key', 'sb_secret_', `${dashed}{20,60}`),
  token('resend-key', 're_', `[A-Za-z0-9]{8}_${word}{20,40}(?!${wordy})`),
  token('sonar-token', 'sqp_', '[a-f0-9]{30,50}'),
  token('sonar-token', 'squ_', '[a-f0-9]{30,50}'),
  token('sonar-token', 'sqa_', '[a-f0-9]{30,50}'),
  token('azure-client-secret', '8q~', '[A-Za-z0-9_~.-]{20,40}', '8Q~', /(?<![A-Za-z0-9_~.])[A-Za-z0-9_~.]{3}$/),
  token('azure-devops-token', 'azdo', `${word}{4}`, 'AZDO', /(?<![A-Za-z0-9])[A-Za-z0-9]{76}$/),
  token('azure-sas', 'sig=', '([A-Za-z0-9%/+]{30,100}(?:%3D|=)?)', undefined, /[?&"';\s]$/),
  token('jwt', 'eyj', `${dashed}{8,${long}}\\.(?:eyJ)?${dashed}{8,${long}}(?:\\.${dashed}{0,${long}}){0,3}`, 'eyJ'),
];

function token(kind: string, keyword: string, body: string, cased = keyword, after?: RegExp): TokenFormat {
  return { kind, keyword, pattern: `${cased.replace(/[.$/+]/g, '\\$&')}${body}`, ...(after && { after }) };
}

/** Keywords with the rules that begin at them. */
export const tokenRules: readonly (readonly [keyword: string, rule: LineRule])[] = formats.map((format) => [
  format.keyword,
  ruleOf(format),
]);

function ruleOf({ kind, pattern, after = notInWord }: TokenFormat): LineRule {
  let compiled: RegExp | null = null;
  return (text, at) => {
    const before = after.exec(text.slice(Math.max(0, at - longestBefore), at));
    if (before === null) return null;
    compiled ??= new RegExp(pattern, 'dy');
    const found = compiled;
    found.lastIndex = at;
    const match = found.exec(text);
    if (match === null) return null;
    const [start, end] = match.indices?.[1] ?? [at - before[0].length, found.lastIndex];
    const secret = text.slice(start, end);
    return isMixed(secret) ? { start, end, kind } : null;
  };
}

/** Real tokens hold digits and letters; `npm_config_registry`, `xxxxxxxx` and `${…}` are none. */
function isMixed(secret: string): boolean {
  return /[0-9]/.test(secret) && /[A-Za-z]/.test(secret) && !/x{6}|\*{4}|\.{4}|(.)\1{11}/i.test(secret);
}
