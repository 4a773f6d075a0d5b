/** Parts of the patterns below. Columns: the mark that stands for a part; its pattern. */
export const commandParts = String.raw`
{value} | ["']{0,2}((?!\$)(?:[^\s"'$\x60]|\$(?![A-Za-z_{(])){1,200})
{string} | (?:["'][^"'\r\n]{1,200}["'](?:\.\w+\(\))?|(?!\))[$\w.>()-]{1,60})(?: ?\+ ?["'\w][^,\r\n]{0,80})?
{hash} | ([A-Za-z0-9./+=$,_-]{16,300})
`;

/**
 * Secrets in commands, statements, calls and lines of files, from their manuals. Columns: the kind;
 * keywords in lower case, separated by `~`; a case-sensitive pattern of the text before it on the
 * line (`$` is where the keyword begins), or `-` for any text; a pattern from the keyword on that
 * ignores case, whose first group is the secret; a line with a secret; one without. `{value}` is
 * a word, perhaps in quotes, `{string}` a string, a variable or a call, `{hash}` the digest of a
 * password. The kind `sure` is a password where nothing else is possible: letters alone count.
 * Kinds other than `password` and `sure` take only generated values of 20 units or more. In a
 * line with a secret a password is `Tr0ub4dor&3`; any other secret is between « and », such as
 * `«{h32}»` (see issuers).
 */
export const commandRows = String.raw`
sure | -u ~--user ~--user=~--proxy-user ~--proxy-user= | ^(?!.*\b(?:docker|podman|push|git add) (?!.*\bcurl\b)) | --?(?:proxy-)?u(?:ser)?(?: {1,2}|=)(?!system:)["']?(?!\+%)[^\s:"'$<\x60[\]{}]{0,100}["']?:["']?(?!\/\/|\\){value} | curl -u me:Tr0ub4dor&3 https://host/ | curl -u me:$PASSWORD https://host/
authorization | basic  | - | basic ((?:[A-Za-z0-9+/]{4}){2,60}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)(?![\w+/=]) | Log in with Basic «bWU6VHIwdWI0ZG9yJjM=» | Log in with Basic password
authorization-key | authorization | - | authorization["']?[:,] ?["']?(?:genie)?key ([\w-]{20,80}) | Authorization: GenieKey «{h8}-{h4}-{h4}-{h4}-{h12}» | Authorization: Key your-own-key-from-settings
password | -u  | \bcurl\b[^|;&]*$ | -u {1,2}["']?([^\s:"'$]{8,200}):(?=["'\s]) | curl -u "Tr0ub4dor&3:" https://host/ | curl -u "$PASSWORD:" https://host/
password | -u | \bcurl (?:[^|;&]{0,200} )?$ | -u["']?[A-Za-z][^\s:"'$]{1,60}:([^\s"'$]{1,200}) | curl -ume:Tr0ub4dor&3 https://host/ | curl -ume:$PASSWORD https://host/
sure | sshpass -p | - | sshpass -p ?{value} | sshpass -p Tr0ub4dor&3 ssh host | sshpass -p $PASSWORD ssh host
sure |  -p | \b(?:mysql\w*|mariadb[\w-]*|7z[ar]?|(?:un)?rar)(?:\.exe)?(?: [^|;&]*)?$ |  -p{value} | mysql -u root -pTr0ub4dor&3 shop | mysql -u root -p$PASSWORD shop
sure |  -p  | \b(?:(?:docker|podman|nerdctl|helm registry|tabcmd) login|az|oc|mongo\w*|cf|ibmcloud|snyk|7z\w*|twine|cqlsh|cypher-shell|ncftp\w*|mcrcon|sqlcmd|bcp|unzip|zip|isql|certutil|altool|rabbitmqadmin|rdesktop|evil-winrm|[Pp][Ss][Ee][Xx][Ee][Cc]\w*|dev-certs|crackmapexec|netexec|nxc)\b[^|;&]*(?<! mkdir)$ |  -p (?![A-Z_]+=){value} | twine upload -u me -p Tr0ub4dor&3 dist/* | twine upload -u me -p $PASSWORD dist/*
sure |  -a  | \bredis-cli\b[^|;&]*$ |  -a {value} | redis-cli -a Tr0ub4dor&3 ping | redis-cli -a $PASSWORD ping
sure |  -w  | \b(?:ldap\w+|kadmin)\b[^|;&]*$ |  -w {value} | ldapsearch -x -D cn=me -w Tr0ub4dor&3 | ldapsearch -x -D cn=me -w $PASSWORD
sure |  -p  | \bsecurity (?:(?:unlock|create)-keychain|set-keychain-password|import)\b[^|;&]*$ |  -p {value} | security unlock-keychain -p Tr0ub4dor&3 build.keychain | security import cert.p12 -k build.keychain -P $PASSWORD
sure |  -k ~ -w  | \bsecurity (?:set-key-partition-list|add-(?:generic|internet)-password)\b[^|;&]*$ |  -[kw] {value} | security add-generic-password -a me -s shop -w Tr0ub4dor&3 | security set-key-partition-list -S apple: -k $PASSWORD build.keychain
sure |  -u  | \blftp\b[^|;&]*$ |  -u ["']?[^\s,"'$]{1,60},{value} | lftp -u me,Tr0ub4dor&3 ftp.example | lftp -u me,$PASSWORD ftp.example
sure | /p  | \b[Ss]ign[Tt]ool\b[^|;&]*$ | /p {value} | signtool sign /f cert.pfx /p Tr0ub4dor&3 app.exe | signtool sign /f cert.pfx /p %PASSWORD% app.exe
password | /password: | \s$ | /password:(?!:){value} | wmic /user:me /password:Tr0ub4dor&3 os get name | GET /password:reset /password:%PASSWORD%
sure | bw login ~bw unlock  | - | bw (?:unlock|login \S{1,60}@\S{1,60}) (?!-){value} | bw login me@shop.example Tr0ub4dor&3 | bw unlock --passwordenv BW_PASSWORD
sure |  -a ~ -x  | \bsnmp(?:walk|get|set|bulk|next|table|inform|trap )[^|;&]*$ |  -[AX] (?!-|MD5|SHA|DES|AES){value} | snmpwalk -v3 -u me -a SHA-256 -A Tr0ub4dor&3 host | snmpwalk -v3 -u me -a SHA-256 -A $PASSWORD -x AES256 host
sure | mc alias set  | - | mc alias set \S{1,60} \S{1,200} \S{1,60} {value} | mc alias set local http://host minioadmin Tr0ub4dor&3 | mc alias set local http://host $KEY $SECRET
sure |  -s  | \b(?:slap|ldap)passwd\b[^|;&]*$ |  -s {value} | slappasswd -s Tr0ub4dor&3 | slappasswd -s $PASSWORD
sure |  -upw ~ -opw  | \bpdf\w+\b[^|;&]*$ |  -[uo]pw {value} | pdftotext -upw Tr0ub4dor&3 in.pdf | pdftotext -upw $PASSWORD in.pdf
sure | user_pw ~owner_pw ~input_pw  | \bpdftk\b[^|;&]*$ | \w+ (?!PROMPT){value} | pdftk in.pdf output out.pdf user_pw Tr0ub4dor&3 | pdftk in.pdf output out.pdf user_pw PROMPT
sure | acl setuser  | - | acl setuser \S{1,60} [^>\r\n]{0,200}>{value} | ACL SETUSER me on >Tr0ub4dor&3 ~* +@all | ACL SETUSER me on nopass ~* +@all
password | hash::make(~bcrypt(~password_hash(~make_password(~hashsync(~hashpw(~generatefrompassword(~bcrypt.hash( | - | [\w:.]+\((?:b|\[\]byte\()?["']([^"'\s]{1,200})["'] | 'password' => Hash::make('Tr0ub4dor&3'), | 'password' => Hash::make('password'),
sure |  -p  | \bmosquitto_(?:pub|sub|rr)\b[^|;&]*$ |  -P {value} | mosquitto_pub -h host -u me -P Tr0ub4dor&3 -t a -m b | mosquitto_pub -p 1883 -u me -P $PASSWORD -t a -m b
sure | convertto-securestring  | - | convertto-securestring (?:-\w+ )*\\?["']?([^\s"'$\\(-][^\s"'$\\]{0,199}) | ConvertTo-SecureString "Tr0ub4dor&3" -AsPlainText | ConvertTo-SecureString "$PASSWORD" -AsPlainText
sure | identified by  | \b[Uu][Ss][Ee][Rr]\b|\b[Gg][Rr][Aa][Nn][Tt]\b|^\s*$ | identified by (?:password |values )?["']([^"'\r\n]{1,200})["'] | ALTER USER me IDENTIFIED BY 'Tr0ub4dor&3'; | ALTER USER me IDENTIFIED BY '$PASSWORD';
password | identified by  | - | identified by (?:password |values )?([A-Za-z]\w{3,60})(?=[\s;\\"'\x60)]|$) | ALTER USER me IDENTIFIED BY «Tr0ub4dor3» | Users are identified by looking at them
password | password  | \b(?:create|alter|CREATE|ALTER) (?:role|user|login|ROLE|USER|LOGIN)\b[^;]*$ | password ([A-Za-z][^\s"'$\\;]{3,60})(?=[\s;"'\x60]|$) | CREATE ROLE app WITH LOGIN PASSWORD Tr0ub4dor&3; | CREATE ROLE app WITH LOGIN PASSWORD NULL;
sure | password ~password= | \b(?:create|alter|CREATE|ALTER) (?:role|user|login|ROLE|USER|LOGIN)\b[^;]*$ | password ?=? ?N?'([^'\r\n]{1,200})' | CREATE USER me WITH PASSWORD 'Tr0ub4dor&3'; | CREATE USER me WITH PASSWORD '$PASSWORD';
sure | identified with  | - | identified with \S{1,40} (?:by|as) ["']([^"'\r\n]{1,200})["'] | CREATE USER me IDENTIFIED WITH plugin BY 'Tr0ub4dor&3'; | CREATE USER me IDENTIFIED WITH plugin BY '$PASSWORD';
sure |  -b~ -cb~ -ib~ -nb | \b(?:htpasswd|mosquitto_passwd)\b[^|;&]*$ |  -\w+ (?:-\w+ )*(?:\S{1,200} )?\S{1,60} (?!<){value}(?=\s|["']|$) | htpasswd -b .htpasswd me Tr0ub4dor&3 | htpasswd -b .htpasswd me $PASSWORD
sure | gh secret set  | - | gh secret set [^|;&\r\n]{0,200}(?:--body|-b)[ =]{value} | gh secret set API_TOKEN --body "Tr0ub4dor&3" | gh secret set API_TOKEN --body "$PASSWORD"
sure | --value  | \bput-parameter\b.*\bSecureString\b.*$|\bkeyvault secret set\b.*$ | --value[ =]{value} | aws ssm put-parameter --name /db --type SecureString --value "Tr0ub4dor&3" | aws ssm put-parameter --name /db --type SecureString --value "$PASSWORD"
sure | add_user ~change_password  | \brabbitmqctl [^|;&]*$ | (?:add_user|change_password) \S{1,60} {value} | rabbitmqctl add_user me Tr0ub4dor&3 | rabbitmqctl add_user me $PASSWORD
sure |  -k  | \bopenssl enc\b[^|;&]*$ |  -k {value} | openssl enc -aes256 -k Tr0ub4dor&3 | openssl enc -aes256 -k $PASSWORD
sure |  password  | \b(?:nmcli [^|;&]*\bconnect|mysqladmin)\b[^|;&]*$ |  password {value} | nmcli dev wifi connect Home password Tr0ub4dor&3 | nmcli dev wifi connect Home password $PASSWORD
sure | wpa_passphrase  | - | wpa_passphrase \S{1,60} {value} | wpa_passphrase Home Tr0ub4dor&3 | wpa_passphrase Home $PASSWORD
sure |  -a ~--auth=~--auth  | \bhttps?\b[^|;&]*$ |  ?-(?:a|-auth)[= ]["']?[^\s:"'$]{1,60}:{value} | http -a me:Tr0ub4dor&3 https://shop.example/ | http -a me:$PASSWORD https://shop.example/
private-key | "d"~"k"~"p"~"q"~"dp"~"dq"~"qi" | - | "[dkpq][pqi]?" ?: ?"([A-Za-z0-9_-]{40,})" | {"kty":"EC","d":"«{s43}»"} | {"kty":"EC","d":"a-word-of-several-parts"}
sure | requirepass  | - | requirepass {value}(?=["'\\\x60]?\s*(?:$|\\|-|#|[;&|])) | requirepass Tr0ub4dor&3 | Set requirepass t0getherWith it
password | #define  | - | #define \w*(?:pass(?:word|wd|phrase)?|pwd|psk|secret)[ \t]{1,40}"([^"\r\n]{4,200})" | #define WIFI_PASS "Tr0ub4dor&3" | #define WIFI_PASS "$PASSWORD"
sure | requirepass"~masterauth" | - | \w+", ?"([^"\s$]{1,200})" | command: ["redis-server", "--requirepass", "Tr0ub4dor&3"] | command: ["redis-server", "--requirepass", "$PASSWORD"]
sure |  -n  | \bssh-keygen\b[^|;&]*$ |  -N {value} | ssh-keygen -t ed25519 -N "Tr0ub4dor&3" -f key | ssh-keygen -t ed25519 -N "$PASSPHRASE" -f key
sure | .send_keys(~.sendkeys(~.typetext(~.type(~.fillasync(~.fill( | [Pp]ass(?:word|wd)?[^()"'\x60]{0,20}[\])"'\x60]+$ | \.\w+\(["'\x60]([^"'\x60\r\n$]{1,200})["'\x60] | driver.find_element(By.ID, "password").send_keys("Tr0ub4dor&3") | driver.find_element(By.ID, "password").send_keys("$PASSWORD")
sure | .fill(~.type( | - | \.\w+\([^,\r\n]{1,60}pass(?:word|wd)?[^,\r\n]{0,20}, ?["'\x60]([^"'\x60\r\n$]{1,200})["'\x60] | await page.fill('#password', 'Tr0ub4dor&3'); | await page.fill('#password', '$PASSWORD');
sure | bindpw ~rootpw  | ^\s*$ | \w+\s{1,20}(?:--\w+ )*{value}["']?\s*$ | rootpw Tr0ub4dor&3 | rootpw $PASSWORD
sure | auth  | ^[\w.-]+:\d+(?:\[\d+\])?> ?$ | auth (?:\S{1,60} )?{value}\s*$ | 127.0.0.1:6379> AUTH Tr0ub4dor&3 | 127.0.0.1:6379> AUTH $PASSWORD
token |  -t  | \bcodecov\b |  -t ["']?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}) | bash <(curl -s https://codecov.io/bash) -t «{h8}-{h4}-{h4}-{h4}-{h12}» | bash <(curl -s https://codecov.io/bash) -t unit-tests
secret | new value:  | ^$ | new value: (\S{20,60})$ | New value: «{w20}» | New value: word-by-word-and-more
sure | http-basic. | - | http-basic\.\S{1,80} \S{1,60} {value} | composer config http-basic.repo.example.com me Tr0ub4dor&3 | composer config http-basic.repo.example.com me $PASSWORD
sure | bundle config  | - | bundle config (?:set )?(?:--\w+ )*\S{1,80} [^\s:/()]{1,60}:{value} | bundle config gems.example.com me:Tr0ub4dor&3 | bundle config gems.example.com me:$PASSWORD
sure | user-secrets set  | - | user-secrets set ["']?[^\s"']{0,80}(?:password|pwd|secret|key|token)["']? {value} | dotnet user-secrets set "Db:Password" "Tr0ub4dor&3" | dotnet user-secrets set "Db:Password" "$PASSWORD"
sure | kv put  | - | kv put \S{0,80}(?:password|passwd|secret|token) {value} | consul kv put db/password Tr0ub4dor&3 | consul kv put db/password $PASSWORD
password | send  | ^\s*$ | send (?:-- )?"([^"\s$]{6,60})\\[rn]" | send "Tr0ub4dor&3\r" | send "$PASSWORD\r"
sure | stats auth  | - | stats auth [^\s:]{1,60}:{value} | stats auth admin:Tr0ub4dor&3 | stats auth admin:$PASSWORD
sure | insecure-password  | - | insecure-password {value} | user me insecure-password Tr0ub4dor&3 | user me insecure-password $PASSWORD
sure | --secret  | \bpulumi config set\b[^|;&]*$ | --secret \S{1,60} {value} | pulumi config set --secret dbPassword Tr0ub4dor&3 | pulumi config set --secret dbPassword $PASSWORD
sure | login/pass~user/pass~username/pass | - | \w+\/pass(?:word|wd)?:? [\w.@-]{1,60} ?\/ ?{value} | login/pass: me / Tr0ub4dor&3 | login/pass: me / $PASSWORD
token | twilio(~algoliasearch(~searchclient( | - | \w+\(["'\x60]\w{6,40}["'\x60], ?["'\x60]([\w-]{20,})["'\x60] | algoliasearch('B1G2GM9NG0', '«{h32}»') | algoliasearch('B1G2GM9NG0', 'search-only-api-key-here')
token | bot.run(~client.run(~client.login(~bot.login(~bot.launch( | - | [a-z.]+\(["'\x60]([\w.-]{24,})["'\x60]\) | client.login('«{w32}»') | client.login('the-name-of-a-long-token-here')
token | auth[] | \bchar $ | auth\[\] ?= ?"([\w-]{32})" | char auth[] = "«{h32}»"; | char auth[] = "your-token-of-thirty-two-letters";
sure | /rp  | \b[Ss]chtasks\b[^|;&]*$ | /rp {value} | schtasks /create /RU me /RP Tr0ub4dor&3 /TN x | schtasks /create /RU me /RP %PASSWORD% /TN x
sure | -password password~-password-again password~_password password | \b(?:passwd|mysql-server)/\w+$ | [-_]password(?:-again)? password {value} | d-i passwd/root-password password Tr0ub4dor&3 | d-i passwd/root-password password $PASSWORD
session | phpsessid=~jsessionid=~laravel_session=~asp.net_sessionid=~connect.sid= | - | [\w.]+=(?:s%3A)?([\w.%-]{20,}) | curl -b PHPSESSID=«{h32}» | curl -b PHPSESSID=the-name-of-some-session
password | hmac.new( | - | hmac\.new\((?:key=)?b?["'\x60]([^"'\x60\s$]{8,200})["'\x60] | hmac.new(b"Tr0ub4dor&3", message, sha256) | hmac.new(b"$KEY", message, sha256)
secret | fernet( | - | fernet\(b?["']([\w-]{43}=) | Fernet(b"«{s43}=»") | Fernet(b"the-key-of-forty-three-letters-and-one-more-x=")
password | aes.encrypt(~aes.decrypt( | CryptoJS\.$ | aes\.\w+\([^,\r\n]{1,80}, ?["'\x60]([^"'\x60\s$]{4,200})["'\x60] | CryptoJS.AES.encrypt(text, 'Tr0ub4dor&3') | CryptoJS.AES.encrypt(text, '$KEY')
token | bearer  | - | bearer \d{1,9}\|([A-Za-z0-9]{40,}) | Authorization: Bearer 12|«{w40}» | Authorization: Bearer 12|abc
sure | enable secret ~enable password  | ^\s*(?:[\w-]+(?:\([\w-]+\))?# ?)?$|\x60$ | enable \w+ (?:level \d+ )?(?:0 )?(?!5 |\w+(?:ing|ion)\s*$){value}(?=\x60|\s*$) | enable secret Tr0ub4dor&3 | Enable secret scanning
sure | snmp-server community  | - | snmp-server community {value}(?= r[ow]\b|\s*$) | snmp-server community Tr0ub4dor&3 RO | snmp-server community $COMMUNITY RO
secret | omniauth :~provider : | - | (?:omniauth|provider) :\w+, ?["'][^"'\r\n]{4,80}["'], ?["']([\w-]{20,})["'] | config.omniauth :github, '4815162342', '«{h32}»' | config.omniauth :github, '4815162342', 'a-name-of-more-than-20-units'
secret | accounts: [~accounts = [ | - | accounts ?[:=] ?\[ ?["'](?:0x)?([0-9a-f]{64})["'] | accounts: ["0x«{h64}»"] | accounts: ["0xabc"]
sure | signinwithemailandpassword(~createuserwithemailandpassword( | - | \w+\((?:{string}, ?){1,2}["'\x60]([^"'\x60\r\n$]{1,200})["'\x60]\) | signInWithEmailAndPassword(auth, email, "Tr0ub4dor&3") | signInWithEmailAndPassword(auth, email, "$PASSWORD")
sure | ftp_login(~username_pw_set( | - | (?:ftp_login\({string}, ?{string}|(?<=mosquitto_)username_pw_set\({string}, ?{string}|(?<!mosquitto_)username_pw_set\({string}), ?["']([^"'\r\n$]{1,200})["'] | client.username_pw_set("me", "Tr0ub4dor&3") | client.username_pw_set("me", "$PASSWORD")
sure | default login~default user | - | default (?:login|user)[:*]{0,4} {1,4}\x60?[\w.@-]{1,40}\x60? ?\/ ?\x60?{value} | Default login: admin / Tr0ub4dor&3 | Default login: admin / $PASSWORD
sure | neo4j_auth= | - | neo4j_auth=neo4j\/{value} | docker run -e NEO4J_AUTH=neo4j/Tr0ub4dor&3 neo4j | docker run -e NEO4J_AUTH=neo4j/$PASSWORD neo4j
sure | net use  | - | net use \S{1,4} \\\\\S{1,120} (?![\/*]){value} \/ | net use Z: \\host\share Tr0ub4dor&3 /user:me | net use Z: \\host\share %PASSWORD% /user:me
sure | samba-tool user  | - | samba-tool user (?:create|add) \S{1,60} (?!-){value} | samba-tool user create me Tr0ub4dor&3 | samba-tool user create me $PASSWORD
sure | sentinel auth-pass  | - | sentinel auth-pass \S{1,60} {value}\s*$ | sentinel auth-pass main Tr0ub4dor&3 | sentinel auth-pass main $PASSWORD
sure | : eap ~: xauth  | ^\s*[\w.@%-]*\s*$ | : \w+ "([^"\s$]{4,200})" | alice@vpn.example : EAP "Tr0ub4dor&3" | alice@vpn.example : EAP "$SECRET"
sure | : psk  | (?:^|[\d%@][\w.:@%-]*|echo ["'])\s*$ | : \w+ ["']?([^"'\s$]{4,200}) | 10.0.0.1 10.0.0.2 : PSK "Tr0ub4dor&3" | 10.0.0.1 10.0.0.2 : PSK "$PSK"
sure | nickserv identify  | - | nickserv identify (?:\S{1,40} )?{value}["')]*;?\s*$ | /msg NickServ IDENTIFY Tr0ub4dor&3 | /msg NickServ IDENTIFY $PASSWORD
sure | :587~:465~:25 | ^\s*\[?[\w.-]{1,80}\]?$ | :\d+[ \t]{1,20}[^\s:]{1,60}:{value}\s*$ | [smtp.shop.example]:587 me@shop.example:Tr0ub4dor&3 | [smtp.shop.example]:587 me@shop.example:$PASSWORD
sure |  password ~ secret  | ^\s*(?:[\w-]+\([\w-]+\)# ?)?(?:username (?!and\b|or\b)\S{1,60}(?: privilege \d{1,2})?|neighbor \S{1,40})$ |  (?:password|secret) (?![5-9] )(?:0 )?{value} | username me privilege 15 secret Tr0ub4dor&3 | username me privilege 15 secret $PASSWORD
sure |  key  | \b(?:tacacs|radius)-server\b.*$ |  key (?:[0-9] )?{value}\s*$ | tacacs-server host 10.0.0.1 key Tr0ub4dor&3 | tacacs-server host 10.0.0.1 key $PASSWORD
sure | isakmp key  | - | isakmp key {value} address\b | crypto isakmp key Tr0ub4dor&3 address 10.0.0.1 | crypto isakmp key $PASSWORD address 10.0.0.1
sure | pre-shared-key ~plaintext-password ~password cipher ~password simple ~set passwd ~set psksecret ~ psk ascii  | - | [\w-]{2,20}(?: [\w-]{3,20})? (?:0 )?["']?((?!\w+ing\s*$)[^\s"'$\\-][^\s"'$\\]{3,199})["']{0,2},?\s*$ | set passwd Tr0ub4dor&3 | set passwd $PASSWORD
secret | encrypted-key  | \b(?:tacacs|radius)-server\b.*$ | encrypted-key ([\w+/=]{20,}) | tacacs-server encrypted-key «{b44}» | tacacs-server encrypted-key string
sure | message-digest-key  | - | message-digest-key \d{1,3} md5 (?:0 )?{value}\s*$ | ip ospf message-digest-key 1 md5 Tr0ub4dor&3 | ip ospf message-digest-key 1 md5 $PASSWORD
secret | cosmosclient( | - | cosmosclient\(["'][^"'\r\n]{1,200}["'], ?["']([A-Za-z0-9+/]{86}==) | new CosmosClient("https://shop.example/", "«{b86}==»"); | new CosmosClient("https://shop.example/", "the-key-of-it");
api-key | code= | azurewebsites\.net\/\S*[?&]$ | code=([A-Za-z0-9_/+-]{40,}={0,2}) | https://shop.azurewebsites.net/api/orders?code=«{w54}==» | https://shop.azurewebsites.net/api/orders?code=short
token | oauth: | (?:^|[\s"'=])$ | oauth:([a-z0-9]{30})(?![a-z0-9]) | PASS oauth:«{a30}» | PASS oauth:short
sure | masterauth~-storepass~-keypass~-srcstorepass~-deststorepass~-destkeypass~wifi-sec.psk~-dev-root-token-id | - | [\w.-]+[ =](?!\{){value} | masterauth Tr0ub4dor&3 | masterauth $PASSWORD
sure |  on > | \b[Uu][Ss][Ee][Rr] \S+$ |  on >([^\s$]{1,200}) | user default on >Tr0ub4dor&3 ~* +@all | user default on >$PASSWORD ~* +@all
password-hash | "md5 | ^"[^"\s]{1,63}" $ | "md5([\da-f]{32})" | "me" "md5«{h32}»" | "me" "md5"
token | --token | \bkubeadm \w.*$ | --token[= ]([a-z\d]{6}\.[a-z\d]{16})(?!\S) | kubeadm join --token «{a6}.{a16}» | kubeadm join --token shop.token
sure | / password  | \buser(?:name)? [\w.@-]{1,40} $ | / password {value} | user me / password Tr0ub4dor&3 | user me / password $PASSWORD
sure | #password ~# password  | \([\w-]+\)$ | # ?password (?:[05] )?{value}\s*$ | R1(config-line)#password Tr0ub4dor&3 | R1(config-line)#password $PASSWORD
sure | rocommunity ~rwcommunity ~poll community  | - | (?:r[ow]|poll )community {1,8}{value} | rocommunity Tr0ub4dor&3 10.0.0.0/24 | rocommunity $COMMUNITY
sure | createuser  | ^\s*$ | createuser \S{1,60} (?:md5|sha(?:-?\d+)?) {value} | createUser me MD5 "Tr0ub4dor&3" | createUser me MD5 $PASSWORD
sure | authentication-key  | - | authentication-key \d{1,5} (?:md5|sha\d{0,3}) (?:7 )?{value} | ntp authentication-key 1 md5 Tr0ub4dor&3 | ntp authentication-key 1 md5 $KEY
sure | set password for  | - | set password for \S{1,100} ?= ?(?:password\()?["']([^"'\s]{1,200})["'] | SET PASSWORD FOR 'me'@'host' = 'Tr0ub4dor&3'; | SET PASSWORD FOR 'me'@'host' = '$PASSWORD';
sure | encoder().encode(~encoder.encode( | (?:[Pp]assword|bcrypt|bCrypt)_?$ | encoder(?:\(\))?\.encode\(["']([^"'\r\n]{1,200})["']\) | passwordEncoder.encode("Tr0ub4dor&3") | passwordEncoder.encode("$PASSWORD")
sure | .fill(~.type(~.sendkeys(~.send_keys( | ["'#=][Pp]ass(?:word|wd)?["'\]][^;]{0,60}$ | \.\w+\(["']([^"'\r\n$]{1,200})["'] | page.getByLabel("Password").fill("Tr0ub4dor&3") | page.getByLabel("Password").fill("$PASSWORD")
sure | "pass  | FTP [Cc]ommand.*$ | "pass {value}" | FTP command: Client "10.0.0.8", "PASS Tr0ub4dor&3" | FTP command: Client "10.0.0.8", "PASS $PASSWORD"
sure |  for root@localhost:  | [Pp]assword\b.*$ |  for root@localhost: (\S{8,40}) | A temporary password is generated for root@localhost: Tr0ub4dor&3 | the password for root@localhost: unset
sure | default password is  | - | default password is ["'\x60]([^"'\x60\s$]{4,100})["'\x60] | The default password is "Tr0ub4dor&3". | The default password is "$PASSWORD".
password | password 7  | - | password 7 ([0-9A-F]{6,100})(?![\w.]) | username me password 7 0822455D0A16544541 | username me password 7 days
password | password 0 ~secret 0  | - | (?:password|secret) 0 {value} | username me password 0 Tr0ub4dor&3 | username me password 0 $PASSWORD
sure |  -p  | \bipmitool\b[^|;&]*$ |  -P (?!\d+ ){value} | ipmitool -H host -U me -P Tr0ub4dor&3 power status | ipmitool -H host -U me -P $PASSWORD power status
sure | pass: | -pass(?:in|out)? ["']?$ | pass:{value} | openssl enc -aes256 -pass pass:Tr0ub4dor&3 | openssl enc -aes256 -pass pass:$PASSWORD
sure | sqlplus ~impdp ~expdp ~rman target  | - | (?:sqlplus|impdp|expdp|rman target) (?:-\S+ )*["']?[\w.]{1,60}/["']?([^\s"'@/]{4,60}) | sqlplus scott/Tr0ub4dor&3@orcl | sqlplus scott/$PASSWORD@orcl
sure |  -u  | \b(?:smb|rpc)client\b |  -U ["']?[^\s"'%]{1,60}%([^\s"']{1,200}) | smbclient //host/share -U me%Tr0ub4dor&3 | smbclient //host/share -U me%$PASSWORD
sure | /user: | \bnet use\b | /user:\S{1,80} ([^\s"'/*]{1,200}) | net use Z: \\host\share /user:me Tr0ub4dor&3 | net use Z: \\host\share /user:me $PASSWORD
sure | echo  | - | echo (?:-n )?["']?(?:[\w.-]{1,40}:)?([^\s"'\x60|$]{1,200})["']? ?\| ?(?:sudo (?:-\S+ )*-S\b|(?:sudo )?(?:chpasswd\b|passwd --stdin\b|kinit\b)|[^|\r\n]{1,200} --password-stdin|[^|\r\n]{1,60} secret put\b) | echo 'Tr0ub4dor&3' |sudo -S apt update | echo '$PASSWORD' |sudo -S apt update
sure | root: | \becho (?:-\w+ )*["']?$ | root:(?!x?:|[!*])([^"'\s$]{1,200}) | RUN echo "root:Tr0ub4dor&3" | RUN echo "root:$PASSWORD"
sure | mysqli~new pdo(~getconnection(~dbi->connect(~new sequelize(~sql.newinstance( | - | (?:mysqli(?:_connect)?|new (?:pdo|sequelize)|getconnection|sql\.newinstance|dbi->connect)\((?:{string}, ?){2}["']([^"'\r\n]{1,200})["'] | new PDO($dsn, 'root', 'Tr0ub4dor&3'); | new PDO($dsn, 'root', '$PASSWORD');
sure | connect(~_bind(~change_user(~_open(~db(~connection( | \b(?:py)?(?:(?:[Mm]y|ms|fb|maria)(?:sql|SQL)\w*(?<!real_?)|odbc|ldap|db2|cubrid|maxdb|ifx|dbx|ibase|pgdb|pg|imap|env:)(?:\.connections)?[._]?p?$ | [a-z_]+\((?:{string}, ?){2}["']([^"'\s]{4,200})["'] | mysql_connect("localhost", "root", "Tr0ub4dor&3"); | mysql_connect("localhost", "root", "$PASSWORD");
sure | real_connect( | sqli?_$ | real_connect\((?:{string}, ?){3}["']([^"'\s]{4,200})["'] | mysqli_real_connect($db, "localhost", "root", "Tr0ub4dor&3"); | mysqli_real_connect($db, "localhost", "app_user1", "$PASSWORD");
sure | connect( | \b(?:cx_Oracle|oracledb|oci)[._]p?$ | connect\({string}, ?["']([^"'\s]{4,200})["'] | oracledb.connect("me", "Tr0ub4dor&3", dsn) | oracledb.connect("me", "$PASSWORD", dsn)
sure | tokens.basic(~credentials.basic(~networkcredential(~sqlcredential(~pscredential(~pscredential (~credentials::new(~->login(~.login(~.auth(~passwordcredentials(~basicauthcredentials(~basicauth(~basic_auth(~create_user(~create_superuser(~basicauthenticationinterceptor(~wifi.begin( | - | (?:(?:tokens|credentials)\.basic|networkcredential|sqlcredential|pscredential ?|credentials::new|(?:->|\.)login(?!\( ?(?:\$user|null),)|\.auth|passwordcredentials|basicauthcredentials|basic_?auth|create_(?:super)?user|basicauthenticationinterceptor|wifi\.begin)\({string},(?: ?{string},)? ?(?:Some\()?["']((?!(?<=create_user\(.{0,80})[\da-f]{8}(?:-[\da-f]{4}){3})(?!(?<=create_user\([^()]{0,160})[a-z_-]+["'])[^"'\r\n]{1,200})["'](?:\.\w+\(\))?(?: ?\)|, ?(?:function|\w+ ?=>|\()) | server.login("me@host", "Tr0ub4dor&3") | server.login("me@host", "$PASSWORD")
sure | password( | [.>](?![Mm]ask|_?[Vv]alid|add)\w{0,40}$|\b(?:set password|SET PASSWORD)\b[^;]*$ | password\(b?["']([^"'\r\n]{1,200})["']\) | .setPassword("Tr0ub4dor&3") | .setPassword("$PASSWORD")
password | .bind(~bind_s( | - | \.?[a-z_]+\(["'](?:cn|uid|[a-z]{1,20}=[^"'\r\n]{0,100},dc)=[^"'\r\n]{1,100}["'], ?["']([^"'\s]{4,200})["'] | client.bind('cn=admin,dc=example,dc=org', 'Tr0ub4dor&3') | client.bind('cn=admin,dc=example,dc=org', '$PASSWORD')
sure | password =~pwd = | "(?:[^"=]{1,60}=[^"]*; ?)?$ | \w+ = ?([^;"'\s$()]{1,200})(?=[;"]) | new SqlConnection("Server = db; User = sa; Password = Tr0ub4dor&3") | new SqlConnection("Server = db; User = sa; Password = $PASSWORD")
sure | credentials | - | credentials[*"'\x60]{0,3}(?::| are)[* ]{1,4}["'\x60]?(?!rule:)[\w.@-]{1,60}(?:\/|:(?![:/ ])| ?: ?(?![:/])(?=\S+$)| \/ ){value} | credentials: admin:Tr0ub4dor&3 | credentials: admin:$PASSWORD
sure | net user  | (?<!\w)$ | net user (?!to |para )[^\s"'#]{1,60} (?!\/){value} | net user me Tr0ub4dor&3 /add | net user me $PASSWORD /add
sure | set password  | ^(?:[\w@-]{1,40} ?(?:\([\w-]+\) ?)?[#>] ?)?\s*$ | set password {value}(?=["'\x60]?\s*$) | set password Tr0ub4dor&3 | set password $PASSWORD
sure | /pass:~/p: | \b(?:cmdkey|CMDKEY|x?freerdp\d?)\b[^|;&]*$ | /p(?:ass)?:{value} | xfreerdp /v:host /u:me /p:Tr0ub4dor&3 | cmdkey /add:host /user:me /pass:$PASSWORD
password | pass | - | pass(?:word|wd)?["'\]]{0,2} ?(?:=>|[:=]) ?["']?((?:[a-z]{4} ){3}[a-z]{4})(?![\w ]) | EMAIL_HOST_PASSWORD = "«{a4} {a4} {a4} {a4}»" | password: "this text says more"
mnemonic | mnemonic~seed phrase~seed_phrase~seedphrase~recovery phrase~recovery_phrase~secret phrase | - | [a-z]{1,20}[ _]?[a-z]{0,20}["']?\]?[ \t]{0,16}(?:=>|[:=])[ \t]{0,16}["'\x60]?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![ a-z]) | mnemonic = "range sheriff try enroll deer over ten level bring display stamp recycle" | mnemonic = "a few words"
sure | :5432:~:5433:~:6432:~:*: | ^[\w*.-]{1,100}$ | :(?:\d{4}|\*):[\w*.-]{1,60}:[\w*.-]{1,60}:([^\s:]{1,200})$ | db.internal:5432:shop:app:Tr0ub4dor&3 | db.internal:5432:shop:app:$PASSWORD
password-hash | $2a$~$2b$~$2y$ | - | \$2[aby]\$(\d\d\$[./A-Za-z0-9]{53}) | admin:$2y$10$«{w53}» | admin:$2y$10$short
password-hash | $apr1$~$1$~$5$~$6$~$y$~$7$~$8$~$argon2i~$argon2d~$scrypt$~$pbkdf2 | (?:^|[^\w$])\$?$ | \$(?:apr1|1|5|6|y|7|8|argon2id?|argon2d|scrypt|pbkdf2[\w-]*)\$\$?(?!\d\$\d\$){hash} | admin:$apr1$«{w8}$0{w21}» | admin:$apr1$short
password-hash | pbkdf2_sha256$ | - | pbkdf2_sha256\${hash} | pbkdf2_sha256$«600000$a{w22}$0{b43}» | pbkdf2_sha256$short
password-hash | {ssha | - | \{ssha\d*\}{hash} | userPassword: {SSHA}«{b32}» | userPassword: {SSHA}short
password | vault login  | - | vault login (?:-\S+ )*(?!-){value}(?=\s*$) | vault login hvs9Tr0ub4dor3x | vault login -method=userpass
sure | jwt.sign(~jwt.verify(~jwt.encode(~jwt.decode(~jwtverify( | - | jwt\.?\w+\([^,\r\n]{1,80}, ?(?:key=)?["'\x60]([^"'\x60\r\n]{1,200})["'\x60] | jwt.sign(payload, 'Tr0ub4dor&3') | jwt.sign(payload, process.env.JWT_SECRET)
password | createhmac(~gethmac(~cookieparser(~createsecretkey(~.askey( | - | (?:createhmac\(["'\x60][\w-]{1,20}["'\x60], ?|(?!createhmac)[a-z.]+\()(?:\[\]byte\()?["'\x60]([^"'\x60\s$]{8,200})["'\x60] | crypto.createHmac('sha256', 'Tr0ub4dor&3') | crypto.createHmac('sha256', 'key')
sure | signedstring(~setsigningkey( | \.$ | [a-z]+\((?:\[\]byte\()?["\x60]([^"\x60\s$]{4,200})["\x60] | token.SignedString([]byte("Tr0ub4dor&3")) | token.SignedString([]byte("$KEY"))
sure | secret: ~secret:' | \b(?:session|jwt|expressJwt|expressjwt|koaJwt)\(\{ ?$ | secret: ?["'\x60]([^"'\x60\r\n$]{4,200})["'\x60] | app.use(session({ secret: 'Tr0ub4dor&3' })) | app.use(session({ secret: '$SECRET' }))
token | --key  | \bcypress\b[^|;&]*$ | --key ["']?([\da-f-]{36})(?![\w-]) | cypress run --record --key «{h8}-{h4}-{h4}-{h4}-{h12}» | cypress run --record --key your-key-in-the-cloud-of-cypress-io
api-key | appid=~app_id=~apikey=~key= | [?&]$ | (?:app_?id=(?![^&]*-)|(?:apikey|key)=)([0-9a-fA-F]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-zA-Z]) | https://api.weather.example/data?q=x&appid=«{h32}» | https://api.weather.example/data?q=x&appid=myapp
secret | operator unseal  | - | operator unseal ([A-Za-z0-9+/=]{40,}) | vault operator unseal «{b44}» | vault operator unseal -migrate
secret | unseal key  | - | unseal key \d{1,2}: {0,4}([A-Za-z0-9+/=]{30,}) | Unseal Key 1: «{b44}» | Unseal Key Shares: 5
token | sonar.login~sonarlogin~sonarqube | - | sonar(?:\.?login|qube(?:_token)?)\W{1,6}([a-f0-9]{40}) | sonar-scanner -Dsonar.login=«{h40}» | sonar-scanner -Dsonar.login=admin
api-key | using key~using the key~with key~key is  | - | (?:(?:using|with) (?:the )?key ?[=:] ?|key is:? )["'\x60]?([A-Za-z0-9_-]{20,}) | [DEBUG] Using key=«{h32}» | [DEBUG] Using key=value
api-key | login_with_api_key | - | login_with_api_key", ?"params" ?: ?\[ ?"([^"\s]{40,}) | {"method": "auth.login_with_api_key", "params": ["«{w64}»"]} | {"method": "auth.login_with_api_key", "params": ["key"]}
token | /api/v1/ | - | /api/v1/([A-Za-z0-9]{20})/(?:telemetry|attributes|rpc)\b | https://things.example/api/v1/«{w20}»/telemetry | https://things.example/api/v1/device/telemetry
token | telegram~tgram:// | - | (?:telegram\W{1,6}|tgram://)\d{8,10}:([A-Za-z0-9_-]{35})(?![\w-]) | telegram: {d10}:«{w35}» | telegram: 1234567890:short
password | <master>{ | - | <master>\{([A-Za-z0-9+/=]{20,})\} | <master>{«{b44}»}</master> | <master>{password}</master>
api-key | agora~ai21~amadeus~apimetrics~apitemplate~asana~cloudflare~plivo~assemblyai~autodesk~bitfinex~buttercms~clockify~cloudimage~cloudmersive~codemagic~coinapi~datadog~freshworks~gumroad~hellosign~honeycomb~instabot~instamojo~invoiceocean~keenio~kraken~liveagent~loggly~luno~mailboxlayer~mailchimp~mailgun~metabase~mixpanel~mux~nimble~openweathermap~pandadoc~pdfshift~postmark~prospectcrm~pushbullet~pyowm~redhat~scrapeowl~signupgenius~skrapp~splunk~sslmate~textmagic~vouchery~weatherbit~zerobounce~zipcodebase | (?:^|[\s"'{])$ | [a-z0-9]+(?:[-_. ]?(?:private|access|secret|token|key|api)){0,3}["']?(?: ?:?[=:] ?| |-|\.)["']? ?([0-9a-f]{32}(?:[0-9a-f]{32})?(?![0-9a-z])|[0-9a-f]{8}(?:-[0-9a-z]{4}){3}-[0-9a-f]{12}|(?=\S{0,40}[g-z])(?=\S{0,40}\d)[\w+/=-]{20,80}(?![\w./])) | mixpanel: «{w32}» | mixpanel: mixpanel-browser-2-umd-with-types
password | bearer ~token ~oauth  | [Aa]uthorization["'\x60]?\]?(?: ?(?::|=>?|,))? ?["'\x60]?$ | \w+ ((?=[^\s"'\x60]*\d)(?!\w*[A-Za-z]-?[0-3]["'\x60])[^\s"'\x60\\\${}<>()]{8,64})(?=["'\x60\\]|\s*$) | Authorization: Bearer Tr0ub4dor&3 | Authorization: Bearer token-for-you
password | --password~--token~--secret~--passphrase~--api-key | ["']$ | --[\w-]+["'], ?["']((?=[^"']*\d)[^"'\s$-][^"'\s$]{3,199})["'] | ["serve", "--password", "Tr0ub4dor&3"] | ["serve", "--password", "password"]
sure | hmac256(~hmac384(~hmac512( | - | hmac\d+\(["']([^"'\s$]{4,200})["'] | Algorithm.HMAC256("Tr0ub4dor&3") | Algorithm.HMAC256("$KEY")
secret | wallet(~privatekeytoaccount( | - | \w+\(["'](?:0x)?([\da-f]{64})["'] | new ethers.Wallet("0x«{h64}»", provider) | new ethers.Wallet("the-key-of-it", provider)
sure | storepassword ~keypassword  | ^\s*$ | \w+ ["']([^"'\s$]{1,200})["']\s*$ | storePassword 'Tr0ub4dor&3' | storePassword '$PASSWORD'
sure | pre-shared-secret ~shared-secret  | ^\s*set .* $ | [\w-]+ {value}["']?\s*$ | set vpn l2tp lns shared-secret 'Tr0ub4dor&3' | set vpn l2tp lns shared-secret '$SECRET'
sure | pre-shared-key  | - | pre-shared-key (?:\d{1,5} )?(?:ascii-)?(?:text|hexadecimal) {value} | ipsec ike pre-shared-key 5 text Tr0ub4dor&3 | ipsec ike pre-shared-key 5 text $PSK
sure | pgp_sym_encrypt(~pgp_sym_decrypt( | - | \w+\({string}, ?'([^'\s$]{1,200})' | pgp_sym_encrypt(note, 'Tr0ub4dor&3') | pgp_sym_encrypt(note, '$KEY')
sure | auth: | \bRedis\b.*$ | auth: ?["']([^"'\s$]{4,200})["'] | new Redis({ host, auth: 'Tr0ub4dor&3' }) | new Redis({ host, auth: '$PASSWORD' })
sure | curlopt_ | - | curlopt_(?:\w*userpwd, ?["'][^"':\s]{1,60}:|(?:\w*pass(?:word|wd)?|xoauth2_bearer), ?["'])([^"'\r\n]{1,200})["'] | curl_setopt($ch, CURLOPT_USERPWD, 'me:Tr0ub4dor&3'); | curl_setopt($ch, CURLOPT_USERPWD, '$PASSWORD');
sure | plainauth( | - | plainauth\((?:["'][^"'\r\n]{0,200}["'], ?)?{string}, ?["']([^"'\r\n]{1,200})["'] | smtp.PlainAuth("", user, "Tr0ub4dor&3", host) | smtp.PlainAuth("", user, "$PASSWORD", host)
sure | @tcp(~@unix( | - | (?<=["'\x60=][\w.-]{1,60}:([^"'\x60\s:]{1,200}))@\w+\( | dsn := "me:Tr0ub4dor&3@tcp(127.0.0.1:3306)/shop" | dsn := "me:$PASSWORD@tcp(127.0.0.1:3306)/shop"
sure | open("mysql"~connect("mysql" | - | \w+\("mysql", ?["\x60][\w.-]{1,60}:([^"\x60\s:@$]{1,200}) | sql.Open("mysql", "me:Tr0ub4dor&3") | sql.Open("mysql", "me:$PASSWORD")
sure | btoa(~b64encode(b | - | \w+\(b?["'\x60][\w.@-]{1,60}:([^"'\x60\s$]{1,200})["'\x60] | btoa('me:Tr0ub4dor&3') | btoa('me:$PASSWORD')
sure | .load( | (?:[Kk]ey[Ss]tore|\bks)$ | \.load\([^,\r\n]{1,80}, ?"([^"\r\n]{1,200})"\.tochararray | keyStore.load(in, "Tr0ub4dor&3".toCharArray()); | keyStore.load(in, "changeit".toCharArray());
token | cloudflared  | - | cloudflared (?:\S+ )*?(?:install |--token[ =])(ey[\w-]{50,}) | cloudflared service install «ey{w60}» | cloudflared service install eyes-only
secret | "encrypt"~encrypt = | - | "?encrypt"? ?[:=] ?"([A-Za-z0-9+/]{40,}=)" | "encrypt": "«{w43}=»" | "encrypt": "none"
api-key | client(~clientv2(~client::create(~.newinstance(~.newmailgun(~.connect( | - | [.:\w]+\((?:{string}, ?){0,2}["']((?![\da-f]{8}-)[\w+/=.-]{20,200})["'] | new ShopClient("https://shop.example", "«{w40}»") | new ShopClient("https://shop.example", "the-name-of-the-shop")
token | @41058 | - | (?<=\[([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}))@\d+ | [«{h8}-{h4}-{h4}-{h4}-{h12}»@41058 tag="shop"] | [the-name-of-the-shop@41058 tag="shop"]
webhook | /hooks/ | \bhttps?:\/\/[\w.:-]+$ | \/hooks\/([a-z\d]{26})(?!\w) | https://chat.example/hooks/«{a26}» | https://chat.example/hooks/incoming
api-key | ably.realtime(~ably.rest( | - | ably\.\w+\(["']([\w-]+\.[\w-]+:[\w-]{20,})["'] | new Ably.Rest("«{w6}.{w6}:{w43}»") | new Ably.Rest("name.of:the-key-of-the-shop-of-me")
token | snyk auth  | - | snyk auth ([\da-f-]{36}) | snyk auth «{h8}-{h4}-{h4}-{h4}-{h12}» | snyk auth --auth-type=token
api-key | wandb.login( | - | wandb\.login\((?:key ?= ?)?["']([\da-f]{40})["'] | wandb.login(key="«{h40}»") | wandb.login(key="key")
sure | -setcookie  | - | -setcookie {value} | -setcookie Tr0ub4dor&3 | -setcookie $COOKIE
sure | .equals( | - | (?<=["']([^"'\s$]{4,200})["'])\.equals\((?:\w+\.)?(?:get)?pass(?:word|wd)?(?:\(\))?\) | if ("Tr0ub4dor&3".equals(password)) { | if ("$PASSWORD".equals(password)) {
sure | " == pass~" === pass~' == pass~' === pass | - | (?<=["']([^"'\s$]{4,200}))["'] ={2,3} pass(?:word|wd)(?!\w) | if ("Tr0ub4dor&3" == password) { | if ("$PASSWORD" == password) {
sure | passwordderivebytes(~rfc2898derivebytes( | - | \w+\(["']([^"'\r\n$]{1,200})["'] | new PasswordDeriveBytes("Tr0ub4dor&3", salt) | new PasswordDeriveBytes("$PASSWORD", salt)
sure | security_credentials | - | security_credentials["']?, ?["']([^"'\r\n$]{1,200})["'] | env.put(Context.SECURITY_CREDENTIALS, "Tr0ub4dor&3"); | env.put(Context.SECURITY_CREDENTIALS, "$PASSWORD");
secret | setcipherkey( | - | setcipherkey\((?:[\w.]+\()?["']([A-Za-z0-9+/]{20,}={0,2})["'] | manager.setCipherKey(Base64.decode("«{w24}»") | manager.setCipherKey(Base64.decode("the-key"))
sure |  /p  | \b(?:tasklist|taskkill|systeminfo|schtasks|driverquery|getmac)\b[^|;&]*$ |  /p {value} | tasklist /s host /u me /p Tr0ub4dor&3 | tasklist /s host /u me /p *
sure | auth = (~auth=( | - | auth ?= ?\({string}, ?["']((?!\$)[^"'\r\n]{1,200})["']\) | AUTH = ("me", "Tr0ub4dor&3") | AUTH = ("me", "$PASSWORD")
sure | password.equals(~pwd.equals( | - | \w+\.equals\(["']([^"'\s$]{4,200})["']\) | if (password.equals("Tr0ub4dor&3")) { | if (password.equals("$PASSWORD")) {
sure | addidentity( | - | addidentity\({string}, ?["']([^"'\r\n$]{1,200})["'] | jsch.addIdentity("id_rsa", "Tr0ub4dor&3"); | jsch.addIdentity("id_rsa", "$PASSWORD");
sure | secretkeyspec( | - | secretkeyspec\(["']([^"'\s$]{4,200})["']\.getbytes | new SecretKeySpec("Tr0ub4dor&3".getBytes(), "AES") | new SecretKeySpec("$KEY".getBytes(), "AES")
api-key | "username" | - | "username": ?"[^"]{1,60}", ?"key": ?"([\da-f]{32})" | {"username":"me","key":"«{h32}»"} | {"username":"me","key":"shop"}
password |  -p  | ^(?!.*\b(?:mysql|mariadb|docker|podman|nerdctl|ssh|nmap|kubectl|rsync|cp|git|mkdir)\b).*\s-(?:u|-user(?:name)?)[ =]\S+$ |  -p ["']?([^\s"'$)/-][^\s"'$)/]{5,200}) | cli auth:login -u me@host -p Tr0ub4dor&3 | cli auth:login -u me@host -p $PASSWORD
sure | credential: ~credential = ~"credential": | \bturns?: | \w+"? ?[:=] ?["']([^"'\r\n$]{1,200})["'] | {urls: "turn:host", username: "me", credential: "Tr0ub4dor&3"} | {urls: "turn:host", username: "me", credential: "$PASSWORD"}
sure | identified by  | \b[Uu][Ss][Ee][Rr] \S+ $ | identified by ([^\s"'\x60;,$(<{:@]{3,200})(?= account\b|;) | ALTER USER me IDENTIFIED BY Tr0ub4dor&3 ACCOUNT UNLOCK; | ALTER USER me IDENTIFIED BY $PASSWORD;
api-key | new stripe(~new resend(~.setapikey( | - | [\w. ]+\(["'\x60]([\w.-]{20,})["'\x60] | const stripe = new Stripe('«{w24}»'); | const stripe = new Stripe('stripe_secret_key');
sure | symmetricsecuritykey( | - | symmetricsecuritykey\([\w.]{0,60}getbytes\(["']([^"'\r\n$]{4,200})["'] | new SymmetricSecurityKey(Encoding.UTF8.GetBytes("Tr0ub4dor&3")) | new SymmetricSecurityKey(Encoding.UTF8.GetBytes("$KEY"))
sure | cookiestore([]byte( | - | cookiestore\(\[\]byte\(["\x60]([^"\x60\r\n$]{4,200})["\x60] | sessions.NewCookieStore([]byte("Tr0ub4dor&3")) | sessions.NewCookieStore([]byte("$KEY"))
sure | []byte(" | (?:[Jj]wt|JWT|[Ss]igning|[Hh]mac)_?(?:[Ss]ecret_?)?[Kk](?:ey|EY)(?:Bytes)? ?:?= ?$ | \[\]byte\("([^"\s$]{4,200})"\) | var jwtKey = []byte("Tr0ub4dor&3") | var jwtKey = []byte("$KEY")
sure | basic_auth ~digest_auth  | (?:^|[.\s])$ | \w+ ["'][^"'\s]{1,60}["'], ?["']((?!#\{)[^"'\s$]{1,200})["'] | req.basic_auth "me", "Tr0ub4dor&3" | req.basic_auth "me", "$PASSWORD"
sure | createasync(~checkpasswordasync(~addpasswordasync(~passwordsigninasync( | (?:[Uu]ser|[Ss]ign[Ii]n)[Mm]anager\.$ | \w+\({string}, ?"([^"\r\n$]{4,200})" | await userManager.CreateAsync(user, "Tr0ub4dor&3"); | await userManager.CreateAsync(user, "$PASSWORD");
sure | {noop} | ["']$ | \{noop\}([^"'\s$]{1,200})(?=["']) | .password("{noop}Tr0ub4dor&3") | .password("{noop}")
sure |  -c  | \bsnmp(?:walk|get|set|bulk|next|table|inform|trap)\w*\b[^|;&]*$ |  -c (?!public|private){value} | snmpwalk -v 2c -c Tr0ub4dor&3 host | snmpwalk -v 2c -c $COMMUNITY host
password | signwith( | - | signwith\(signaturealgorithm\.\w+, ?"([^"\s$]{4,200})" | Jwts.builder().signWith(SignatureAlgorithm.HS256, "Tr0ub4dor&3") | Jwts.builder().signWith(SignatureAlgorithm.HS256, "$KEY")
sure | .basic( | \bauth(?:entication)?\(\)(?:\.preemptive\(\))?$ | \.basic\({string}, ?["']([^"'\r\n$]{1,200})["'] | given().auth().basic("me", "Tr0ub4dor&3") | given().auth().basic("me", "$PASSWORD")
sure | :basic, ~:basic_auth,  | :authorization, $|\brequest\(? ?$ | :\w+, {string}, ?["']((?!#\{)[^"'\r\n$]{1,200})["'] | c.request :authorization, :basic, 'me', 'Tr0ub4dor&3' | c.request :authorization, :basic, 'me', '$PASSWORD'
sure | createcredential(~createscramsha1credential(~createplaincredential(~createscramsha256credential( | MongoCredential\.$ | \w+\({string}, ?{string}, ?"([^"\r\n$]{1,200})" | MongoCredential.createCredential("me", "shop", "Tr0ub4dor&3".toCharArray()) | MongoCredential.createCredential("me", "shop", "$PASSWORD".toCharArray())
sure | newdialer( | \b(?:go)?mail\.$ | newdialer\({string}, ?\d{1,5}, ?{string}, ?"([^"\r\n$]{1,200})" | gomail.NewDialer("smtp.shop.example", 587, "me", "Tr0ub4dor&3") | gomail.NewDialer("smtp.shop.example", 587, "me", "$PASSWORD")
password | hmac.new( | - | hmac\.new\([\w.]{1,30}, ?\[\]byte\(["\x60]([^"\x60\s$]{4,200})["\x60] | hmac.New(sha256.New, []byte("Tr0ub4dor&3")) | hmac.New(sha256.New, []byte("$KEY"))
password | ::from_secret( | Key$ | ::from_secret\(b?"([^"\s$]{4,200})" | EncodingKey::from_secret("Tr0ub4dor&3".as_ref()) | EncodingKey::from_secret("$KEY".as_ref())
password | plaincredentials(~.authenticate( | (?:[Pp]ika|[Ss]mtp\w*|[Ii]map\w*|[Pp]op3?\w*|[Cc]lient)\.?$ | \.?\w+\({string}, ?["']([^"'\r\n$]{1,200})["']\) | pika.PlainCredentials('me', 'Tr0ub4dor&3') | pika.PlainCredentials('me', '$PASSWORD')
password | login(~log_in(~sign_in(~signin( | (?:^|[\s.:>(])$ | \w+\(["'][^"'\s$]{1,60}["'], ?["']((?![/#])[^"'\s$]{4,200})["']\) | await login('me', 'Tr0ub4dor&3'); | await login('me', '$PASSWORD');
password | hash_hmac( | - | hash_hmac\(["'][\w-]{1,20}["'], ?{string}, ?["']([^"'\s$]{4,200})["'] | hash_hmac('sha256', $data, 'Tr0ub4dor&3') | hash_hmac('sha256', $data, '$KEY')
password | openssl_encrypt(~openssl_decrypt( | - | \w+\({string}, ?{string}, ?["']([^"'\s$]{4,200})["'] | openssl_encrypt($data, 'AES-128-CBC', 'Tr0ub4dor&3') | openssl_encrypt($data, 'AES-128-CBC', '$KEY')
password | jwt::encode(~jwt::decode( | - | jwt::\w+\({string}, ?(?:new key\()?["']([^"'\s$]{4,200})["'] | JWT::encode($claims, 'Tr0ub4dor&3', 'HS256') | JWT::encode($claims, '$KEY', 'HS256')
secret | basicawscredentials(~awsbasiccredentials.create( | - | [\w.]+\({string}, ?"([\w+/=-]{30,80})" | new BasicAWSCredentials(id, "«{b40}»") | new BasicAWSCredentials(id, "the-secret-access-key-of-the-shop")
sure | <<<  | \b(?:sudo (?:-\S+ )*-S|kinit|passwd --stdin|cryptsetup)\b[^|;&]*$ | <<< ["']?([^\s"'$]{1,200}) | sudo -S ls <<< "Tr0ub4dor&3" | sudo -S ls <<< "$PASSWORD"
sure | set-initial-password ~reset-admin-password ~user:password ~user-password  | \b(?:grafana(?:-cli)?|neo4j-admin|drush)\b[^|;&]*$ | [\w:-]+password (?:--\S+ )*(?:[\w@.-]{1,40} (?=["']))?{value}(?=["']?\s*$) | grafana-cli admin reset-admin-password Tr0ub4dor&3 | grafana-cli admin reset-admin-password $PASSWORD
sure | crypt(' | - | crypt\('([^'\r\n]{4,200})', ?gen_salt | SELECT crypt('Tr0ub4dor&3', gen_salt('bf')); | SELECT crypt('$PASSWORD', gen_salt('bf'));
sure | sp_addlogin ~sp_password  | - | \w+ N?'[^'\r\n]{1,60}', ?N?'([^'\r\n]{4,200})' | EXEC sp_addlogin 'me', 'Tr0ub4dor&3' | EXEC sp_addlogin 'me', '$PASSWORD'
password | md5('~sha1('~sha2('~md5("~password_hash(' | \bpass(?:word|wd)?\x60? ?= ?$ | \w+\(["']([^"'\s$]{4,200})["'] | UPDATE users SET password = MD5('Tr0ub4dor&3'); | UPDATE users SET password = MD5('$PASSWORD');
password |  / | (?:(?:[Ll]og|[Ss]ign) ?in (?:with|as|using)|[Cc]redentials?:) ["\x60][\w.@-]{1,40}["\x60]$ |  / ?["\x60]([^"\x60\s$]{4,60})["\x60] | Log in with "admin" / "Tr0ub4dor&3" | Log in with "admin" / "$PASSWORD"
password | --password, ~--token, ~--passphrase,  | [[,] ?$ | --\w+, ((?=[^,\]\s]*\d)(?![^,\]]*\/)[^,\]\s"'$-][^,\]\s"'$]{3,199})(?=[,\]]) | args: [serve, --password, Tr0ub4dor&3] | args: [serve, --password, $PASSWORD]
password | strcmp(~strncmp(~strcasecmp( | - | str\w+\((?:\w{1,30}_)?pass(?:word|wd)?, ?"([^"\s$]{4,200})" | strcmp(password, "Tr0ub4dor&3") == 0 | strcmp(password, "$PASSWORD") == 0
password | getbytes(" | \b(?:_?(?:[Jj]wt|[Ss]igning|[Hh]mac|[Ss]ecret|[Ss]ecurity))?_?(?:[Kk]ey|[Ss]ecret)(?:Bytes)? ?= ?(?:System\.Text\.)?Encoding\.\w+\.$ | getbytes\("([^"\r\n$]{4,200})" | var key = Encoding.ASCII.GetBytes("Tr0ub4dor&3"); | var key = Encoding.ASCII.GetBytes("$KEY");
sure | forkey: "pass | - | (?<=["']([^"'\s$]{4,200})["'], ?)forkey: "pass(?:word|wd)?" | defaults.set("Tr0ub4dor&3", forKey: "password") | defaults.set("$PASSWORD", forKey: "password")
password | user = "~user="~proxy-user = " | ^\s*$ | [\w-]+ ?= ?"(?!mailto:|tel:|\$)[^":\s]{1,60}:([^"\s$]{1,200})"\s*$ | user = "me:Tr0ub4dor&3" | user = "me:$PASSWORD"
sure | password~passphrase~psk | (?:^|[\s"'\x60{(,;.$]|(?:[A-Z\d]|\b(?:db|user|admin|root|wifi|smtp|mail))_)$ | (?:password|passphrase|psk)["']?\]?(?:[:=]| ?[:=] ?| ?=> ?)["'\x60]?((?!(?:[a-z]+ ){0,8}(?:the|your|you|and|are|was|has|have|for|from|not|new|old|must|can|cannot|may|should|will|does|too|been|being|least|contain|contains|match|matches|valid|invalid|required|optional|password|passwords|passphrase|reset|change|changed|confirm|characters|field|user|account|login|empty|missing|wrong|incorrect|that|this|these|with|without|when|which|value|values|string|text|used|uses|use|using|plain|here|enter|please|set|into|default|none|one|all|any|some)\b)[a-z]{3,10}(?: [a-z]{3,10}){3,8})["'\x60]?[ ,;)}\]]*$ | DB_PASSWORD="«maple rocket purple anchor»" | DB_PASSWORD="maple rocket must anchor"
token | authorization | - | authorization["'\x60]?\]?(?:, ?| ?[:=] ?)["'\x60][A-Za-z]{2,20}:? ["'\x60] ?[+.] ?["'\x60]([\w.+/=-]{20,})["'\x60] | setHeader('Authorization', 'Bot ' + '«{w32}»') | setHeader('Authorization', 'Bot ' + 'the-name-of-a-long-token-here')
token | client(~client.new( | (?:new |::)[\w.:]*$ | client(?:\.new)?\(["']([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\w-]{32,64})["'] ?\) | client = Postmark::ApiClient.new('«{h8}-{h4}-{h4}-{h4}-{h12}»') | client = Postmark::ApiClient.new('the-name-of-a-long-token-goes-here')
token | ?auth=~&auth= | - | .auth=([\da-f]{32,64})(?![\da-z]) | https://shop.example/history?auth=«{h32}» | https://shop.example/history?auth=abc
sure | ftp( | - | ftp\({string}, ?["'][\w@.-]{1,40}["'], ?["']([^"'\s$]{1,200})["'] | ftp = FTP('ftp.shop.example', 'me', 'Tr0ub4dor&3') | ftp = FTP('ftp.shop.example', 'me', '$PASSWORD')
password | .connect(~:connect( | - | .connect\({string}, ?["'][\w@.-]{1,40}["'], ?["']([^"'\s$]{4,200})["'] | db.connect("localhost", "root", "Tr0ub4dor&3", "shop") | db.connect("localhost", "root", "$PASSWORD", "shop")
password | scryptsync(~scrypt(~pbkdf2sync(~pbkdf2( | - | \w+\(["'\x60]([^"'\x60\s$]{4,200})["'\x60], ?\S | crypto.scryptSync('Tr0ub4dor&3', 'salt', 32) | crypto.scryptSync('$KEY', 'salt', 32)
key | createcipheriv(~createdecipheriv( | - | \w+\(["'\x60][\w-]{1,30}["'\x60], ?["'\x60]([\w+/=-]{16,64})["'\x60] | createCipheriv('aes-256-cbc', '«{w32}»', iv) | createCipheriv('aes-256-cbc', 'the-name-of-a-long-token-here', iv)
sure | valid credentials~account is valid | - | (?<=[\w.@-]{1,40}:(\S{1,60}) (?:-|=>) )(?:valid credentials|account is valid) | admin:Tr0ub4dor&3 - Valid credentials | admin:$PASSWORD - Valid credentials
password | password" "~passwd" " | ^[ \t]*(?:\w+ )?"\w*$ | \w+" "([^"\s$]{4,200})"[ \t]*$ | DriverOption "password" "Tr0ub4dor&3" | DriverOption "password" "Password"
password-hash | grub.pbkdf2. | - | grub\.pbkdf2\.sha\d+\.\d+\.([\da-f]{64,}\.[\da-f]{64,}) | password_pbkdf2 root grub.pbkdf2.sha512.10000.«{h64}.{h64}» | password_pbkdf2 root grub.pbkdf2.sha512.10000.abc.abc
password-hash | ::: | - | (?<=:\d{1,9}:[\da-f]{32}:([\da-f]{32})):::(?!\w) | me:500:aad3b435b51404eeaad3b435b51404ee:«{h32}»::: | me:500:aad3b435b51404eeaad3b435b51404ee:*:::
token | username_pw_set( | - | \w+\(["']([A-Za-z\d]{20})["']\) | client.username_pw_set("«{w20}»") | client.username_pw_set("gateway")
token | x-amz-signature= | - | x-amz-signature=([\da-f]{64}) | https://shop.s3.amazonaws.com/a?X-Amz-Signature=«{h64}» | https://shop.s3.amazonaws.com/a?X-Amz-Signature=abc
token | /t/ | conda[\w.]*$ | \/t\/([\w-]{20,})\/ | https://conda.anaconda.org/t/«{w20}»/shop | https://conda.anaconda.org/t/TOKEN/shop
sure | modparam( | - | modparam\("\w+", ?"\w*pass\w*", ?"([^"\s$]{1,200})" | modparam("db_redis", "db_pass", "Tr0ub4dor&3") | modparam("db_redis", "db_pass", "$PASSWORD")
sure | password( | \bUSRPRF\([^()]*\) $ | password\(([^()\s*]{1,128})\) | CRTUSRPRF USRPRF(ME) PASSWORD(Tr0ub4dor&3) | CRTUSRPRF USRPRF(ME) PASSWORD(*NONE)
sure | credentials( | - | credentials\({string}, ?["'][\w-]+\.[\w.-]+["'], ?{string}, ?["']([^"'\s$]{1,200})["']\) | Credentials("Realm", "shop.example", "me", "Tr0ub4dor&3") | Credentials("Realm", "shop.example", "me", "$PASSWORD")
password | --passphrase ~--password  | - | --pass\w+ ["']([^"'$\r\n]{4,200})["'] | gpg --passphrase 'the cane of Tr0ub4dor&3' x | gpg --passphrase 'the cane of somebody' x
sure | with: | \bfill_in ["'][^"']*[Pp]assword[^"']*["'], ?$ | with: ?["']([^"'\r\n$]{1,200})["'] | fill_in "Password", with: "Tr0ub4dor&3" | fill_in "Password", with: "$PASSWORD"
sure | using ' | \bCONNECT TO \S+ USER \S+ $ | using '([^'\s]{1,128})' | CONNECT TO SHOP USER 'ME' USING 'Tr0ub4dor&3' | CONNECT TO SHOP USER 'ME' USING ':PW'
`;
