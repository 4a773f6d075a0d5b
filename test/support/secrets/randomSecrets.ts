import type { Random } from './publishedForms.ts';

const small = 'abcdefghijklmnopqrstuvwxyz';
const capital = small.toUpperCase();
const digits = '0123456789';

/** How passwords and keys are made: the units and how many. */
export interface Maker {
  readonly name: string;
  readonly units: string;
  readonly length: number;
}

const word = small + capital + digits;

function maker(name: string, units: string, length: number): Maker {
  return { name: `${name}, ${length}`, units, length };
}

/** How keys are made; passwords are, too. */
export const keyMakers: readonly Maker[] = [
  maker('letters and digits', word, 16),
  maker('letters and digits', word, 20),
  maker('letters and digits', word, 32),
  maker('lower case and digits', small + digits, 16),
  maker('lower case and digits', small + digits, 24),
  maker('hexadecimal', `${digits}abcdef`, 32),
  maker('hexadecimal', `${digits}abcdef`, 64),
  maker('base64', `${word}+/`, 32),
  maker('base64', `${word}+/`, 44),
  maker('base64 for addresses', `${word}-_`, 43),
  maker('base32', `${capital}234567`, 32),
  maker('with signs and parentheses, as of Django', `${small + digits}!@#$%^&*(-_=+)`, 50),
];

/** How passwords alone are made. */
export const passwordMakers: readonly Maker[] = [
  maker('letters and digits', word, 10),
  maker('letters and digits', word, 12),
  maker('with signs', `${word}!@#$%^&*-_=+`, 12),
  maker('with signs', `${word}!@#$%^&*-_=+`, 16),
  maker('with all signs', `${word}!"#$%&'()*+,-./:;<=>?@[]^_\`{|}~`, 20),
];

/** Those that are told apart: of letters or digits alone, which words and numbers are, too, and of the signs of code and templates. */
export const apartMakers: readonly Maker[] = [
  maker('letters', small + capital, 16),
  maker('lower case', small, 16),
  maker('digits', digits, 16),
  maker('with all signs', `${word}!@#$%^&*()-_[]{}<>~\`+=,.;:/?|`, 64),
];

/** A value of a maker. */
export function made({ units, length }: Maker, random: Random): string {
  return Array.from({ length }, () => units[random(units.length)]).join('');
}

const xml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const single = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const yaml = (value: string) => (/^[A-Za-z0-9][\w.+/=-]*$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`);
const shell = (value: string) =>
  /^[\w.+/=-]*$/.test(value) ? value : value.includes("'") ? JSON.stringify(value) : `'${value}'`;
/** RFC 3986: the reserved signs, too. */
const uri = (value: string) =>
  encodeURIComponent(value).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A place of a secret, and how it stands in it. */
export interface PlainPlace {
  readonly name: string;
  readonly of: (value: string) => readonly [before: string, value: string, after: string];
}

/** The plainest places of passwords. */
export const passwordPlaces: readonly PlainPlace[] = [
  { name: 'JSON', of: (value) => ['{\n  "password": "', JSON.stringify(value).slice(1, -1), '",\n  "port": 1\n}'] },
  { name: 'YAML', of: (value) => ['database:\n  password: ', yaml(value), '\n  port: 1\n'] },
  { name: '.env', of: (value) => ['HOST=a\nDB_PASSWORD=', shell(value), '\nPORT=1\n'] },
  { name: 'TOML', of: (value) => ['[db]\npassword = ', JSON.stringify(value), '\n'] },
  { name: 'JavaScript', of: (value) => ['const password = ', single(value), ';\n'] },
  { name: 'Python', of: (value) => ['PASSWORD = ', single(value), '\n'] },
  { name: 'Go', of: (value) => ['\tpassword := ', JSON.stringify(value), '\n'] },
  { name: 'XML', of: (value) => ['<password>', xml(value), '</password>\n'] },
  { name: 'XML, an attribute', of: (value) => ['<add key="Password" value="', xml(value), '" />\n'] },
  { name: 'a connection string', of: (value) => ['postgres://app:', uri(value), '@db:5432/app\n'] },
];

/** The plainest places of keys. */
export const keyPlaces: readonly PlainPlace[] = [
  { name: 'JSON, a key', of: (value) => ['{"apiKey": "', JSON.stringify(value).slice(1, -1), '"}'] },
  { name: 'YAML, a key', of: (value) => ['api_key: ', yaml(value), '\nport: 1\n'] },
  { name: '.env, a key', of: (value) => ['HOST=a\nSECRET_KEY=', shell(value), '\nPORT=1\n'] },
  { name: 'ini', of: (value) => ['[db]\nclient_secret = ', JSON.stringify(value), '\nport = 1\n'] },
  { name: 'TypeScript', of: (value) => ['const apiKey: string = ', single(value), ';\n'] },
  { name: 'Java', of: (value) => ['  private static final String SECRET = ', JSON.stringify(value), ';\n'] },
  { name: 'C#', of: (value) => ['var accessToken = ', JSON.stringify(value), ';\n'] },
  { name: 'Rust', of: (value) => ['let auth_token = ', JSON.stringify(value), ';\n'] },
];
