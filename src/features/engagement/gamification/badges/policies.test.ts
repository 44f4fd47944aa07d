import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const members = await world.sql.query<{ email: string; id: string }>(
    'select email, id from public.members where account_id = any ($1)',
    [[world.demo, world.atelier]],
  );
  for (const { email, id } of members) ids[email.replace(/@demo.*|\.test$/, '')] = id;
  ids.stranger = ids['student@atelier'] ?? '';
  const badges = await world.sql.query<{ name: string; id: string }>(
    'select name, id from public.badges where account_id = $1',
    [world.demo],
  );
  for (const { name, id } of badges) ids[name.replaceAll(' ', '')] = id;
});
afterAll(() => world.close());

beforeEach(async () => {
  for (const table of ['point_entries', 'member_scores', 'score_messages', 'member_badges'])
    await world.sql.query(`delete from public.${table} where account_id = $1`, [world.demo]);
  await world.sql.query("delete from public.account_notifications where said ->> 'key' = 'badgeEarned'");
});

const owner = () => world.database.as(world.caller('owner'));
async function happen(type: string, lesson: string, day = 20): Promise<void> {
  const [event] = await world.sql.query<{ id: string }>("select private.emit($1, $2, 'member:test', null, $3) as id", [
    world.demo,
    type,
    JSON.stringify({ member_id: ids.student, lesson_id: lesson }),
  ]);
  await world.sql.query('update private.events set occurred_at = $2 where id = $1', [
    event?.id,
    `2026-11-${String(day).padStart(2, '0')}T12:00:00Z`,
  ]);
  await world.sql.query('select private.record_points($1)', [event?.id]);
}
const held = async () =>
  (
    await world.sql.query<{ name: string }>(
      'select b.name from public.member_badges k join public.badges b on b.id = k.badge_id where k.member_id = $1 order by b.name',
      [ids.student],
    )
  ).map(({ name }) => name);

test('a badge comes after so many events of a kind, is told of once, and goes when one is undone', async () => {
  for (let n = 1; n <= 10; n++) await happen('lesson.completed', `${n}`);
  expect(await held()).toEqual(['First light', 'Ten lessons']);
  const bell = await world.sql.query(
    `select said -> 'values' ->> 'title' as title, kind, link from public.account_notifications where said ->> 'key' = 'badgeEarned' order by created_at, id`,
  );
  expect(bell).toEqual([
    { title: 'First light', kind: 'gamification', link: '/dashboard/leaderboard' },
    { title: 'Ten lessons', kind: 'gamification', link: '/dashboard/leaderboard' },
  ]);
  await happen('lesson.reopened', '3');
  expect(await held()).toEqual(['First light']);
});

test('a badge stays where the account keeps what was reached', async () => {
  await world.sql.query('update public.gamification_settings set keeps_reached = true where account_id = $1', [
    world.demo,
  ]);
  await happen('lesson.completed', 'a');
  await happen('lesson.reopened', 'a');
  expect(await held()).toEqual(['First light']);
  await world.sql.query('update public.gamification_settings set keeps_reached = false where account_id = $1', [
    world.demo,
  ]);
});

test('a badge comes for a streak of days, and at a level', async () => {
  await world.sql.query(
    `insert into public.badges (account_id, name, rule, level_id)
     select $1, 'Seen', 'level', id from public.point_levels where account_id = $1 and min_points = 50`,
    [world.demo],
  );
  for (let day = 1; day <= 7; day++) {
    expect(await held()).not.toContain('A week of light');
    await happen('lesson.completed', `day ${day}`, day);
    expect((await held()).includes('Seen')).toBe(day >= 5);
  }
  expect(await held()).toContain('A week of light');
  await world.sql.query("delete from public.badges where name = 'Seen'");
});

test('a new rule counts what was done before it', async () => {
  await happen('lesson.completed', 'a');
  await happen('lesson.completed', 'b');
  await world.sql.query(
    "insert into public.badges (account_id, name, rule, kind, times) values ($1, 'Two', 'count', 'lesson_completed', 2)",
    [world.demo],
  );
  expect(await held()).toContain('Two');
  await world.sql.query("update public.badges set times = 3 where name = 'Two'");
  expect(await held()).not.toContain('Two');
  await world.sql.query("delete from public.badges where name = 'Two'");
});

test('a badge that is awarded by hand stays until it is taken by hand, and says who awarded it', async () => {
  const give = () =>
    owner().query<{ is_new: boolean }>('select public.give_badge($1, $2) as is_new', [ids.Tenlessons, ids.student]);
  expect(await give()).toEqual([{ is_new: true }]);
  expect(await give()).toEqual([{ is_new: false }]);
  await happen('lesson.completed', 'a');
  expect(await held()).toContain('Ten lessons');
  const [row] = await world.sql.query('select awarded_by from public.member_badges where badge_id = $1', [
    ids.Tenlessons,
  ]);
  expect(row).toEqual({ awarded_by: ids.owner });
  await owner().query('select public.take_badge($1, $2)', [ids.Tenlessons, ids.student]);
  expect(await held()).not.toContain('Ten lessons');
});

test('a badge is awarded to nobody of another account', async () => {
  const outcome = await world.attempt('owner', 'select public.give_badge($1, $2)', [ids.Tenlessons, ids.stranger]);
  expect(outcome).toMatchObject({ refused: 'not_found' });
});

test('there are at most a hundred badges', async () => {
  await world.sql.query(
    "insert into public.badges (account_id, name) select $1, 'Badge ' || n from generate_series(1, 100) n",
    [world.atelier],
  );
  await expect(
    world.sql.query("insert into public.badges (account_id, name) values ($1, 'More')", [world.atelier]),
  ).rejects.toThrow('There can be 100 badges');
  await world.sql.query('delete from public.badges where account_id = $1', [world.atelier]);
});

const onlyOwner = { owner: 1, visitor: '42501', others: 0 } as const;
matrix(
  () => world,
  [
    [
      'sees a badge where the owner shows them to everybody',
      'select 1 from public.badges where id = {Finisher}',
      { others: 1 },
    ],
    [
      'adds a badge',
      "insert into public.badges (account_id, name) values ({demo}, 'New') returning 1",
      { owner: 1, others: '42501' },
    ],
    ['renames a badge', "update public.badges set name = 'X' where id = {Finisher} returning 1", onlyOwner],
    ['removes a badge', 'delete from public.badges where id = {Finisher} returning 1', onlyOwner],
    [
      'awards a badge',
      'select public.give_badge({Finisher}, {member})',
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'takes a badge',
      'select public.take_badge({Finisher}, {member})',
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'writes an award',
      'insert into public.member_badges (account_id, badge_id, member_id) values ({demo}, {Finisher}, {member}) returning 1',
      { others: '42501' },
    ],
    [
      'lists who has a badge',
      'select 1 from public.list_badge_holders({Finisher}) limit 0',
      { visitor: '42501', others: 0 },
    ],
  ],
  () => ids,
);
