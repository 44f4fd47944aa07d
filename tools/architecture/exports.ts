import { posix } from 'node:path';
import {
  isNode,
  lineAt,
  type Rule,
  type SourceFile,
  type SourceTree,
  stringsOf,
  type Violation,
} from './source-tree.ts';

/** What names route modules of app, below the folder of app. */
const ROUTES = ['src/app/routes.ts', 'src/app/dashboard/menus/contributions.ts'];
const FRAMEWORK_FILES =
  /^(src\/app\/(root|entry\.server|entry\.client)\.tsx|src\/app\/routes\.ts|(.+\/)?[a-z.-]+\.config\.ts)$/;

/** Named exports only (route modules and what a framework loads by file excepted), and no barrels. */
export const namedExports: Rule = {
  name: 'named exports, no barrels',
  check: (tree) => {
    const loaded = loadedByFrameworks(tree);
    return tree.files.flatMap((file) => {
      const mayDefault =
        loaded.has(file.path) || FRAMEWORK_FILES.test(file.path) || /^src\/features\/.+\/screens\//.test(file.path);
      return [...(mayDefault ? [] : defaultProblems(file)), ...barrelProblems(file)];
    });
  },
};

/** Files that the route table or a configuration file names by path: a framework asks them for a default export. */
function loadedByFrameworks(tree: SourceTree): Set<string> {
  const loaded = new Set<string>();
  for (const file of tree.files) {
    const isOfRoutes = ROUTES.includes(file.path);
    if (!isOfRoutes && !/^[a-z.-]+\.config\.ts$/.test(file.path)) continue;
    const folder = isOfRoutes ? 'src/app' : posix.dirname(file.path);
    for (const text of stringsOf(file)) {
      if (/\.tsx?$/.test(text)) loaded.add(posix.join(folder, text));
    }
  }
  return loaded;
}

function statementsOf(file: SourceFile) {
  return Array.isArray(file.program.body) ? file.program.body.filter(isNode) : [];
}

function defaultProblems(file: SourceFile): Violation[] {
  return statementsOf(file)
    .filter(
      (node) =>
        node.type === 'ExportDefaultDeclaration' ||
        (Array.isArray(node.specifiers) &&
          node.specifiers.some((one) => isNode(one) && isNode(one.exported) && one.exported.name === 'default')),
    )
    .map((node) => ({
      file: file.path,
      line: lineAt(file.text, node.start),
      rule: 'Exports are named; only route modules have a default export.',
      instead: 'Give it a name and export that.',
      severity: 'failure',
    }));
}

function barrelProblems(file: SourceFile): Violation[] {
  const statements = statementsOf(file);
  const problem = (start: number): Violation => ({
    file: file.path,
    line: lineAt(file.text, start),
    rule: 'There are no barrels: a file does not hand on what another exports.',
    instead: 'Import it from the file that defines it.',
    severity: 'failure',
  });
  const star = statements.find(({ type }) => type === 'ExportAllDeclaration');
  if (star) return [problem(star.start)];
  const handsOn = statements.filter((node) => node.type === 'ExportNamedDeclaration' && isNode(node.source));
  const isOnlyThat = statements.every((node) => handsOn.includes(node) || node.type === 'ImportDeclaration');
  const [first] = handsOn;
  return first && isOnlyThat ? [problem(first.start)] : [];
}
