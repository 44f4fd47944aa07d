import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, memberWith, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
/** A member who may impersonate and has no other capability besides `manage_members`. */
let helper: Caller;
const REASON = 'They can not find their certificate.';
beforeAll(async () => {
  world = await openWorld();
  helper = await memberWith(world, world.demo, ['log_in_as', 'manage_members']);
  for (const name of ['owner', 'instructor', 'student', 'member']) ids[name] = await cardOf(`${name}@demo.test`);
  ids.blocked = await cardOf('blocked@world.test');
  ids.other = await cardOf('student@atelier.test');
});
afterAll(() => world.close());

async function cardOf(email: string): Promise<string> {
  const [row] = await world.sql.query<{ id: string }>('select id from public.members where email = $1', [email]);
  return row?.id ?? '';
}

const requestImpersonation = (caller: Caller | 'owner', member: string, reason = REASON) =>
  world.attempt(caller, 'select private.ask_to_act($1, $2, $3)', [world.demo, member, reason]);

matrix(
  () => world,
  [
    [
      'asks to sign in as the student',
      `select private.ask_to_act({demo}, {student}, '${REASON}')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'allows it to all',
      'select public.allow_log_in_as({demo}, true)',
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    ['reads the codes', 'select from private.acting_codes', { others: '42501' }],
    [
      'marks a session with a code nobody gave',
      `select private.begin_acting('x', gen_random_uuid())`,
      { others: 'forbidden' },
    ],
    ['comes back as nobody', `select person from private.end_acting({demo}, 'x')`, { others: 0 }],
    [
      'decides for another',
      'update public.members set allows_log_in_as = false where id = {member} and account_id = {demo} returning 1',
      { owner: 'forbidden', member: 1, visitor: '42501', others: 0 },
    ],
  ],
  () => ids,
);

describe('who may be signed in as', () => {
  test.each([
    ['a member with no more rights', 'student', 1],
    ['nobody who may do more', 'instructor', 'forbidden'],
    ['never an owner', 'owner', 'forbidden'],
    ['nobody who is blocked', 'blocked', 'conflict'],
    ['nobody of another account', 'other', 'not_found'],
  ] as const)('%s', async (_, member, expected) => {
    expect(countOf(await requestImpersonation(helper, ids[member] ?? ''))).toBe(expected);
  });

  test.each([
    ['nine characters', 'x'.repeat(9), 'invalid'],
    ['ten', 'x'.repeat(10), 1],
    ['five hundred', 'x'.repeat(500), 1],
    ['one more', 'x'.repeat(501), 'invalid'],
  ])('a reason of %s', async (_, reason, expected) => {
    expect(countOf(await requestImpersonation(helper, ids.student ?? '', reason))).toBe(expected);
  });

  test('nobody who has switched it off, and nobody at all where the owner has', async () => {
    const setAllowed = `update public.members set allows_log_in_as = $2 where id = $1`;
    await world.sql.query(setAllowed, [ids.student, false]);
    expect(countOf(await requestImpersonation(helper, ids.student ?? ''))).toBe('forbidden');
    await world.sql.query(setAllowed, [ids.student, true]);
    const forAll = (allowed: boolean) =>
      world.database.as(world.caller('owner')).query('select public.allow_log_in_as($1, $2)', [world.demo, allowed]);
    await forAll(false);
    expect(countOf(await requestImpersonation('owner', ids.student ?? ''))).toBe('forbidden');
    await forAll(true);
    expect(countOf(await requestImpersonation('owner', ids.student ?? ''))).toBe(1);
  });
});

describe('a session that is somebody else’s doing', () => {
  let impersonation: Caller;
  let code: string;
  let returnSecret: string;
  beforeAll(async () => {
    const [row] = await world.database
      .as(helper)
      .query<{ leave: { code: string } }>('select private.ask_to_act($1, $2, $3) as leave', [
        world.demo,
        ids.student,
        REASON,
      ]);
    code = row?.leave.code ?? '';
    impersonation = await sessionOf(world, world.demo, await userIdOf(world, 'student@demo.test'));
    const [started] = await world.database
      .as(helper)
      .query<{ begun: { way_back: string } }>('select private.begin_acting($1, $2) as begun', [
        code,
        impersonation.claims.session_id,
      ]);
    returnSecret = started?.begun.way_back ?? '';
  });

  test('a code marks one session of its user, once', async () => {
    const secondSession = await sessionOf(world, world.demo, await userIdOf(world, 'student@demo.test'));
    const sql = 'select private.begin_acting($1, $2)';
    expect(countOf(await world.attempt(helper, sql, [code, secondSession.claims.session_id]))).toBe('forbidden');
    const [otherCode] = await world.database
      .as(helper)
      .query<{ leave: { code: string } }>('select private.ask_to_act($1, $2, $3) as leave', [
        world.demo,
        ids.student,
        REASON,
      ]);
    const otherSession = await sessionOf(world, world.demo, await userIdOf(world, 'member@demo.test'));
    expect(countOf(await world.attempt(helper, sql, [otherCode?.leave.code, otherSession.claims.session_id]))).toBe(
      'forbidden',
    );
  });

  test('both users are in the audit log, the real one with every entry', async () => {
    const [entry] = await world.database
      .as(world.caller('owner'))
      .query(
        'select actor_id, as_user_id, target_id, details from public.audit_entries where act = $1 order by id limit 1',
        ['member.log_in_as'],
      );
    expect(entry).toEqual({
      actor_id: helper.claims.sub,
      as_user_id: null,
      target_id: ids.student,
      details: { reason: REASON },
    });
    const [row] = await world.sql.transaction(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(impersonation.claims)]);
      await tx.query(`select private.audit($1, 'test.act', null, null)`, [world.demo]);
      return tx.query(`select actor_id, as_user_id from public.audit_entries where act = 'test.act'`);
    });
    expect(row).toEqual({ actor_id: helper.claims.sub, as_user_id: impersonation.claims.sub });
  });

  test.each([
    ['sees what they see', 'select from public.members where account_id = $1', 1],
    ['buys nothing', `select private.place_order($1, '[]', null, 'Name', '{}', 'key-12345678', 'en')`, 'invalid'],
    [
      'signs in as nobody else',
      `select private.ask_to_act($1, '${'0'.repeat(8)}-0000-7000-8000-000000000000', 'A long enough reason')`,
      'forbidden',
    ],
    [
      'marks nothing as read that waits for them',
      'update public.account_notifications set read = true where account_id = $1 and user_id = auth.uid() returning 1',
      0,
    ],
    [
      'does not open the door for themselves',
      'update public.members set allows_log_in_as = false where account_id = $1 and user_id = auth.uid()',
      'acting',
    ],
  ])('%s', async (_, sql, expected) => {
    expect(countOf(await world.attempt(impersonation, sql, [world.demo]))).toBe(expected);
  });

  test('changes no order', async () => {
    const rollback = new Error('undone');
    const attempt = world.sql.transaction(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(impersonation.claims)]);
      await tx.query('update public.orders set status = status where account_id = $1', [world.demo]);
      throw rollback;
    });
    await expect(attempt).rejects.toMatchObject({ detail: 'acting' });
  });

  test('reads no private message', async () => {
    const rollback = new Error('undone');
    await world.sql
      .transaction(async (tx) => {
        await tx.query(
          `insert into public.account_notifications (account_id, user_id, type, message) values ($1, $2, 'chat', 'Between us'), ($1, $2, 'other', 'For all')`,
          [world.demo, impersonation.claims.sub],
        );
        const messages = async (claims: object) => {
          await tx.query('set local role authenticated');
          await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
          const rows = await tx.query<{ message: string }>(
            `select message from public.account_notifications where message in ('Between us', 'For all') order by message`,
          );
          await tx.query('reset role');
          return rows.map((row) => row.message);
        };
        expect(await messages(impersonation.claims)).toEqual(['For all']);
        expect(await messages(world.caller('student').claims)).toEqual(['Between us', 'For all']);
        throw rollback;
      })
      .catch((error) => {
        if (error !== rollback) throw error;
      });
  });

  test('expires after 30 minutes', async () => {
    const [row] = await world.sql.query<{ minutes: number }>(
      'select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from private.session_accounts where session_id = $1',
      [impersonation.claims.session_id],
    );
    expect(row?.minutes).toBe(30);
    await world.sql.query(`update private.session_accounts set expires_at = now() where session_id = $1`, [
      impersonation.claims.session_id,
    ]);
    expect(
      countOf(await world.attempt(impersonation, 'select from public.members where account_id = $1', [world.demo])),
    ).toBe(0);
  });

  test('the secret of the way back leads there, once, and not on another site; the code that began leads nowhere', async () => {
    const endImpersonation = async (account: string, secret = returnSecret) =>
      (
        await world.database
          .as({ role: 'anon', claims: { role: 'anon' } })
          .query<{ person: string | null }>('select person from private.end_acting($1, $2)', [account, secret])
      )[0]?.person;
    expect(returnSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(await endImpersonation(world.demo, code)).toBeUndefined();
    expect(await endImpersonation(world.atelier)).toBeUndefined();
    expect(await endImpersonation(world.demo)).toBe(helper.claims.sub);
    expect(await endImpersonation(world.demo)).toBeUndefined();
    const remaining = await world.sql.query('select from private.session_accounts where session_id = $1', [
      impersonation.claims.session_id,
    ]);
    expect(remaining).toHaveLength(0);
  });
});
