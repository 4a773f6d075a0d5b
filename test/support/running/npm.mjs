import { spawn } from 'node:child_process';

/** What npm prints when the network, not the request, was at fault. */
const NETWORK_FAULT =
  /\b(EAI_AGAIN|ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|EINTEGRITY|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ERR_STREAM_PREMATURE_CLOSE|FETCH_ERROR|E429|E5\d\d)\b|network|socket hang up/i;

const QUIET = ['--no-audit', '--no-fund'];

/** Advice by the code npm prints, first match wins. */
const ADVICE = /** @type {const} */ ([
  [/\bENOSPC\b/, 'The disk is full. Free about 2 GB and run the command again.'],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    'A folder cannot be written. Check the owner of this folder and of the npm cache (npm config get cache).',
  ],
  [/\bE(401|403)\b/, 'The npm registry refused. Check `npm config get registry` and its credentials.'],
  [
    NETWORK_FAULT,
    'The npm registry was not reached. Check the connection, `npm config get registry` and `npm config get proxy`, then run the command again.',
  ],
]);

/**
 * Runs npm quietly and, when the network failed, once more.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @throws {Error} with npm's words and the next step
 */
export async function npm(args, cwd) {
  const result = await patientNpm(args, cwd);
  if (result.code !== 0) throw failed(args, cwd, result.output);
}

/**
 * Installs exactly what package-lock.json says. `npm ci` also wants the packages of all other platforms to stand in it and
 * to be in the registry, which a mirror may not have: then `npm install` serves, with the same versions.
 * @param {string} cwd
 * @throws {Error} with npm's words and the next step
 */
export async function npmCi(cwd) {
  const args = ['ci', ...QUIET];
  const { code, output } = await patientNpm(args, cwd);
  if (code === 0) return;
  if (!output.includes('EUSAGE')) throw failed(args, cwd, output);
  await npmUpdate(cwd);
}

/**
 * Brings an existing `node_modules` to the versions of package-lock.json, which stays as it is.
 * @param {string} cwd
 * @throws {Error} with npm's words and the next step
 */
export async function npmUpdate(cwd) {
  await npm(['install', '--no-save', ...QUIET], cwd);
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function patientNpm(args, cwd) {
  const result = await runNpm(args, cwd);
  return result.code !== 0 && NETWORK_FAULT.test(result.output) ? runNpm(args, cwd) : result;
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {string} output
 */
function failed(args, cwd, output) {
  const errors = output.split('\n').filter((line) => /^npm error (?!\s|code:)/.test(line));
  const told = errors.length > 0 ? errors.slice(0, 8).join('\n') : lastLines(output, 15);
  return new Error(`npm ${args.join(' ')} failed in ${cwd}\n${told}\n${adviceOn(output)}`);
}

/**
 * Runs one of a package's scripts quietly.
 * @param {string} name
 * @param {string} cwd
 * @throws {Error} with the end of what it printed
 */
export async function npmScript(name, cwd) {
  const result = await runNpm(['run', '--silent', name], cwd);
  if (result.code !== 0) throw new Error(`npm run ${name} failed:\n${lastLines(result.output, 60)}`);
}

/** @param {string} output */
function adviceOn(output) {
  return ADVICE.find(([sign]) => sign.test(output))?.[1] ?? 'Run the command by hand in that folder to see more.';
}

/**
 * @param {string} text
 * @param {number} count
 */
function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runNpm(args, cwd) {
  const { command, prefix } = npmCommand();
  return new Promise((resolve) => {
    const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe']);
    const child = spawn(command, [...prefix, ...args], { cwd, env: npmEnvironment(), stdio: [...stdio] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    const release = endWithThisProcess(child);
    /** @param {number | null} code */
    const settle = (code, message = '') => {
      release();
      resolve({ code, output: output + message });
    };
    child.on('error', (error) => settle(null, error.message));
    child.on('close', (code) => settle(code));
  });
}

/**
 * The end of this process, also by a signal, ends the child first.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} undoes it
 */
function endWithThisProcess(child) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  const kill = () => child.kill();
  const end = () => process.exit(130);
  process.on('exit', kill);
  for (const signal of signals) process.on(signal, end);
  return () => {
    process.off('exit', kill);
    for (const signal of signals) process.off(signal, end);
  };
}

/** The npm that runs us where there is one: it is sure to exist, whatever PATH says. */
function npmCommand() {
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('npm-cli.js') ? { command: process.execPath, prefix: [cli] } : { command: 'npm', prefix: [] };
}

/** Without what an outer `npm run` says about its own package; npm's errors are always told. */
function npmEnvironment() {
  const env = { ...process.env };
  const foreign = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|prefix|omit|loglevel|silent)$|^INIT_CWD$/i;
  for (const name of Object.keys(env)) if (foreign.test(name)) delete env[name];
  return { ...env, npm_config_loglevel: 'error' };
}
