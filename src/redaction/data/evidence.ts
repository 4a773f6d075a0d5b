/**
 * What the text around a value tells of it. Columns: what it tells: a line of a `program`, where
 * words in quotes are names of code; a call that has `put` a value under a name; the `ending` of a
 * name behind its telling word that leaves its meaning; a `checksum` or reference, which is
 * public; the name of a `vendor`'s key, which may be hexadecimal, or of a secret in YAML that is
 * `chosen` by people; a setting with a secret `made up` of words; a name that is `bound` to a
 * variable, a list or a path, where words are no secret; letters with digits that are the `name`
 * of code, outside of settings also with a `counter`, or without quotes a `variable`; a pattern of
 * the line before the name, of the name, of the line, from the name to the value, or of the value;
 * a line with a secret; a similar one without. The row alone parts the two.
 */
export const evidenceRows = String.raw`
program | ^[\s*+>-]*(?:(?:export(?!\s*$)|public|private|protected|internal|static|final|const|let|var|val|my|our|local|def|fn|func|return|if|else|await|new|throw|assert\w*|expect)\b) | hashedPassword = "password_hash_b64" | const hashedPassword = "password_hash_b64"
program | ^[\s*+>-]*[@$&][A-Za-z_] | x->hashedPassword = "password_hash_b64" | $x->hashedPassword = "password_hash_b64"
program | ^[\s*+>-]*[\w$.:>-]+\( | {hashedPassword: "password_hash_b64"} | f({hashedPassword: "password_hash_b64"})
put | \b(?:put|set|fill|add|append|define|get(?:env|Property|OrDefault)|property|config|option|header)\w*\( ?["'\x60]?$|\b(?:set :|fetch[( ]?["'])$|(?:\.(?:get|text|field|data|query|\w*[Pp]aram)|\benv|\bflags?\.\w+)\( ?["'\x60]$ | props.put("mail.smtp.password", "Tr0ub4dor&3") | props.of("mail.smtp.password", "Tr0ub4dor&3")
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
bound | (?:words|keys)\W+$ | 'password' => 'maplerocket', | 'passwords' => 'maplerocket',
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
