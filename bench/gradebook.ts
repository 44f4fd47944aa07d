import { withDatabase } from './database.ts';
import { type Bench, percentile, rpc, timed } from './learning.ts';
import { milliseconds, thousands } from './report.ts';
import { signIn } from './sign-ins.ts';

const STUDENTS = 1_000;
const ITEMS = 60;
const LIMIT_MS = 300;
const TIMES = 30;

/** A gradebook of a thousand students and sixty columns, all of it graded. */
export async function gradebook(bench: Bench): Promise<void> {
  const { course, item, member } = await fill(bench.folder);
  const { headers } = await signIn(bench, 'owner@demo.test');
  const add = (what: string, taken: number[], isLimited = true) => {
    const value = percentile(taken, 0.99);
    bench.add({
      name: `gradebook of ${thousands(STUDENTS)} students and ${ITEMS} columns: ${what}, p99`,
      value: milliseconds(value),
      beside: `p50 ${milliseconds(percentile(taken, 0.5))}`,
      ...(isLimited && { limit: `<= ${LIMIT_MS} ms`, holds: value <= LIMIT_MS }),
    });
  };
  const page = (request: object, times = TIMES) =>
    timed(times, () => rpc(bench, headers, 'gradebook', { course_id: course, ...request }));
  add('the first 50 rows', await page({}));
  add('the last 50 rows', await page({ page: STUDENTS / 50 }));
  // All are counted for it: few times, or a person's share of the database is used up.
  add('the best first', await page({ sort: 'percent', is_descending: true }, 4), false);
  let version = 1;
  const entered = await timed(TIMES, () =>
    rpc(bench, headers, 'enter_grades', {
      course_id: course,
      changes: [{ item_id: item, member_id: member, version: version++, status: 'points', points: version % 100 }],
    }),
  );
  add('a grade is entered', entered);
}

/** Straight into the tables: what an enrolment or a grade sets off is not what is measured here. */
function fill(folder: string): Promise<{ course: string; item: string; member: string }> {
  return withDatabase(folder, async (client) => {
    const one = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows[0] as Row;
    const { account, course } = await one<{ account: string; course: string }>(
      `insert into public.courses (account_id, title, slug, summary, author_id, access)
       select a.account_id, 'A graded course', 'a-graded-course', 'Graded.', m.id, 'free'
         from public.accounts a join public.members m on m.account_id = a.account_id and m.email = 'instructor@demo.test' where a.slug = 'demo'
       returning account_id as account, id as course`,
      [],
    );
    const scope = [account, course];
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      `insert into public.grade_schemes (account_id, course_id, weighting, pass_percent) values ($1, $2, 'groups', 60)`,
      scope,
    );
    await client.query(
      `insert into public.grade_groups (account_id, course_id, title, position, weight, drop_lowest) select $1, $2, 'Group ' || i, i, 25, 1 from generate_series(1, 4) i`,
      scope,
    );
    await client.query(
      `insert into public.grade_items (account_id, course_id, group_id, title, points, position)
       select $1, $2, g.id, 'Item ' || i, 100, i from generate_series(1, $3::int) i join public.grade_groups g on g.course_id = $2 and g.position = 1 + i % 4`,
      [...scope, ITEMS],
    );
    await client.query(
      `with made as (
         insert into auth.users (id, email, aud, role)
         select gen_random_uuid(), 'graded' || i || '@gradebook.test', 'authenticated', 'authenticated' from generate_series(1, $3::int) i returning id, email),
       people as (
         insert into public.members (account_id, user_id, role_id, name, slug, email)
         select $1, m.id, (select role_id from public.roles where account_id = $1 and kind = 'student'), 'Student ' || substring(m.email from '\\d+'),
             split_part(m.email, '@', 1), m.email from made m returning id)
       insert into public.enrolments (account_id, member_id, course_id, source) select $1, p.id, $2, 'free' from people p`,
      [...scope, STUDENTS],
    );
    await client.query(
      `insert into public.grade_entries (account_id, course_id, item_id, member_id, status, points)
       select $1, $2, i.id, e.member_id, 'points', abs(hashtextextended(e.member_id::text, i.position) % 101)
         from public.grade_items i join public.enrolments e on e.course_id = i.course_id where i.course_id = $2`,
      scope,
    );
    await client.query('commit');
    for (const table of ['members', 'enrolments', 'grade_items', 'grade_entries'])
      await client.query(`vacuum analyze public.${table}`);
    const { item, member } = await one<{ item: string; member: string }>(
      'select item_id as item, member_id as member from public.grade_entries where course_id = $1 limit 1',
      [course],
    );
    return { course, item, member };
  });
}
