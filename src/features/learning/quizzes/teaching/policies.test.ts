import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let course: string;
let lesson: string;
let students: string[];
const noon = new Date('2026-12-01T12:00:00Z');
const day = (days: number) => new Date(noon.getTime() + days * 86_400_000).toISOString();

beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string; lesson: string }>(
    `select c.id, l.id as lesson from public.courses c join public.lessons l on (l.account_id, l.course_id) = (c.account_id, c.id)
      where c.account_id = $1 and c.status = 'published' and c.author_id is not null order by c.slug, l.id limit 1`,
    [world.demo],
  );
  course = row?.id ?? '';
  lesson = row?.lesson ?? '';
  const rows = await world.sql.query<{ id: string }>(
    `select id from public.members where account_id = $1 and email in ('student@demo.test', 'member@demo.test', 'parent@demo.test') order by email`,
    [world.demo],
  );
  students = rows.map(({ id }) => id);
});
beforeEach(async () => {
  for (const table of ['private.course_tellings', 'public.attempts', 'public.lesson_progress', 'public.enrolments'])
    await world.sql.query(`delete from ${table}`);
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['takes the news of all courses', 'select * from private.claim_course_news()', { others: '42501' }],
    ['reads who was told what', 'select * from private.course_tellings', { others: '42501' }],
  ],
);

type News = { title: string; joined: string; handed_in: string; away: string; away_names: string[] };
const claim = async (at: number) =>
  (await world.sql.query<News>('select * from private.claim_course_news($1)', [day(at)])).map(
    ({ joined, handed_in, away }) => [Number(joined), Number(handed_in), Number(away)],
  );
const enrol = (at: number, who = 0, extraColumns: Record<string, string> = {}) =>
  world.sql.query(
    `insert into public.enrolments (account_id, member_id, course_id, source, starts_at, created_at${Object.keys(
      extraColumns,
    )
      .map((name) => `, ${name}`)
      .join('')})
     values ($1, $2, $3, 'manual', $4, $4${Object.keys(extraColumns)
       .map((_, place) => `, $${place + 5}`)
       .join('')})`,
    [world.demo, students[who], course, day(at), ...Object.values(extraColumns)],
  );
const visit = (at: number, who = 0) =>
  world.sql.query(
    `insert into public.lesson_progress (account_id, member_id, course_id, lesson_id, seen_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, member_id, lesson_id) do update set seen_at = excluded.seen_at`,
    [world.demo, students[who], course, lesson, day(at)],
  );

describe('the news of a course', () => {
  test('are of who came since the author was told, each once', async () => {
    expect(await claim(0)).toEqual([]);
    await enrol(0.2, 0);
    await enrol(0.4, 1);
    expect(await claim(1)).toEqual([[2, 0, 0]]);
    expect(await claim(1)).toEqual([]);
    await enrol(1.5, 2);
    expect(await claim(2)).toEqual([[1, 0, 0]]);
    expect(await claim(3)).toEqual([]);
  });

  test('name who has been away for seven days, once, however often is asked', async () => {
    await claim(0);
    await enrol(0.2);
    await visit(1.3);
    const claimed = [];
    for (let hours = 24; hours <= 24 * 20; hours += 6) claimed.push(...(await claim(hours / 24)));
    expect(claimed).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  });

  test('name them again when they came back and stayed away anew', async () => {
    await claim(0);
    await enrol(0.2);
    const claimed = [];
    for (let at = 1; at <= 30; at++) {
      if (at === 10) await visit(9.5);
      claimed.push(...(await claim(at)));
    }
    expect(claimed.filter(([, , away]) => away)).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });

  test('say nothing of who is done, has ended or runs out', async () => {
    await claim(0);
    await enrol(0.2, 0, { completed_at: day(1) });
    await enrol(0.2, 1, { status: 'ended' });
    await enrol(0.2, 2, { expires_at: day(5) });
    expect([await claim(1), await claim(15)]).toEqual([[[3, 0, 0]], []]);
  });

  test('are lost to nobody when the clock stood still, and told by one of two processes', async () => {
    await claim(0);
    await enrol(0.2);
    const claims = await Promise.all([claim(12), claim(12), claim(12)]);
    expect(claims.flat()).toEqual([[1, 0, 1]]);
  });

  test('count what was handed in, and no author’s own trial', async () => {
    const [quiz] = await world.sql.query<{ id: string; course_id: string }>(
      'select id, course_id from public.quizzes where account_id = $1 order by id limit 1',
      [world.demo],
    );
    await world.sql.query(`update public.courses set status = 'published' where account_id = $1 and id = $2`, [
      world.demo,
      quiz?.course_id,
    ]);
    await claim(0);
    for (const [number, isTrial] of [
      [1, false],
      [2, true],
    ])
      await world.sql.query(
        `insert into public.attempts (account_id, course_id, quiz_id, member_id, number, is_trial, started_at, submitted_at, pass_mark, points, score, passed)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 50, 10, 10, true)`,
        [world.demo, quiz?.course_id, quiz?.id, students[0], number, isTrial, day(0.1), day(0.2)],
      );
    expect(await claim(1)).toEqual([[0, 1, 0]]);
  });

  test('of a site without courses are nobody’s', async () => {
    await claim(0);
    await enrol(0.2);
    await world.sql.query(`update public.accounts set features = array_remove(features, 'lms') where account_id = $1`, [
      world.demo,
    ]);
    expect(await claim(1)).toEqual([]);
    await world.sql.query(`update public.accounts set features = features || '{lms}' where account_id = $1`, [
      world.demo,
    ]);
  });
});
