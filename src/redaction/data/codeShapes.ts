/**
 * Values that are code or refer to another value, and are never secrets. Columns: its name; the
 * writings it applies to (`any`, `bare` without quotes, `program` in quotes in a line of a program;
 * with `?` not for random values; `all` also in tokens); a pattern of the value; a line whose value
 * is shown because of this row alone; a similar line in which something is hidden. A pattern without
 * capitals ignores case; `\${` is written for `${`. An alternative occurs in several projects.
 */
export const codeShapes = String.raw`
a variable | any | ^\\?\$\{?(?:[A-Z_][A-Z\d_]*|[a-z_]{2,})\}?(?:\/[\w.-]+)*$|^\w*\$(?:\w+_)?(?:[Pp]assword|[Ss]ecret|[Tt]oken|[Kk]ey|PASSWORD|SECRET|TOKEN|KEY)$ | MYSQL_PWD=$MYSQL_PWD | MYSQL_PWD="$Xk7q9ZpLw3Tb"
a variable | any? | ^(?:[a-z]+:)?(?:[\/:.@-]?\$\$?[A-Za-z_]+\d{0,3}(?:[.:]\w+|\[\w+\])*)*\$?$ | export PGPASSWORD=$db_password1 | export PGPASSWORD="$db9#password"
a variable | any? | ^\$\$[\w-]+\$\$$|^%(?:env\(.*\)|[A-Za-z_][\w.]*)%(?:[\\\/].*)?$ | set PGPASSWORD="%DB_PASSWORD%" | set PGPASSWORD="%Db9#Password!"
a variable | any? | ^\$[a-z]+(?:-[a-z]+)+$|^\{env\}[A-Za-z_]\w*$|^\[#[\w.]+\](?:\|\[\w+\])*$ | --passphrase=$backup-passphrase | --passphrase="$backup-passphr4se#1"
a member of a variable | bare | ^(?:[\w\\]+::)?\$[A-Za-z_]\w*(?:-|\?->?)$|^!?(?:self|this)\.[A-Za-z_]|^[a-z_]+(?:\.[a-z_]+)+$|^\\&\w+$|^[A-Za-z_]\w*(?:\.\w+)+(?:===?|\|{1,2}|&&|\?\??|[-+]\d)$ | 'password' => $user->password, | 'password' => 'Tr0ub4dor&3',
a template | any | [$#%]\{[^}]*\}|^\$\{\w+\[$|\]\]>|\\\([A-Za-z][\w.()]*\)|^\{[A-Za-z_]\w*\.\w|^(?:%[g-zG-Z]\w?){2}|(?:%[sdvq]\b.*){2} | password: "\${input:password}" | password: "#params9[:password!"
a template | any? | ^[\w@.-]*\{(?:\d|[a-z_]*)\}\w*$|^(?:\{+[^{}]*\}+)+$|^[a-zA-Z]+[-_]?\$[a-z]+(?:[A-Z][a-z]+)*$ | password = f"{password}x" | password = f"{passw0rd#9"
a template | any | \{\$[A-Za-z_]\w*(?:->\w+|\[[^\]]*\])*\} | 'password' => "barryIsTheBest{$i}", | 'password' => "barryIsTheBest{i9",
a placeholder of ours | any | \[REDACTED | password="[REDACTED:password:1]" | password="[Tr0ub4dor&3"
a command | any | \$\([A-Za-z/<$_][^)!@%^*#]*(?:\)|$) | cert_password="$(get_option "DEV_CERT")" | cert_password="$(get!option9"
a placeholder | any? | ^<+[^<>]*>+(?::<[^<>]*>)*$|^_+[a-z]+(?:_[a-z]+)*_+$|^\*{1,2}\w+\*{1,2}$|^[^A-Za-z0-9]+$|^\[[^[\]]*\]$ | DB_PASSWORD=<password1> | DB_PASSWORD=Tr0ub4dor&3
a placeholder | any | ^(?:(?:user|auth|pass(?:word)?)(?::|$)){2,}|^(?:(?:user|auth|pass(?:word)?):)+[a-z]+@[a-z]+: | imap://auth:user:password@server:port | imap://auth:user:passw0rd@server:port
a placeholder | any? | %(?:\[\d+\]|\(\w+\))?[bsdvq](?![\w%]) | password="%s:%s1" | password="100%sure!"
a placeholder | all | (?:^|[-_ .])your(?:[-_ ]|app|pass|secret|token|key)|@todo$|(?:change|replace|edit)[-_ ]?(?:me|it|this|with)|placeholder|goes_?here\d?$|^(?<w>\w{3,8})(?:-\k<w>){2,}$|^(?<u>[0a-z])\k<u>{7,}(?:-(?<v>\w)\k<v>+)*$|^abcd-efgh-ijkl|dummy|redacted|base64-?encoded|token-from|(?:[-_]|key)here$|^get_the_|^##.*##$|_example$|^your$|_x{3,}$|x{6}|\*{3}|\.{3} | password: 'changeme1' | password: 'chanceme1!'
an instruction | any | random[-_](?:string|secret|token|value|char)|generate[-_](?:with|an?)[-_]|at[-_]least[-_]\d | JWT_SECRET=generate-with-openssl-rand-hex-32 | JWT_SECRET=gener8-with-0pen55l-r4nd-hex-32
no value | all | ^(?:\\0){4}|^\\u00[01][\da-f]$|^\|?(?:x+|none|null|nil|true|false|yes|no|undefined|string|number|bool(?:ean)?|char|void|uuid|bytes|oauth2?|required|optional|empty|files|default|todo|tbd|test|n\/?a|always|on_create|ask(?:same)?|users|bearer|with|from|when|option|value\d?)\|?$|^\((?:none|null|empty)\)$ | DB_PASSWORD=required | MYSQL_ROOT_PASSWORD: 'yes9!sir'
an address | any | ^\$?[a-z][a-z+-]*:\/\/|^[\w.-]+\.(?:zip|tgz|jar|tar\.gz)$|^(?:\/[a-z]{3,}){2}\/[\da-z.\/-]*$|^(?:[\w-]+\.)+(?:com|net|org|io|dev)(?:\/[\w.\/-]+)?$|^\/?[\w.@-]+(?:\/[\w.@-]+)+\.[a-z]{3,8}$ | password: op://vault/item2/password | token: "q7W8e9R0t1Y2u3I4o5P6"
a call | any? | ^[&*@$%]{0,2}(?:[A-Za-z_]\w*\.)*(?:[A-Za-z_]\w*(?:\([^()]*\)|\[[^[\]]*\]))+$ | password=options["password1"] | PASSWORD=read9password(2!
a path | any? | ^(?:\.{1,2}\/|~\/|\/\?|#\/)|^(?:@[\w-]*@?|exec:|file:)?(?:\\?\/[\w.@-]+)+$ | password: ./secrets/password2 | password: /secrets#password2
a route | any? | ^(?:[a-z_]+(?:\/[a-z_]+)*)?#[a-z_]+$ | edit_password: "users/passwords#edit" | edit_password: "users/passw0rds#edit9"
a reference | bare? | ^[&*!]{1,2}[A-Za-z_-]+\d?(?:(?:\??\.|->|::)[A-Za-z_]\w*)*$ | opts.Password = &f.Password | opts.Password = "&f.Password9!"
the option of a secret | bare | ^[a-z]+=(?:[a-z_-]+\.?|\d)$ | docker build --secret id=github,env=GITHUB_TOKEN . | docker build --secret=id#Github9Tr0ub
a variable or a method of Ruby | bare | ^@{1,2}[A-Za-z_]+(?:\.[A-Za-z_]+)*$|^[a-z]+(?:_[a-z]+)+!$ | @password = @authentication_string | @password = @default9Passw0rd9
a type or a counter | bare | ^[A-Za-z_]\w*(?:\?|\+\+|\$\d)$|^(?:u?int|float)\d+$|^(?:String|(?:UI|NS)[A-Z]\w+)!$ | val InitMethod.password: String? | password: "String9?"
names joined by signs | any? | ^\w+::\w+\||^[a-z]+(?:\.[a-z\d]+)+(?:-[a-z]+)+$|^\x60[A-Za-z.]+\x60$|^(?!(?!.*(?:[Pp]ass|[Pp]wd|[Kk]ey|[Ss]ecret|[Tt]oken|[Ss]ha|[Mm]d5|[Ss]3|[Vv]alue|[Tt]ext))(?:[A-Za-z]+(?:\.[A-Za-z]+)+_?\d{1,4}\w?$|[\w.]*[A-Za-z][01345][a-z]))@?:?\\?[A-Za-z_$][\w$]*[?!]?(?:(?:\.|->|::|\\(?=[A-Z])|\+(?=pass)|\?\.|\|\||&&|\?\?)!?[A-Za-z_$][\w$]*[?!]?)+[!:]?$ | <user-card :password="user.password1" /> | <user-card password="Maple.Rocket24" />
a version | any | ^(?:(?:^(?:npm:|[\w-]+(?===))?|[|, ]+)[~^<>=]{0,2}v?\d{1,4}(?:\.(?:\d{1,6}|x|\*)){0,20}(?:[-+][\w.]{1,24})?)+$|^(?:19|20)\d\d-\d\d-\d\d(?:[T ][\d:.+-]*Z?)?$ | rpassword = "^7.5.4-rc.1" | rpassword = "7.5.4ab#9"
a translation | any | ^(?:adgangskode|wachtwoord\w*|toegangscode|salakoodi\w*|salasana|senha|segredo|parol[aăe]|passord|passcode|passphrase|contrase\w+|pasahitza|heslo|has[lł]o|geslo|lozinka|l[oö]senord|kodeord|mot_?de_?passe|kennwort|passwort|secreto|clave|jelsz[oó]|sandi|[sş]ifre)$ | login.password=wachtwoord | login.password=watermolen
a translation | any | ^[A-Za-z]+\\$|^(?:Password|Passwort|Secret|Senha|Segredo|Secreto|Kennwort|Token)$|(?:\\(?:u(?!00[0-7])|U(?:000)?[\dA-Fa-f])[\dA-Fa-f]{4}.*){2}|^[A-Za-z ]*\\u(?!00[0-7])[\dA-Fa-f]{4}[A-Za-z ]*$|^crwdns\d+:\d+crwdne\d+:\d+$ | login.password=\u5BC6\u7801 | login.password=u5BC6#u7801
an algorithm | any | ^SecureRandom\.|^(?:(?:[Ee]d25519|base\d\d|s?sha\d{1,3}|rsa\d{4}|mschapv2)$|(?:PBKDF2|pbkdf2)\w{0,24}|argon2\w{0,2}|H[Mm][Aa][Cc]S(?:HA|ha)\d{1,3}|(?:A\d{3}|AES|RSA|DES|PBES2|HMAC|ECD(?:SA|H)|SHA)(?:[-+_/][A-Z0-9]{1,12}|[A-Z0-9]{1,6}){0,3}|ecdsa-sha2-nistp\d+|ssh-(?:ed25519|rsa|dss))$|^v=\d+\$m=\d+,t=\d+,p=\d+\$?$|(?:^|:)[!+-][A-Z][A-Z\d-]*:[!+-]?[A-Z] | newSecretKey("PBKDF2WithHmacSHA256", 1) | password: 'PBKDF2#With9Hmac!'
a flag | any | ^--[a-z][a-z\d-]*(?:=|$)|^[a-z]+_[a-z]+=$|^[A-Z_]+=\d*$ | 'password' => '--password='.$connection['password'], | 'password' => '--passw0rd#9',
a rule of validation | any | ^\|[a-z]+$|^(?:min|max|size|between):[\d,]+$|^[\w\/-]*(?:\|[\w\/-]*){2,}$|^required_\w+:[\w,.]+$|^[a-z_]+(?::[\w,.]+|\[[\w,.]*\])?(?:\|(?:[a-z_]+(?::[^|\s]*|\[[\w,.]*\])?)?)+$ | 'password' => 'required|string|max:255', | 'password' => 'requ1red|Str1ng',
a public value | any | ^age1[a-z\d]{50,}$|^[UOACN][A-Z2-7]{55}$|^-----BEGIN ?(?:PUBLIC|CERT)|^(?:\{|[A-Za-z]+-)[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}?$|^0x[\dA-Fa-f]{40}$|^(?:sha(?:1|224|256|384|512)|md5|h1|hmac-sha256|blake\w+)[:-]|^eyJ(?:hbGciOi|0eXAiOi)[\w-]{5,60}=*\.?$|^(?:(?:sk-)?(?:ssh|ecdsa)-[\w@.-]+ ?)?AAAA(?:B3NzaC1|C3NzaC1|E2VjZHNh|I|G)|^LS0tLS1CRUdJTiBDRVJU|^MII...CC...gAwIBAg|^M(?:FkwEwYHKoZI|II?[BC]I?j?ANBgkq|IG[ef]MA0|E[QUY]CI[A-Z])|^:[\w+\/]+=*:$|^(?:urn|arn|openpgp4fpr):|\/\.default$|^(?:[\da-f]{2}:){5,}[\da-f]{2}$|^[t-z]pub[1-9A-HJ-NP-Za-km-z]{40}|^(?:xs[BDF]|xjME|mQ[EGI]N|mDME)[\w+\/]{20} | "token": "arn:aws:iam::123456789012:role" | "token": "q7W8e9R0t1Y2u3I4o5P6"
the name of a constant | any | ^(?:[A-Z][A-Za-z]*[.-])+Password$|^[A-Z][A-Z0-9]*(?:_[A-Zx0-9]+)*_(?:SECRET|TOKEN|KEY|PASSWORD|HASH)$|^[@_%]{0,2}[A-Z]+\d{0,3}(?:_[A-Z]+\d?|_\d{4}(?=_)|_SHA\d+)+(?:_\d)?[@_]{0,2}$|^X(?:-[A-Z][A-Za-z\d]*)+$|^x(?:-[a-z]+){2,}$|^(?:FK|IDX|UNIQ|idx)_[\dA-Fa-f]{16}$|^(?:uk_|fk)[a-z\d]{20,27}$ | client_secret: "AZURE_AD_B2C_CLIENT_SECRET" | s3_secret_key = envsecret("q7W8e9R0t1Y2u3I4o5P6")
the name of a variable | bare | ^[a-z]\w+(?:Secret|Token|Key|Password)$|^[A-Z]\w+Credential$|^(?:\d+:)?[A-Za-z]+\d*(?:_[a-z0-9]+)+_(?:secret|token|key|password|pwd|hash|psk|creds)$ | clients[0].Secret = openIDConnectPBKDF2ClientSecret | client.secret=openID#Connect2Secret
code between strings | any | ^\)[,.]\w+[=?.(]|^[\"']?\.[A-Za-z][\w:]*\( | password: '.trim(p1)" | "password": ".new#9pass"
a filter | any? | ^[a-z_]+=(?:[\w{}.=:\/]+)[:,] | var filterFirstPass = "scale_x=w=iw/7.9:h=ih/7.9"; | var firstPassword = "scale9!x";
a number or a colour | any | ^[a-z]{2}(?:-gov)?-(?:north|south|east|west|central)\w*-\d$|^[A-Z]{4,}:\d{1,3}$|^-?(?:0x|#)[0-9a-fA-F_]{1,20}$|^\d{1,12}\.\d{1,9}$ | STENCIL_PASS=0x0B96F2 | password: 0xHorse9!
an expression of patterns | any? | ^\^.*\$$|^\w+\?\w+(?:\|\w+)+$|\.\*|\\[dws]|a-za-z | password: "([\\da-f]{32})" | password: "([9da-f]!32x"
a name | program? | ^(?!.*[A-Z]|.*[-_](?:\d\d+|[4-9])$|.*[a-z]\d+[a-z]+\d|.*[a-z]0[a-z])(?=.*(?:pass|pwd?\b|secret|token|key|hash|auth|mock|test|user|credential))[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$ | const HashedPassword = "password_hash_b64"; | const hashedPassword = "Passw0rd#hash_b64";
`;
