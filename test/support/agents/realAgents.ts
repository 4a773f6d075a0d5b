import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npm } from '../running/npm.mjs';
import { root } from '../running/toolchain.mjs';

/** Real agents from npm, each in the release that the tests were written with. */
const packages = {
  claude: { name: '@anthropic-ai/claude-code', version: '2.1.330', after: 'install.cjs' },
  codex: { name: '@openai/codex', version: '0.169.0', after: null },
  gemini: { name: '@google/gemini-cli', version: '0.61.0', after: null },
  opencode: { name: 'opencode-ai', version: '1.18.33', after: 'postinstall.mjs' },
  cline: { name: 'cline', version: '3.0.65', after: null },
  copilot: { name: '@github/copilot', version: '1.0.102', after: null },
  qwen: { name: '@qwen-code/qwen-code', version: '0.24.4', after: null },
} as const;
export type RealAgent = keyof typeof packages;
export const realAgents = Object.keys(packages) as readonly RealAgent[];

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/**
 * The program of an agent, installed below the cache first if it is not there; null where it can't be had, which is
 * said, and which the test command tells as not run.
 */
export async function installedAgent(agent: RealAgent): Promise<string | null> {
  const { name, version, after } = packages[agent];
  const cache = process.env['LIVE_CONTEXT_CACHE'] ?? join(root, '.cache');
  const folder = join(cache, `${agent}-${version}`);
  const program = join(folder, 'node_modules/.bin', agent);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const growing = await mkdtemp(`${folder}-installing-`);
  try {
    await writeFile(join(growing, 'package.json'), JSON.stringify({ private: true }));
    await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${name}@${version}`], growing);
    const script = after === null ? null : join(growing, 'node_modules', name, after);
    if (script !== null && existsSync(script)) await run(process.execPath, [script], { cwd: growing, env: {} });
    await rename(growing, folder);
    return program;
  } catch (error) {
    console.warn(`${agent} ${version} is not run: ${error instanceof Error ? error.message : error}`);
    return existsSync(program) ? program : null;
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
}

/** Runs a program to its end, at most `ms`. */
export function run(
  command: string,
  args: readonly string[],
  {
    cwd,
    env,
    ms = 300_000,
  }: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly ms?: number },
): Promise<Ran> {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const child = spawn(command, [...args], {
    cwd,
    env: { PATH, TERM: 'dumb', NO_COLOR: '1', CI: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  return new Promise((resolve) => {
    child.on('error', (fault) => {
      error += fault.message;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out, error });
    });
  });
}

interface Asked {
  readonly program: string;
  /** The agent's home folder. */
  readonly home: string;
  readonly cwd: string;
  /** The scripted model's. */
  readonly port: number;
  readonly prompt: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Asks an agent one prompt, as it is connected in its home folder, against the scripted model. */
export const ask: Readonly<Record<RealAgent, (asked: Asked) => Promise<Ran>>> = {
  claude: ({ program, home, cwd, port, prompt, env }) =>
    run(program, ['-p', prompt, '--output-format', 'json', '--permission-mode', 'bypassPermissions'], {
      cwd,
      env: {
        ...env,
        ...claudeEnvironment(home),
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
        ANTHROPIC_API_KEY: 'sk-x',
      },
    }),
  codex: async ({ program, home, cwd, port, prompt, env }) => {
    const provider = (key: string, value: string) => ['-c', `${key}=${JSON.stringify(value)}`];
    const config = [
      ...provider('model', 'gpt-5'),
      ...provider('model_provider', 'scripted'),
      ...provider('model_providers.scripted.name', 'scripted'),
      ...provider('model_providers.scripted.base_url', `http://127.0.0.1:${port}/v1`),
      ...provider('model_providers.scripted.wire_api', 'responses'),
      ...provider('model_providers.scripted.env_key', 'SCRIPTED_KEY'),
    ];
    const args = [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      // A person is asked once whether the hooks are to be trusted.
      '--dangerously-bypass-hook-trust',
      ...config,
      prompt,
    ];
    return run(program, args, { cwd, env: { ...env, HOME: home, SCRIPTED_KEY: 'x' } });
  },
  gemini: ({ program, home, cwd, port, prompt, env }) =>
    run(program, ['-p', prompt, '--yolo', '-m', 'gemini-2.5-pro', '--output-format', 'json'], {
      cwd,
      env: {
        ...env,
        ...{ HOME: home, GEMINI_API_KEY: 'x', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
        GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
      },
    }),
  opencode: ({ program, home, cwd, port, prompt, env }) => {
    const model = { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8_000 } };
    const options = { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'x' };
    const provider = { npm: '@ai-sdk/openai-compatible', name: 'Scripted', options, models: { model } };
    const chosen = { model: 'scripted/model', small_model: 'scripted/model', provider: { scripted: provider } };
    const config = { ...chosen, autoupdate: false, share: 'disabled', permission: { '*': 'allow' } };
    return run(program, ['run', '--format', 'json', prompt], {
      cwd,
      env: {
        ...env,
        ...{ HOME: home, OPENCODE_CONFIG_CONTENT: JSON.stringify(config), OPENCODE_DISABLE_MODELS_FETCH: '1' },
        ...{ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
      },
    });
  },
  cline: async ({ program, home, cwd, port, prompt, env }) => {
    const all = { cwd, env: { ...env, HOME: home } };
    const provider = ['--provider', 'openai', '--apikey', 'x', '--modelid', 'scripted'];
    await run(program, ['auth', ...provider, '--baseurl', `http://127.0.0.1:${port}/v1`], all);
    return run(program, ['--json', '--timeout', '110', prompt], all);
  },
  copilot: ({ program, home, cwd, port, prompt, env }) =>
    run(program, ['-p', prompt, '--allow-all-tools', '--no-auto-update'], {
      cwd,
      env: {
        ...env,
        ...{ HOME: home, COPILOT_OFFLINE: 'true', COPILOT_ALLOW_ALL: 'true', COPILOT_MODEL: 'scripted' },
        ...{ COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`, COPILOT_PROVIDER_API_KEY: 'x' },
      },
    }),
  qwen: ({ program, home, cwd, port, prompt, env }) => {
    const model = ['--auth-type', 'openai', '--openai-api-key', 'x', '--model', 'scripted'];
    const args = ['-p', prompt, '--yolo', ...model, '--openai-base-url', `http://127.0.0.1:${port}/v1`];
    return run(program, args, { cwd, env: { ...env, HOME: home } });
  },
};

/** Ends what an agent leaves running for a home folder when it has answered: Cline's hub, which would wait for hours. */
export async function endAgent(agent: RealAgent, program: string, home: string): Promise<void> {
  if (agent === 'cline') await run(program, ['hub', 'stop'], { cwd: home, env: { HOME: home } });
}

/** What keeps agents from asking, and from talking to anybody else, where it is said in the home folder. */
const settings: Partial<Record<RealAgent, object>> = {
  gemini: {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    general: { disableAutoUpdate: true, disableUpdateNag: true },
    telemetry: { enabled: false },
  },
  qwen: {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    memory: { enableManagedAutoMemory: false },
  },
};

/** Makes the home folder of a person who has used the agent, in the folder that it knows them by. */
export async function prepareHome(agent: RealAgent, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text = `${JSON.stringify(settings[agent] ?? {}, null, 2)}\n`;
  await writeFile(join(folder, settings[agent] === undefined ? 'used.json' : 'settings.json'), text);
}

/** What keeps Claude Code from asking and from talking to anybody else. */
export function claudeEnvironment(home: string): Readonly<Record<string, string>> {
  return { HOME: home, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', IS_SANDBOX: '1' };
}
