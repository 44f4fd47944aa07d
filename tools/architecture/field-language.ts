import { isNode, lineAt, type Rule, type SyntaxNode, type Violation, walk } from './source-tree.ts';

/** Names that say what happened to a value instead of what it is, each with words to choose from. */
const REPLACEMENTS: Record<string, string> = {
  asked: 'request, query or requested…',
  told: 'message, payload or notification',
  said: 'text, message or label',
  given: 'input, value or argument',
  heard: 'received, message or event',
  wanted: 'expected, target or selected',
  found: 'match, row or result',
  known: 'cached, existing or registered',
  kept: 'stored, cached or remaining',
};

/** Variables, functions and parameters are named for what they hold, in the words engineers search for. */
export const fieldLanguage: Rule = {
  name: 'field language',
  check: (tree) =>
    tree.files
      .filter(({ path }) => path.startsWith('src/') && !tree.testFiles.has(path))
      .flatMap((file) => {
        const violations: Violation[] = [];
        walk(file.program, (node) => {
          for (const name of declaredNames(node)) {
            const instead = Object.hasOwn(REPLACEMENTS, name) ? REPLACEMENTS[name] : undefined;
            if (instead)
              violations.push({
                file: file.path,
                line: lineAt(file.text, node.start),
                rule: `A name says what a value is; "${name}" does not.`,
                instead: `Call it ${instead}.`,
                severity: 'failure',
              });
          }
        });
        return violations;
      }),
};

/** Names a node declares outright; a property that is taken apart keeps the name of its type. */
function declaredNames(node: SyntaxNode): string[] {
  const targets = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? [node.id] : [];
  const parameters = Array.isArray(node.params) ? node.params : [];
  return [...targets, ...parameters].flatMap((declared) => {
    // A parameter with a default.
    const target = isNode(declared) && declared.type === 'AssignmentPattern' ? declared.left : declared;
    return isNode(target) && target.type === 'Identifier' && typeof target.name === 'string' ? [target.name] : [];
  });
}
