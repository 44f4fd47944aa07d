import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import type { Outcome } from '#base/shared/batch.ts';
import { matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let admin: Caller;
let adminOnDemo: Caller;
beforeAll(async () => {
  world = await openWorld();
  const person = await userIdOf(world, 'admin@stoa.test');
  admin = await sessionOf(world, world.platform, person);
  adminOnDemo = await sessionOf(world, world.demo, person);
});
afterAll(() => world.close());

const REASON = 'Unpaid since January, three letters unanswered.';
const calls = {
  'suspends one': `select public.suspend_account({demo}, '${REASON}')`,
  'suspends many': `select public.suspend_accounts(array[{demo}, {atelier}]::uuid[], '${REASON}')`,
  'reactivates one': 'select public.reactivate_account({demo})',
  'reactivates many': 'select public.reactivate_accounts(array[{demo}, {atelier}]::uuid[])',
};

matrix(
  () => world,
  Object.entries(calls).map(([name, statement]) => [name, statement, { visitor: '42501', others: 'forbidden' }]),
);

test.each(Object.values(calls))('a super admin can’t from an account’s host: %s', async (statement) => {
  const sql = statement.replace('{demo}', `'${world.demo}'`).replace('{atelier}', `'${world.atelier}'`);
  expect(await world.attempt(adminOnDemo, sql)).toMatchObject({ refused: 'forbidden' });
});

test.each([
  ['suspend_account', `, '${REASON}'`],
  ['reactivate_account', ''],
])('nobody can %s the platform’s own account, nor a missing one', async (name, detail) => {
  for (const id of [world.platform, crypto.randomUUID()])
    expect(await world.attempt(admin, `select public.${name}('${id}'${detail})`)).toMatchObject({
      refused: 'not_found',
    });
});

const resultOf = async <Result>(statement: string, values: unknown[] = []) =>
  (await world.database.as(admin).query<{ result: Result }>(statement, values))[0]?.result as Result;
const run = (statement: string, values: unknown[]) => world.database.as(admin).query(statement, values);
const suspended = async () =>
  (await world.sql.query<{ slug: string }>(`select slug from public.accounts where status = 'suspended'`)).map(
    ({ slug }) => slug,
  );
const auditEntries = (act: string) =>
  world.sql.query<{ account_id: string; details: object }>(
    'select account_id, details from public.audit_entries where act = $1 order by id',
    [act],
  );

describe('a suspended account', () => {
  test.each(['', 'too short', 'x'.repeat(501)])('needs a reason to be one: %j', async (reason) => {
    expect(await world.attempt(admin, 'select public.suspend_account($1, $2)', [world.atelier, reason])).toMatchObject({
      refused: 'invalid',
    });
  });

  test('is worth nothing to its people until it is open again; both acts stand in the log', async () => {
    const memberCount = async () =>
      (await world.database.as(world.caller('atelierOwner')).query('select from public.members')).length;
    const before = await memberCount();
    expect(before).toBeGreaterThan(0);
    await run('select public.suspend_account($1, $2)', [world.atelier, `  ${REASON} `]);
    expect(await memberCount()).toBe(0);
    expect(await suspended()).toEqual(['atelier']);
    expect(await world.attempt(admin, 'select public.suspend_account($1, $2)', [world.atelier, REASON])).toMatchObject({
      refused: 'conflict',
    });
    const owner = await sessionOf(world, world.platform, await userIdOf(world, 'owner@atelier.test'));
    const rows = await world.database.as(owner).query('select suspension from public.accounts where not is_platform');
    expect(rows).toEqual([{ suspension: REASON }]);
    await run('select public.reactivate_account($1)', [world.atelier]);
    expect(await memberCount()).toBe(before);
    expect(await world.attempt(admin, 'select public.reactivate_account($1)', [world.atelier])).toMatchObject({
      refused: 'conflict',
    });
    expect(await auditEntries('account.suspended')).toMatchObject([
      { account_id: world.atelier, details: { reason: REASON } },
    ]);
    expect(await auditEntries('account.reactivated')).toHaveLength(1);
  });
});

describe('many at once', () => {
  const suspendAll = (ids: string[], reason = REASON) =>
    resultOf<Outcome>('select public.suspend_accounts($1, $2) as result', [ids, reason]);

  test('one call closes all of them for one reason, and says which it left alone and why', async () => {
    const before = (await auditEntries('account.suspended')).length;
    await run('select public.suspend_account($1, $2)', [world.atelier, REASON]);
    expect(await suspendAll([world.demo, world.demo, world.atelier, world.platform])).toEqual({
      changed: 1,
      refused: [
        { sentence: 'This account is already suspended.', code: 'conflict', count: 1 },
        { sentence: 'There is no such account.', code: 'not_found', count: 1 },
      ],
    });
    expect((await suspended()).sort()).toEqual(['atelier', 'demo']);
    expect(await auditEntries('account.suspended')).toHaveLength(before + 2);
    const reactivated = await resultOf<Outcome>('select public.reactivate_accounts($1) as result', [
      [world.demo, world.atelier],
    ]);
    expect(reactivated).toEqual({ changed: 2, refused: [] });
    expect(await suspended()).toEqual([]);
  });

  test('an error that concerns all of them changes none', async () => {
    const both = [world.demo, world.atelier];
    expect(await world.attempt(admin, 'select public.suspend_accounts($1, $2)', [both, 'too short'])).toMatchObject({
      refused: 'invalid',
    });
    const tooMany = Array.from({ length: 201 }, () => crypto.randomUUID());
    expect(await world.attempt(admin, 'select public.suspend_accounts($1, $2)', [tooMany, REASON])).toMatchObject({
      refused: 'invalid',
    });
    expect(await suspended()).toEqual([]);
  });
});
