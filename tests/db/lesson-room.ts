import type { Person, World } from './world.ts';

/** A lesson of one kind in a published course of demo's instructor, with the student and one blocked member in it. */
export type LessonRoom = {
  course: string;
  lesson: string;
  /** The id of the row of what the lesson holds: of `quizzes` or `assignments`. */
  subject: string;
  as<Answer>(person: Person, call: string, values: unknown[]): Promise<Answer>;
  /** Changes the rules of what the lesson holds, past every policy. */
  set(settings: Record<string, unknown>): Promise<unknown>;
};

export async function openLessonRoom(
  world: World,
  { kind, table, title }: { kind: string; table: 'quizzes' | 'assignments'; title: string },
): Promise<LessonRoom> {
  const one = async (text: string, values: unknown[]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  const course = await one(
    `insert into public.courses (account_id, title, slug, summary, author_id)
     select account_id, $2, 'a-room-for-a-' || $3, 'About it.', id from public.members where account_id = $1 and email = 'instructor@demo.test' returning id`,
    [world.demo, title, kind],
  );
  const section = await one(
    `insert into public.sections (account_id, course_id, title) values ($1, $2, 'One') returning id`,
    [world.demo, course],
  );
  const lesson = await one(
    `insert into public.lessons (account_id, course_id, section_id, title, slug, kind) values ($1, $2, $3, $4, $5, $5) returning id`,
    [world.demo, course, section, title, kind],
  );
  const subject = await one(`select id from public.${table} where lesson_id = $1`, [lesson]);
  await world.sql.query(`update public.courses set status = 'published' where id = $1`, [course]);
  await world.sql.query(
    `select private.enrol(account_id, $1, id, 'manual') from public.members where account_id = $2 and email in ('student@demo.test', 'blocked@world.test')`,
    [course, world.demo],
  );
  const as = async <Answer>(person: Person, call: string, values: unknown[]): Promise<Answer> =>
    (
      await world.database.as(world.caller(person)).query<{ answer: Answer }>(`select public.${call} as answer`, values)
    )[0]?.answer as Answer;
  const set = (settings: Record<string, unknown>) => {
    const pairs = Object.keys(settings).map((key, at) => `${key} = $${at + 2}`);
    return world.sql.query(`update public.${table} set ${pairs.join(', ')} where id = $1`, [
      subject,
      ...Object.values(settings),
    ]);
  };
  return { course, lesson, subject, as, set };
}
