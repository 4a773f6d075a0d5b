import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The VS Code of these tests says yes to every proposed API, while the Marketplace's says no: nothing here may use one.

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const sources = ['src', 'webview-ui'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

describe('stable VS Code API only', () => {
  test('there are sources to look at', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources).toContain(join('src', 'extension.ts'));
  });

  test('package.json enables no proposed API', () => {
    expect(manifest).not.toHaveProperty('enabledApiProposals');
  });

  test('the types are those of the oldest supported VS Code', () => {
    const types = JSON.parse(readFileSync(join(root, 'node_modules/@types/vscode/package.json'), 'utf8'));
    expect(manifest.engines.vscode).toBe(`^${types.version}`);
  });

  test.each(['detailedReason', 'findTextInFiles'])('no source uses the proposed %s', (name) => {
    const using = sources.filter((source) => readFileSync(join(root, source), 'utf8').includes(name));
    expect(using).toEqual([]);
  });

  test('no tool has a name or a tag that VS Code keeps for itself', () => {
    const naming = sources.filter((source) => /['"`](copilot|vscode)_/.test(readFileSync(join(root, source), 'utf8')));
    expect(naming).toEqual([]);
    const tools: { name: string; tags?: string[] }[] = manifest.contributes.languageModelTools ?? [];
    const words = tools.flatMap(({ name, tags = [] }) => [name, ...tags]);
    expect(words.filter((word) => /^(copilot|vscode)_/.test(word))).toEqual([]);
  });
});
