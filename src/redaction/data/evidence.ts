/**
 * What the text around a value tells of it. Columns: what it tells; a pattern; a line with a
 * secret; a similar one without. The row alone parts the two. What it tells:
 *
 * Of the name: the `ending` behind its telling word that leaves its meaning, that of a `vendor`'s
 * key, which may be hexadecimal, or of a secret in YAML that is `chosen` by people. Of the line up
 * to the value: a `checksum` or reference, which is public; up to the operator: a name that is
 * `bound` to a variable, a list or a path, where words are no secret. From the name to the value: a
 * setting with a secret `made up` of words. Of the value: letters with digits that are the `name`
 * of code, outside of settings also with a `counter`, or without quotes a `variable`.
 *
 * Of the text before the name, the name, the operator, the value and the text behind it, parted by
 * `¦`: a line of a `program`, where words in quotes are names of code; a value that is `put`
 * under a name, not merely given to a call; an `item` of a list; one of several as a `parameter`;
 * the end of a line of settings, or of one parameter of it (`setting`); a name that is given one
 * `string` and nothing else; a value that is `alone`, no part of an expression or a sentence; a
 * `line` of the environment with a secret that people choose; behind a blank (`spaced`) nothing
 * but the secret, also one `of words`.
 */
export const evidenceRows = String.raw`
program | ^[\s*+>-]*(?:(?:export(?!\s*¦)|public|private|protected|internal|static|final|const|let|var|val|my|our|local|def|fn|func|return|if|else|await|new|throw|assert\w*|expect)\b) | hashedPassword = "password_hash_b64" | const hashedPassword = "password_hash_b64"
program | ^[\s*+>-]*[@$&][A-Za-z_] | x->hashedPassword = "password_hash_b64" | $x->hashedPassword = "password_hash_b64"
program | ^[\s*+>-]*[\w$.:>-]+\( | {hashedPassword: "password_hash_b64"} | f({hashedPassword: "password_hash_b64"})
program | ^[^¦]*¦[^¦]*¦[^¦]*(?::=|=>|->|\() | hashedPassword = "password_hash_b64" | hashedPassword := "password_hash_b64"
program | ^[^¦]*¦[^¦]*¦(?!")[^¦]*¦[^¦]*¦(?:["'\x60]?\)*[;)]|["'\x60],[ \t]*(?:[\r\n]|$|[\w'"]+ ?(?:[:=(]|=>))) | hashedPassword = "password_hash_b64" | hashedPassword = "password_hash_b64";
put | \b(?:put|set|fill|add|append|define|get(?:env|Property|OrDefault)|property|config|option|header)\w*\( ?["'\x60]?¦|\b(?:set :|fetch[( ]?["'])¦|(?:\.(?:get|text|field|data|query|\w*[Pp]aram)|\benv|\bflags?\.\w+)\( ?["'\x60]¦ | props.put("mail.smtp.password", "Tr0ub4dor&3") | props.of("mail.smtp.password", "Tr0ub4dor&3")
put | ^[^¦]*¦[^¦]*¦[^¦]*(?:value|default|with:) | {key: 'password', value: 'mapleform'} | {key: 'password', other: 'mapleform'}
put | (?<!\]\w+)\{["']?¦[^¦]*¦[^¦]*¦[^¦]*¦["']\} | {passphrase, "Tr0ub4dor&3"} | [passphrase, "Tr0ub4dor&3"]
put | ^[^¦]*¦[^¦]*¦(?:["']?\)+\.|[^¦]*(?:,[^¦]*=|[:=][^¦]*(?:,|\[\]byte\(|from\(|some\(|secretstr\())) | var password = []byte("maple123") | var password []byte("maple123")
item | ^(?![^¦]*["'\x60][^\s"'\x60¦]*¦)[^¦]*¦[^¦]*¦["'\x60]?[ \t]*, | easy_opt(a, "CURL_PASSWORD", "xipj3plmq"); | easy_opt(a, CURL_PASSWORD, "xipj3plmq");
item | ,[ \t]*["'\x60]¦[^¦]*¦["'\x60]?[ \t]*,[^¦]*¦[^¦]*¦["'\x60][ \t]*, | f("client-secret", "q7W8e9R0t1Y2u3I4o5P6", "of it"); | f(id, "client-secret", "q7W8e9R0t1Y2u3I4o5P6", "of it");
parameter | ¦--?[A-Za-z][^$¦]*¦=¦ | app --password=mapleform -v | app +password=mapleform -v
parameter | ¦[=:]¦[^¦]*¦[ ,&][\w.-]+[=:]\S | password=mapleform user=me | password=mapleform user, me
parameter | (?<=[;&?"'\\][\w -]*|[\w.-][=:]\S+[ ,\/][\w.-]*)¦[^¦]*¦[=:]¦[^¦]*¦(?:[;,&\s"'\x60)\]]|$) | Server=x;Password=mapleform;Db | Server x Password=mapleform;Db
setting | ¦[A-Z0-9_]+¦=¦[^¦]*¦["'\x60]?[ \x60] | * ${'\x60'}DB_PASSWORD=mapleform${'\x60'}: of it | * ${'\x60'}db_password=mapleform${'\x60'}: of it
setting | ¦=¦[^¦]*¦(?!",)["'\x60]?(?:[;"' ]|,[a-z]\w*\.[\w.]+=) | Server=x;Password=mapleform;Db=y | Server=x;Password:mapleform;Db=y
setting | (?<=\$\{)¦[^¦]*¦:¦[^¦]*¦\}|¦>¦[^¦]*¦<\/ | x: "\${DB_PASSWORD:mapleform}" | x: "{DB_PASSWORD:mapleform}"
setting | ^(?![^¦]*[,(] ?¦)[^¦]*¦[^¦]*¦(?:=¦[^¦]*¦|"?: ¦[^¦]*¦(?:",)?)["'\x60]?(?:(?:"""|\x27\x27\x27)?[ \t]*\\?(?:[\r\n]|$)|[ \t]+[#;]|\\n) | DB_PASSWORD: mapleform | DB_PASSWORD: mapleform, red
string | ^(?![^¦]*\? ?["'\x60]¦|[^¦]*¦[^¦]*¦=¦[^¦]*¦\x60)[^¦]*¦[^¦]*¦(?:["'\x60]?\]?[ \t]*(?:(?::? ?[A-Za-z]\w*(?:\[\])? )?=|[:,]|=>|:=)[ \t]*|["'] value=|["',]*\s+"?value"?: ?)¦[^¦]*¦(?:["'\x60](?:[,;)}\]]|\.to[A-Z]|[ \t]*(?:[\r\n#})]|\/[\/>]|>|$))|[\r\n]|$) | const password = "mapleform" | password { "mapleform" }
alone | (?<=[{,] ?)¦[A-Z\d_]+¦: ¦[^¦]*¦ ?[,}] | env: { PGPASSWORD: maple77form, x } | env: { pgpassword: maple77form, x }
alone | ¦[^¦]*>[^¦]*¦[^¦]*¦|¦<\/[^¦]*$|(?<=\|[^¦]*)¦[^¦]*¦[*_\x60]{0,2} {0,40}\|?[ \t]*(?:[\r\n]|$) | <p>my password: maple77form</p> | <p>my password: maple77form of</p>
alone | ¦[A-Z\d_]+¦=¦[^¦]*¦ |(?<=^|\s)¦[^¦]*¦=¦[^¦]*\d[^¦]*¦[ ] | docker run -e DB_PASSWORD=mapleform postgres | docker run -e db_password=mapleform postgres
alone | (?<=(?<q>["'\x60]))¦[^¦]*¦(?:[:=][^¦]*|[^¦]* = )¦[^¦]*¦\k<q> | - ${'\x60'}db_password=maple77form${'\x60'} is it | - db_password=maple77form${'\x60'} is it
alone | ¦[^¦]*¦(?::[^¦]*|=[^¦]+|[^¦]* = )¦[^¦]*\d[^¦]*¦["'\x60] | x "the password: maple77form" y | x "the password: mapleform" y
alone | (?<=\$\{[^}]*[-=:])¦[^¦]*¦\} | x=\${db_password:-maple77form} y | x={db_password:-maple77form} y
line | ¦(?:(?:[A-Z\d]+_)*(?:SECRET(?:_KEY)?|PASS|(?<=_)PWD?)|psk)¦[^¦]*¦[^¦]*¦["']?(?:(?:"""|\x27\x27\x27)?[ \t]*\\?(?:[\r\n]|$)|[ \t]+[#;]|\\n) | MY_SECRET=mapleform | MY_SECRETS=mapleform
spaced | ¦--?[A-Za-z][^$¦]*¦ | app --password maple77form | app the-password maple77form
spaced | ^\s*¦[^¦-]*¦[^¦]*¦[^¦]*¦\s*$ | password maple77form | a password maple77form
spaced | \b(?:[Ww]ith|and|using)(?: the)? ¦[^¦]*¦[^¦]*¦[^¦]*\d[^¦]*¦(?:[ \t]*\\?(?:[\r\n]|$)|[ \t]+[#;]|\\n) | log in with the password maple77form | log in at the password maple77form
spaced | ^[ \t]*(?:ENV|ARG|set [^¦]*) ¦|\blogin [^\s,]+ ¦ | ENV DB_PASSWORD maple77form | EN DB_PASSWORD maple77form
of words | [\s{]:¦[^¦]*¦[^¦]*¦[^¦]*¦["'\x60] | {:password "mapleform"} | {.password "mapleform"}
of words | (?:¦--?[A-Za-z][^$¦]*| login (?!and )[^\s,]+ ¦[^¦]*)¦[^¦]*¦[^¦]*¦["']?(?: --?\w| ?\\?$) | app --password mapleform -v | app --password mapleform of
ending | ^s?\d{0,3}(?:_?(?:string|value|text|array|chars|const))?$ | db_password2: maplerocket | db_passwordX: maplerocket
ending | ^s?\d{0,3}_(?:prod(?:uction)?|dev|test|stag(?:e|ing)|qa|local|live|debug|release|wo|bd)$ | db_password_prod: maplerocket | db_password_mode: maplerocket
checksum | \bdid:key:\S*$|^[ \t#]*- secretKey: ["']?(?:[A-Z\d]+(?:_[A-Z\d]+)+|[A-Za-z]+\d?(?:[._-][A-Za-z\d]{1,12})*)$|[?&;]alt=media&\S*token=[\da-f-]{36}$ | https://storage.example/o/x.png?alt=more&token=9a6e78e0-4cca-4ba9-950a-8b4821afa0d8 | https://storage.example/o/x.png?alt=media&token=9a6e78e0-4cca-4ba9-950a-8b4821afa0d8
checksum | \$PWD[:| ]+\S*$|\|\w+_\w+\|[A-Za-z_|\\]+$|\|(?<=\b(?<n>\w+)\|)\k<n>\d$|\b[a-z]rn:\S+:\S*$|\/passwd \S*$|:[+-](?:[\w.]+-)*PSK:\S*$|= ?\w+\|\w+\|[a-z][\w.|-]*$|= ?[\w.]+[.>][Gg]et(?:Secret|Password|Item)?\([^(),"\x27\x60=]*$ | Password: Tr0ub4dor&3 | arn:aws:secretsmanager:eu-1:12:secret:Tr0ub4dor&3
checksum | ^[ \t]*\/?[\w-]+\/[\w\/-]*: [\da-f]{32,64}$ | auth-reset_password: 4f1c9a7be2035d8867ac0b3e91d2f45a | auth/reset_password: 4f1c9a7be2035d8867ac0b3e91d2f45a
checksum | \b[Pp]ublic[ _-][Kk]ey\W{1,4}\S*$|\bcredentials: ?\[?[\da-f-]{36}$|\{\{ ?[\w.]+ ?\| ?\w+$ | # Private key : BS/lfaNHzWJDFSjarF+7KQcw | # Public key : BS/lfaNHzWJDFSjarF+7KQcw
vendor | ^[$-]{0,2}(?:\w+\.)*[A-Za-z][A-Za-z0-9]*(?:[_.-](?:[A-Za-z0-9]+[_.-])*[Kk][Ee][Yy]|[a-z0-9]Key)\d?$ | maps_key = "4f1c9a7be2035d8867ac0b3e91d2f45a" | key = "4f1c9a7be2035d8867ac0b3e91d2f45a"
chosen | (?:client|app|api|jwt|hmac|cookie|session|webhook|oauth|signing|shared)[._-]?secret$ | client_secret: "my-secret" | peer_secret: "my-secret"
made up | ^[A-Z0-9_]+["=:>] | DB_PASSWORD=Shop | db_password=Shop
made up | ^-?[A-Za-z][\w-]*(?:\.[\w-]+)+["=:>]+ ?[a-z\d] | app.secret=redis | app.secret=Redis
made up | ^[\w.-]+["=:>]+ ?(?!new-|old-|[\d-]+$)[a-z\d]+(?:-[a-z\d]+)+$ | db_password: redis-user-password | db_password: new-user-password
made up | ^[\w.-]+=(?!.*_(?:pass|password|secret|token|key)$)[a-z][A-Za-z\d]*(?:[-_.][A-Za-z\d]+)+$ | db_password=red-Fox | db_password: red-Fox
bound | (?::|\s\[)[\w.$-]+\]?=$ | <input password="mapleform"> | <input :password="mapleform">
bound | ::\w+ => $ | AuthType.Password => "maplerocket", | AuthType::Password => "maplerocket",
bound | (?<![\w.-])secretKey: ?["']?$ | secretKey=mapleform | secretKey: mapleform
bound | (?:[Ww]ords|[Kk]eys|WORDS|KEYS)\W+$ | 'password' => 'maplerocket', | 'passwords' => 'maplerocket',
bound | (?:[Ee]rrors?|[Cc]olumns?|[Cc]lass(?:es|Names)?|[Ll]abels?|[Tt]est[Ii]ds|[Ff]ields|[Mm]essages?|[Pp]laceholders?)["']?(?: ?[=:] ?|\( ?)\{[^{}]*$ | x = { password: 'maplerocket' } | errors = { password: 'maplerocket' }
bound | (?:\w\.\w+["']|\]) => $ | 'password' => 'maplerocket', | 'Login.password' => 'maplerocket',
bound | \w\/[\w.-]+\W+$ | 'users-password': 'maple-rocket', | 'users/password': 'maple-rocket',
name | \.[a-z]{2,4}(?::\d{2,5})?$|\[-?\d+\] | api_token: "Shop#12.fox9" | api_token: "Shop#12.fox"
name | ^[a-z]+(?:\d?[:_-][a-z]+)+$ | api_token: oauth22_shop | api_token: oauth2_shop
name | ^[a-z]+(?:-[a-z]+)*-[a-z]*\d$ | api_token: my-shop-42 | api_token: my-shop-4
name | \w(?:Credential|PrivateKey)$|^[A-Z]\w*Token$ | api_token: MyS3Credential9 | api_token: MyS3Credential
counter | ^[A-Za-z_-]+[0-3]$ | api_token = "rocket4" | api_token = "rocket3"
variable | ^[a-z][A-Za-z]*(?:_[a-z]+)*_?\d$ | api_token = rocket_42 | api_token = rocket_4
`;
