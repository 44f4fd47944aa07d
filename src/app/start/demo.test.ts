import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const rowsOf = <Row extends object>(text: string) => world.sql.query<Row>(text, [world.demo]);

type CourseRow = {
  slug: string;
  access: string;
  lesson_count: number;
  duration_seconds: number;
  amount: string | null;
};
type LessonRow = { kind: string; is_preview: boolean; media_path: string | null; questions: number };

test('nothing of the demo was made in the future', async () => {
  const tables = await world.sql.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join pg_tables t on (t.schemaname, t.tablename) = (c.table_schema, c.table_name)
      where c.table_schema = 'public' and c.column_name = 'created_at' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(50);
  const late = await world.sql.query<{ name: string }>(
    tables
      .map(({ name }) => `select '${name}' as name from public.${name} where created_at > private.clock_now()`)
      .join(' union all '),
  );
  expect(late).toEqual([]);
});

/** What whoever starts the demo finds in it. */
describe('Lumen Academy', () => {
  test('has six published courses, free, paid and for members, of different lengths', async () => {
    const courses = await rowsOf<CourseRow>(
      `select c.slug, c.access, c.lesson_count, c.duration_seconds, min(p.amount) as amount from public.courses c
         left join public.products d on (d.account_id, d.course_id) = (c.account_id, c.id)
         left join public.prices p on (p.account_id, p.product_id) = (d.account_id, d.id) and p.is_active
        where c.account_id = $1 and c.status = 'published' group by c.account_id, c.id`,
    );
    expect(courses).toHaveLength(6);
    expect(new Set(courses.map(({ access }) => access))).toEqual(new Set(['free', 'paid', 'members']));
    for (const { slug, access, amount } of courses) expect(amount !== null, slug).toBe(access === 'paid');
    expect(new Set(courses.map(({ amount }) => amount)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(courses.map(({ duration_seconds }) => duration_seconds)).size).toBeGreaterThanOrEqual(5);
  });

  test('has one to learn from: film, texts, a document, free previews and a quiz of ten questions', async () => {
    const lessons = await rowsOf<LessonRow>(
      `select l.kind, l.is_preview, c.media_path, coalesce(q.question_count, 0) as questions from public.lessons l
         join public.courses k on (k.account_id, k.id) = (l.account_id, l.course_id) and k.slug = 'light-and-exposure'
         left join public.lesson_contents c on (c.account_id, c.id) = (l.account_id, l.id)
         left join public.quizzes q on (q.account_id, q.lesson_id) = (l.account_id, l.id) where l.account_id = $1`,
    );
    expect(new Set(lessons.map(({ kind }) => kind))).toEqual(new Set(['video', 'text', 'pdf', 'quiz']));
    expect(lessons.filter(({ is_preview }) => is_preview).length).toBeGreaterThan(0);
    expect(Math.max(...lessons.map(({ questions }) => questions))).toBe(10);
    const films = lessons.filter(({ kind }) => kind === 'video').map(({ media_path }) => media_path);
    const stored = await world.sql.query<{ size: number }>(
      `select (metadata ->> 'size')::int as size from storage.objects where bucket_id = $1 and name = any($2)`,
      [`${world.demo}-private`, films],
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { size } of stored) expect(size).toBeGreaterThan(10_000);
  });

  test.each([
    ['posts', "status = 'published'", 12],
    ['pages', "status = 'published' and kind = 'page'", 8],
    ['groups', 'true', 4],
    ['products', "type = 'membership' and status = 'published'", 2],
    ['products', "type = 'bundle' and status = 'published'", 1],
  ])('%s where %s: %i', async (table, condition, count) => {
    expect(await rowsOf(`select 1 as one from public.${table} where account_id = $1 and ${condition}`)).toHaveLength(
      count,
    );
  });

  test('has the coupons its visitors are told of', async () => {
    const names = (await rowsOf<{ name: string }>('select name from public.coupons where account_id = $1')).map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(['WELCOME10', 'FLAT5', 'EXPIRED', 'FUTURE', 'SOLDOUT', 'ONCE']));
  });
});

test('the people of Atelier say who they are in the language of their site', async () => {
  const people = await world.sql.query<{ name: string; bio: string }>(
    "select name, bio from public.members where account_id = $1 and email like '%@atelier.test'",
    [world.atelier],
  );
  expect(people).toHaveLength(2);
  for (const { name, bio } of people) expect(bio, name).toMatch(/^[\p{Script=Arabic}\p{M}\s\p{P}]+$/u);
});

test('Atelier speaks another language, counts in another currency and looks another way', async () => {
  const optionsOf = (account: string) =>
    world.sql.query<{ currency: string; language: string; preset: string }>(
      `select s.value ->> 'currency' as currency, s.value ->> 'defaultLanguage' as language, t.value ->> 'preset' as preset
         from public.options s join public.options t using (account_id) where s.account_id = $1 and s.key = 'settings' and t.key = 'theme'`,
      [account],
    );
  const [[demo], [atelier]] = await Promise.all([optionsOf(world.demo), optionsOf(world.atelier)]);
  for (const part of ['currency', 'language', 'preset'] as const) expect(demo?.[part], part).not.toBe(atelier?.[part]);
});

test.each([
  ['platform', ['admin@stoa.test', 'owner@demo.test', 'owner@atelier.test']],
  ['demo', ['owner', 'instructor', 'student', 'parent', 'member'].map((name) => `${name}@demo.test`)],
  ['atelier', ['owner@atelier.test', 'student@atelier.test']],
])('on %s every login of the demo holds', async (host, emails) => {
  for (const email of emails) expect((await app.signIn(host, email)).access_token, email).toBeTruthy();
});

test('a person has one login and may be a member of many accounts, with other rights in each', async () => {
  const student = await app.signIn('demo', 'student@demo.test');
  const roleOn = async (host: string, token: string) => {
    const response = await app.call('/rest/v1/members?select=account_id,role:roles(kind)', {
      host,
      token,
      headers: { apikey: token },
    });
    return (await response.json()) as { account_id: string; role: { kind: string } }[];
  };
  const before = await app.signIn('atelier', 'student@demo.test');
  expect(await roleOn('atelier', before.access_token)).toEqual([]);
  const joined = await app.call('/rest/v1/rpc/join_account', {
    host: 'atelier',
    method: 'POST',
    token: before.access_token,
    headers: { apikey: before.access_token },
    body: { account_id: world.atelier },
  });
  expect(joined.ok).toBe(true);
  expect(await roleOn('atelier', before.access_token)).toEqual([
    { account_id: world.atelier, role: { kind: 'student' } },
  ]);
  expect(await roleOn('demo', student.access_token)).toEqual([{ account_id: world.demo, role: { kind: 'student' } }]);
});

test('signing up on an account’s host makes a student there and nowhere else; on the platform’s host of nothing', async () => {
  const signUp = async (host: string, email: string) => {
    const { anon_key } = (await (await app.call('/api/config', { host })).json()) as { anon_key: string };
    const response = await app.call('/auth/v1/signup', {
      host,
      method: 'POST',
      headers: { apikey: anon_key },
      body: { email, password: 'a long enough password' },
    });
    expect(response.status).toBe(200);
    return world.sql.query(
      `select a.slug, r.kind from public.members m join public.accounts a using (account_id) join public.roles r using (account_id, role_id)
        join auth.users u on u.id = m.user_id where u.email = $1`,
      [email],
    );
  };
  expect(await signUp('demo', 'new-here@demo.test')).toEqual([{ slug: 'demo', kind: 'student' }]);
  expect(await signUp('atelier', 'new-there@demo.test')).toEqual([{ slug: 'atelier', kind: 'student' }]);
  expect(await signUp('platform', 'new-owner@demo.test')).toEqual([]);
});

describe('what the demo’s people bought and were notified of', () => {
  test('a download is bought once', async () => {
    const items = await rowsOf<{ quantity: number }>(
      `select i.quantity from public.order_items i join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
        where i.account_id = $1`,
    );
    expect(items.length).toBeGreaterThan(2);
    expect(items.filter(({ quantity }) => quantity > 1)).toEqual([]);
  });

  test('a notification is as old as the payment or the membership it is about', async () => {
    const [dates] = await rowsOf<Record<'paid' | 'welcome', number>>(
      `with days as (
         select n.message, n.created_at, m.created_at as joined_at,
                (select min(o.paid_at) from public.orders o where (o.account_id, o.user_id) = (n.account_id, n.user_id)) as paid_at
           from public.account_notifications n
           join public.members m on (m.account_id, m.user_id) = (n.account_id, n.user_id)
          where n.account_id = $1)
       select (select abs(extract(epoch from created_at - paid_at))::int from days where message like 'The order of%') as paid,
              (select abs(extract(epoch from created_at - joined_at))::int from days where message like 'Welcome to%') as welcome`,
    );
    for (const [what, seconds] of Object.entries(dates ?? {})) expect([what, seconds]).toEqual([what, 0]);
    expect(Object.keys(dates ?? {})).toHaveLength(2);
  });

  test('nobody is sent a push: no browser of the demo ever subscribed', async () => {
    expect(await rowsOf('select from public.push_subscriptions where account_id = $1')).toEqual([]);
  });
});
