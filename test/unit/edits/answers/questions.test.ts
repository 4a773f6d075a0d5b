import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyAnswer, joined, reasons } from './applyAnswer.ts';

describe('left-out code', () => {
  const code = 'import a\n\nfunction f() {\n  one();\n  two();\n}\n\nfunction g() {\n  three();\n}\n';

  test.each([
    ...[
      ...['// ... existing code ...', '  // ...', '...', '  …', '# ... rest of the file ...'],
      '/* ... (unchanged) ... */',
    ],
    '<!-- ... existing content ... -->',
    '// rest of the code remains the same',
    '// existing code',
    '# (remaining methods stay the same)',
    '{/* ... other components ... */}',
    '// Keep the existing imports',
    '-- ... same as before ...',
  ])('%s is filled from the file, and a question in blocks and hunks', (mark) => {
    const files = { 'a.js': code };
    const whole = joined('a.js', '```', 'import a', '', mark, '', 'function g() {', '  four();', '}', '```');
    const block = joined('a.js', '<<<<<<< SEARCH', '  three();', '=======', mark, '  four();', '>>>>>>> REPLACE');
    const hunk = joined(
      ...['--- a/a.js', '+++ b/a.js', '@@ -8,3 +8,4 @@', ' function g() {', '-  three();', `+${mark}`],
      ...['+  four();', ' }'],
    );
    expect(applyAnswer(whole, files)).toEqual({ questions: [], files: { 'a.js': code.replace('three', 'four') } });
    for (const answer of [block, hunk]) {
      expect(reasons(answer, files)).toEqual(['elided']);
      expect(applyAnswer(answer, files).files).toEqual(files);
    }
  });

  test('what the file itself holds is no left-out code, and neither is a spread', () => {
    const files = { 'a.js': 'const a = [\n  // ...\n  1,\n];\n' };
    const answer = joined(
      ...['a.js', '<<<<<<< SEARCH', '  // ...', '  1,', '=======', '  // ...', '  ...others,', '  2,'],
      '>>>>>>> REPLACE',
    );
    expect(applyAnswer(answer, files)).toMatchObject({
      questions: [],
      files: { 'a.js': 'const a = [\n  // ...\n  ...others,\n  2,\n];\n' },
    });
  });
});

describe('parts of files that look like whole ones', () => {
  const lines = Array.from({ length: 5 }, (_, n) => [`function f${n}() {`, `  return ${n};`, '}', '']).flat();
  const code = `import x\n\n${lines.join('\n')}`;

  test.each([
    ['the beginning', ['import x', '', ...lines.slice(0, 14)]],
    ['the end', lines.slice(6)],
    ['all but a function in the middle', ['import x', '', ...lines.slice(0, 8), ...lines.slice(13)]],
  ])('%s', (_, part) => {
    expect(reasons(joined('In `src/a.js`:', '', '```js', ...part, '```'), { 'src/a.js': code })).toEqual(['notWhole']);
  });

  test('a chosen whole file replaces it', () => {
    const answer = joined('a.js', '```js', 'all new', '```');
    const [question] = applyAnswer(answer, { 'a.js': code }).questions;
    const choice = { id: question?.id ?? '', as: 'whole' } as const;
    expect(applyAnswer(answer, { 'a.js': code }, [choice])).toMatchObject({
      files: { 'a.js': 'all new\n' },
      questions: [],
    });
  });
});

describe('places that cannot be told apart', () => {
  const twice = 'a {\n  x: 1;\n}\nb {\n  x: 1;\n}\n';

  test('a question names them all, and a choice of one is kept to', () => {
    const answer = joined('a.css', '<<<<<<< SEARCH', '  x: 1;', '=======', '  x: 2;', '>>>>>>> REPLACE');
    const { questions, files } = applyAnswer(answer, { 'a.css': twice });
    expect(files['a.css']).toBe(twice);
    expect(questions).toMatchObject([
      {
        reason: 'ambiguous',
        places: [
          { line: 2, count: 1 },
          { line: 5, count: 1 },
        ],
      },
    ]);
    const id = questions[0]?.id ?? '';
    const chosen = applyAnswer(answer, { 'a.css': twice }, [{ id, as: 'lines', line: 5, count: 1 }]);
    expect(chosen).toMatchObject({ questions: [], files: { 'a.css': 'a {\n  x: 1;\n}\nb {\n  x: 2;\n}\n' } });
    expect(applyAnswer(answer, { 'a.css': twice }, [{ id, as: 'nothing' }])).toMatchObject({
      questions: [],
      files: { 'a.css': twice },
    });
  });

  test('right numbers decide; where one number of a patch is wrong, none does', () => {
    const head = ['--- a/a.css', '+++ b/a.css'];
    const second = ['@@ -5,1 +5,1 @@', '-  x: 1;', '+  x: 2;'];
    expect(applyAnswer(joined(...head, ...second), { 'a.css': twice })).toMatchObject({
      questions: [],
      files: { 'a.css': 'a {\n  x: 1;\n}\nb {\n  x: 2;\n}\n' },
    });
    const wrong = ['@@ -5,1 +5,1 @@', '-a {', '+aa {'];
    expect(reasons(joined(...head, ...wrong, ...second), { 'a.css': twice })).toEqual(['ambiguous']);
  });

  test('hunks that stand in order leave one place', () => {
    const answer = joined('--- a.css', '+++ a.css', '@@ @@', '-b {', '+bb {', '@@ @@', '-  x: 1;', '+  x: 2;');
    expect(applyAnswer(answer, { 'a.css': twice })).toMatchObject({
      questions: [],
      files: { 'a.css': 'a {\n  x: 1;\n}\nbb {\n  x: 2;\n}\n' },
    });
  });

  test('what stands there already is not done again, and not asked about', () => {
    const answer = joined('a.txt', '<<<<<<< SEARCH', 'old', '=======', 'new', '>>>>>>> REPLACE');
    expect(applyAnswer(answer, { 'a.txt': 'x\nnew\ny\n' })).toEqual({
      files: { 'a.txt': 'x\nnew\ny\n' },
      questions: [],
    });
  });

  test('two blocks for the same lines', () => {
    const block = (now: string) => ['<<<<<<< SEARCH', 'old', '=======', now, '>>>>>>> REPLACE'];
    expect(reasons(joined('a.txt', ...block('one'), ...block('two')), { 'a.txt': 'old\n' })).toEqual(['overlaps']);
  });
});

test('whatever lines repeat, a block that is placed stands where its lines stand once, and all else stays', () => {
  const line = fc.constantFrom('a', 'b', '  a', 'c', '');
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.nat(11),
      fc.integer({ min: 1, max: 3 }),
      (lines, from, count) => {
        const old = lines.slice(from, from + count);
        fc.pre(old.some((one) => one.trim() !== ''));
        const answer = joined('f.txt', '<<<<<<< SEARCH', ...old, '=======', 'NEW', '>>>>>>> REPLACE');
        const text = lines.map((one) => `${one}\n`).join('');
        const { files, questions } = applyAnswer(answer, { 'f.txt': text });
        const places = lines.filter((_, at) => old.every((one, index) => lines[at + index] === one)).length;
        if (places === 1) {
          const wanted = [...lines.slice(0, from), 'NEW', ...lines.slice(from + old.length)];
          expect(files['f.txt']).toBe(wanted.map((one) => `${one}\n`).join(''));
        } else {
          expect(questions.map(({ reason }) => reason)).toEqual(['ambiguous']);
          expect(files['f.txt']).toBe(text);
        }
      },
    ),
  );
});
