import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { apiTypes } from '../../../src/protocol/apiTypes.ts';
import { channels } from '../../../src/protocol/channels.ts';
import { errorCodes } from '../../../src/protocol/errorCodes.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the compiler says of a program that has the written types beside it; null when it is content. */
function complaint(program: string): string | null {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/types-'));
  try {
    writeFileSync(join(folder, 'live-context.d.ts'), apiTypes('1.0.0'));
    writeFileSync(join(folder, 'program.ts'), program);
    const config = {
      extends: '../../tsconfig.base.json',
      compilerOptions: { types: ['vscode', 'node'], skipLibCheck: false },
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ ...config, files: ['program.ts', 'live-context.d.ts'] }),
    );
    execFileSync(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '-p', folder], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the types for other extensions are those of every channel, and of every error', () => {
  const text = apiTypes('1.0.0');
  for (const name of Object.keys(channels)) expect(text).toContain(`\n  '${name}': {\n`);
  for (const code of Object.keys(errorCodes)) expect(text).toContain(`| '${code}'`);
  const program = `
    import type { Channel, Params, Value } from '../../src/protocol/channels.ts';
    import type { Failure as Real } from '../../src/protocol/result.ts';
    import type { Channels, Failure, LiveContextApi } from './live-context.d.ts';
    type Faithful = {
      [C in Channel]: Value<C> extends Channels[C]['value'] ? (Channels[C]['params'] extends Params<C> ? true : C) : C;
    }[Channel];
    export const faithful: [Exclude<Faithful, true>] extends [never] ? true : Exclude<Faithful, true> = true;
    export const failure: [Real] extends [Failure] ? true : false = true;
    export async function use(api: LiveContextApi): Promise<string> {
      const result = await api.request('live:get', { format: 'json' }, 'my.extension');
      if (result.ok) return \`\${result.value.text} \${result.value.receipt.now} \${result.value.payload.current_document}\`;
      return \`\${result.error.code} \${result.error.recovery}\`;
    }
    // @ts-expect-error There is no such format.
    export const refused = (api: LiveContextApi) => api.request('live:get', { format: 'html' });`;
  expect(complaint(program)).toBeNull();
});
