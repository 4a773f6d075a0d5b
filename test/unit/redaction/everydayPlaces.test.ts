import { describe, expect, test } from 'vitest';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';

const passwords = ['hunter2horse', 'Summer#2024', 'Tr0ub4dor&3', 'a#b!c9d', 'Xk7q9ZpLw3Tb'];

/** Where people write passwords; `*` is the password. */
const places = [
  ...['password: *', 'db: {user: "a", password: "*"}', 'password: * # of the old database', 'password: * \t\nuser: me'],
  ...['DB_PASSWORD=* # local', "DB_PASSWORD='*' # local", '[db]\npassword = * ; of the old database'],
  ...['postgres://app:*@db:5432/app', 'dsn := "host=localhost user=me password=* dbname=shop sslmode=disable"'],
  ...['time=12:00 level=info password=* user=me', 'host1 ansible_user=me ansible_ssh_pass=* ansible_port=22'],
  ...['mysqldump --password * shop', 'mysqldump --password=* shop > x.sql'],
  'java -Djavax.net.ssl.keyStorePassword=* -jar shop.jar',
  ...['ENV DB_PASSWORD *', 'machine host\nlogin me\npassword *', 'spring.datasource.password=*'],
  ...["define('DB_PASSWORD', '*');", 'os.getenv("DB_PASSWORD", "*")'],
  'variable "db_password" {\n  type    = string\n  default = "*"\n}',
  ...['password2 = "*"', 'client.setDbPassword("*")', 'The password `*` works', '$dbPassword .= "*";'],
  '  administrator_password                        = "*"',
  "ALTER LOGIN sa WITH PASSWORD = N'*'",
  ...['environment: { POSTGRES_PASSWORD: * }', 'env: {PGPASSWORD: *, CI: true}'],
  ...['DB_PASSWORD ::= *', 'DB_PASSWORD ?= *', 'user: me, pw: *', 'APP_PASS: *', 'pass: *'],
  ...['- Password: `*`', '| Password | * |', '__Password:__ *', 'Log in as admin with password *'],
  ...['<li><b>Password:</b> *</li>', '| user | password |\n| --- | --- |\n| me | * |'],
  ...['Das Passwort ist *', 'Contraseña: *', '"contraseña": "*"', 'Mot de passe : *', 'senha = "*"'],
  ...['wachtwoord: *', 'lösenord: *', 'hasło: *', 'Пароль: *', '"пароль": "*"'],
  ...['密码：*', '密码是*', 'パスワード: *', '비밀번호: *'],
  "INSERT INTO users (id, name, password) VALUES (1, 'O''Neil, (a)', '*');",
  "insert into `users` (`id`,`password`)\nvalues (1,NULL),\n  (2,'*'), (3,now());",
  'COPY public.users (id, password, created_at) FROM stdin;\n1\t*\t2026-01-01\n\\.\n',
];

/** Where a key is what a call or a property makes of a string, or a string of its own; `*` is the key. */
const keysInCode = [
  ...['let api_key = String::from("*");', '{name: API_TOKEN, value: "*"}', 'jwt_secret = """*"""'],
  ...['Your new API key is *', 'var jwtKey = []byte("*")', 'SECRET_KEY: SecretStr = SecretStr("*")'],
  ...['<Map apiKey={"*"} />', 'buildConfigField("String", "API_KEY", "\\"*\\"")'],
  `buildConfigField "String", "API_KEY", '"*"'`,
  "curl --header 'Authorization: *' https://shop.example/",
  ...['token                *', 'echo "the token = *"', 'token=*&type=x', '"secret": [ "*" ]'],
];

test.each(keysInCode)('a key is hidden in: %s', (place) => {
  for (const key of ['q7W8e9R0t1Y2u3I4o5P6a7S8', '5eb4223e-5008-46e5-be67-c7b8f2732305'])
    expect(findSecrets(`${place.replace('*', key)}\n`).spans.length, key).toBe(1);
});

test.each([
  ['"apiKeys": [\n  "*",\n  "+",\n  "*+"\n]', 3],
  ['api_keys:\n  - *\n  - +\n  - *+', 3],
  ['var apiKeys = []string{"*", "+"}', 2],
  ["const apiKey = isLive ? '*' : '+';", 2],
  ['{"apiKeys": ["*"], "id": "+"}', 1],
])('every key of a list and each branch is hidden: %s', (place, count) => {
  const text = place.replaceAll('*', 'kX9vQ2pLw7Zt4Rm8Yc1bN3').replaceAll('+', 'pL8wQ3nMx6Yt5Sk9Zd2cM4');
  expect(findSecrets(`${text}\n`).spans).toHaveLength(count);
});

describe('passwords where people write them', () => {
  test.each(places)('%s', (place) => {
    for (const password of passwords) {
      const value = place.startsWith('<') ? password.replace('&', '+') : password;
      const text = `before\n\n${place.replace('*', value)}\nafter\n`;
      const start = text.indexOf(value);
      const hides = findSecrets(text).spans.some((span) => span.start <= start && start + value.length <= span.end);
      expect(hides, text).toBe(true);
    }
  });

  test.each([
    ['SECRET=', 'kX9vQ2pLw7Zt4Rm8Yc1bN3=/secret'],
    ['secret: ', 'secret_kX9vQ2pLw7Zt4Rm8Yc1bN3=='],
    ['"api_token": "', 'tokenkX9vQ2pLw7Zt4Rm8Yc1bN3='],
    ['password=', 'kX9vQ2!passwordpLw7Zt=4Rm8'],
    ['token=', 'kX9vQ2pLw7Zt4Rm8Yc1bN3/token=Yc1bN3kX9vQ2pLw7Zt4Rm8'],
    ['GET /token?id=me&client_secret=', '_pHwNCTUrkUZ'],
  ])('behind %s a value that holds this name, a sign or no digit, or is made up', (name, value) => {
    const [span] = findSecrets(`${name}${value}\n`).spans;
    expect(span).toMatchObject({ start: name.length, end: name.length + value.length });
  });

  test.each([
    ...['password: |\n  *', 'db_password: >-\n    *', 'password: |+ \n  *', 'app.password=\\\n  *'],
    ...['id,name,password  \n1,bob,*', '\ufeffid,password\n1,*', "cfg[ 'password' ] = '*';"],
    '\ufeff"password","id"\n"*","1"',
    ...['password:\n  - *', 'password:\n- "*"', '{"password":["*"]}', '"password": [\n  "*"\n]'],
    ...['password = """\n*"""', "password = '''\n*\n'''"],
  ])('%j', (place) => {
    for (const password of passwords) {
      const text = `${place.replace('*', password)}\n`;
      const start = text.indexOf(password);
      expect(findSecrets(text).spans).toMatchObject([{ start, end: start + password.length }]);
    }
  });

  test.each([
    ...['secrets:\n  - db_password2\n  - name: token2', 'const key =\n  isSet\n    ? password\n    : hash2;'],
    `if (text.includes('-----BEGIN PRIV${'ATE KEY'}-----')) return parse(text);`,
    `START = b"-----BEGIN OPENSSH PRIV${'ATE KEY'}-----"\nEND = b"-----END OPENSSH PRIV${'ATE KEY'}-----"`,
  ])('nothing is hidden in: %s', (text) => expect(findSecrets(`${text}\n`).spans).toEqual([]));
});

test.each([
  ...['client.authPassword("me", "*2024")', 'new PasswordEncoder("*2024")', 'spring.datasource.password=*'],
  ...['docker run -e MYSQL_ROOT_PASSWORD=* -d mysql', 'env.put(Context.SECURITY_CREDENTIALS, "*2024");'],
  ...['db:\n  password: *', "  password: '*'", 'x.password=* \\\n  -v', '"Server=x;Password=*;Db=y"', 'JWT_SECRET=*'],
  ...['curl -u me:* https://host/', 'mysql -u root -p* shop', "ALTER USER me IDENTIFIED BY '*';"],
  ...['required username="me" password="*";', 'ALTER USER me IDENTIFIED BY *2024', '["db.password=*2024"]'],
  ...['{passphrase, "*2024"}', 'psql "user=me password=*"', 'X_PASS=*', 'x --password * -v'],
  ...['APP_PASS: *', 'auth.password=*,auth.user=me'],
  ...['Private Token As String = "*Kq7vR2mTz9pLw"', 'const token = isTest ? "fallback" : "*Kq7vR2mTz9pLwX4dB8nH";'],
])('a secret beside its name is hidden, a label is not: %s', (place) => {
  const at = place.indexOf('*');
  const [span] = findSecrets(`${place.replace('*', 'maplerocket')}\n`).spans;
  expect(span).toMatchObject({ start: at, end: at + 11 + (/\*(\w*)/.exec(place)?.[1]?.length ?? 0) });
  expect(
    findSecrets(`${place.replace(/\*\w*/, 'Label')}\n`.replace(/_(?:ROOT_PASSWORD|SECRET|PASS)/, '_LABEL')).spans,
  ).toEqual([]);
});
