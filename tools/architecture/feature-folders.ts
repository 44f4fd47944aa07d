import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURE_LISTS } from './places.ts';
import type { Rule, SourceTree, Violation } from './source-tree.ts';

const CONTENTS = 'src/features/contents.ts';
const FILES = new Set([
  'policies.sql',
  'seed.sql',
  'seed.ts',
  'schema.ts',
  'rules.ts',
  'events.ts',
  'data.ts',
  'server.ts',
  'jobs.ts',
  'subscribers.ts',
  'blocks.tsx',
  'activity.tsx',
  'feature.ts',
  'records.ts',
  'resources.ts',
]);
const FOLDERS = new Map([
  ['migrations', /\.sql$/],
  ['mails', /\.tsx?$/],
  ['screens', /\.tsx?$/],
  ['components', /\.(tsx?|css)$/],
  ['texts', /^[a-z]{2}\.json$/],
  // What seed.ts reads or is made of: texts, drawings.
  ['seed', /\.(ts|md|json|svg|html|vtt|png|jpg|webp)$/],
]);

/** A feature uses the closed vocabulary of file names, stands in the table of contents, and its tests stand beside what they test. */
export const featureFolders: Rule = {
  name: 'the vocabulary of a feature and the table of contents',
  check: (tree) => [...contentsProblems(tree), ...vocabularyProblems(tree), ...testProblems(tree)],
};

function contentsProblems(tree: SourceTree): Violation[] {
  const folders = new Set(tree.paths.flatMap((path) => path.match(/^src\/features\/([^/]+\/[^/]+)\//)?.[1] ?? []));
  const failure = (line: number, rule: string, instead: string): Violation => ({
    file: CONTENTS,
    line,
    rule,
    instead,
    severity: 'failure',
  });
  const contents = tree.files.find(({ path }) => path === CONTENTS);
  const lineOf = (name: string) =>
    (contents?.text.split('\n').findIndex((line) => line.includes(`'${name}'`)) ?? -1) + 1 || 1;
  return [
    ...[...folders]
      .filter((name) => !tree.features.includes(name))
      .map((name) =>
        failure(
          1,
          `Every folder of features stands in contents.ts; ${name} does not.`,
          `Add '${name}' below all it uses.`,
        ),
      ),
    ...tree.features
      .filter((name) => !folders.has(name))
      .map((name) =>
        failure(
          lineOf(name),
          `contents.ts names folders that exist; there is no ${name}.`,
          'Remove the line or write the feature.',
        ),
      ),
    ...tree.features
      .filter((name, at) => tree.features.indexOf(name) !== at)
      .map((name) =>
        failure(lineOf(name), `contents.ts names a feature once; ${name} stands twice.`, 'Remove one of the lines.'),
      ),
  ];
}

function vocabularyProblems(tree: SourceTree): Violation[] {
  return tree.paths.flatMap((path): Violation[] => {
    const match = path.match(/^src\/features\/(.+)$/);
    if (!match?.[1] || path === CONTENTS || FEATURE_LISTS.includes(path) || isInVocabulary(match[1].split('/')))
      return [];
    return [
      {
        file: path,
        line: 1,
        rule: 'A feature holds only the files of the vocabulary: feature.ts, migrations/, policies.sql, seed.sql, seed.ts, seed/, schema.ts, rules.ts, data.ts, server.ts, jobs.ts, resources.ts, subscribers.ts, records.ts, mails/, texts/, screens/, components/, blocks.tsx, activity.tsx and tests beside them.',
        instead:
          'Put the code into the file of that vocabulary it belongs to, or into a sub-folder with the same vocabulary.',
        severity: 'failure',
      },
    ];
  });
}

function isInVocabulary([group, feature, ...inside]: string[]): boolean {
  if (!group || !feature || inside.length === 0) return false;
  const [first = ''] = inside;
  const isSubFolder = inside.length > 1 && !FOLDERS.has(first);
  const rest = isSubFolder ? inside.slice(1) : inside;
  const [head = '', file] = rest;
  if (rest.length === 1) return FILES.has(head) || isTestOfVocabulary(head);
  return rest.length === 2 && (FOLDERS.get(head)?.test(file ?? '') ?? false);
}

function isTestOfVocabulary(name: string): boolean {
  const stem = name.match(/^(.+)\.test\.tsx?$/)?.[1];
  return stem !== undefined && ['.ts', '.tsx', '.sql'].some((ending) => FILES.has(`${stem}${ending}`));
}

function testProblems(tree: SourceTree): Violation[] {
  const violations: Violation[] = [];
  for (const path of tree.paths) {
    if (path.endsWith('/policies.sql') && !existsSync(join(tree.root, path.replace(/\.sql$/, '.test.ts')))) {
      violations.push({
        file: path,
        line: 1,
        rule: 'Each policies.sql has a policies.test.ts beside it.',
        instead: 'Write the table of who, verb and outcome.',
        severity: 'failure',
      });
    }
    const stem = path.startsWith('src/features/') ? path.match(/^(.+)\.test\.tsx?$/)?.[1] : undefined;
    if (stem && !['.ts', '.tsx', '.sql'].some((ending) => tree.paths.includes(`${stem}${ending}`))) {
      violations.push({
        file: path,
        line: 1,
        rule: 'A test of a feature stands beside the file it tests and has its name.',
        instead: 'Rename it after the file it tests.',
        severity: 'failure',
      });
    }
  }
  return violations;
}
