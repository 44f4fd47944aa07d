import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ student: string; level: string }>(
    `select m.id as student, (select l.id from public.point_levels l where l.account_id = $1 order by l.min_points limit 1) as level
       from public.members m where m.account_id = $1 and m.email = 'student@demo.test'`,
    [world.demo],
  );
  Object.assign(ids, row);
});
afterAll(() => world.close());

test('a site that switches points on begins with a rule for each kind of event, and keeps those it has', async () => {
  const rules = () =>
    world.sql.query<{ kind: string; points: number }>(
      'select r.kind, r.points from public.point_rules r join private.point_kinds k on k.kind = r.kind where r.account_id = $1 order by k.position',
      [world.atelier],
    );
  await world.sql.query('insert into public.gamification_settings (account_id) values ($1)', [world.atelier]);
  expect(await rules()).toEqual([]);
  const toggle = (isOn: boolean) =>
    world.sql.query('update public.gamification_settings set is_on = $2 where account_id = $1', [world.atelier, isOn]);
  await toggle(true);
  expect((await rules())[0]).toEqual({ kind: 'lesson_completed', points: 10 });
  expect(await rules()).toHaveLength(9);
  await world.sql.query('update public.point_rules set points = 7 where account_id = $1', [world.atelier]);
  await toggle(false);
  await toggle(true);
  expect((await rules()).map(({ points }) => points)).toEqual(Array(9).fill(7));
  await world.sql.query('delete from public.gamification_settings where account_id = $1', [world.atelier]);
});

test('there are at most fifty levels', async () => {
  await world.sql.query(
    `insert into public.point_levels (account_id, name, min_points) select $1, 'Level ' || n, n from generate_series(1, 50) n`,
    [world.atelier],
  );
  await expect(
    world.sql.query("insert into public.point_levels (account_id, name, min_points) values ($1, 'More', 51)", [
      world.atelier,
    ]),
  ).rejects.toThrow('There can be 50 levels');
  await world.sql.query('delete from public.point_levels where account_id = $1', [world.atelier]);
});

describe('a lesson from a level on', () => {
  const check = async (level: string | undefined) =>
    (
      await world.sql.query<{ checked: Record<string, unknown> }>(
        'select private.check_conditions($1, $2, now(), now(), $3) as checked',
        [world.demo, ids.student, JSON.stringify({ kind: 'level', level })],
      )
    )[0]?.checked;
  const setPoints = (points: number, top = points) =>
    world.sql.query(
      `insert into public.member_scores as s (account_id, member_id, points, top_points) values ($1, $2, $3, $4)
       on conflict (account_id, member_id) do update set points = excluded.points, top_points = excluded.top_points`,
      [world.demo, ids.student, points, top],
    );
  const settings = (change: string) =>
    world.sql.query(`update public.gamification_settings set ${change} where account_id = $1`, [world.demo]);

  test('opens with the points of the level, and locks when they are taken back', async () => {
    await setPoints(49);
    expect(await check(ids.level)).toMatchObject({ met: false, title: 'Observer' });
    await setPoints(50);
    expect(await check(ids.level)).toMatchObject({ met: true });
    await setPoints(10, 60);
    expect(await check(ids.level)).toMatchObject({ met: false });
  });

  test('stays open where levels stay', async () => {
    await setPoints(10, 60);
    await settings('keeps_reached = true');
    expect(await check(ids.level)).toMatchObject({ met: true });
    await settings('keeps_reached = false');
  });

  test('is held up neither by a level that is gone nor where no points are earned', async () => {
    await setPoints(0);
    expect(await check(crypto.randomUUID())).toMatchObject({ met: true });
    await settings('is_on = false');
    expect(await check(ids.level)).toMatchObject({ met: true });
    await settings('is_on = true');
  });

  test('is a condition that can be saved', async () => {
    const valid = (condition: unknown) =>
      world.sql.query('select private.valid_conditions($1) as is_valid', [JSON.stringify(condition)]);
    expect(await valid({ kind: 'level', level: ids.level })).toEqual([{ is_valid: true }]);
    expect(await valid({ kind: 'level', level: 'x' })).toEqual([{ is_valid: false }]);
  });
});

const onlyOwner = { owner: 1, visitor: '42501', others: 0 } as const;
const members = { owner: 1, instructor: 1, student: 1, parent: 1, member: 1, visitor: '42501', others: 0 } as const;
matrix(
  () => world,
  [
    ['sees the settings', 'select 1 from public.gamification_settings where account_id = {demo}', members],
    ['sees a rule', "select 1 from public.point_rules where account_id = {demo} and kind = 'quiz_passed'", members],
    ['sees a level', 'select 1 from public.point_levels where id = {level}', members],
    [
      'changes the settings',
      'update public.gamification_settings set is_public = false where account_id = {demo} returning 1',
      onlyOwner,
    ],
    [
      'switches points on',
      'insert into public.gamification_settings (account_id, is_on) values ({atelier}, true) returning 1',
      { atelierOwner: 1, others: '42501' },
    ],
    [
      'changes a rule',
      "update public.point_rules set points = 3 where account_id = {demo} and kind = 'quiz_passed' returning 1",
      onlyOwner,
    ],
    [
      'adds a rule',
      "insert into public.point_rules (account_id, kind, points) values ({demo}, 'quiz_passed', 1) returning 1",
      { others: '42501' },
    ],
    [
      'adds a level',
      "insert into public.point_levels (account_id, name, min_points) values ({demo}, 'New', 7) returning 1",
      { owner: 1, others: '42501' },
    ],
    ['renames a level', "update public.point_levels set name = 'X' where id = {level} returning 1", onlyOwner],
    ['removes a level', 'delete from public.point_levels where id = {level} returning 1', onlyOwner],
  ],
  () => ids,
);
