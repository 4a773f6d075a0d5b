import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Constraint } from '../../../../src/protocol/decisions/constraints.ts';
import { RulesFile, rulesFilePath } from '../../../../src/sources/rules/rulesFile.ts';
import { WatchedFiles } from '../../../../src/sources/watchedFiles.ts';
import { MemoryProjectFiles } from '../../../support/memoryProjectFiles.ts';

const project = 'file:///project';
let files: MemoryProjectFiles;
let warnings: string[];
let rules: RulesFile;

beforeEach(() => {
  files = new MemoryProjectFiles();
  warnings = [];
  rules = new RulesFile(files, new WatchedFiles(files, (_projectId, text) => text), (code, message) =>
    warnings.push(`${code}: ${message}`),
  );
});

const put = (text: string) => files.set(project, rulesFilePath, text);
const texts = async () => (await rules.rules(project)).constraints.map(({ text }) => text);
const team = `// Our rules.
{
    "version": 1,
    "constraints": [
        // Asked for by security.
        {"id": "a", "type": "process", "source": "user", "text": "Never log tokens",},
        { "id": "b", "type": "style", "source": "project", "text": "Tabs", "since": 3 }, // for now
    ],
    "later": [1,2,],
}
`;

describe('a file that people write', () => {
  test('holds comments and trailing commas, and nobody is warned', async () => {
    put(team);
    expect(await texts()).toEqual(['Never log tokens', 'Tabs']);
    expect(warnings).toEqual([]);
  });

  test('an entry with one mistyped field costs only itself, and is told with its line and without its text', async () => {
    put(team.replace('"style"', '"secret"'));
    expect(await texts()).toEqual(['Never log tokens']);
    expect(warnings).toEqual([expect.stringMatching(/^CONSTRAINTS_INVALID: .*, line 7: constraints\.1\.type: /)]);
    expect(warnings[0]).not.toContain('secret');
    expect((await rules.rules(project)).problems).toHaveLength(1);
  });

  test('of two constraints with one id the first is kept', async () => {
    put(team.replace('"b"', '"a"'));
    expect(await texts()).toEqual(['Never log tokens']);
    expect(warnings[0]).toContain('line 7: constraints.1: another one');
  });

  test('the last good rules stay while the file is broken, however often, and the new ones hold once it is whole', async () => {
    put(team);
    await texts();
    for (const broken of ['{"version": 1, "constraints": [', '<<<<<<< HEAD\n{}', '{"version": 9}']) {
      put(broken);
      expect(await texts()).toEqual(['Never log tokens', 'Tabs']);
      expect((await rules.rules(project)).problems).toEqual([expect.stringContaining('stay in force')]);
      await expect(rules.validRules(project)).rejects.toMatchObject({ code: 'CONSTRAINTS_INVALID' });
    }
    expect(warnings).toHaveLength(3);
    put(team.replace('Tabs', 'Spaces'));
    expect(await texts()).toEqual(['Never log tokens', 'Spaces']);
    expect((await rules.rules(project)).problems).toEqual([]);
    files.set(project, rulesFilePath, null);
    expect(await texts()).toEqual([]);
  });

  test('a constraint is found at its line', async () => {
    put(team);
    expect((await rules.rules(project)).lines.get('b')).toBe(7);
  });
});

describe('a change', () => {
  const added: Constraint = { id: 'c', type: 'api', source: 'user', text: 'No globals' };

  test('keeps the comments, the formatting and what a newer release may have added', async () => {
    put(team);
    await rules.change(project, (content) => void content.constraints?.push(added));
    const text = files.get(project, rulesFilePath) ?? '';
    for (const line of team.split('\n').slice(0, 6)) expect(text).toContain(line);
    expect(text).toContain('// for now');
    expect(text).toContain('"later": [1,2,]');
    expect(text).toContain('"since": 3');
    expect(await texts()).toEqual(['Never log tokens', 'Tabs', 'No globals']);
    await rules.change(project, (content) => {
      content.constraints = content.constraints?.filter(({ id }) => id !== 'b');
    });
    expect(await texts()).toEqual(['Never log tokens', 'No globals']);
    expect(files.get(project, rulesFilePath)).toContain('// Asked for by security.');
  });

  test('a mistyped entry stays where it is', async () => {
    put(team.replace('"process"', '"secret"'));
    await rules.change(project, (content) => void content.constraints?.push(added));
    await rules.change(project, (content) => {
      for (const entry of content.constraints ?? []) entry.text += '!';
    });
    expect(files.get(project, rulesFilePath)).toContain(
      '"type": "secret", "source": "user", "text": "Never log tokens"',
    );
    expect(await texts()).toEqual(['Tabs!', 'No globals!']);
  });

  test('property: after any changes the file says what the changes made of it, whatever its style', async () => {
    const text = fc.string({ minLength: 1, maxLength: 9 }).filter((one) => one.trim() !== '');
    const step = fc.record({ kind: fc.constantFrom('add', 'remove', 'edit', 'uncheck'), pick: fc.nat(), text });
    const style = fc.constantFrom('', team, team.replaceAll('\n', '\r\n'), '{"constraints":[]}', '{"version":1}', '\n');
    await fc.assert(
      fc.asyncProperty(style, fc.array(step, { maxLength: 12 }), async (first, steps) => {
        files = new MemoryProjectFiles();
        rules = new RulesFile(files, new WatchedFiles(files, (_projectId, text) => text), () => undefined);
        put(first);
        let expected = [...(await rules.rules(project)).constraints];
        for (const [at, { kind, pick, text }] of steps.entries()) {
          const index = pick % Math.max(1, expected.length);
          const check = { kind: 'forbid', pattern: 'x' } as const;
          await rules.change(project, (content) => {
            content.constraints ??= [];
            const entry = content.constraints[index];
            if (kind === 'add') content.constraints.push({ ...added, id: `n${at}`, text: text.trim(), check });
            else if (kind === 'remove') content.constraints = content.constraints.filter((one) => one !== entry);
            else if (entry !== undefined && kind === 'edit') entry.text = text.trim();
            else if (entry !== undefined) delete entry.check;
          });
          if (kind === 'add') expected.push({ ...added, id: `n${at}`, text: text.trim(), check });
          else if (kind === 'remove') expected = expected.filter((_, other) => other !== index);
          else
            expected = expected.map((one, other) => {
              if (other !== index) return one;
              const { check: _, ...unchecked } = one;
              return kind === 'edit' ? { ...one, text: text.trim() } : unchecked;
            });
          expect((await rules.rules(project)).constraints).toEqual(expected);
          expect((await rules.rules(project)).problems).toEqual([]);
        }
        if (first.includes('Asked')) expect(files.get(project, rulesFilePath)).toContain('// Our rules.');
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});
