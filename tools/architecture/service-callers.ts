import { type ServiceRoleCaller, serviceRoleCallers } from './service-role-callers.ts';
import { isNode, lineAt, type Rule, type SourceFile, type SyntaxNode, type Violation, walk } from './source-tree.ts';

const LIST = 'tools/architecture/service-role-callers.ts';
const HOME = 'src/base/server/database.ts';

/**
 * Whoever in src reaches for `asService` is listed by function with a reason of its own.
 * No request reaches tools and benchmarks; those are run by whoever has the database anyway.
 */
export function serviceCallers(listed: ServiceRoleCaller[] = serviceRoleCallers): Rule {
  return {
    name: 'who reads and writes with the service role',
    check: (tree) => {
      const violations: Violation[] = [];
      const seen = new Set<string>();
      const inList = new Set(listed.map((one) => `${one.file} ${one.function}`));
      for (const file of tree.files) {
        if (tree.testFiles.has(file.path) || file.path === HOME || !file.path.startsWith('src/')) continue;
        for (const { line, caller } of callsOf(file)) {
          seen.add(`${file.path} ${caller}`);
          if (inList.has(`${file.path} ${caller}`)) continue;
          violations.push({
            file: file.path,
            line,
            rule: `asService() is called only by the functions listed in ${LIST}; ${caller} is not.`,
            instead: 'Use database.as(caller), or add the function to the list with the reason it needs more.',
            severity: 'failure',
          });
        }
      }
      const onList = (rule: string, instead: string) =>
        violations.push({ file: LIST, line: 1, rule, instead, severity: 'failure' });
      for (const one of listed) {
        const name = `${one.file} › ${one.function}`;
        if (!seen.has(`${one.file} ${one.function}`))
          onList(`The list names callers that exist; ${name} does not call asService().`, 'Remove the line.');
        if (listed.find(({ reason }) => reason === one.reason) !== one)
          onList(
            `Each caller of asService() has a reason of its own; ${name} has another's.`,
            'Say why this one needs it.',
          );
        if (one.reason.trim().split(/\s+/).length < 3)
          onList(
            `Each caller of asService() has a reason; ${name} has none.`,
            'Say why its own rights are not enough.',
          );
      }
      return violations;
    },
  };
}

function callsOf(file: SourceFile): { line: number; caller: string }[] {
  const found: { line: number; caller: string }[] = [];
  walk(file.program, (node, ancestors) => {
    const isAccess = node.type === 'MemberExpression' && nameOf(node.property) === 'asService';
    const isTakenApart =
      node.type === 'Property' && ancestors.at(-1)?.type === 'ObjectPattern' && nameOf(node.key) === 'asService';
    if (isAccess || isTakenApart) found.push({ line: lineAt(file.text, node.start), caller: callerName(ancestors) });
  });
  return found;
}

/** The outermost named function around a node, so that a list entry speaks of what a reader would call the function. */
function callerName(ancestors: readonly SyntaxNode[]): string {
  for (const [at, node] of ancestors.entries()) {
    if (node.type === 'MethodDefinition') {
      const owner = ancestors.slice(0, at).findLast(({ type }) => type === 'ClassDeclaration');
      return [nameOf(owner?.id), nameOf(node.key)].filter(Boolean).join('.');
    }
    if (node.type === 'FunctionDeclaration') return nameOf(node.id) ?? 'default';
    const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
    const holder = isFunction
      ? ancestors.slice(0, at).findLast(({ type }) => type === 'VariableDeclarator')
      : undefined;
    if (holder) {
      const key = ancestors.slice(0, at).findLast(({ type }) => type === 'Property');
      return [nameOf(holder.id), nameOf(key?.key)].filter(Boolean).join('.');
    }
  }
  return 'the module itself';
}

function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (typeof node.name === 'string') return node.name;
  return typeof node.value === 'string' ? node.value : null;
}
