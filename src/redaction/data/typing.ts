/** Samples of a secret: in a string random, else barely, with a sign that no name in code has. */
export const random = 'Kq7vR2mTz9pLwX4dB8nH';
export const barely = 'x7lamp4rose!';
/**
 * What the text around a value tells while it is typed. Columns: what the row is; a pattern that
 * ignores case, except of a `word`; a place (`¦`) where what is typed is hidden; a similar one
 * where it is shown. The row alone parts the two. What a row is:
 *
 * Before a value in its line: without quotes the `key`, or the mark of a list, of several words,
 * perhaps in a comment; else the first `word` that fits. With closed strings blanked, an open
 * `quote` or a `tag`. In a string that holds more, a `sign`.
 *
 * Words `telling` of a secret, though not in assignments. Before what is shown: a `plain` string,
 * or `code`. With the lines above, a `setting`, an item, or a text below its key. The last `name`,
 * with the sign that makes it the key; a `generic` one, whose real one is beside it. A `title` of
 * the lines below.
 */
export const typingRows = String.raw`
key | ^[ \t>]*(?:(?:\/\/+|\/?\*+|#+|--|<!--)[ \t]+)?(?:[-+] |\d+[.)] )?(?:[*_]{0,2}[\w.\u00aa-\uffff-]+(?:(?: [\w.()-]+){1,3}(?=[*_]{0,2}:))?(?:[*_]{0,2}:[*_]{0,2}[ ]| ?=(?![=>]) ?))?(?!\S*:\/\/)(?=[^"'\x60({[]*$) | password: my ¦ | password, my ¦
word | ^.*:\/\/[^\s/:@]*: | url: https://me:a/¦ | url: https://me.a/¦
word | ^.*[\s[](?=\S*$) | app --password a/¦ | app --passage a/¦
word | ^[ \t]* | pin: >\n  (a ¦ | pin; >\n  (a ¦
word | ^[^"'\x60]*["'\x60](?:[^"'\x60]*\W)?\w+=(?=[^=]*$) | x='Password=a b¦' | x='Passport=a b¦'
word | ^.*[;&?]\w+=(?=[^;=]*$) | x=h;Password=a&¦ | x=h;Passport=a&¦
word | ^(?:.*\s)?[^\s=]*= | app --password=a:¦ | app --passage=a:¦
word | ^(?:.*\s)?[^\s:]*: | "password:a/¦" | "passage:a/¦"
word | ^.*(?:\s-p(?=\S*$)|[\s"'\x60=:<>(){}[\],;@/&|])|^ | mysql -u root -p¦ | mysql -u root -P¦
sign | [^\s\w] ?$|\s-[pPa] ?$|[\w-][_-]\w+ $|\b(?:bearer|basic|token|by) $ | open('pg://me:¦') | open('pg://me¦')
tag | ^(?:.*[.:;>])?[ \t]*(?:<[^<>]+(?<!=)>)+(?:<!\[CDATA\[)?(?=[^<>]*$) | <password>my ¦</password> | [password]my ¦[/password]
quote | ^.*(?:(?<!\w\w)'|["\x60]) | const password = "my ¦" | const password = my ¦
code | ^(?!.*[\s;](?:\/\/+|#+|--|\/\*)[ \t])(?:[ \t]*(?:export )?(?:const|let|var|val|def|return|if|elif|while|switch|throw|await|import|class|interface|enum|struct|fn|func|function|(?:public|private)(?! key\b)|protected)(?=[ \t(]|$)|.*\w\((?!config)) | password = ¦ | let password = ¦
setting | \n[ \t]*(?:- |[*_>-]*[ ]?[\w.-]+(?: [^\s:="'\x60]{1,20}){1,3}:[*_]{0,2}[ ]|(?:- )?[\w-]+ ?(?:[-–]|->|::) |[^\s:：]+： ?|(?:- )?[\w.-]+ ?[:=] ?(?:(?:%\w)?\[(?:[^"'\x60]*[, ])?)?)$|(?:<[^/<>][^<>]*>|: ?[|>][+-]?|[=(,:] ?\w?(?:"""|'''|\x60)|<<[-~<]?\W?\w+\W?)[ \t]*\n[ \t]*$ | pin: >\n  ¦ | pin; >\n  ¦
setting | \n[ \t]*(?:[$#>] )?(?:\w+ ){0,2}set (?:\S+ )*\S*\w $|\n[\w -]+> ?$|\n(?:\S+# ?| *username \S+ )(?:\S+ )*\w+ (?:\d )?$ | set vpn psk shop secret ¦ | let vpn psk shop secret ¦
name | ([\w.-]*)((?:(?:["']?\])? ?:?[:=]|["'] ?:) ?\w?["'\x60]?$(?<!\?.*)|>$)?\W*$ | pin: ¦ | pinned: ¦
generic | ^$|^(?:code|phrase|number|\d+|t[dh]|dd|kbd|strong|span|b)$|value|default|content|string|with|data|text|send|keys$ | "name": "pin", "value": "¦" | "name": "pin", "image": "¦"
title | ^(?!\s*(?:\w+ )?(?:class|interface|enum|struct|case|type|def|if) )[^()]*[:=[{|>\]-][ \t]*$|^[^()]*(?:pass(?:word|phrase)|pwd|token|secret|key)\([^()]*\)[^()]*[:{>]?[ \t]*$ | secrets:\n\n\n\n  - ¦ | secrets,\n\n\n\n  - ¦
telling | log_?in|sign_?in|authenticate|authoriz|(?:basic|with)_?auth|\bauth\( | await login('me', '¦') | await logo('me', '¦')
telling | ['"](?:auth|root|admin|(?:test_?)?user(?:name)?\d?)['"]|connect\w*\(.*,.*, | new Db("root", "¦") | new Db("shop", "¦")
telling | into \w*users?\b|create_?user | INSERT INTO users VALUES (1, '¦'); | INSERT INTO shops VALUES (1, '¦');
telling | hmac|fernet|bcrypt|hash::|keystore|securitykey|symmetrickey|stringdata|requirepass | bcrypt.hash('¦', 10) | xxhash.hash('¦', 10)
telling | \b(?:psw|(?:key|store)pass)\b|密钥|\bpin(?: ?code)?\b|mnemonic|seed_? ?phrase|(?:recovery|mfa|backup)_? ?code|security_? ?answer | card.setPin("¦"); | card.setBin("¦");
telling | connection_? ?string|(?:\b|_)dsn\b|web_?hook | const slackWebhook = "¦"; | const slackChannel = "¦";
plain | (?:getenv|environ|error[a-z]*|exception|prompt\w*|\bt)[([]["'\x60]$ | DB_PASS = getpass("¦") | DB_PASS = getenv("¦")
plain | \berrors?[.[][\w.'"\]]*\s*=\s*["'\x60]$ | form.password = '¦' | errors.password = '¦'
plain | (?:forgot|show|hide|invalid|incorrect|wrong|missing)_?(?:password|token|key)\w*["']?\s*[:=]\s*["'\x60]$ | "oldPassword": "¦" | "forgotPassword": "¦"
plain | \bread (?:-\w+ )*-\w*p ["']$ | echo -e "password: ¦" | read -s -p "password: ¦"
plain | <(?:a|button|label|h\d|legend|th|option|title)\b[^<>]*>$ | <b class="password">¦</b> | <a class="password">¦</a>
`;
