import { lineAt, type Rule, type SourceFile, type Violation } from './source-tree.ts';

const SCREENS = /^src\/(?:features\/|app\/dashboard\/)/;
/** Tables whose rows are no page of a list: files beside folders, and the attempts beside a quiz editor. */
const OWN_TABLES = new Set([
  'src/features/content/media/components/media-rows.tsx',
  'src/features/learning/quizzes/components/attempts-table.tsx',
]);

/** Why a write, or what looks like one, is not a `useSave`. */
const SIGN_IN = 'a form of the sign-in pages, which are islands and have no query client';
const NO_SCREEN = 'an island of a public page, which has no query client';
const PROOF = 'proves who somebody is in one of several ways, and writes nothing';
const TO_MOVE = 'to be moved to useSave';
const MEMBERS = 'src/features/platform/members/components';
const COURSES = 'src/features/learning/courses';
const QUIZZES = 'src/features/learning/quizzes/components';

/** Where a call of `useAction` or a bare `useMutation` stands, with the reason; all other writes use `useSave`. */
const OTHER_WRITES: Readonly<Record<string, string>> = {
  [`${MEMBERS}/accept-invitation-form.tsx`]: SIGN_IN,
  [`${MEMBERS}/confirm-sign-up-form.tsx`]: SIGN_IN,
  [`${MEMBERS}/factor-step.tsx`]: SIGN_IN,
  [`${MEMBERS}/invited-sign-up.tsx`]: SIGN_IN,
  [`${MEMBERS}/join-panel.tsx`]: SIGN_IN,
  [`${MEMBERS}/link-sign-in.tsx`]: SIGN_IN,
  [`${MEMBERS}/new-password-form.tsx`]: SIGN_IN,
  [`${MEMBERS}/phone-code.tsx`]: SIGN_IN,
  [`${MEMBERS}/recovery-code-step.tsx`]: SIGN_IN,
  [`${MEMBERS}/recovery-form.tsx`]: SIGN_IN,
  [`${MEMBERS}/set-up-form.tsx`]: SIGN_IN,
  [`${MEMBERS}/sign-up-code.tsx`]: SIGN_IN,
  [`${MEMBERS}/sign-up-form.tsx`]: SIGN_IN,
  [`${MEMBERS}/confirmation-dialog.tsx`]: PROOF,
  'src/features/commerce/orders/screens/checkout-sign-in.tsx': SIGN_IN,
  'src/features/marketing/contacts/components/link-form.tsx': NO_SCREEN,
  'src/features/content/posts/comments/components/post-comments.tsx': NO_SCREEN,
  'src/features/platform/notifications/components/read-notification.ts':
    'several notifications are marked read at the same time, each in the cache at once',
  [`${COURSES}/components/category-dialog.tsx`]: TO_MOVE,
  [`${COURSES}/components/course-archive.tsx`]: TO_MOVE,
  [`${COURSES}/components/details-form.tsx`]: TO_MOVE,
  [`${COURSES}/components/instructors-field.tsx`]: TO_MOVE,
  [`${COURSES}/components/join-course.tsx`]: TO_MOVE,
  [`${COURSES}/components/lesson-panel.tsx`]: TO_MOVE,
  [`${COURSES}/components/publish-actions.tsx`]: TO_MOVE,
  [`${COURSES}/screens/category-list.tsx`]: TO_MOVE,
  [`${COURSES}/screens/new-course.tsx`]: TO_MOVE,
  [`${COURSES}/screens/player.tsx`]: TO_MOVE,
  [`${QUIZZES}/bank-dialog.tsx`]: TO_MOVE,
  [`${QUIZZES}/hand-in-dialog.tsx`]: TO_MOVE,
  [`${QUIZZES}/new-quiz-dialog.tsx`]: TO_MOVE,
  [`${QUIZZES}/quiz-player.tsx`]: TO_MOVE,
  [`${QUIZZES}/quiz-workbench.tsx`]: TO_MOVE,
};

const OTHER_WRITE = /\b(?:useAction|useMutation)\(/g;
const BUSY_FLAG = /\bset(?:Is)?(?:Busy|Pending|Saving|Sending|Running|Submitting)\(/g;
const TABLE = /'#ui\/table\/data-table\.tsx'/g;
const RANGE = /\.range\((?!0, ?0\))/g;
/** Read in portions, and not page by page on a screen. */
const OWN_RANGES =
  /^src\/features\/(?:content\/(?:posts|search\/sitemaps|media)|learning\/(?:courses|quizzes)|platform\/(?:members\/invitations|notifications))\/data\.ts$/;

/** One way to list and one way to save: no flag, write or list screen put together by hand. */
export const listsAndSaves: Rule = {
  name: 'lists and saves',
  check: (tree) =>
    tree.files
      .filter(({ path }) => SCREENS.test(path) && !/\.test\.tsx?$/.test(path))
      .flatMap((file) => [
        ...problems(file, BUSY_FLAG, 'Whether a write is running is no state of a screen', 'useSave or useAction'),
        ...(OTHER_WRITES[file.path] ? [] : problems(file, OTHER_WRITE, 'A write has one way', 'useSave')),
        ...(OWN_TABLES.has(file.path) ? [] : problems(file, TABLE, 'A list is declared', 'ListScreen or ListTable')),
        ...(OWN_RANGES.test(file.path)
          ? []
          : problems(file, RANGE, 'A page of a list is read in one way', 'pageOf of base/shared/list-page.ts')),
      ]),
};

function problems({ path, text }: SourceFile, pattern: RegExp, rule: string, instead: string): Violation[] {
  return [...text.matchAll(pattern)].map((match) => ({
    file: path,
    line: lineAt(text, match.index),
    rule: `${rule}: ${match[0]}.`,
    instead: `Use ${instead}.`,
    severity: 'failure',
  }));
}
