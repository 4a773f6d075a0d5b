/** A type with its arguments, or a literal. */
const type = String.raw`(?:\[u8\]|[A-Za-z_][A-Za-z0-9_<>.]{0,40}(?:\[[\w, .[\]]{0,40}\]|\?)?|'[\w-]{1,40}'|"[\w-]{1,40}")`;

/**
 * The text between a telling name and its value. Columns: the value's line (`here`, `prose` in a
 * sentence, or `below` for a next line); a pattern that ignores case; a line with a secret; one
 * without. `{quote}` is a quote, also an escaped one, `{blanks}` up to 40 blanks.
 */
export const placeRows = String.raw`
here | (?:,{blanks}[\w.$]{1,40}){1,4}{blanks}:= | password, err := "Tr0ub4dor&3", nil | password, err := Tr0ub4dor(3), nil
here | {blanks}(?<=^[^,="'(]{0,60}(?:,[^,="'(]{1,60}){1,2}):?=(?:{blanks}{quote}[^"'\r\n]{0,80}{quote},){1,2}(?={blanks}{quote}) | user, password := "me", "Tr0ub4dor&3" | user, password := "me", read("x2")
here | (?:[!?]?:[ \t]{0,4}|[ \t](?:As )?)(?:&(?:'static )?)?${type}(?: \| ${type}){0,3}[ \t]=(?![>=]) | password: Optional[str] = "Tr0ub4dor&3" | password: Optional[str] = read("x2")
here | [,;({]?{blanks}{quote}?(?:value|default|content){quote}?{blanks}[:=] | {"name": "DB_PASSWORD", "value": "Tr0ub4dor&3"} | {"name": "DB_PASSWORD", "value": ""}
here | :{blanks}\{{blanks}{quote}(?:value|default(?:Value)?){quote}{blanks}: | "password": {"value": "Tr0ub4dor&3"} | "password": {"value": "[parameters('password2')]"}
here | {blanks}\[\w{0,24}\]: | AWS Secret Access Key [None]: q7W8e9R0t1Y2u3I4o5P6 | AWS Secret Access Key [None]: enter-yours-here
here | [:=] ?[\w.]{1,40}\(["'][\w.-]{1,40}["']\) (?:\?:|\?\??|\|\||or)(?={blanks}{quote}) | val apiKey = System.getenv("MAPS") ?: "q7W8e9R0t1Y2u3I4o5P6" | val apiKey = System.getenv("MAPS") ?: "none"
here | [:=][\w.$!()& ]{1,60} (?:\?\??|\|\||or)(?={blanks}{quote}) | const apiKey = isLive() ? "q7W8e9R0t1Y2u3I4o5P6" : read(); | const apiKey = isLive() ? "mock-api-key" : read();
here | :[ \t]{1,4}(?:&[\w-]{1,40}|!unsafe|!![a-z]{3,9})(?=[ \t]{1,4}[^\s|>#]) | password: &pw Tr0ub4dor&3 | password: !Ref DbPassword2
here | [:=] ?["']?\$\{\w{1,60}:?-(?=[^\s$"'}]{4,60}\}) | DB_PASSWORD: \${PW:-Tr0ub4dor&3} | DB_PASSWORD: \${PW:-$OTHER_PASSWORD}
here | :{1,3}=|=>|->|<-|===?|!==?|\?\?=?|\?:|\|\|=?|[?.+]= | password := "Tr0ub4dor&3" | if password == other2 {
here | \|[^|"'\r\n]{1,60}\|(?={blanks}["\x60]) | "DB_PASSWORD" |of the shop| "Tr0ub4dor&3" | "DB_PASSWORD" |of the shop| "required"
here | :- | PGPASSWORD=\${DB_PASSWORD:-Tr0ub4dor&3} | PGPASSWORD=\${DB_PASSWORD:-$OTHER_PASSWORD}
here | (?<!badge\.svg\?token)[:=：](?!\+(?![A-Za-z0-9/+]{24})|\?\W|(?<=:)[?:])(?:\*\*|(?:[*_]|__|<\/(?:b|strong|i|em|label)>)(?=[ \t]))?|(?<!["'] )\||%3D|\*\*: | **Password:** Tr0ub4dor3 | **Password:** reset("x2")
here |  (?:is generated )?(?:for|of) (?:[\w.@-]{1,40} ){0,4}[\w.@-]{1,40}(?: is(?: ?:|(?= ))|:) | Password for admin: Tr0ub4dor&3 | The password for each user is hashed.
here | \)?[ \t]+or(?={blanks}{quote})|\)[ \t]+(?:\|\||\?\?|\?:|:)(?={blanks}{quote}) | os.environ.get("PASSWORD") or "Tr0ub4dor&3" | os.environ.get("PASSWORD") or "none"
here | \[\d{0,6}\] ?= | char password[64] = "Tr0ub4dor&3"; | char password[64] = {0};
prose |  (?:is|was|ist|lautet|est|es|è|é)(?: now| set to| standardmäßig)?:?(?:(?= )| (?:\*\*|\x60)(?=\S))|[是为] | The password is Tr0ub4dor&3 | The password is incorrect
here | (?<!\b_?[Vv]alid\w{0,40})[,({](?={blanks}{quote}) | std::string token{"q7W8e9R0t1Y2u3I4o5P6"}; | std::string token{"bearer"};
here | (?<!\b_?[Vv]alid\w{0,40})\([\w.$]{1,40},(?={blanks}{quote}) | user.setPassword(me, "Tr0ub4dor3x") | user.setPassword(me, "name")
here | <\/(?:param-)?name><(?:param-)?value>(?=[^<\r\n]{1,200}<\/) | <param-name>password</param-name><param-value>Tr0ub4dor3</param-value> | <param-name>password</param-name><param-value>{password}</param-value>
here | \){1,2}\.(?:unwrap_or(?:_else)?\((?:\|_\|)?|orElse\(|value ?=|val\()(?={blanks}{quote}) | env::var("DB_PASSWORD").unwrap_or("Tr0ub4dor&3") | env::var("DB_PASSWORD").unwrap_or("none")
here | (?: (?!type="(?:submit|button|reset)")[\w-]{1,20}="[\w-]{0,40}"){1,3} value= | <input name="password" type="hidden" value="Tr0ub4dor&3"> | <input name="password" type="hidden" value="">
here |  ?\{ ?get;(?: ?(?:private |protected |internal )?(?:set|init);)? ?\}[ \t]= | public string Password { get; set; } = "Tr0ub4dor&3"; | public string Password { get; set; }
here | >(?:<[\w:.-]{1,40}>)?(?=[^<\r\n]{1,800}<\/) | <password>Tr0ub4dor3</password> | <password>{password}</password>
here | (?<=<[\w:.-]{1,64})(?: [\w:.-]{1,40}="[^"<>\r\n]{0,120}"){1,4}>(?=[^<\r\n]{1,800}<\/) | <Pass encoding="base64">Tr0ub4dor3</Pass> | <password hint="x9">{password}</password>
here | (?<=["'])[ \t]to(?=[ \t]{quote}) | mapOf("password" to "Tr0ub4dor&3") | mapOf("password" to "password_two")
here | ,{blanks}with:(?={blanks}{quote}) | fill_in "Password", with: "Tr0ub4dor&3" | fill_in "Password", with: password
here | [ \t]#[ \t]?=>(?=[ \t]{1,4}{quote}) | user.auth_token # => "q7W8e9R0t1Y2u3I4o5P6" | user.auth_token # => "token for me"
below | (?:[:=]|=>|(?<=\(["'][\w.-]{1,60}["']),(?={blanks}\r?\n[ \t]{0,80}{quote})){blanks}(?:[|>][+-]?|[([\\]|"""|''')?[ \t]*\r?\n[ \t]{0,80}(?![ \t])(?:- )?(?!#?{quote}?[\w.-]+{quote}?[ \t]*[:=]) | password: |\n  Tr0ub4dor&3 | password:\n  type: string
below | (?::{blanks}\{|[,;{])?{blanks}\r?\n(?:[ \t]{0,80}{quote}?(?:type|description|sensitive|nullable){quote}?[ \t]*[:=][^\r\n]{0,200}\r?\n){0,3}[ \t]{0,80}{quote}?(?:value|default){quote}?{blanks}[:=]{blanks} | - name: DB_PASSWORD\n  value: Tr0ub4dor&3 | - name: DB_PASSWORD\n  valueFrom: db-secret2
below | [^\r\n"'=<>:]{1,120}:[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]*(?=(?!\S*-\S*-)[A-Za-z0-9+\/*_-]{16,}={0,2}[ \t]*(?:[\r\n]|$)) | Password for the user me:\n  q7W8e9R0t1Y2u3I4o5P6 | Password for the user me:\n  see-chapter-2-of-it
below | >[ \t]*\r?\n[ \t]{0,80}(?=[^\s<]{12,200}[ \t]*\r?\n[ \t]*<\/) | <DeployToken>\n  q7W8e9R0t1Y2u3I4o5P6\n</DeployToken> | <DeployToken>\n  see-chapter-2\n</DeployToken>
below | (?<=[Jj][Ww][Tt]\w{0,20}{quote}):{blanks}\{{blanks}\r?\n[ \t]{0,80}{quote}(?:Secret)?[Kk]ey{quote}:{blanks} | "Jwt": {\n  "Key": "q7W8e9R0t1Y2u3I4o5P6" | "Jwt": {\n  "Key": "the-key-of-it"
below | >[ \t]*\r?\n[ \t]{0,80}<[Vv]alue> | <AdministratorPassword>\n  <Value>Tr0ub4dor3</Value> | <AdministratorPassword>\n  <Value>{password}</Value>
below | <\/[\w:.-]{1,40}>[ \t]*\r?\n[ \t]{0,80}<(?:string|(?:param-|env-entry-)?value|data)> | <key>Password</key>\n<string>Tr0ub4dor3</string> | <key>Password</key>\n<true/>
`;
