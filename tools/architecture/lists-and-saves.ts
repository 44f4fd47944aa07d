import { otherWrites } from './other-writes.ts';
import { lineAt, type Rule, type SourceFile, type SourceTree, type Violation } from './source-tree.ts';

const SCREENS = /^src\/(?:features\/|app\/dashboard\/)/;
/** Tables whose rows are no page of a list: files beside folders, and the attempts beside a quiz editor. */
const OWN_TABLES = new Set([
  'src/features/content/media/components/media-rows.tsx',
  'src/features/learning/quizzes/components/attempts-table.tsx',
]);

const OTHER_WRITE = /\b(?:useAction|useMutation)\(/g;
const BUSY_FLAG = /\bset(?:Is)?(?:Busy|Pending|Saving|Sending|Running|Submitting)\(/g;
const TABLE = /'#ui\/table\/data-table\.tsx'/g;
const RANGE = /\.range\((?!0, ?0\))/g;
/** Read in portions, and not page by page on a screen. */
const OWN_RANGES =
  /^src\/features\/(?:content\/(?:posts|search\/sitemaps|media)|learning\/(?:courses\/catalogue|quizzes)|platform\/(?:members\/invitations|notifications))\/data\.ts$/;

/** One way to list and one way to save: no flag, write or list screen put together by hand. */
export const listsAndSaves: Rule = {
  name: 'lists and saves',
  check: (tree) => [
    ...unusedReasons(tree),
    ...tree.files
      .filter(({ path }) => SCREENS.test(path) && !/\.test\.tsx?$/.test(path))
      .flatMap((file) => [
        ...problems(file, BUSY_FLAG, 'Whether a write is running is no state of a screen', 'useSave or useAction'),
        ...(otherWrites[file.path] ? [] : problems(file, OTHER_WRITE, 'A write has one way', 'useSave')),
        ...(OWN_TABLES.has(file.path) ? [] : problems(file, TABLE, 'A list is declared', 'ListScreen or ListTable')),
        ...(OWN_RANGES.test(file.path)
          ? []
          : problems(file, RANGE, 'A page of a list is read in one way', 'pageOf of base/shared/list-page.ts')),
      ]),
  ],
};

/** Files on the list of other writes that have none. */
function unusedReasons(tree: SourceTree): Violation[] {
  return tree.files
    .filter(({ path, text }) => otherWrites[path] && !text.match(OTHER_WRITE))
    .map(({ path }) => ({
      file: path,
      line: 1,
      rule: 'The list of other writes is true; this file has none.',
      instead: 'Take it off the list in tools/architecture/other-writes.ts.',
      severity: 'failure',
    }));
}

function problems({ path, text }: SourceFile, pattern: RegExp, rule: string, instead: string): Violation[] {
  return [...text.matchAll(pattern)].map((match) => ({
    file: path,
    line: lineAt(text, match.index),
    rule: `${rule}: ${match[0]}.`,
    instead: `Use ${instead}.`,
    severity: 'failure',
  }));
}
