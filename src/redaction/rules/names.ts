/** Words in the name of a variable, a key, a header or a column that say what its value is. */
export interface SecretName {
  /** In lower case, the words apart. */
  readonly words: string;
  readonly kind: string;
  /** Whether people choose it, so that a short one counts. */
  readonly chosen?: boolean;
  /** A name that also means other things: only an unmistakable value counts. */
  readonly vague?: boolean;
  /** A word that is part of many others: it counts alone, or behind a sign. */
  readonly whole?: boolean;
  /** A word that also says how a test went: `pass: 12 of 15`. */
  readonly verdict?: boolean;
}

function names(kind: string, words: string, more: Omit<SecretName, 'words' | 'kind'> = {}): readonly SecretName[] {
  return words.split(', ').map((one) => ({ words: one, kind, ...more }));
}

export const secretNames: readonly SecretName[] = [
  ...names('password', 'password, passwd, pass phrase, pass code, pwd, db pass', {
    chosen: true,
  }),
  ...names('password', 'user pass, pg pass, smtp pass, mail pass, root pass, admin pass, ftp pass, redis pass', {
    chosen: true,
  }),
  // German, Portuguese, Spanish, French, Italian and Romanian, Turkish, Dutch, Swedish, Norwegian, Danish, Finnish.
  ...names(
    'password',
    'passwort, kennwort, senha, palavra passe, contraseña, contrasena, mot de passe, parola, parolă',
    {
      chosen: true,
    },
  ),
  ...names('password', 'şifre, sifre, wachtwoord, lösenord, passord, adgangskode, salasana', { chosen: true }),
  // Polish, Czech and Slovak, Hungarian, Vietnamese, Indonesian, Russian, Ukrainian, Greek, Hebrew, Arabic.
  ...names('password', 'hasło, heslo, jelszó, mật khẩu, kata sandi, пароль, Пароль, ПАРОЛЬ, κωδικός, Κωδικός', {
    chosen: true,
  }),
  ...names('password', 'סיסמה, كلمة المرور', { chosen: true }),
  // Chinese, Japanese, Korean, Thai.
  ...names('password', '密码, 密碼, 口令, パスワード, 暗証番号, 비밀번호, 암호, รหัสผ่าน', { chosen: true }),
  ...names('password', 'pw, psk, passw, mdp', { chosen: true, whole: true }),
  ...names('password', 'pass', { chosen: true, whole: true, verdict: true }),
  ...names('secret', 'secret, credential, signing key, encryption key, master key, shared key, session key, crypt key'),
  ...names('secret', 'private key, key data, deploy key, ssh key, pre shared key, preshared key, host key, client key'),
  ...names('secret', 'decryption key, hmac key, cipher key, aes key, signature key, wallet key, priv key, rest key'),
  ...names('api-key', 'api key, app key, auth key, license key, licence key, consumer key, integration key'),
  ...names('api-key', 'application key, subscription key, instrumentation key, ingest key, ingestion key, project key'),
  ...names('api-key', 'secret id, event key, routing key, developer key, dev key, partner key, search key'),
  ...names(
    'access-key',
    'access key, account key, service key, function key, admin key, write key, read key, user key',
  ),
  ...names('access-key', 'primary key, secondary key, storage key, sas key, server key, management key', {
    vague: true,
  }),
  ...names('token', 'token, jwt, webhook key, access code, auth code, api hash, pat token, personal access'),
  ...names('authorization', '_auth, authorization, x-auth, auth header', { vague: true }),
  ...names('token', 'pat', { vague: true, whole: true }),
  ...names('key', 'key, apis, creds', { vague: true, whole: true }),
  ...names('secret', 'auth, otp, totp, nonce key, sig, skey, sid', { vague: true, whole: true }),
  ...names('secret', 'session id, session, sessid, cookie, hmac, salt, pepper, bearer, csrf, xsrf', { vague: true }),
];

/** The ways in which a name of several words is written; capitals of ASCII do not matter. */
export function spellings(words: string): readonly string[] {
  const parts = words.split(' ');
  return parts.length === 1 ? [words] : ['', '_', '-', '.', ' '].map((sign) => parts.join(sign));
}

const vendors: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/aws.{0,10}secret|secret_?access_?key/i, 'aws-secret-key'],
  [/^accountkey$|sharedaccesskey|storage.{0,10}key/i, 'azure-key'],
  [/^_(?:auth(?:token)?|password)$/i, 'npm-token'],
];

/** Whether a unit is a letter, a digit or an underscore of ASCII. */
export function isWordUnit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || unit === 95 || (unit >= 48 && unit <= 57);
}

/** The kind of secret that a whole name tells. */
export function kindOf(name: string, kind: string): string {
  return vendors.find(([pattern]) => pattern.test(name))?.[1] ?? kind;
}

/** Names that speak of a secret without holding it: a file, its length, where it is got, what it is called. */
const speaksOf =
  /(?:\.(?:[cm]?[jt]sx?|d|py|go|rs|java|kt|cs|rb|php|swift|css|scss|html?|json|md|map|ya?ml|toml|txt|svg|png|snap|wasm|[ch](?:pp)?)|(?:[_-]?(?:url|uri|path|file|filename|endpoint|type|length|count|size|regex|pattern|ref|arn|label|prefix|hint|field|name|(?:credentials?|secrets)[_-]?id|key_?id|integrity|checksum|sha\d*|md5|fingerprint|thumbprint|digest)))$/i;

const publicKey = /pub(?:lic)?[_.-]?key/i;

/** Whether a name holds no secret though it has a telling word. */
export function isAboutSecret(name: string): boolean {
  return speaksOf.test(name) || publicKey.test(name);
}
