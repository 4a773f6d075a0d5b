export interface Declaration {
  readonly name: string;
  /** From one. */
  readonly line: number;
}

const identifier = String.raw`([\p{L}_$][\p{L}\p{N}_$]*)`;
/** Words before the declaring one: `export default async`, `pub(crate)`, `@Override public`. */
const modifiers =
  'export|default|declare|async|pub|public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|override|virtual|inline|' +
  'unsafe|const|extern|partial|readonly|data|case|enum|inner|value|suspend|operator|infix|companion|local|mutating|indirect|synchronized|typedef|type';
const before = String.raw`^(?![ \t]*import\b)[ \t]{0,40}(?:(?:(?:${modifiers})(?:\([\w\s]*\))?|@[\w.]+(?:\([^)\n]*\))?)[ \t]+){0,5}?`;
/**
 * Declaring words of JavaScript, TypeScript, Python, Go, Rust, Java, C#, Kotlin, Swift, Ruby, PHP,
 * C, C++, Elixir.
 */
const declarationKinds =
  'function\\*?|class|interface|type|enum|module|def|defp|defmodule|fn|func|fun|struct|trait|mod|protocol|record|object|union|typedef|macro_rules!|#define';
/** Two words in lower case after the name, as in a comment: `interface that permits any`. */
const proseAfterName = String.raw`[ \t]+(?!(?:extends|implements|struct|func|where|for|of|with)\b)[a-z]+[ \t]+[a-z]+[ \t.,]`;
/** At any depth; not in a list of names, as of imports: `type Agent as HttpAgent`. `func (r *Receiver) Name` is Go's. */
const declared = new RegExp(
  String.raw`${before}(?:${declarationKinds})[ \t]+(?:\([^)\n]{0,100}\)[ \t]*)?(?:self\.)?${identifier}(?![\p{L}\p{N}_$]|[ \t]*[,}]|[ \t]+as\b|${proseAfterName})`,
  'gmu',
);
/** Values count where they are nobody's locals: without indentation. */
const values = new RegExp(
  `^(?:(?:export|default|pub|public|static|declare)[ \\t]+){0,3}(?:const|let|var|val|static)[ \\t]+(?:mut[ \\t]+)?${identifier}`,
  'gmu',
);
/**
 * `name(…) {` and `public async name<T>(…): U {` in a class; `name() {` of a shell; `Type name(…)
 * {` of C. Calls with a block do not match.
 */
const methodPattern = new RegExp(
  String.raw`^[ \t]{0,12}(?:(?:[\w$<>[\]*&:.@]{1,60})[ \t]+){0,5}?[*#]?${identifier}[ \t]*(?:<[^>\n]{1,100}>)?\((?:(?!\bfunction\b)[^;\n'"${'`'}]){0,300}\)[ \t]*(?:(?::|->)[^;{\n]{1,100})?\{[ \t]*$`,
  'gmu',
);
/** A member with a modifier, of Java, C#, PHP and TypeScript, whatever follows its name. */
const memberPattern = new RegExp(
  String.raw`^(?![ \t]*async[ \t]+(?:for\b|with\b|\w+[ \t]*=>))[ \t]{0,12}(?:(?:public|private|protected|internal|static|final|abstract|override|virtual|async|sealed|readonly|partial|extern|unsafe|synchronized|default)[ \t]+){1,6}(?:[\w<>[\],.?]{1,80}[ \t]+){0,3}\$?${identifier}[ \t]*(?:<[^>\n]{1,100}>[ \t]*)?(?:[({;]|=>?|[?!]?:)`,
  'gmu',
);
/** A function of C with its brace on a line of its own. */
const plainFunction = new RegExp(
  String.raw`^(?:[A-Za-z_]\w{0,60}[ \t*]+){1,4}${identifier}\([^;{}\n]{0,300}\)[ \t]*\r?\n\{`,
  'gmu',
);
const controls = new Set(
  'if for while switch catch function with else return do try new await typeof match elif except'.split(' '),
);

/** Lines of more UTF-16 units are no person's; code in strings of several lines is an example. */
const noCode = /^[^\n]{1001,}$|("""|''')[\s\S]*?\1/gm;

/**
 * The declarations in a text of code, in the order of the lines, found by the shape of a line
 * alone. They lead to definitions in any common language where no language service answers.
 */
export function declarationsIn(text: string): readonly Declaration[] {
  const code = text.replace(noCode, (found) => found.replace(/[^\n]+/g, ''));
  const found = [declared, values, methodPattern, memberPattern, plainFunction].flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap((match): { name: string; offset: number }[] => {
      const declaredName = match[1] ?? '';
      const isControl = pattern !== declared && controls.has(declaredName);
      return declaredName.length < 2 || isControl ? [] : [{ name: declaredName, offset: match.index }];
    }),
  );
  const declarations: Declaration[] = [];
  let line = 1;
  let at = 0;
  let last = '';
  for (const { name: one, offset } of found.sort((a, b) => a.offset - b.offset)) {
    for (let feed = code.indexOf('\n', at); feed >= 0 && feed < offset; feed = code.indexOf('\n', at)) {
      line++;
      at = feed + 1;
    }
    if (last !== `${line} ${one}`) declarations.push({ name: one, line });
    last = `${line} ${one}`;
  }
  return declarations;
}
