import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Availability, FUTURE, NEXT, openAvailability } from '#tests/db/availability.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let at: Availability;
beforeAll(async () => {
  world = await openWorld();
  at = await openAvailability(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql.query('delete from public.availability_rules');
  await world.sql.query(`delete from public.account_notifications where said ->> 'key' = 'lessonOpened'`);
  await world.sql.query(`update private.lesson_openings set told_to = private.clock_now() - interval '1 hour'`);
});

const tell = () => world.sql.query('select private.tell_opened_lessons()');
const notifiedLinks = async () =>
  (
    await world.sql.query<{ link: string }>(
      `select n.link from public.account_notifications n join public.members m on (m.account_id, m.user_id) = (n.account_id, n.user_id)
        where m.id = $1 and n.said ->> 'key' = 'lessonOpened'`,
      [at.member],
    )
  ).map(({ link }) => link);
const minutesAgo = (minutes: number) => ({ kind: 'from', at: new Date(Date.now() - minutes * 60_000).toISOString() });
const link = `/dashboard/courses/light-and-exposure?lesson=${NEXT}`;

test('a learner hears of a lesson on the day it opens, once', async () => {
  await at.set(at.lesson(NEXT), minutesAgo(20));
  await tell();
  expect(await notifiedLinks()).toEqual([link]);
  await tell();
  expect(await notifiedLinks()).toEqual([link]);
});

test('so many days after they enrolled, by the clock where they are', async () => {
  await world.sql.query(
    `update public.enrolments set starts_at = private.clock_now() - interval '3 days' where course_id = $1 and member_id = $2`,
    [at.course, at.member],
  );
  const [row] = await world.sql.query<{ time: string }>(
    `select to_char((private.clock_now() - interval '5 minutes') at time zone 'Europe/Lisbon', 'HH24:MI') as time`,
  );
  await at.set(at.lesson(NEXT), { kind: 'days', days: 3, time: row?.time });
  await tell();
  expect(await notifiedLinks()).toEqual([link]);
});

test('nobody hears of what was open, is not open yet, or waits for something else', async () => {
  await at.set(at.lesson(NEXT), minutesAgo(120));
  await tell();
  await world.sql.query(`update private.lesson_openings set told_to = private.clock_now() - interval '1 hour'`);
  await at.set(at.lesson(NEXT), FUTURE);
  await tell();
  await world.sql.query(`update private.lesson_openings set told_to = private.clock_now() - interval '1 hour'`);
  await at.set(at.lesson(NEXT), {
    all: [minutesAgo(20), { kind: 'course', course: at.ids['seeing-cells'] }],
  });
  await tell();
  expect(await notifiedLinks()).toEqual([]);
});

test('several at once are one note, and who has left hears nothing', async () => {
  await at.set(at.section, minutesAgo(20));
  await tell();
  expect(await notifiedLinks()).toHaveLength(1);
  await world.sql.query(`update private.lesson_openings set told_to = private.clock_now() - interval '1 hour'`);
  await world.sql.query(`delete from public.account_notifications where said ->> 'key' = 'lessonOpened'`);
  await world.sql.query(`update public.enrolments set status = 'ended' where course_id = $1 and member_id = $2`, [
    at.course,
    at.member,
  ]);
  await tell();
  expect(await notifiedLinks()).toEqual([]);
});
