import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let course: string;
let member: string;
let review: string;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.course_reviews');
  const [ids] = await world.sql.query<{ course: string; member: string }>(
    `select c.id as course, m.id as member from public.courses c
       join public.members m on m.account_id = c.account_id and m.email = 'student@demo.test'
      where c.account_id = $1 and c.slug = 'light-and-exposure'`,
    [world.demo],
  );
  ({ course, member } = ids ?? { course: '', member: '' });
  await world.sql.query(
    `insert into public.lesson_progress (account_id, member_id, course_id, lesson_id, completed_at)
     select account_id, $2, course_id, id, private.clock_now() from public.lessons where course_id = $1 limit 1
     on conflict (account_id, member_id, lesson_id) do update set completed_at = private.clock_now()`,
    [course, member],
  );
  review = (await write(4, 'Clear and calm.')).id;
});
afterAll(() => world.close());

const as = (person: Person) => world.database.as(world.caller(person));
const ids = () => ({ course, member, review, unknown: crypto.randomUUID() });

async function write(stars: number, text: string, isMasked = false): Promise<{ id: string; status: string }> {
  const [row] = await as('student').query<{ id: string; status: string }>(
    'select made.id, made.status from private.save_review($1, $2, $3, $4) made',
    [course, stars, text, isMasked],
  );
  return row ?? { id: '', status: '' };
}

const rating = async () =>
  (
    await as('visitor').query<{ rating_count: number; average: string }>(
      'select rating_count, average from public.course_ratings where course_id = $1',
      [course],
    )
  ).map(({ rating_count, average }) => [rating_count, Number(average)])[0];

const seen = async (person: Person) =>
  (await as(person).query('select id from public.course_reviews where id = $1', [review])).length;

const setStatus = (status: string) =>
  world.sql.query('update public.course_reviews set status = $2 where id = $1', [review, status]);

const notes = async (key: string) =>
  (
    await world.sql.query<{ email: string }>(
      `select u.email from public.account_notifications n join auth.users u on u.id = n.user_id
        where n.account_id = $1 and n.said ->> 'key' = $2 order by u.email`,
      [world.demo, key],
    )
  ).map(({ email }) => email);

describe('reviews', () => {
  matrix(
    () => world,
    [
      [
        'that are shown are read by whoever sees the course',
        'select author_name, rating, body, reply from public.course_reviews where id = {review}',
        { others: 1 },
      ],
      ['tell nobody whose number wrote them', 'select member_id from public.course_reviews', { others: '42501' }],
      [
        'are written by who has completed a lesson, and teaches none of it',
        `select private.save_review({course}, 5, 'Good', false)`,
        { student: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'are not made up',
        `insert into public.course_reviews (account_id, course_id, member_id, author_name, rating) values ({demo}, {course}, {member}, 'x', 5)`,
        { others: '42501' },
      ],
      ['are not reworded by others', `update public.course_reviews set body = 'x'`, { others: '42501' }],
      [
        'are hidden by who teaches the course',
        `update public.course_reviews set status = 'hidden' where id = {review} returning id`,
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      [
        'are answered by who teaches the course',
        `select public.reply_to_review({review}, 'Thank you')`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'are deleted by who wrote them and who manages the site',
        'delete from public.course_reviews where id = {review} returning id',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'have a rating that is read by whoever sees the course',
        'select average from public.course_ratings where course_id = {course}',
        { others: 1 },
      ],
      ['have a rating that nobody sets', 'update public.course_ratings set rating_sum = 500', { others: '42501' }],
      ['are counted by nobody past their trigger', 'select private.rate_course({demo}, {course})', { others: '42501' }],
    ],
    ids,
  );

  test('are one of each member and course: written again it is changed, and counted once', async () => {
    expect(await write(4, 'Clear.')).toMatchObject({ id: review, status: 'shown' });
    expect(await rating()).toEqual([1, 4]);
    await write(5, 'Clearer still.');
    expect(await rating()).toEqual([1, 5]);
  });

  test('with a link or a masked word wait, and so does nothing that is hidden become seen by wording it anew', async () => {
    expect(await write(1, 'See https://elsewhere.example')).toMatchObject({ status: 'waiting' });
    expect(await rating()).toBeUndefined();
    expect([await seen('visitor'), await seen('member'), await seen('student'), await seen('instructor')]).toEqual([
      0, 0, 1, 1,
    ]);
    expect(await write(1, 'Without a link')).toMatchObject({ status: 'waiting' });
    await as('instructor').query(`update public.course_reviews set status = 'shown' where id = $1`, [review]);
    expect(await rating()).toEqual([1, 1]);
    expect(await write(2, 'A **** word', true)).toMatchObject({ status: 'waiting' });
    await as('owner').query(`update public.course_reviews set status = 'hidden' where id = $1`, [review]);
    expect(await write(3, 'Harmless')).toMatchObject({ status: 'hidden' });
    await setStatus('shown');
  });

  test('of a course that visitors do not see are not seen by them either', async () => {
    await world.sql.query(`update public.courses set visibility = 'members' where id = $1`, [course]);
    expect([await seen('visitor'), await seen('student')]).toEqual([0, 1]);
    expect(await rating()).toBeUndefined();
    await world.sql.query(`update public.courses set visibility = 'public' where id = $1`, [course]);
  });

  test.each([0, 6])('of %i stars are refused', async (stars) => {
    const attempt = world.attempt('student', `select private.save_review('${course}', ${stars}, '', false)`);
    expect(await attempt).toMatchObject({ refused: '23514' });
  });

  test('are refused before a lesson is done', async () => {
    await world.sql.query(
      'update public.lesson_progress set completed_at = null where member_id = $1 and course_id = $2',
      [member, course],
    );
    expect(await refused(write(5, ''))).toBe('forbidden');
    const [own] = await as('student').query<{ may_write: boolean; rating: number }>(
      'select * from public.own_review($1)',
      [course],
    );
    expect(own).toMatchObject({ may_write: false, rating: 3 });
    await world.sql.query(
      'update public.lesson_progress set completed_at = now() where member_id = $1 and course_id = $2',
      [member, course],
    );
  });

  test('tell the instructor of a new one, and its author of the first answer; an empty answer takes it back', async () => {
    await world.sql.query('delete from public.course_reviews');
    await world.sql.query('delete from public.account_notifications');
    review = (await write(5, 'Again.')).id;
    await write(4, 'Changed.');
    expect(await notes('reviewAdded')).toEqual(['instructor@demo.test']);
    await as('instructor').query(`select public.reply_to_review($1, 'Thank you')`, [review]);
    await as('instructor').query(`select public.reply_to_review($1, 'Thank you very much')`, [review]);
    expect(await notes('reviewReplied')).toEqual(['student@demo.test']);
    const answer = async () =>
      (await as('visitor').query('select reply from public.course_reviews where id = $1', [review]))[0];
    expect(await answer()).toEqual({ reply: 'Thank you very much' });
    await as('owner').query(`select public.reply_to_review($1, ' ')`, [review]);
    expect(await answer()).toEqual({ reply: null });
    expect(await refused(as('owner').query('select public.reply_to_review($1, $2)', [review, 'x'.repeat(2001)]))).toBe(
      'invalid',
    );
  });

  test('leave with the last of them no rating behind', async () => {
    await as('student').query('delete from public.course_reviews where id = $1', [review]);
    expect(await rating()).toBeUndefined();
  });
});
