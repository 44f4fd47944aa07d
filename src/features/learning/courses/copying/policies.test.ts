import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

type Lesson = { id: string; title: string; kind: string; is_published: boolean; section: string };

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const courses = await world.sql.query<{ slug: string; id: string }>(
    'select slug, id from public.courses where account_id = $1',
    [world.demo],
  );
  for (const { slug, id } of courses) ids[slug] = id;
  const people = await world.sql.query<{ name: string; id: string }>(
    `select split_part(email, '@', 1) as name, id from public.members where account_id = $1`,
    [world.demo],
  );
  for (const { name, id } of people) ids[name] = id;
  // The instructor owns `light-and-exposure` and `macro-botany`, and does not teach `seeing-cells`.
  await world.sql.query(`update public.courses set author_id = $1 where id = any($2)`, [
    ids.instructor,
    [ids['light-and-exposure'], ids['macro-botany']],
  ]);
  await world.sql.query('update public.courses set author_id = $1 where id = $2', [ids.owner, ids['seeing-cells']]);
});
afterAll(() => world.close());

const as = (person: Person) => world.database.as(world.caller(person));
const outlineOf = (course: string | undefined) =>
  world.sql.query<Lesson>(
    `select l.id, l.title, l.kind, l.is_published, s.title as section
       from public.sections s left join public.lessons l on l.section_id = s.id and l.archived_at is null
      where s.course_id = $1 and s.archived_at is null order by s.position, l.position`,
    [course],
  );
const titles = (outline: readonly Lesson[]) => outline.map(({ section, title }) => [section, title]);
async function copyCourse(slug: string, title: string, person: Person = 'instructor'): Promise<string> {
  const [row] = await as(person).query<{ slug: string }>('select public.copy_course($1, $2) as slug', [
    ids[slug],
    title,
  ]);
  const [course] = await world.sql.query<{ id: string }>(
    'select id from public.courses where account_id = $1 and slug = $2',
    [world.demo, row?.slug],
  );
  return course?.id ?? '';
}
const copyParts = (
  target: string | undefined,
  parts: (string | undefined)[],
  section: string | null = null,
  names: Record<string, string> = {},
  person: Person = 'instructor',
) =>
  as(person).query('select public.copy_parts($1, $2, $3, $4::jsonb)', [target, parts, section, JSON.stringify(names)]);
const sectionsOf = (course: string | undefined) =>
  world.sql.query<{ id: string; title: string }>(
    'select id, title from public.sections where course_id = $1 and archived_at is null order by position',
    [course],
  );
async function emptyCourse(title: string): Promise<string> {
  await as('instructor').query('select public.create_course($1, $2)', [world.demo, title]);
  const [course] = await world.sql.query<{ id: string }>('select id from public.courses where title = $1', [title]);
  return course?.id ?? '';
}

describe('a copied course', () => {
  test('is a draft of who copied it, with page, outline, texts and files, and without students', async () => {
    const source = ids['light-and-exposure'];
    const copy = await copyCourse('light-and-exposure', 'Light again');
    expect(titles(await outlineOf(copy))).toEqual(titles(await outlineOf(source)));
    const pages = await world.sql.query<Record<string, unknown>>(
      `select title, status, author_id, summary, description, outcomes, level, lesson_count, duration_seconds, outline_version
         from public.courses where id = any($1) order by created_at`,
      [[source, copy]],
    );
    const [before, after] = pages;
    expect(after).toEqual({
      ...before,
      title: 'Light again',
      status: 'draft',
      author_id: ids.instructor,
      outline_version: 1,
    });
    const contents = (course: string | undefined) =>
      world.sql.query(
        `select k.body, k.media_path, k.media_name, k.captions_path from public.lesson_contents k
           join public.lessons l on l.id = k.id join public.sections s on s.id = l.section_id
          where k.course_id = $1 order by s.position, l.position`,
        [course],
      );
    expect(await contents(copy)).toEqual(await contents(source));
    expect((await contents(copy)).some((row) => row.media_path !== null)).toBe(true);
    for (const table of ['enrolments', 'lesson_progress', 'attempts', 'lesson_notes', 'course_instructors'])
      expect(await world.sql.query(`select from public.${table} where course_id = $1`, [copy])).toEqual([]);
  });

  test('names its own lessons in its conditions', async () => {
    const lessons = await outlineOf(ids['light-and-exposure']);
    await as('instructor').query('select public.set_availability($1, $2, $3::jsonb)', [
      ids['light-and-exposure'],
      lessons[2]?.id,
      JSON.stringify({
        all: [
          { kind: 'lesson', lesson: lessons[0]?.id },
          { kind: 'lesson', lesson: lessons[1]?.id },
        ],
      }),
    ]);
    const copy = await copyCourse('light-and-exposure', 'Light with conditions');
    const copied = await outlineOf(copy);
    const rules = await world.sql.query<{ id: string; conditions: unknown }>(
      'select id, conditions from public.availability_rules where course_id = $1 and id = $2',
      [copy, copied[2]?.id],
    );
    expect(rules).toEqual([
      {
        id: copied[2]?.id,
        conditions: {
          all: [
            { kind: 'lesson', lesson: copied[0]?.id },
            { kind: 'lesson', lesson: copied[1]?.id },
          ],
        },
      },
    ]);
  });

  test.each([
    ['student', 'forbidden'],
    ['atelierOwner', 'forbidden'],
    ['fresh', 'forbidden'],
    ['visitor', '42501'],
  ] as const)('%s copies none', async (person, refused) => {
    expect(
      await world.attempt(person, 'select public.copy_course($1, $2)', [ids['macro-botany'], 'Mine']),
    ).toMatchObject({
      refused,
    });
  });

  test('an instructor copies no course they don’t teach, the owner any', async () => {
    const copy = (person: Person) =>
      world.attempt(person, 'select public.copy_course($1, $2)', [ids['seeing-cells'], 'Cells again']);
    expect(await copy('instructor')).toMatchObject({ refused: 'forbidden' });
    expect(await copy('owner')).toMatchObject({ rows: [expect.anything()] });
  });
});

describe('copied sections and lessons', () => {
  test('a lesson stands after the one it was copied from, hidden in a published course, under its new title', async () => {
    const before = await outlineOf(ids['macro-botany']);
    const first = before[0] as Lesson;
    await copyParts(ids['macro-botany'], [first.id], null, { [first.id]: 'Once more' });
    const after = await outlineOf(ids['macro-botany']);
    expect(titles(after)).toEqual(titles(before).toSpliced(1, 0, [first.section, 'Once more']));
    expect(after[1]).toMatchObject({ kind: first.kind, is_published: false });
    expect(after[1]?.id).not.toBe(first.id);
  });

  test('a section stands after its original with all of its lessons', async () => {
    const before = await outlineOf(ids['light-and-exposure']);
    const [section, next] = await sectionsOf(ids['light-and-exposure']);
    await copyParts(ids['light-and-exposure'], [section?.id], null, { [section?.id ?? '']: 'Second time' });
    const after = await outlineOf(ids['light-and-exposure']);
    const lessons = before.filter((lesson) => lesson.section === section?.title);
    expect(titles(after)).toEqual([
      ...lessons.map(({ title }) => [section?.title, title]),
      ...lessons.map(({ title }) => ['Second time', title]),
      ...titles(before.filter((lesson) => lesson.section !== section?.title)),
    ]);
    expect((await sectionsOf(ids['light-and-exposure'])).map(({ title }) => title).slice(0, 3)).toEqual([
      section?.title,
      'Second time',
      next?.title,
    ]);
  });

  test('go to a chosen section of another course, or bring sections of the same names', async () => {
    const target = await emptyCourse('Gathered');
    const source = await outlineOf(ids['macro-botany']);
    const [first, second] = source as [Lesson, Lesson];
    await copyParts(target, [first.id]);
    const [section] = await sectionsOf(target);
    expect(section?.title).toBe(first.section);
    await copyParts(target, [second.id, first.id], section?.id);
    expect(titles(await outlineOf(target))).toEqual([
      [first.section, first.title],
      [first.section, first.title],
      [first.section, second.title],
    ]);
    const slugs = await world.sql.query<{ slug: string }>('select slug from public.lessons where course_id = $1', [
      target,
    ]);
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(3);
  });

  test('a condition on a lesson that stays behind is left out', async () => {
    const lessons = await outlineOf(ids['macro-botany']);
    const [first, , third] = lessons as [Lesson, Lesson, Lesson];
    await as('instructor').query('select public.set_availability($1, $2, $3::jsonb)', [
      ids['macro-botany'],
      third.id,
      JSON.stringify({ kind: 'lesson', lesson: first.id }),
    ]);
    const target = await emptyCourse('Without the first');
    await copyParts(target, [third.id]);
    expect(await world.sql.query('select from public.availability_rules where course_id = $1', [target])).toEqual([]);
    await copyParts(target, [first.id, third.id]);
    expect(await world.sql.query('select from public.availability_rules where course_id = $1', [target])).toHaveLength(
      1,
    );
  });

  test.each([
    ['nothing', () => [], 'invalid'],
    ['what is not there', () => [crypto.randomUUID()], 'not_found'],
    ['a lesson of a course they don’t teach', async () => [(await outlineOf(ids['seeing-cells']))[0]?.id], 'not_found'],
    [
      'lessons of two courses',
      async () => [(await outlineOf(ids['macro-botany']))[0]?.id, (await outlineOf(ids['light-and-exposure']))[0]?.id],
      'not_found',
    ],
  ])('an instructor copies not %s', async (_, parts, detail) => {
    await expect(copyParts(ids['macro-botany'], await parts())).rejects.toMatchObject({ detail });
  });

  test.each(['student', 'fresh', 'atelierOwner'] as const)('%s copies nothing', async (person) => {
    const [lesson] = await outlineOf(ids['macro-botany']);
    await expect(copyParts(ids['macro-botany'], [lesson?.id], null, {}, person)).rejects.toMatchObject({
      detail: 'forbidden',
    });
  });
});

describe('the files of a copied lesson', () => {
  const filesOf = (person: Person, path: string) =>
    world.attempt(person, 'select name from storage.objects where name = $1', [path]);

  test('are fetched by who may read the copy, and by no one else', async () => {
    const [film] = await world.sql.query<{ id: string; media_path: string }>(
      `select l.id, k.media_path from public.lesson_contents k join public.lessons l on l.id = k.id
        where k.course_id = $1 and k.media_path is not null and l.archived_at is null and not l.is_preview limit 1`,
      [ids['light-and-exposure']],
    );
    const path = film?.media_path ?? '';
    const target = await emptyCourse('With a film');
    await copyParts(target, [film?.id]);
    expect(await filesOf('member', path)).toEqual({ rows: [] });
    await world.sql.query(
      `insert into public.enrolments (account_id, course_id, member_id, source) values ($1, $2, $3, 'free')`,
      [world.demo, target, ids.member],
    );
    expect(await filesOf('member', path)).toEqual({ rows: [{ name: path }] });
    expect(await filesOf('visitor', path)).toEqual({ rows: [] });
    expect(await filesOf('atelierOwner', path)).toEqual({ rows: [] });
  });

  test('are those of lessons that the author edits: another’s file is named by nobody', async () => {
    const [foreign] = await world.sql.query<{ id: string }>(
      `select k.id from public.lesson_contents k where k.course_id = $1 limit 1`,
      [ids['seeing-cells']],
    );
    const path = `courses/${ids['seeing-cells']}/${foreign?.id}/secret.pdf`;
    await world.sql.query('update public.lesson_contents set media_path = $1 where id = $2', [path, foreign?.id]);
    const [own] = await world.sql.query<{ id: string }>(
      'select id from public.lesson_contents where course_id = $1 limit 1',
      [ids['macro-botany']],
    );
    const name = (person: Person) =>
      world.attempt(person, 'update public.lesson_contents set media_path = $1 where id = $2 returning id', [
        path,
        own?.id,
      ]);
    expect(await name('instructor')).toMatchObject({ refused: '23514' });
    expect(await name('owner')).toMatchObject({ rows: [{ id: own?.id }] });
  });
});

test('every kind of lesson that holds content is copied by a function of its name', async () => {
  const rows = await world.sql.query(
    `select name from (select kind as name from private.lesson_kinds where holds_content union select name from private.course_copiers) k
      where to_regprocedure(format('private.copy_%s_parts(public.courses, public.courses, jsonb, boolean)', name)) is null
         or not exists (select from private.course_copiers c where c.name = k.name)`,
  );
  expect(rows).toEqual([]);
});
