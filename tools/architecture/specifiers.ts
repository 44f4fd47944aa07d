import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from './places.ts';
import type { Rule, Violation } from './source-tree.ts';

/** How an import is written: with its extension, by its #name, relative only inside the own folder, and to a file that exists. */
export const specifiers: Rule = {
  name: 'how imports are written',
  check: (tree) => {
    const violations: Violation[] = [];
    for (const file of tree.files) {
      if (file.syntaxError) {
        const rule = `The file does not parse: ${file.syntaxError}.`;
        violations.push({ file: file.path, line: 1, rule, instead: 'Mend the syntax.', severity: 'failure' });
      }
      for (const { specifier, target, line, kind } of file.imports) {
        // A page of its own with its own configuration, which only developers see.
        const isSheet = file.path.startsWith('src/ui/sheet/');
        const isFrameworkMade = specifier.startsWith('./+types/');
        if (target === null || kind === 'glob' || isFrameworkMade) continue;
        const add = (rule: string, instead: string) =>
          violations.push({ file: file.path, line, rule, instead, severity: 'failure' });
        if (!/\.[a-z0-9]+$/.test(target)) {
          add('An import names its file with the extension.', `Write ${specifier}.ts or .tsx.`);
        } else if (specifier.startsWith('/')) {
          add('An import is relative or begins with a name of package.json#imports.', 'Write it with its #name.');
        } else if (specifier.startsWith('.') && !isSheet && !`./${target}`.startsWith(`./${prefix(file.path)}`)) {
          const name = target.replace(/^src\//, '#');
          add('A relative import stays inside the own folder.', `Write it as ${name}.`);
        } else if (!existsSync(join(tree.root, target))) {
          add('An import names a file that exists.', `There is no ${target}.`);
        }
      }
    }
    return violations;
  },
};

function prefix(path: string): string {
  const folder = ownFolder(path);
  return folder === '.' ? '' : `${folder}/`;
}
