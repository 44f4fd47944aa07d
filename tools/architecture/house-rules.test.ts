import { describe, expect, test } from 'vitest';
import { allRules } from './all-rules.ts';
import { dangerousCalls, dangerousCallsRule } from './dangerous-calls.ts';
import { errorCodes } from './error-codes.ts';
import { namedExports } from './exports.ts';
import { featureFolders } from './feature-folders.ts';
import { fieldLanguage } from './field-language.ts';
import { fileNames } from './file-names.ts';
import { lessonKinds } from './lesson-kinds.ts';
import { oneClock } from './one-clock.ts';
import { placesOf, violationsWith } from './planted-tree.ts';
import { productNouns } from './product-nouns.ts';
import { serviceCallers } from './service-callers.ts';
import type { ServiceRoleCaller } from './service-role-callers.ts';
import { sizes } from './sizes.ts';
import { sqlRules } from './sql-rules.ts';
import { typeCasts } from './type-casts.ts';

const unlisted = serviceCallers([]);
const noneAllowed = dangerousCallsRule(dangerousCalls.map((call) => ({ ...call, allowed: {} })));
const noneCast = typeCasts({});
/** These lists name files of the real tree. */
const withoutLists = new Map([unlisted, noneAllowed, noneCast].map((rule) => [rule.name, rule]));

test.each(allRules.map((rule) => withoutLists.get(rule.name) ?? rule))('a clean house keeps: $name', (rule) =>
  expect(violationsWith(rule, {})).toEqual([]),
);

describe('named exports, no barrels', () => {
  test.each([
    ['a default export', 'src/ui/buttons/link.tsx', 'export default 1;\n', /Exports are named/],
    [
      'a default by another name',
      'src/ui/buttons/link.tsx',
      'const a = 1;\nexport { a as default };\n',
      /Exports are named/,
    ],
    ['a star', 'src/ui/buttons/link.tsx', "export const b = 1;\nexport * from './button.tsx';\n", /no barrels/],
    ['a file that only hands on', 'src/ui/all.ts', "export { Button } from './button.tsx';\n", /no barrels/],
  ])('%s', (_what, file, text, said) => {
    const violations = violationsWith(namedExports, { [file]: text });
    expect(violations.map(({ file: where, rule }) => [where, rule])).toEqual([[file, expect.stringMatching(said)]]);
  });

  test('a layout of app may have a default export only while routes.ts names it', () => {
    expect(placesOf(violationsWith(namedExports, { 'src/app/routes.ts': 'export default [];\n' }))).toEqual([
      'src/app/site/layout.tsx:1',
    ]);
  });
});

describe('names of files and folders', () => {
  test.each([
    ['src/ui/index.ts', /"index" says nothing/],
    ['src/ui/utils.ts', /"utils" says nothing/],
    ['src/app/helpers/dates.ts', /"helpers" says nothing/],
    ['src/backend/auth/types.ts', /"types" says nothing/],
    ['src/backend/auth/mail-service.ts', /"mail-service" says nothing/],
    ['src/base/shared/misc.ts', /"misc" says nothing/],
    ['src/ui/DataTable.tsx', /kebab-case/],
    ['src/ui/dataTable/row.tsx', /Folders are named in kebab-case/],
    ['src/vendor/thing.ts', /src holds main\.ts/],
    ['src/base/common/thing.ts', /base holds shared, server and browser/],
    ['src/backend/mail/send.ts', /backend holds the folders/],
    ['src/app/view.sql', /SQL files stand/],
    ['src/features/platform/accounts/migrations/1_accounts.sql', /YYYYMMDDHHMM_verb_noun/],
  ])('%s', (file, said) => {
    const violations = violationsWith(fileNames, { [file]: '\n' });
    expect(violations.map(({ file: where, rule }) => [where, rule])).toEqual([[file, expect.stringMatching(said)]]);
  });
});

describe('the vocabulary of a feature and the table of contents', () => {
  test.each([
    ['src/features/learning/courses/format.ts', /only the files of the vocabulary/],
    ['src/features/learning/courses/screens/deep/page.tsx', /only the files of the vocabulary/],
    ['src/features/learning/courses/lessons/videos/rules.ts', /only the files of the vocabulary/],
    ['src/features/loose.ts', /only the files of the vocabulary/],
    ['src/features/learning/courses/components/other.test.tsx', /stands beside the file it tests/],
    ['src/features/learning/courses/policies.sql', /has a policies\.test\.ts beside it/],
    ['src/backend/auth/policies.sql', /has a policies\.test\.ts beside it/],
  ])('%s', (file, said) => {
    const violations = violationsWith(featureFolders, { [file]: '\n' });
    expect(violations.map(({ file: where, rule }) => [where, rule])).toEqual([[file, expect.stringMatching(said)]]);
  });

  test('what a seed is made of stands in seed/', () => {
    expect(violationsWith(featureFolders, { 'src/features/learning/courses/seed/optics.md': 'Light.\n' })).toEqual([]);
  });

  test('a folder that is not listed', () => {
    const [violation] = violationsWith(featureFolders, { 'src/features/content/posts/rules.ts': '\n' });
    expect(violation?.rule).toContain('posts does not');
  });

  test('a line without a folder, and a line said twice', () => {
    const contents =
      "export const features = [\n  'platform/accounts',\n  'learning/courses',\n  'content/ghosts',\n  'platform/accounts',\n];\n";
    const violations = violationsWith(featureFolders, { 'src/features/contents.ts': contents });
    expect(violations.map(({ line, rule }) => [line, rule])).toEqual([
      [4, expect.stringContaining('there is no content/ghosts')],
      [2, expect.stringContaining('platform/accounts stands twice')],
    ]);
  });
});

describe('size of files', () => {
  const lines = (count: number) => '\n'.repeat(count);

  test.each([
    [250, []],
    [251, ['warning']],
    [400, ['warning']],
    [401, ['failure']],
  ])('%i lines', (count, severities) => {
    for (const file of ['src/ui/long.tsx', 'src/app/styles/long.css']) {
      expect(violationsWith(sizes, { [file]: lines(count) }).map(({ severity }) => severity)).toEqual(severities);
    }
  });

  test('the generated types of the database may be as long as they are', () => {
    expect(violationsWith(sizes, { 'src/base/shared/database-types.ts': lines(2_000) })).toEqual([]);
  });
});

describe('no unchecked casts, no untyped clients', () => {
  test.each([
    [
      'through unknown',
      'export const row = (a: string) => a as unknown as number;\n',
      /The compiler checks every type/,
    ],
    ['to never', 'export const row = (a: string) => a as never;\n', /The compiler checks every type/],
    ['to any', 'export const row = (a: string) => (a as any).b;\n', /The compiler checks every type/],
    [
      'through JSON',
      'export const row = (a: object) => JSON.parse(JSON.stringify(a));\n',
      /The compiler checks every type/,
    ],
    [
      'a client without the schema',
      "import { createClient } from '@supabase/supabase-js';\nexport const db = createClient('a', 'b');\n",
      /typed by our schema/,
    ],
    [
      'a client that is loaded later',
      "export const db = async () => {\n  const { createClient } = await import('@supabase/supabase-js');\n  return createClient('a', 'b');\n};\n",
      /typed by our schema/,
    ],
    [
      'a type without the schema',
      "import type { SupabaseClient } from '@supabase/supabase-js';\nexport type Loose = SupabaseClient;\n",
      /typed by our schema/,
    ],
  ])('%s', (_what, text, said) => {
    const violations = violationsWith(noneCast, { 'src/base/server/planted.ts': text });
    expect(violations.map(({ file, rule }) => [file, rule])).toEqual([
      ['src/base/server/planted.ts', expect.stringMatching(said)],
    ]);
  });

  const path = 'src/base/server/planted.ts';
  const planted = { [path]: 'export const row = (a: string) => a as unknown as number;\n' };

  test('a listed cast may stand, with a reason, and at most twenty are', () => {
    const reason = 'the library says nothing of it';
    expect(violationsWith(typeCasts({ [path]: { count: 1, reason } }), planted)).toEqual([]);
    const rules = (listed: Parameters<typeof typeCasts>[0]) =>
      violationsWith(typeCasts(listed), planted).map(({ rule }) => rule);
    expect(rules({ [path]: { count: 1, reason: '' } })).toEqual([expect.stringMatching(/has a reason/)]);
    expect(rules({ [path]: { count: 2, reason } })).toEqual([expect.stringMatching(/has fewer than 2/)]);
    expect(rules({ [path]: { count: 21, reason } })).toContainEqual(expect.stringMatching(/At most 20/));
  });

  test('a client with the schema is none of them', () => {
    const text =
      "import { createClient } from '@supabase/supabase-js';\nexport const db = createClient<Database>('a', 'b');\n";
    expect(violationsWith(noneCast, { [path]: text })).toEqual([]);
  });
});

describe('dangerous calls stand where they are listed', () => {
  test.each([
    ['starts another program', "import { spawn } from 'node:child_process';\nexport const run = spawn;\n"],
    ['runs a text as code', 'export const run = (text: string) => eval(text);\n'],
    [
      'uses a hash that can be broken',
      "import { createHash } from 'node:crypto';\nexport const of = createHash('md5');\n",
    ],
    ['draws a random number that can be guessed', 'export const code = () => Math.random();\n'],
    ['encrypts by hand', "import { createCipheriv } from 'node:crypto';\nexport const seal = createCipheriv;\n"],
    ['believes any certificate', 'export const options = { rejectUnauthorized: false };\n'],
    ['puts markup into a page as it is', 'export const part = { dangerouslySetInnerHTML: { __html: "" } };\n'],
  ])('%s', (what, text) => {
    const violations = violationsWith(noneAllowed, { 'src/base/server/planted.ts': text });
    expect(violations.map(({ file, rule }) => [file, rule])).toEqual([
      ['src/base/server/planted.ts', `What ${what} is listed with a reason; this is not.`],
    ]);
    expect(violationsWith(noneAllowed, { 'src/base/server/planted.test.ts': text })).toEqual([]);
  });

  test('a file on the list that makes no such call any more', () => {
    const listed = [{ what: 'x', pattern: /never/g, allowed: { 'src/ui/planted.ts': 'a reason' }, instead: 'y' }];
    const planted = { 'src/ui/planted.ts': 'export const a = 1;\n' };
    expect(violationsWith(dangerousCallsRule(listed), planted)[0]?.rule).toContain('it does not');
  });
});

describe('who reads and writes with the service role', () => {
  const file = 'src/backend/auth/people.ts';
  const text =
    'export function createPeople(database: { asService(): void }) {\n  return () => database.asService();\n}\n';
  const listed: ServiceRoleCaller = { file, function: 'createPeople', reason: 'Nobody is signed in while signing up.' };

  test('a function that is not listed', () => {
    const violations = violationsWith(unlisted, { [file]: text });
    expect(placesOf(violations)).toEqual([`${file}:2`]);
    expect(violations[0]?.rule).toContain('createPeople is not');
  });

  test('a method destructured first', () => {
    const taken =
      'export const open = (database: { asService(): void }) => {\n  const { asService } = database;\n  return asService;\n};\n';
    expect(violationsWith(unlisted, { [file]: taken })[0]?.rule).toContain('open is not');
  });

  test('a listed function passes, a test is free', () => {
    const planted = { [file]: text, 'src/backend/auth/people.test.ts': text };
    expect(violationsWith(serviceCallers([listed]), planted)).toEqual([]);
  });

  test('a scene that only tests import is free, and no longer once the product imports it', () => {
    const scene = { [file]: text, 'src/backend/auth/people.test.ts': "import './people.ts';\n" };
    expect(violationsWith(unlisted, scene)).toEqual([]);
    const used = { ...scene, 'src/app/http/server.ts': "import '#backend/auth/people.ts';\n" };
    expect(violationsWith(unlisted, used)).toHaveLength(1);
  });

  test('a line whose function is gone, and one without a reason', () => {
    expect(violationsWith(serviceCallers([listed]), {})[0]?.rule).toContain('does not call asService()');
    const silent = serviceCallers([{ ...listed, reason: '' }]);
    expect(violationsWith(silent, { [file]: text })[0]?.rule).toContain('has none');
  });

  test('however many they are, each with a reason of its own', () => {
    const many = Array.from({ length: 11 }, (_, at) => ({
      ...listed,
      function: `caller${at}`,
      reason: `${listed.reason} Case ${at}.`,
    }));
    const all = many.map((one) => text.replace('createPeople', one.function)).join('');
    expect(violationsWith(serviceCallers(many), { [file]: all })).toEqual([]);
    const copied = many.map((one) => ({ ...one, reason: listed.reason }));
    expect(violationsWith(serviceCallers(copied), { [file]: all })).toHaveLength(10);
  });
});

describe('field language', () => {
  test.each([
    ['a variable', 'export const a = () => {\n  const told = 1;\n  return told;\n};\n', 'told'],
    ['a parameter', 'export const a = (asked: string) => asked;\n', 'asked'],
    ['a function', 'export function found() {}\n', 'found'],
  ])('%s that does not say what it is', (_what, text, name) => {
    const violations = violationsWith(fieldLanguage, { 'src/base/shared/planted.ts': text });
    expect(violations.map(({ rule }) => rule)).toEqual([`A name says what a value is; "${name}" does not.`]);
    expect(violationsWith(fieldLanguage, { 'src/base/shared/planted.test.ts': text })).toEqual([]);
  });

  test('a property of a stored row keeps its name', () => {
    const text = 'export const a = ({ said }: { said: string }) => said;\n';
    expect(violationsWith(fieldLanguage, { 'src/base/shared/planted.ts': text })).toEqual([]);
  });
});

describe('one clock', () => {
  test.each([
    ['src/features/learning/courses/policies.sql', 'select now();\n', 'now()'],
    ['src/features/learning/courses/policies.sql', 'select clock_timestamp();\n', 'clock_timestamp()'],
    ['src/features/learning/courses/rules.ts', 'export const at = () => Date.now();\n', 'Date.now()'],
    ['src/features/learning/courses/data.ts', 'export const at = () => new Date();\n', 'new Date()'],
  ])('%s may not read %j', (file, text, time) => {
    expect(violationsWith(oneClock, { [file]: text }).map(({ rule }) => rule)).toEqual([
      `A business rule reads the one clock that can be moved forward, not ${time}.`,
    ]);
  });

  test.each([
    ['src/features/learning/courses/policies.sql', '-- now() is real time\nselect private.clock_now();\n'],
    ['src/features/platform/accounts/policies.sql', 'select now();\n'],
    ['src/features/learning/courses/rules.ts', 'export const at = (text: string) => new Date(text);\n'],
  ])('%s may read %j', (file, text) => expect(violationsWith(oneClock, { [file]: text })).toEqual([]));
});

describe('kinds of lessons are activities', () => {
  const videoActivity = {
    'src/features/learning/courses/video/activity.tsx': "export const activity = {\n  kind: 'video',\n};\n",
  };
  test.each([
    [
      'src/features/learning/courses/screens/player.tsx',
      "export const isQuiz = (lesson: { kind: string }) => lesson.kind === 'quiz';\n",
    ],
    ['src/features/platform/reports/rules.ts', "export const isOther = (kind: string) => kind !== 'quiz';\n"],
    ['src/features/learning/courses/archive/policies.sql', "select from public.lessons k where k.kind <> 'quiz';\n"],
    ['src/features/learning/courses/policies.sql', "select from public.lessons k where k.kind in ('pdf', 'quiz');\n"],
  ])('%s may not compare a kind with quiz', (file, text) => {
    expect(violationsWith(lessonKinds, { [file]: text })).toHaveLength(1);
  });
  test.each([
    ['src/features/learning/courses/screens/player.tsx', "export const isVideo = (l: Lesson) => l.kind === 'video';\n"],
    ['src/features/learning/quizzes/rules.ts', "export const isVideo = (l: Lesson) => l.kind !== 'video';\n"],
    ['src/features/learning/courses/policies.sql', "select from public.lessons l where l.kind = 'video';\n"],
  ])('%s may not compare a kind that another folder contributes', (file, text) => {
    expect(violationsWith(lessonKinds, { [file]: text, ...videoActivity })).toHaveLength(1);
  });
  test('the folder of an activity may, and so may features that mean something else', () => {
    expect(
      violationsWith(lessonKinds, {
        ...videoActivity,
        'src/features/learning/courses/video/rules.ts': "export const isOwn = (l: Lesson) => l.kind === 'video';\n",
        'src/features/content/media/rules.ts': "export const isVideo = (f: File) => f.kind === 'video';\n",
      }),
    ).toEqual([]);
  });
  test('quizzes may, and so may a list of kinds', () => {
    expect(
      violationsWith(lessonKinds, {
        'src/features/learning/quizzes/rules.ts': "export const isQuiz = (kind: string) => kind === 'quiz';\n",
        'src/features/learning/courses/rules.ts': "export const kinds = ['text', 'quiz'];\n",
      }),
    ).toEqual([]);
  });
});

describe('no product noun in backend and ui', () => {
  test.each([
    ['src/ui/course-card.tsx', 'export const Card = 1;\n', 'course'],
    ['src/backend/rest/filters.ts', 'export const findCoupon = 1;\n', 'coupon'],
    ['src/ui/list.tsx', 'export const List = () => <QuizRow />;\n', 'quiz'],
  ])('%s', (file, text, noun) => {
    expect(violationsWith(productNouns, { [file]: text })[0]?.rule).toContain(`"${noun}"`);
  });
});

describe('rules of SQL', () => {
  const policies = 'src/features/platform/accounts/policies.sql';

  test.each([
    [
      'a definer without search_path',
      'create function private.a() returns int language sql security definer as $$ select 1 $$;',
      /pins its search_path/,
    ],
    [
      'search_path only in the body',
      'create function private.a() returns int language plpgsql security definer as $$ begin set search_path = x; end $$;',
      /pins its search_path/,
    ],
    ['insert without columns', 'grant select, insert on public.accounts to authenticated;', /lists its columns/],
    ['update of everything to visitors', 'grant update on all tables in schema public to anon;', /lists its columns/],
    ['all to everyone', 'grant all on public.accounts to public;', /lists its columns/],
  ])('%s', (_what, sql, said) => {
    const violations = violationsWith(sqlRules, { [policies]: `-- a; b\n\n${sql}\n` });
    expect(placesOf(violations)).toEqual([`${policies}:3`]);
    expect(violations[0]?.rule).toMatch(said);
  });

  test('grants to the service role, on functions and of deletes are let through', () => {
    const sql =
      "grant all on public.accounts to service_role;\ngrant all on function private.a() to anon;\ngrant delete on public.accounts to anon;\nselect 'grant all on x to anon; security definer';\n";
    expect(violationsWith(sqlRules, { [policies]: sql })).toEqual([]);
  });

  test('a migration that calls a function of policies.sql', () => {
    const file = 'src/features/platform/accounts/migrations/202601020000_fill_accounts.sql';
    expect(
      placesOf(
        violationsWith(sqlRules, { [file]: '-- private.mine() is spoken of\nselect 1;\nselect private.mine();\n' }),
      ),
    ).toEqual([`${file}:3`]);
  });
});

describe('codes of refusals are listed', () => {
  test.each([
    ['src/features/platform/accounts/policies.sql', "select private.raise_error('lost', 'It is gone.');\n"],
    ['src/features/learning/courses/server.ts', "throw new AppError(409, 'lost', 'It is gone.');\n"],
    ['src/features/learning/courses/server.ts', "throw errors.conflict('lost', 'It is gone.');\n"],
  ])('%s', (file, text) => {
    const page = { 'docs/error-codes.md': '| `found`    | 200 | found |\n' };
    expect(violationsWith(errorCodes, { ...page, [file]: text })[0]?.rule).toContain('lost does not');
    expect(violationsWith(errorCodes, { ...page, [file]: text.replace('lost', 'found') })).toEqual([]);
  });
});
