/**
 * Names with a telling word that hold no secret. Columns: what they are: `about` a secret, for a
 * `lookup` when a vague name has a hexadecimal value, or a call that is given a name in place of a
 * password (`reader`); a pattern of the name that ignores case; a line whose value is shown because
 * of this row alone; a similar line in which something is hidden.
 */
export const plainNames = String.raw`
about | \.(?:[cm]?[jt]sx?|d|py|go|rs|java|kt|cs|rb|php|swift|s?css|html?|json|md|map|ya?ml|toml|txt|svg|png|[ch](?:pp)?)$ | "token.spec.ts": "q7W8e9R0t1Y2u3I4o5P6", | "token.spec": "q7W8e9R0t1Y2u3I4o5P6",
about | (?:(?<!base64_?)url|uri|path|file|endpoint|ref|arn)$ | token_path = "q7W8e9R0t1Y2u3I4o5P6" | token_live = "q7W8e9R0t1Y2u3I4o5P6"
about | (?:type|length|count|size|duration|ttl|index|version|expires_?in|expired|lifetime|stdin)$ | token_version = "q7W8e9R0t1Y2u3I4o5P6" | token_value = "q7W8e9R0t1Y2u3I4o5P6"
about | (?:regexp?|identity_?key|hashed_?secret|pattern|algorithms?|prompt|source|filter|manager|bucket|command|cmd)$ | token.filter=q7W8e9R0t1Y2u3I4o5P6 | token.value=q7W8e9R0t1Y2u3I4o5P6
about | (?:label|prefix|hint|field|name|error|button|message|title|placeholder|tooltip)$ | tokenName: "q7W8e9R0t1Y2u3I4o5P6" | tokenText: "q7W8e9R0t1Y2u3I4o5P6"
about | (?:identifiers?|(?:authorization|cookie|credentials?|secrets|passwords?|tokens?)[\w-]{0,24}\.?id(?:async)?|key[_-]?id|uid|guid|accessor(?:id)?)$ | credentialsId: 'q7W8e9R0t1Y2u3I4o5P6' | credentials: 'q7W8e9R0t1Y2u3I4o5P6'
about | (?:integrity|checksum|(?<!password_)sha\d*|md5|fingerprint|thumbprint|digest|(?<!(?:key|password)_)release|commit|revision)$ | token_commit = "4f1c9a7be2035d8867ac0b3e91d2f45a6c7d8e90" | token = "4f1c9a7be2035d8867ac0b3e91d2f45a6c7d8e90"
about | pub(?:lic)?\w{0,16}[_.-]?key|(?:sealed|site)[_.-]?key|key-hash | public_api_key = "q7W8e9R0t1Y2u3I4o5P6" | private_api_key = "q7W8e9R0t1Y2u3I4o5P6"
about | ^(?:-d)?sonar\.projectkey|^--?no-|^sender_?key$|(?:^user\.|gpg_)signing_?key|websocket[-_]?key | sonar.projectKey=shop_q7W8e9R0t1Y2u3I4o5P6 | shop.projectKey=shop_q7W8e9R0t1Y2u3I4o5P6
about | (?:account|service)_?sid$|(?:page|next|continuation|skip|sync|client_?request)[_-]?token | "nextPageToken": "q7W8e9R0t1Y2u3I4o5P6" | "nextApiToken": "q7W8e9R0t1Y2u3I4o5P6"
about | ^--?\w+-secret-(?:sub)?keys?$|^opensecrets|from_?secret$|^dbus_session_bus_address$|(?:allow(?:ed)?|excluded?|with)_?credentials$|^(?:request|response)Key$|_authors?$|_attr_(?:password|token)$|^x-amz-credential|^nopasswd$|^-ppass\w*$|^searchkeys$|tokens?_?data$ | from_secret: deploy_q7W8e9R0t1Y2 | my_secret: deploy_q7W8e9R0t1Y2
about | existing_?secret|(?:passwords|certificates|certs?|kube|tls|client_?ca|private_?key)_?secret$|pull_?secrets?$|password_?secret_?key$|initial[-_]?cluster[-_]?token$|(?:^|\.)find\w*pass\w+$ | app.existingSecret=db-secret-12 | app.missingSecret=db-secret-12
about | (?:one|(?<!\w)1)_?password$|applepasswords$|(?:nord|last|proton|samsung)pass$ | ProtonPass = "q7W8e9R0t1Y2u3I4o5P6" | PROTON_PASS = "q7W8e9R0t1Y2u3I4o5P6"
about | (?:idempotency|spreadsheet)[_-]?key|(?:key|token|secret|password)s(?:for|by|with)|(?:contains|has|remove)_?key$|(?:^|\.)(?:delete|find\w*)key$|secretkeyref\.key$|cache_?key(?:_\w+)?\d?$|(?:delete|remove)\w*credential$|(?:list|get|create|update|delete)_(?:\w+_)?credentials$|^usernamepassword$|(?:invitation|recipient|verification)_?keys?$|postman-token$|(?:forgot|lost|show|hide)[-_.]?(?:your)?[-_]?password$|disabled-password$|(?:^|\.)(?:get|find|list|has|delete|revoke)\w*(?:key|token|secret|password)_?(?:for|by)_?(?:user|account|client|app|project|id)|adduser_?secrets$ | getApiKeysForUser("4f1c9a7be2035d8867ac0b3e91d2f45a") | getApiKeysFromUser("4f1c9a7be2035d8867ac0b3e91d2f45a")
lookup | (?:(?<![a-z])id|primary|foreign|partition|sort|row|record|entity|unique|identifier|identity|uuid|index|group|query|parent|field)[_.-]?key\d?$ | row_key = "4f1c9a7be2035d8867ac0b3e91d2f45a" | maps_key = "4f1c9a7be2035d8867ac0b3e91d2f45a"
lookup | (?:first|second|known|timeout|expected|disk|hash|object|file|image|s3|map|dict|(?<!bit)bucket|shard|registry|storage|repository|gateway|lookup|dedup\w*|apk)[_.-]?key\d?$ | diskKey: "4f1c9a7be2035d8867ac0b3e91d2f45a" | mapsKey: "4f1c9a7be2035d8867ac0b3e91d2f45a"
lookup | (?:route|item|content|resource|translation|i18n|message|template|component|block|node|element|layer|tag|type|config|state)[_.-]?key\d?$ | "i18n-key": "4f1c9a7be2035d8867ac0b3e91d2f45a" | "maps-key": "4f1c9a7be2035d8867ac0b3e91d2f45a"
lookup | (?:commit|event|metric|sender|user|targeting|issue|task|job|gpg|hot)[_.-]?key\d?$ | issue.key=4f1c9a7be2035d8867ac0b3e91d2f45a | maps.key=4f1c9a7be2035d8867ac0b3e91d2f45a
reader | (?:^|[.>])(?:find|get|has|is|mask|sanitize|tokenize)|without | getPassword("maplerocket2024") | setPassword("maplerocket2024")
`;
