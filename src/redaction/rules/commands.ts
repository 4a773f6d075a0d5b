import type { KeywordRule, LineRule } from '../finding.ts';
import { isChosen, isGenerated } from './value.ts';

/** How a password stands in a command, a statement or a line of a file: the first group is the password. */
interface Form {
  readonly keyword: string;
  readonly pattern: RegExp;
  /** What stands on the line before the keyword. */
  readonly after?: RegExp;
  readonly kind?: string;
  /** Whether nothing but a password can stand here. */
  readonly sure?: boolean;
}

const value = String.raw`["']?([^\s"'$]{1,200})`;
/** A string as an argument. */
const quotedText = String.raw`["'][^"'\r\n]{1,200}["']`;
const hash = '([A-Za-z0-9./+=$,_-]{16,300})';

function form(keyword: string, pattern: string, more: Omit<Form, 'keyword' | 'pattern'> = {}): Form {
  return { keyword, pattern: new RegExp(pattern, 'dy'), ...more };
}

const forms: readonly Form[] = [
  form('-u ', String.raw`-u {1,2}["']?[^\s:"'$<]{0,100}["']?:["']?([^\s"'$]{3,200})`),
  form('-u ', String.raw`-u {1,2}["']?([^\s:"'$]{8,200}):["']`, { after: /\bcurl\b[^|;&]*$/ }),
  form('-u', String.raw`-u["']?[A-Za-z][^\s:"'$]{1,60}:([^\s"'$]{3,200})`, { after: /\bcurl [^|;&]{0,200}$/ }),
  form('--user ', String.raw`--user {1,2}["']?[^\s:"'$<]{0,100}["']?:["']?([^\s"'$]{3,200})`),
  form('--user=', String.raw`--user=["']?[^\s:"'$]{1,100}:([^\s"'$]{3,200})`),
  form('sshpass -p', `sshpass -p ?${value}`, { sure: true }),
  form('auth=(', String.raw`auth=\(["'][^"'\r\n]{1,100}["'], ?["']([^"'\s]{3,200})["']`),
  form(' -p', ` -p${value}`, { after: /\b(?:mysql\w*|mariadb[\w-]*)(?: [^|;&]*)?$/, sure: true }),
  form(' -p ', ` -p ${value}`, {
    after:
      /\b(?:docker|podman|nerdctl|helm registry|az|oc|mongo\w*|cf|ibmcloud|snyk|7z\w*|twine|cqlsh|cypher-shell|ncftp\w*)\b[^|;&]*$/,
    sure: true,
  }),
  form(' -a ', ` -a ${value}`, { after: /\bredis-cli\b[^|;&]*$/, sure: true }),
  form(' -w ', ` -w ${value}`, { after: /\bldap\w+\b[^|;&]*$/, sure: true }),
  form(' -p ', ` -P ${value}`, { after: /\b(?:sqlcmd|bcp|unzip|zip|isql)\b[^|;&]*$/, sure: true }),
  form('-pass pass:', `-pass pass:${value}`, { sure: true }),
  form('-passin pass:', `-passin pass:${value}`, { sure: true }),
  form('-passout pass:', `-passout pass:${value}`, { sure: true }),
  form('convertto-securestring ', String.raw`convertto-securestring (?:-string )?["']([^"'$\r\n]{4,200})["']`, {
    sure: true,
  }),
  form('identified by ', String.raw`identified by (?:password )?["']([^"'\r\n]{1,200})["']`, { sure: true }),
  form('identified with ', String.raw`identified with \S{1,40} (?:by|as) ["']([^"'\r\n]{1,200})["']`, { sure: true }),
  ...[' -b', ' -cb', ' -ib', ' -nb'].map((keyword) =>
    form(keyword, String.raw` -\w+ (?:\S{1,200} )?\S{1,60} ${value}(?=\s|["']|$)`, {
      after: /\bhtpasswd\b[^|;&]*$/,
      sure: true,
    }),
  ),
  // The manuals of gh, AWS's Systems Manager, rabbitmqctl, 7-Zip, openssl enc, nmcli, wpa_passphrase, FreeRDP and HTTPie.
  form('gh secret set ', `gh secret set [^|;&\r\n]{0,200}(?:--body|-b)[ =]${value}`, { sure: true }),
  form('--value ', `--value[ =]${value}`, { after: /\bput-parameter\b.*\bSecureString\b.*$/, sure: true }),
  form('add_user ', String.raw`add_user \S{1,60} ${value}`, { after: /\brabbitmqctl [^|;&]*$/, sure: true }),
  form('change_password ', String.raw`change_password \S{1,60} ${value}`, {
    after: /\brabbitmqctl [^|;&]*$/,
    sure: true,
  }),
  form(' -p', ` -p${value}`, { after: /\b7z[ar]?(?: [^|;&]*)?$/, sure: true }),
  form(' -k ', ` -k ${value}`, { after: /\bopenssl enc\b[^|;&]*$/, sure: true }),
  form(' password ', ` password ${value}`, { after: /\bnmcli [^|;&]*\bconnect\b[^|;&]*$/, sure: true }),
  form('wpa_passphrase ', String.raw`wpa_passphrase \S{1,60} ${value}`, { sure: true }),
  form(' /p:', ` /p:${value}`, { after: /\bx?freerdp\d?\b[^|;&]*$/i, sure: true }),
  form(' -a ', String.raw` -a ["']?[^\s:"'$]{1,60}:${value}`, { after: /\bhttps?\b[^|;&]*$/, sure: true }),
  ...['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'].map((name) =>
    form(`"${name}"`, `"${name}" ?: ?"([A-Za-z0-9_-]{40,})"`, { kind: 'private-key' }),
  ),
  // redis.conf, Cisco's running-config, and the manuals of keytool, SQL*Plus, smbclient, net use, sudo, chpasswd and docker login.
  form('requirepass ', `requirepass ${value}`, { sure: true }),
  form('masterauth ', `masterauth ${value}`, { sure: true }),
  form('password 7 ', 'password 7 ([0-9A-F]{6,100})$'),
  form('password 0 ', `password 0 ${value}`, { sure: true }),
  form('secret 0 ', `secret 0 ${value}`, { sure: true }),
  form('-storepass ', `-storepass ${value}`, { sure: true }),
  form('-keypass ', `-keypass ${value}`, { sure: true }),
  form('sqlplus ', String.raw`sqlplus (?:-\S+ )*["']?[\w.]{1,60}/["']?([^\s"'@/]{4,60})`, { sure: true }),
  form(' -u ', String.raw` -U ["']?[^\s"'%]{1,60}%([^\s"']{4,200})`, { after: /\b(?:smb|rpc)client\b/, sure: true }),
  form('/user:', String.raw`/user:\S{1,80} ([^\s"'/*]{4,200})`, { after: /\bnet use\b/, sure: true }),
  form(
    'echo ',
    String.raw`echo (?:-n )?["']?(?:[\w.-]{1,40}:)?([^\s"'|$]{4,200})["']? ?\| ?(?:sudo (?:-\S+ )*-S\b|(?:sudo )?chpasswd\b|[^|\r\n]{1,200} --password-stdin|[^|\r\n]{1,60} secret put\b)`,
    { sure: true },
  ),
  // Calls that sign in: mysqli, PDO, JDBC, smtplib and ftplib take the password behind the user.
  form('mysqli', String.raw`mysqli(?:_connect)?\((?:${quotedText}, ?){2}["']([^"'\r\n]{1,200})["']`, { sure: true }),
  form('new pdo(', String.raw`new pdo\((?:${quotedText}, ?){2}["']([^"'\r\n]{1,200})["']`, { sure: true }),
  form('getconnection(', String.raw`getconnection\((?:${quotedText}, ?){2}["']([^"'\r\n]{1,200})["']`, { sure: true }),
  form('.login(', String.raw`\.login\(${quotedText}, ?["']([^"'\r\n]{1,200})["']\)`, { sure: true }),
  ...['setpassword(', 'withpassword(', '.password('].map((keyword) =>
    form(keyword, String.raw`[.\w]+\(["']([^"'\r\n]{1,200})["']\)`, { sure: true }),
  ),
  form('credentials(', String.raw`credentials\(${quotedText}, ?["']([^"'\r\n]{1,200})["']\)`, { sure: true }),
  // What people write down: `user/password: admin/…`.
  form('/password', String.raw`/password[*"'\x60]{0,3}(?::| is| are)[* ]{1,4}["'\x60]?[\w.@-]{1,60} ?[/:] ?${value}`, {
    sure: true,
  }),
  form('credentials', String.raw`credentials[*"'\x60]{0,3}(?::| are)[* ]{1,4}["'\x60]?[\w.@-]{1,60} ?[/:] ?${value}`, {
    sure: true,
  }),
  form('net user ', String.raw`net user \S{1,60} ${value}`, { sure: true }),
  form('set password ', `set password ${value}(?=\\s*$)`, { after: /(?:^|[^A-Za-z])$/, sure: true }),
  form('wifi-sec.psk ', `wifi-sec.psk ${value}`, { sure: true }),
  form('/pass:', `/pass:${value}`, { after: /\bcmdkey\b/i, sure: true }),
  form("password('", String.raw`password\('([^'\r\n]{4,200})'\)`, { after: /\bset password\b[^;]*$/i, sure: true }),
  ...[
    'mnemonic',
    'seed phrase',
    'seed_phrase',
    'seedphrase',
    'recovery phrase',
    'recovery_phrase',
    'secret phrase',
  ].map((keyword) =>
    form(
      keyword,
      String.raw`[a-z]+[ _]?[a-z]*["']?\]?[ \t]*(?:=>|[:=])[ \t]*["'\x60]?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![ a-z])`,
      { kind: 'mnemonic' },
    ),
  ),
  ...[':5432:', ':5433:', ':6432:', ':*:'].map((keyword) =>
    form(keyword, String.raw`:(?:\d{4}|\*):[\w*.-]{1,60}:[\w*.-]{1,60}:([^\s:]{4,200})$`, {
      after: /^[\w*.-]{1,100}$/,
      sure: true,
    }),
  ),
  ...['$2a$', '$2b$', '$2y$'].map((keyword) =>
    form(keyword, String.raw`\$2[aby]\$(\d\d\$[./A-Za-z0-9]{53})`, { kind: 'password-hash' }),
  ),
  ...['$apr1$', '$1$', '$5$', '$6$', '$y$', '$7$', '$argon2i', '$argon2d', '$scrypt$', '$pbkdf2'].map((keyword) =>
    form(keyword, String.raw`\$(?:apr1|1|5|6|y|7|argon2id?|argon2d|scrypt|pbkdf2[\w-]*)\$${hash}`, {
      kind: 'password-hash',
      after: /(?:^|[^\w$])$/,
    }),
  ),
  form('pbkdf2_sha256$', String.raw`pbkdf2_sha256\$${hash}`, { kind: 'password-hash' }),
  form('{ssha', String.raw`\{ssha\d*\}${hash}`, { kind: 'password-hash' }),
];

export const commandRules: readonly KeywordRule<LineRule>[] = forms.map((one) => ({
  keyword: one.keyword,
  rule: commandRule(one),
}));

function commandRule({ pattern, after, kind = 'password', sure = false }: Form): LineRule {
  const found = new RegExp(pattern, 'diy');
  return ({ text, at }) => {
    if (after !== undefined && !after.test(text.slice(0, at))) return null;
    found.lastIndex = at;
    const [start, end] = found.exec(text)?.indices?.[1] ?? [0, 0];
    const secret = text.slice(start, end);
    if (kind === 'mnemonic') return isMnemonic(secret) ? { start, end, kind } : null;
    if (kind === 'private-key')
      return isGenerated(secret, { least: 40, bits: 10 }) && !/^[0-9a-f]*$/i.test(secret) ? { start, end, kind } : null;
    const isSecret =
      kind === 'password-hash' ? /\d|[A-Z]/.test(secret) : isChosen(secret, sure || secret.length >= 8, 'bare');
    return start < end ? { start, end, kind, doubt: !isSecret } : null;
  };
}

/** As many words as BIP-39 allows; the one that tools publish for tests repeats its words. */
function isMnemonic(text: string): boolean {
  const words = text.split(' ');
  return words.length >= 12 && words.length % 3 === 0 && new Set(words).size >= 8;
}
