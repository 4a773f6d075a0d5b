/**
 * Words in a name (variable, key, header, column) that announce a secret. Columns: the kind of
 * secret; flags, or `-`; the names in lower case, words separated by blanks. `chosen`: people
 * choose the value, so a short one counts. `vague`: the name has other meanings, so only a clearly
 * random value counts. `whole`: the word is part of many others, so it must be separate.
 */
export const names = `
password | chosen | password, passwd, pswd, psswd, pswrd, psword, psswrd, pssword, passwrd, passsword, paswd, passworsd, passowrd, pasword, paswrd, pass phrase, pass code, unlock code, wifi key, wlan key, wlan schlüssel, pwd, db pass
password | chosen | user pass, pg pass, sql pass, smtp pass, mail pass, root pass, admin pass, ftp pass, redis pass, ssh pass, auth pass, priv pass, become pass, control pass, remote pass, httpapi pass, store pass, key pass, bind pass, root pw, bind pw
password | chosen | my pass, mqtt pass, wifi pass, login pass, new pass, web pass, my pw, pre shared key, db pw, user pw, admin pw, mail pw
password | chosen | passwort, kennwort, kenncode, senha, palavra passe, contraseña, contraseÑa, contrasena, mot de passe, parola, parolă
password | chosen | şifre, Şifre, sifre, wachtwoord, lösenord, passord, adgangskode, salasana
password | chosen | hasło, heslo, jelszó, mật khẩu, kata sandi, пароль, Пароль, ПАРОЛЬ, κωδικός, Κωδικός
password | chosen | סיסמה, كلمة المرور
password | chosen | 密码, 密碼, 口令, パスワード, 暗証番号, 비밀번호, 암호, รหัสผ่าน
password | chosen whole | auth tok, pw, psk, passw, mdp, clave, haslo
password | chosen whole | pass
password | chosen | password confirmation, password confirm, password repeat, password again, password old, password new, password input
secret | chosen | secret key, secret key base, secret value, jwt secret, secret or key, secret or private key, session secret, cookie secret
secret | - | secret, credential, signing key, encryption key, master key, local key, shared key, session key, crypt key
secret | - | secret seed, erlang cookie, pepper, security salt, bind key, private key, deploy key, ssh key, host key, client key
secret | - | decryption key, hmac key, cipher key, aes key, signature key, wallet key, priv key, rest key
api-key | - | api key, app key, auth key, authentication key, license key, licence key, consumer key, integration key, github key, google key, maps key, stripe key, openai key
api-key | - | application key, subscription key, instrumentation key, ingest key, ingestion key, project key
api-key | - | secret id, developer key, dev key, partner key, search key
access-key | - | access key, account key, service key, function key, admin key, write key, read key, user key
access-key | vague | primary key, secondary key, storage key, sas key, server key, management key, event key
token | - | token, jenkins crumb, jwt, webhook key, access code, auth code, api hash, personal access
authorization | vague | _auth, authorization, x-auth, auth header
token | whole | gh pat, github pat
token | vague whole | pat
key | vague whole | key, apis, cred, creds
secret | vague whole | auth, otp, totp, nonce key, sig, skey, sid
secret | vague | session id, session, sessid, cookie, salt, bearer, csrf, xsrf
`;
