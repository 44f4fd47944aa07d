import type { Seed } from '#base/server/seeding.ts';

const COURSE = 'colour-you-can-trust';
const TESTS = '00000000-0000-7000-8000-0000000060b1';
const WORK = '00000000-0000-7000-8000-0000000060b2';
const TALK = '00000000-0000-7000-8000-0000000060b3';

/** One course with two weighted groups, a talk that is graded by hand, and two grades of it. */
export const seed: Seed = async ({ sql, accounts, member, now }) => {
  const account = accounts.demo;
  const [course] = await sql.query<{ id: string }>(
    'select id from public.courses where account_id = $1 and slug = $2',
    [account, COURSE],
  );
  const scope = [account, course?.id];
  await sql.query(
    `insert into public.grade_schemes (account_id, course_id, weighting, pass_percent, letters, version) values ($1, $2, 'groups', 60, $3, 1)`,
    [
      ...scope,
      JSON.stringify([
        { letter: 'A', from: 90 },
        { letter: 'B', from: 75 },
        { letter: 'C', from: 60 },
        { letter: 'D', from: 0 },
      ]),
    ],
  );
  await sql.query(
    `insert into public.grade_groups (account_id, course_id, id, title, position, weight, drop_lowest, min_percent)
     values ($1, $2, $3, 'Knowledge', 0, 40, 0, null), ($1, $2, $4, 'Practice', 1, 60, 0, 50)`,
    [...scope, TESTS, WORK],
  );
  await sql.query(
    `insert into public.grade_items (account_id, course_id, id, title, points, position) values ($1, $2, $3, 'Talk about one print', 20, 10)`,
    [...scope, TALK],
  );
  await sql.query(
    `update public.grade_items i set group_id = case when i.id = $3 or a.id is not null then $5::uuid else $4::uuid end
       from public.grade_items k left join public.assignments a on (a.account_id, a.lesson_id) = (k.account_id, k.lesson_id)
      where (i.account_id, i.course_id) = ($1, $2) and (k.account_id, k.id) = (i.account_id, i.id)`,
    [...scope, TALK, TESTS, WORK],
  );
  const grader = await member(account, 'instructor@demo.test');
  for (const [email, points, note] of [
    ['student@demo.test', 17, 'Clear, and without notes. Next time, hold the print nearer to the lamp.'],
    ['parent@demo.test', 12.5, 'A good start: show the second print beside the first.'],
  ] as const) {
    const values = [...scope, TALK, await member(account, email), points, note];
    await sql.query(
      `insert into public.grade_entries (account_id, course_id, item_id, member_id, status, points, note) values ($1, $2, $3, $4, 'points', $5, $6)`,
      values,
    );
    await sql.query(
      `insert into public.grade_changes (account_id, course_id, item_id, member_id, status, points, note, changed_by, changed_at)
       values ($1, $2, $3, $4, 'points', $5, $6, $7, $8)`,
      [...values, grader, new Date(now.getTime() - 3 * 86_400_000)],
    );
  }
};
