import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let open: Listening;
const clients: SupabaseClient[] = [];
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  open = await listening(app);
  const rows = await world.sql.query<{ slug: string; id: string; thread: string }>(
    "select g.slug, g.id, t.id as thread from public.groups g join public.threads t on t.kind = 'group' and t.subject_id = g.id",
  );
  for (const { slug, id, thread } of rows) Object.assign(ids, { [slug]: id, [`${slug}:thread`]: thread });
  const members = await world.sql.query<{ email: string; id: string }>(
    'select email, id from public.members where account_id = $1',
    [world.demo],
  );
  for (const { email, id } of members) ids[email.split('@')[0] ?? ''] = id;
});
afterAll(async () => {
  for (const client of clients) await client.removeAllChannels();
  for (const client of clients) client.realtime.disconnect();
  await open.close();
  await app.close();
  await world.close();
});

const topicOf = (slug: string) => `group:${ids[slug]}:${world.demo}`;
const as = (person: Person) => world.database.as(world.caller(person));
const run = (person: Person, call: string, ...values: unknown[]) => as(person).query(`select public.${call}`, values);
const write = (person: Person, slug: string, content: string) =>
  as(person).query<{ id: string }>('select id from private.add_thread_post($1, null, $2, false)', [
    ids[`${slug}:thread`],
    content,
  ]);

describe('the topic of a group', () => {
  const none = { readBroadcast: false, readPresence: false, writeBroadcast: false, writePresence: false };
  const rights = async (person: Person, slug: string) => {
    const outcome = await world.attempt(person, 'select realtime.topic_rights($1) as rights', [topicOf(slug)]);
    return 'rows' in outcome ? outcome.rows[0]?.rights : outcome.refused;
  };
  const reads = { ...none, readBroadcast: true, readPresence: true };

  test('of a private group is heard by its members and managers, and written by nobody', async () => {
    for (const person of ['owner', 'instructor', 'student'] as const)
      expect([person, await rights(person, 'critique-circle')]).toEqual([person, reads]);
    for (const person of [
      'visitor',
      'parent',
      'member',
      'atelierOwner',
      'both',
      'blocked',
      'fresh',
      'stolen',
      'unbound',
    ] as const)
      expect([person, await rights(person, 'critique-circle')]).toEqual([person, none]);
  });

  test('of a public group is heard by every member of the account, and by nobody else', async () => {
    for (const person of ['parent', 'member'] as const)
      expect([person, await rights(person, 'night-sky-walkers')]).toEqual([person, reads]);
    for (const person of ['visitor', 'atelierStudent', 'blocked', 'fresh'] as const)
      expect([person, await rights(person, 'night-sky-walkers')]).toEqual([person, none]);
  });
});

/** A member by the published client, in the topic of a group: what they hear, and whether they are still there. */
async function listener(email: string, slug: string) {
  const client = createClient(open.origin('demo'), app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  clients.push(client);
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  await client.realtime.setAuth(data.session.access_token);
  const received: { change: string; post_id: string }[] = [];
  const others: { event: string; payload: unknown }[] = [];
  const channel: RealtimeChannel = client.channel(topicOf(slug), { config: { private: true } });
  const states: string[] = [];
  for (const event of ['event', 'member'] as const)
    channel.on('broadcast', { event }, ({ payload }) => others.push({ event, payload }));
  channel
    .on('broadcast', { event: 'post' }, ({ payload }) => received.push(payload as { change: string; post_id: string }))
    .subscribe((status) => states.push(status));
  await expect.poll(() => states.length).toBeGreaterThan(0);
  return { received, others, states, isIn: () => channel.state === 'joined' };
}

describe('a private group', () => {
  beforeEach(async () => {
    await world.sql.query("update public.thread_posts set created_at = created_at - interval '1 hour'");
    await world.sql.query(
      `insert into public.group_members (account_id, group_id, member_id) values ($1, $2, $3) on conflict do nothing`,
      [world.demo, ids['critique-circle'], ids.member],
    );
    await world.sql.query("delete from public.group_requests where kind = 'ban'");
  });

  test('tells its members of a post by ids alone', async () => {
    const member = await listener('member@demo.test', 'critique-circle');
    expect(member.states).toEqual(['SUBSCRIBED']);
    const [post] = await write('instructor', 'critique-circle', 'Only between us');
    await expect.poll(() => member.received.length).toBe(1);
    expect(member.received[0]).toMatchObject({ change: 'added', post_id: post?.id, parent_id: null });
    expect(JSON.stringify(member.received)).not.toContain('between us');
    await as('student').query("select public.react_to_thread_post($1, 'like', true)", [post?.id]);
    await expect.poll(() => member.received.at(-1)).toMatchObject({ change: 'changed', post_id: post?.id });
  });

  test('tells its members that an event is planned, answered and cancelled, by its id alone', async () => {
    const member = await listener('member@demo.test', 'critique-circle');
    const last = () => member.others.at(-1);
    const [event] = await world.sql.query<{ id: string }>(
      `insert into public.group_events (account_id, group_id, title, starts_at, ends_at, time_zone)
       values ($1, $2, 'Walk', now() + interval '1 day', now() + interval '2 days', 'UTC') returning id`,
      [world.demo, ids['critique-circle']],
    );
    const message = { event: 'event', payload: { event_id: event?.id } };
    await expect.poll(last).toMatchObject(message);
    expect(JSON.stringify(member.others)).not.toContain('Walk');
    await run('student', "answer_group_event($1, 'going')", event?.id);
    await expect.poll(() => member.others.length).toBe(2);
    // What a reminder notes is no news.
    await world.sql.query('update public.group_events set reminded_at = now() where id = $1', [event?.id]);
    await world.sql.query('delete from public.group_events where id = $1', [event?.id]);
    await expect.poll(() => member.others.length).toBe(3);
  });

  test('tells its members once that several came in, and not who', async () => {
    const student = await listener('student@demo.test', 'critique-circle');
    await world.sql.query('delete from public.group_members where group_id = $1 and member_id = any ($2)', [
      ids['critique-circle'],
      [ids.member, ids.parent],
    ]);
    await expect.poll(() => student.others.length).toBe(1);
    await world.sql.query(
      'insert into public.group_members (account_id, group_id, member_id) select $1, $2, unnest($3::uuid[])',
      [world.demo, ids['critique-circle'], [ids.member, ids.parent]],
    );
    await expect.poll(() => student.others.length).toBe(2);
    expect(JSON.stringify(student.others)).not.toContain(ids.parent);
    await world.sql.query('delete from public.group_members where group_id = $1 and member_id = $2', [
      ids['critique-circle'],
      ids.parent,
    ]);
  });

  test('refuses who is not in it', async () => {
    const outsider = await listener('parent@demo.test', 'critique-circle');
    expect([outsider.states[0], outsider.isIn()]).toEqual(['CHANNEL_ERROR', false]);
  });

  test.each([
    ['who left', () => run('member', 'leave_group($1)', ids['critique-circle'])],
    [
      'who was banned',
      () => run('instructor', 'remove_group_member($1, $2, true)', ids['critique-circle'], ids.member),
    ],
  ])('%s hears nothing more', async (_who, leave) => {
    const [gone, stays] = await Promise.all([
      listener('member@demo.test', 'critique-circle'),
      listener('student@demo.test', 'critique-circle'),
    ]);
    await leave();
    await expect.poll(() => gone.isIn()).toBe(false);
    await write('instructor', 'critique-circle', 'Now without them');
    await expect.poll(() => stays.received.length).toBe(1);
    expect(gone.received).toEqual([]);
  });

  test('that was public is heard by its members alone from then on', async () => {
    const [outsider, member] = await Promise.all([
      listener('parent@demo.test', 'night-sky-walkers'),
      listener('student@demo.test', 'night-sky-walkers'),
    ]);
    expect(outsider.isIn()).toBe(true);
    await world.sql.query("update public.groups set visibility = 'private' where id = $1", [ids['night-sky-walkers']]);
    await expect.poll(() => outsider.isIn()).toBe(false);
    await write('instructor', 'night-sky-walkers', 'Closed now');
    await expect.poll(() => member.received.length).toBe(1);
    expect(outsider.received).toEqual([]);
    await world.sql.query("update public.groups set visibility = 'public' where id = $1", [ids['night-sky-walkers']]);
  });

  test('sends no notification, and so no push and no mail, to anybody outside', async () => {
    await world.sql.query("update public.group_members set notify_level = 'each'");
    const slugs = await world.sql.query<{ slug: string }>('select slug from public.members where id = $1', [
      ids.parent,
    ]);
    const [post] = await write('instructor', 'critique-circle', `Between us, @${slugs[0]?.slug}`);
    await world.sql.query('select private.announce_thread_post($1, $2), private.announce_group_post($1, $2)', [
      world.demo,
      post?.id,
    ]);
    const outside = await world.sql.query(
      `select n.message from public.account_notifications n join public.members m on m.user_id = n.user_id and m.account_id = n.account_id
        where n.link like '%critique-circle#comment-' || $2 and not exists (
          select from public.group_members g where g.group_id = $1 and g.member_id = m.id)`,
      [ids['critique-circle'], post?.id],
    );
    expect(outside).toEqual([]);
    const inside = await world.sql.query(
      `select 1 from public.account_notifications where link like '%critique-circle#comment-' || $1`,
      [post?.id],
    );
    expect(inside.length).toBeGreaterThan(0);
  });
});

test('a group counts to its members what others wrote since they looked, a hundred at most', async () => {
  const unread = async (person: Person) =>
    (
      await as(person).query<{ unread: number }>(
        "select unread from public.list_groups() where slug = 'critique-circle'",
      )
    )[0]?.unread;
  await run('student', 'see_group($1)', ids['critique-circle']);
  expect(await unread('student')).toBe(0);
  const add = (member: string | undefined, count: number, status = 'shown') =>
    world.sql.query(
      `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status, created_at)
       select $1, $2, $3, 'M', 'Look', $5, now() + interval '1 minute' from generate_series(1, $4)`,
      [world.demo, ids['critique-circle:thread'], member, count, status],
    );
  await add(ids.instructor, 2);
  await add(ids.student, 1);
  await add(ids.instructor, 1, 'waiting');
  expect([await unread('student'), await unread('parent')]).toEqual([2, 0]);
  await add(ids.instructor, 120);
  expect(await unread('student')).toBe(100);
});
