import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './places.ts';
import { isNode, lineAt, literalText, type Rule, type SyntaxNode, type Violation, walk } from './source-tree.ts';

const PAGE = 'docs/error-codes.md';

/** Every code a refusal carries stands in docs/error-codes.md. */
export const errorCodes: Rule = {
  name: 'codes of refusals are listed',
  check: (tree) => {
    const page = existsSync(join(tree.root, PAGE)) ? readFileSync(join(tree.root, PAGE), 'utf8') : '';
    const listed = new Set([...page.matchAll(/^\|\s*`([a-z0-9_]+)`\s*\|/gm)].map((match) => match[1]));
    const violations: Violation[] = [];
    const look = (file: string, line: number, code: string) => {
      if (listed.has(code)) return;
      const rule = `Every code of a refusal stands in ${PAGE}; ${code} does not.`;
      violations.push({ file, line, rule, instead: 'Add a row with its status and meaning.', severity: 'failure' });
    };
    for (const { path, text } of tree.sql) {
      for (const match of text.matchAll(/private\.raise_error\(\s*'([^']+)'/g))
        look(path, lineAt(text, match.index), match[1] ?? '');
    }
    for (const file of tree.files) {
      if (isTest(file.path) || !file.path.startsWith('src/')) continue;
      walk(file.program, (node) => {
        const code = codeOf(node);
        if (code !== null) look(file.path, lineAt(file.text, node.start), code);
      });
    }
    return violations;
  },
};

/** The code of `new AppError(status, code, …)` and of `errors.conflict(code, …)`, where it is written out. */
function codeOf(node: SyntaxNode): string | null {
  const isError = node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'AppError';
  if (isError) return literalText((node.arguments as SyntaxNode[])[1]);
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression') return null;
  const { object, property } = node.callee;
  const isConflict = isNode(object) && object.name === 'errors' && isNode(property) && property.name === 'conflict';
  return isConflict ? literalText((node.arguments as SyntaxNode[])[0]) : null;
}
