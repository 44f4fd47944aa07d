import { isTest, placeOf } from './places.ts';
import { lineAt, type Rule, type SourceTree, type TextFile, type Violation } from './source-tree.ts';

/** Kinds that are no word of other features, so that no file of theirs may compare with them. */
const OWN_WORDS = ['quiz'];

const OPERATORS = '===?|!==?|<>|(?:not\\s+)?in\\s*\\(';

/** Only the feature that contributes a kind of lesson knows it: all others ask for the activity of the lesson. */
export const lessonKinds: Rule = {
  name: 'kinds of lessons are activities',
  check: (tree) => {
    const folders = foldersByKind(tree);
    const kinds = [...new Set([...folders.keys(), ...OWN_WORDS])];
    return [...tree.files, ...tree.sql]
      .filter(({ path }) => path.startsWith('src/') && !path.includes('/migrations/') && !isTest(path))
      .flatMap((file) => kinds.flatMap((kind) => violations(file, kind, folders.get(kind))));
  },
};

/** Each kind with the folder of its `activity.tsx`. */
function foldersByKind(tree: SourceTree): Map<string, string> {
  return new Map(
    tree.files.flatMap(({ path, text }) => {
      const place = placeOf(path);
      const kind = /^ {2}kind: '(\w+)',$/m.exec(text)?.[1];
      const isActivity = place.part === 'feature' && place.kind === 'activity' && !isTest(path);
      return isActivity && kind ? [[kind, path.slice(0, path.lastIndexOf('/') + 1)] as const] : [];
    }),
  );
}

function violations({ path, text }: TextFile, kind: string, folder = 'src/features/learning/quizzes/'): Violation[] {
  if (path.startsWith(folder) || !(path.startsWith('src/features/learning/') || OWN_WORDS.includes(kind))) return [];
  return [...text.matchAll(comparisonWith(kind))].map(({ index }) => ({
    file: path,
    line: lineAt(text, index),
    rule: `Only ${folder} compares the kind of a lesson with ${kind}.`,
    instead: 'Ask for the activity: useActivity(lesson.kind), or private.lesson_kind(kind).',
    severity: 'failure',
  }));
}

/** A comparison of a lesson's kind, in TypeScript and in SQL; by any name where the kind is no word of other features. */
const comparisonWith = (kind: string) =>
  new RegExp(
    `${OWN_WORDS.includes(kind) ? '\\bkind' : '\\.kind'}\\s*(?:${OPERATORS})\\s*(?:'\\w+'\\s*,\\s*)*'${kind}'|\\.kind\\s*=\\s*'${kind}'`,
    'g',
  );
