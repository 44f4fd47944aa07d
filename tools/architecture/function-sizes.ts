import {
  lineAt,
  type Rule,
  type SourceFile,
  type SourceTree,
  type SyntaxNode,
  type Violation,
  walk,
} from './source-tree.ts';

const MAX_LINES = 100;
const LONG_LINES = 60;
const MAX_LONG = 40;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

type Sized = { file: string; line: number; name: string; lines: number };

/**
 * No function is longer than 100 lines, and at most 40 of the product are longer than 60: nested functions count with
 * the one around them.
 */
export const functionSizes: Rule = {
  name: 'size of functions',
  check: (tree) => {
    const long = longFunctions(tree);
    const violations = long
      .filter(({ lines }) => lines > MAX_LINES)
      .map(
        ({ file, line, name, lines }): Violation => ({
          file,
          line,
          rule: `A function has at most ${MAX_LINES} lines; ${name} has ${lines}.`,
          instead: 'Split it where it does two things, and name each part for what it does.',
          severity: 'failure',
        }),
      );
    if (long.length > MAX_LONG)
      violations.push({
        file: long[0]?.file ?? '',
        line: long[0]?.line ?? 1,
        rule: `At most ${MAX_LONG} functions are longer than ${LONG_LINES} lines; ${long.length} are.`,
        instead: 'Split the longest of them.',
        severity: 'failure',
      });
    return violations;
  },
};

/** The functions of product code with more than 60 lines, longest first. */
export function longFunctions(tree: SourceTree): Sized[] {
  return tree.files
    .filter(({ path }) => path.startsWith('src/') && !tree.testFiles.has(path))
    .flatMap(functionsOf)
    .filter(({ lines }) => lines > LONG_LINES)
    .sort((a, b) => b.lines - a.lines);
}

function functionsOf(file: SourceFile): Sized[] {
  const found: Sized[] = [];
  let name = '';
  walk(file.program, (node) => {
    name = namedBy(node) ?? name;
    if (!FUNCTIONS.has(node.type)) return;
    const line = lineAt(file.text, node.start);
    found.push({ file: file.path, line, name: name || 'a function', lines: lineAt(file.text, node.end) - line + 1 });
  });
  return found;
}

/** The name a node gives to a function in it: of a declaration, a constant, a property. */
function namedBy(node: SyntaxNode): string | null {
  const named = (node.id ?? node.key) as { name?: unknown } | null | undefined;
  return typeof named?.name === 'string' ? named.name : null;
}
