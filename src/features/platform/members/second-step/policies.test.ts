import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, membersOfDemo, memberWith, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let admin: Caller;
let ownerOnPlatform: Caller;
beforeAll(async () => {
  world = await openWorld();
  admin = await sessionOf(world, world.platform, await userIdOf(world, 'admin@stoa.test'));
  ownerOnPlatform = await sessionOf(world, world.platform, await userIdOf(world, 'owner@demo.test'));
});
afterAll(() => world.close());

const needed = (account: string, isNeeded: boolean) =>
  world.sql.query('update public.accounts set needs_second_step = $2 where account_id = $1', [account, isNeeded]);
const strong = (caller: Caller): Caller => ({ ...caller, claims: { ...caller.claims, aal: 'aal2' } });
const weak = (caller: Caller): Caller => ({ ...caller, claims: { ...caller.claims, aal: 'aal1' } });
const byPasskey = (caller: Caller): Caller => ({
  ...caller,
  claims: { ...caller.claims, aal: 'aal1', amr: [{ method: 'passkey', timestamp: 1 }] },
});
const require = (who: Caller | Person, account: string, isRequired: boolean) =>
  world.attempt(who, 'select public.require_second_step($1, $2)', [account, isRequired]);
const capabilities = [
  'member',
  'staff',
  'manage_options',
  'edit_posts',
  'manage_members',
  'log_in_as',
  'manage_shop',
  'manage_stats',
];
/** The capabilities somebody holds on the account of their session. */
async function heldBy(who: Caller): Promise<unknown[]> {
  const outcome = await world.attempt(
    who,
    'select c from unnest($1::text[]) c where exists (select from private.accounts_where(c))',
    [capabilities],
  );
  return 'rows' in outcome ? outcome.rows.map(({ c }) => c) : [outcome.refused];
}

describe('where the account needs a second step', () => {
  beforeAll(() => needed(world.demo, true));
  afterAll(() => needed(world.demo, false));

  matrix(
    () => world,
    [
      [
        'changes an option',
        'update public.options set key = key where account_id = {demo} returning 1',
        { visitor: '42501', others: 0 },
      ],
      [
        'sees other members',
        'select from public.members where account_id = {demo} and user_id <> auth.uid()',
        { visitor: '42501', others: 0 },
      ],
      [
        'sees themselves',
        'select from public.members where account_id = {demo} and user_id = auth.uid()',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      [
        'no longer needs it',
        'select public.require_second_step({demo}, false)',
        { visitor: '42501', others: 'forbidden' },
      ],
      [
        'is told what the owner’s role is worth',
        `select from public.roles r where r.account_id = {demo} and r.kind = 'owner' and cardinality(public.held_caps(r)) > 0`,
        { visitor: '42501', others: 0 },
      ],
    ],
  );

  test('rights of the team hold with a second step or a passkey; without, they are a student’s', async () => {
    const clerk = await memberWith(world, world.demo, ['manage_members', 'manage_shop']);
    for (const who of [world.caller('owner'), world.caller('instructor'), clerk]) {
      expect(await heldBy(weak(who))).toEqual(['member']);
      expect((await heldBy(strong(who))).length).toBeGreaterThan(1);
      expect(await heldBy(byPasskey(who))).toEqual(await heldBy(strong(who)));
    }
    expect(await heldBy(strong(world.caller('owner')))).toEqual(capabilities);
    expect(await heldBy(strong(clerk))).toEqual(['member', 'manage_members', 'manage_shop']);
    for (const person of ['student', 'parent'] as const) expect(await heldBy(world.caller(person))).toEqual(['member']);
  });

  test('sessions that know no role are held to it too', async () => {
    const caller = await memberWith(world, world.demo, ['manage_options']);
    await world.sql.query('update private.session_accounts set role_id = null where session_id = $1', [
      caller.claims.session_id,
    ]);
    expect(await heldBy(weak(caller))).toEqual(['member']);
    expect(await heldBy(strong(caller))).toContain('manage_options');
  });

  test('a role says what it is worth in the session', async () => {
    const caps = async (who: Caller) => {
      const outcome = await world.attempt(
        who,
        `select public.held_caps(r) as caps from public.roles r where r.account_id = $1 and r.kind = 'instructor'`,
        [world.demo],
      );
      return 'rows' in outcome ? outcome.rows[0]?.caps : outcome.refused;
    };
    expect(await caps(weak(world.caller('instructor')))).toEqual([]);
    expect(await caps(strong(world.caller('instructor')))).toContain('edit_posts');
  });

  test('other accounts go on as before', async () => {
    expect(await heldBy(world.caller('atelierOwner'))).toEqual(capabilities);
  });

  test('on the platform’s host the owner needs it for that account', async () => {
    const owned = 'select private.owned_accounts()';
    expect(countOf(await world.attempt(ownerOnPlatform, owned))).toBe(0);
    expect(countOf(await world.attempt(strong(ownerOnPlatform), owned))).toBe(1);
    const owes = 'select from public.owes_second_step() it where it';
    expect(countOf(await world.attempt(ownerOnPlatform, owes))).toBe(1);
    expect(countOf(await world.attempt(strong(ownerOnPlatform), owes))).toBe(0);
    expect(countOf(await world.attempt(admin, owes))).toBe(0);
  });

  test('programs go on working by their keys', async () => {
    const made = await world.attempt(
      strong(world.caller('owner')),
      `select public.create_api_key($1, 'Ledger', '{members:read}') ->> 'id' as id`,
      [world.demo],
    );
    expect(made).toMatchObject({ rows: [{ id: expect.any(String) }] });
    const [key] = await world.sql.query<{ id: string }>(
      `insert into public.api_keys (account_id, name, prefix, scopes) values ($1, 'Ledger', 'stoa_0a1b2c3d', '{members:read}') returning id`,
      [world.demo],
    );
    const program: Caller = { role: 'authenticated', claims: { role: 'authenticated', api_key: key?.id } };
    expect(
      countOf(await world.attempt(program, 'select from public.members where account_id = $1 limit 2', [world.demo])),
    ).toBe(2);
  });
});

describe('who asks for a second step of the team', () => {
  matrix(
    () => world,
    [
      [
        'asks for it',
        'select public.require_second_step({demo}, true)',
        { visitor: '42501', owner: 'second_step_needed', others: 'forbidden' },
      ],
      [
        'reads how many of the team have none',
        'select public.team_second_steps({demo})',
        { visitor: '42501', owner: 1, others: 'forbidden' },
      ],
      [
        'asks for it of the platform',
        'select public.require_second_step((select account_id from public.accounts where is_platform), true)',
        { visitor: '42501', others: 'forbidden' },
      ],
    ],
  );

  test('reads first how many of the team have none', async () => {
    type Team = { team: number; lacking: number; has_own: boolean };
    const read = async (who: Caller, account: string): Promise<Team | string> => {
      const outcome = await world.attempt(who, 'select public.team_second_steps($1) as team', [account]);
      return 'rows' in outcome ? (outcome.rows[0]?.team as Team) : outcome.refused;
    };
    const owner = world.caller('owner');
    const before = (await read(owner, world.demo)) as Team;
    expect(before).toMatchObject({ has_own: false, lacking: before.team });
    expect(await read(strong(owner), world.demo)).toEqual({ ...before, has_own: true });
    const [person, other] = [String(owner.claims.sub), String(world.caller('instructor').claims.sub)];
    await world.sql.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'begun', 'totp', 'unverified', now(), now()),
              (gen_random_uuid(), $2, 'app', 'totp', 'verified', now(), now())`,
      [other, person],
    );
    expect(await read(strong(owner), world.demo)).toMatchObject({ team: before.team, lacking: before.team - 1 });
    await world.sql.query('delete from auth.mfa_factors where user_id = any($1)', [[person, other]]);
    await world.sql.query(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type)
       values ($1, $2, $2, 'none')`,
      [other, Buffer.from('a passkey')],
    );
    expect(await read(owner, world.demo)).toMatchObject({ lacking: before.team - 1 });
    await world.sql.query('delete from auth.webauthn_credentials where user_id = $1', [other]);
    // Students and blocked people are not of the team.
    await memberWith(world, world.demo, []);
    const clerk = await memberWith(world, world.demo, ['manage_shop']);
    expect(await read(owner, world.demo)).toMatchObject({ team: before.team + 1 });
    await world.sql.query('update public.members set blocked_at = now() where user_id = $1', [clerk.claims.sub]);
    expect(await read(owner, world.demo)).toMatchObject({ team: before.team });
    for (const [who, account] of [
      [world.caller('instructor'), world.demo],
      [world.caller('atelierOwner'), world.demo],
      [owner, world.atelier],
      [ownerOnPlatform, world.demo],
      [ownerOnPlatform, world.platform],
    ] as const)
      expect(await read(who, account)).toBe('forbidden');
    const running = (await read(admin, world.platform)) as Team;
    expect(running).toMatchObject({ has_own: false, lacking: running.team });
    expect(running.team).toBeGreaterThan(0);
  });

  test('is the owner, with a second step of their own, who may take it back; both are in the log', async () => {
    const owner = strong(world.caller('owner'));
    expect(countOf(await require(weak(owner), world.demo, true))).toBe('second_step_needed');
    expect(countOf(await require(strong(world.caller('atelierOwner')), world.demo, true))).toBe('forbidden');
    const manager = strong(await memberWith(world, world.demo, ['manage_options']));
    expect(countOf(await require(manager, world.demo, true))).toBe('forbidden');
    const as = world.database.as(owner);
    for (const isRequired of [true, true, false]) {
      await as.query('select public.require_second_step($1, $2)', [world.demo, isRequired]);
      const [account] = await as.query('select needs_second_step from public.accounts where account_id = $1', [
        world.demo,
      ]);
      expect(account).toEqual({ needs_second_step: isRequired });
      expect(await heldBy(weak(owner))).toHaveLength(isRequired ? 1 : capabilities.length);
    }
    expect(
      await world.sql.query(
        `select act, actor_id from public.audit_entries where account_id = $1 and act like 'account.second_step%' order by id`,
        [world.demo],
      ),
    ).toEqual([
      { act: 'account.second_step_required', actor_id: owner.claims.sub },
      { act: 'account.second_step_optional', actor_id: owner.claims.sub },
    ]);
  });
});

describe('who runs the platform', () => {
  afterEach(() => needed(world.platform, false));
  const runs = async (who: Caller) =>
    countOf(await world.attempt(who, 'select from public.is_super_admin() it where it')) === 1;

  test('needs a second step once the platform does, and asks for it with one of their own', async () => {
    expect(await runs(weak(admin))).toBe(true);
    expect(countOf(await require(weak(admin), world.platform, true))).toBe('second_step_needed');
    expect(countOf(await require(strong(ownerOnPlatform), world.platform, true))).toBe('forbidden');
    await world.database.as(strong(admin)).query('select public.require_second_step($1, true)', [world.platform]);
    expect([await runs(weak(admin)), await runs(strong(admin)), await runs(byPasskey(admin))]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await heldBy(weak(admin))).toEqual([]);
    expect(await heldBy(strong(admin))).toContain('manage_options');
    expect(countOf(await world.attempt(weak(admin), 'select from public.owes_second_step() it where it'))).toBe(1);
    expect(countOf(await world.attempt(ownerOnPlatform, 'select from public.owes_second_step() it where it'))).toBe(0);
    expect(countOf(await require(weak(admin), world.platform, false))).toBe('forbidden');
    expect(countOf(await require(strong(admin), world.platform, false))).toBe(1);
  });
});

describe('whoever acts as somebody of the team', () => {
  afterEach(() => needed(world.demo, false));

  test.each([
    ['with a second step of their own holds that person’s rights', strong, true],
    ['without one holds a student’s', weak, false],
  ] as const)('%s', async (_, level, holds) => {
    const [leave] = await world.database
      .as(level(admin))
      .query<{ code: string }>('select private.ask_to_open_account($1, $2) as code', [
        world.demo,
        'They can not find their certificate.',
      ]);
    const acting = await sessionOf(world, world.demo, String(world.caller('owner').claims.sub));
    await world.sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
      acting.claims.session_id,
      acting.claims.sub,
    ]);
    await world.database
      .as(acting)
      .query('select private.begin_acting($1, $2)', [leave?.code, acting.claims.session_id]);
    expect(await heldBy(acting)).toEqual(capabilities);
    await needed(world.demo, true);
    expect(await heldBy(acting)).toEqual(holds ? capabilities : ['member']);
    // The token of such a session says nothing of who is really there.
    expect(await heldBy(strong(acting))).toEqual(holds ? capabilities : ['member']);
    expect(countOf(await require(acting, world.demo, false))).toBe('acting');
  });
});
