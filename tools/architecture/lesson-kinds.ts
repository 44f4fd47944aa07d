import { isTest } from './places.ts';
import { lineAt, type Rule, type Violation } from './source-tree.ts';

/** A comparison with the kind of lesson that the feature `quizzes` contributes, in TypeScript and in SQL. */
const COMPARISON = /\bkind\s*(?:===?|!==?|<>|(?:not\s+)?in\s*\()\s*(?:'\w+'\s*,\s*)*'quiz'/g;

/** Only the feature that makes a lesson of a kind knows the kind: all others ask for the activity of the lesson. */
export const lessonKinds: Rule = {
  name: 'kinds of lessons are activities',
  check: (tree) =>
    [...tree.files, ...tree.sql].flatMap((file): Violation[] =>
      !file.path.startsWith('src/') ||
      file.path.startsWith('src/features/learning/quizzes/') ||
      file.path.includes('/migrations/') ||
      isTest(file.path)
        ? []
        : [...file.text.matchAll(COMPARISON)].map(({ index }) => ({
            file: file.path,
            line: lineAt(file.text, index),
            rule: 'Only quizzes compares the kind of a lesson with quiz.',
            instead: 'Ask for the activity: useActivities()[lesson.kind], or private.is_activity(kind).',
            severity: 'failure',
          })),
    ),
};
