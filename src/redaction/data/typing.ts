/**
 * What the text around a value tells while it is typed. Columns: what it is: `telling` of a secret,
 * though not in assignments, or a `plain` string; a pattern of the words, or of the line before the
 * value, that ignores case; a place (`¦`) where what is typed is hidden; a similar one where it is
 * shown. The row alone parts the two.
 */
export const typingRows = String.raw`
telling | log_?in|sign_?in|authenticate|authoriz|(?:basic|with)_?auth | await login('me', '¦') | await logo('me', '¦')
telling | ['"](?:auth|root|admin|(?:test_?)?user(?:name)?\d?)['"]|connect\w*\(.*,.*, | new Db("root", "¦") | new Db("shop", "¦")
telling | into \w*users?\b|create_?user | INSERT INTO users VALUES (1, '¦'); | INSERT INTO shops VALUES (1, '¦');
telling | hmac|fernet|bcrypt|hash::|keystore|securitykey|symmetrickey|stringdata|requirepass | bcrypt.hash('¦', 10) | xxhash.hash('¦', 10)
telling | \bpin(?: ?code)?\b|mnemonic|seed_? ?phrase|(?:recovery|mfa|backup)_? ?code|security_? ?answer | card.setPin("¦"); | card.setBin("¦");
telling | connection_? ?string|(?:\b|_)dsn\b|web_?hook | const slackWebhook = "¦"; | const slackChannel = "¦";
plain | (?:getenv|environ|error[a-z]*|exception|prompt\w*|\bt)[([]["'\x60]$ | DB_PASS = getpass("¦") | DB_PASS = getenv("¦")
plain | \berrors?[.[][\w.'"\]]*\s*=\s*["'\x60]$ | form.password = '¦' | errors.password = '¦'
plain | (?:forgot|show|hide|invalid|incorrect|wrong|missing)_?(?:password|token|key)\w*["']?\s*[:=]\s*["'\x60]$ | "oldPassword": "¦" | "forgotPassword": "¦"
plain | \bread (?:-\w+ )*-\w*p ["']$ | echo -e "password: ¦" | read -s -p "password: ¦"
plain | <(?:a|button|label|h\d|legend|th|option|title)\b[^<>]*>$ | <b class="password">¦</b> | <a class="password">¦</a>
`;
