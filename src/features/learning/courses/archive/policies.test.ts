import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyone } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

type Lesson = { id: string; title: string; kind: string; is_published: boolean };
type Section = { id: string; title: string; lessons: Lesson[] };
type Part = {
  id: string;
  kind: string;
  title: string;
  section_title: string | null;
  lessons: number;
  students: number;
};

let world: World;
let course: string;
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.courses where slug = 'light-and-exposure'`,
  );
  course = row?.id ?? '';
  await world.sql.query(
    `insert into public.attempts (account_id, course_id, quiz_id, member_id, number, pass_mark, points, submitted_at, score, passed)
     select z.account_id, z.course_id, z.id, m.id, 90, 50, 10, now(), 10, true
       from public.quizzes z join public.members m on m.account_id = z.account_id and m.email = 'student@demo.test' where z.course_id = $1`,
    [course],
  );
});
afterAll(() => world.close());

const instructor = () => world.database.as(world.caller('instructor'));
/** The outline as the editor reads it, with the instructor's permissions. */
async function outline(): Promise<Section[]> {
  const db = instructor();
  const sections = await db.query<Section>(
    'select id, title from public.sections where course_id = $1 order by position, id',
    [course],
  );
  const lessons = await db.query<Lesson & { section_id: string }>(
    `select id, section_id, title, kind, is_published, is_required, duration_seconds from public.lessons
      where course_id = $1 order by position, id`,
    [course],
  );
  return sections.map((section) => ({
    ...section,
    lessons: lessons.filter((lesson) => lesson.section_id === section.id),
  }));
}
const save = async (sections: readonly Section[]) =>
  instructor().query(
    'select public.save_curriculum($1, $2::jsonb, (select outline_version from public.courses where id = $1))',
    [course, JSON.stringify(sections)],
  );
const archived = () => instructor().query<Part>('select * from public.archived_parts($1)', [course]);
const restore = (part: string | undefined) => instructor().query('select public.restore_part($1, $2)', [course, part]);
const titles = (sections: readonly Section[]) =>
  sections.map((section) => [section.title, section.lessons.map(({ title }) => title)]);
/** What students did, including in archived lessons. */
const studentWork = () =>
  world.sql.query<{ progress: number; attempts: number; answers: number; score: string }>(
    `select (select count(*)::int from public.lesson_progress where course_id = $1) as progress,
            (select count(*)::int from public.attempts where course_id = $1) as attempts,
            (select count(*)::int from public.attempt_answers where course_id = $1) as answers,
            (select sum(score)::text from public.attempts where course_id = $1) as score`,
    [course],
  );
const percent = async () => {
  const [row] = await world.database
    .as(world.caller('student'))
    .query<{ percent: number; total: number; done: number }>(
      'select percent, total, done from public.course_progress where course_id = $1',
      [course],
    );
  return row;
};

describe('removing a lesson or a section', () => {
  test('keeps progress, attempts and grades, hides it from everybody, and restoring brings all of it back', async () => {
    const before = { outline: await outline(), done: await studentWork(), percent: await percent() };
    expect(before.done[0]).toMatchObject({ progress: expect.any(Number), attempts: expect.any(Number) });
    expect(before.done[0]?.attempts).toBeGreaterThan(0);
    const quizIndex = before.outline.findIndex(({ lessons }) => lessons.some(({ kind }) => kind === 'quiz'));
    const firstSection = before.outline[0] as Section;
    await save(before.outline.filter((_, at) => at !== quizIndex && at !== 0));

    expect(await studentWork()).toEqual(before.done);
    for (const person of everyone)
      for (const table of ['lessons', 'sections'])
        expect(
          await world.attempt(person, `select from public.${table} where archived_at is not null`),
        ).not.toHaveProperty('rows.0');
    expect((await percent())?.total).toBeLessThan(before.percent?.total ?? 0);
    const parts = await archived();
    expect(parts).toHaveLength(quizIndex === 0 ? 1 : 2);
    expect(parts.find(({ id }) => id === firstSection.id)).toMatchObject({
      kind: 'section',
      title: firstSection.title,
      lessons: firstSection.lessons.length,
      students: 1,
    });

    for (const { id } of parts) await restore(id);
    const after = await outline();
    expect([...titles(after)].sort()).toEqual([...titles(before.outline)].sort());
    expect(after.flatMap(({ lessons }) => lessons).every(({ is_published }) => is_published)).toBe(true);
    expect(await studentWork()).toEqual(before.done);
    expect(await percent()).toEqual(before.percent);
    expect(await archived()).toEqual([]);
    await save(before.outline);
  });

  test('a lesson that went alone comes back to its section, and brings the section where that went later', async () => {
    const before = await outline();
    const [first, ...others] = before as [Section, ...Section[]];
    const [firstLesson, ...otherLessons] = first.lessons as [Lesson, ...Lesson[]];
    await save([{ ...first, lessons: otherLessons }, ...others]);
    await save(others);
    const parts = await archived();
    expect(parts.map(({ kind, title, lessons }) => [kind, title, lessons])).toEqual([
      ['section', first.title, otherLessons.length],
      [firstLesson.kind, firstLesson.title, 1],
    ]);
    await restore(firstLesson.id);
    expect(titles(await outline())).toEqual([[first.title, [firstLesson.title]], ...titles(others)]);
    // The rest of its section can still be restored, lesson by lesson.
    const remaining = await archived();
    expect(remaining.map(({ title }) => title).sort()).toEqual(otherLessons.map(({ title }) => title).sort());
    for (const { id } of remaining) await restore(id);
    await save(before);
    expect(titles(await outline())).toEqual(titles(before));
  });

  test('comes back to its former place, or the last one where fewer parts are left', async () => {
    const before = await outline();
    const at = before.findIndex(({ lessons }) => lessons.length > 2);
    const section = before[at] as Section;
    const [first, second, ...rest] = section.lessons as [Lesson, Lesson, ...Lesson[]];
    await save(before.toSpliced(at, 1, { ...section, lessons: [first, ...rest] }));
    await restore(second.id);
    expect(await outline()).toEqual(before);

    await save(before.toSpliced(at, 1));
    await restore(section.id);
    expect(await outline()).toEqual(before);

    await save(before.toSpliced(at, 1, { ...section, lessons: [first, ...rest] }));
    await save(before.toSpliced(at, 1, { ...section, lessons: [] }));
    await restore(second.id);
    expect(titles(await outline())[at]).toEqual([section.title, [second.title]]);
    await save(before);
  });

  test('an outline that names it again restores it, as undoing does', async () => {
    const before = await outline();
    await save(before.slice(1));
    await save(before);
    expect(await outline()).toEqual(before);
    expect(await archived()).toEqual([]);
  });

  test('what nobody wrote or learned anything in leaves no trace', async () => {
    const before = await outline();
    const section = { id: crypto.randomUUID(), title: 'Empty', lessons: [] as Lesson[] };
    section.lessons = [{ id: crypto.randomUUID(), title: 'Empty', kind: 'text', is_published: true }];
    await save([...before, section]);
    await save(before);
    expect(await archived()).toEqual([]);
    expect(await world.sql.query('select from public.sections where id = $1', [section.id])).toEqual([]);
  });

  test('nothing that is in the course, or in another, is restored', async () => {
    const [first] = await outline();
    for (const part of [first?.id, first?.lessons[0]?.id, crypto.randomUUID()])
      await expect(restore(part)).rejects.toMatchObject({ detail: 'not_found' });
    for (const person of ['student', 'atelierOwner', 'fresh'] as const)
      expect(await world.attempt(person, 'select public.restore_part($1, $2)', [course, first?.id])).toMatchObject({
        refused: 'forbidden',
      });
  });
});
