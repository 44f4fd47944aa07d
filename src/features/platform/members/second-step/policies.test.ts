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

const setRequired = (account: string, isNeeded: boolean) =>
  world.sql.query('update public.accounts set needs_second_step = $2 where account_id = $1', [account, isNeeded]);
const withSecondStep = (caller: Caller): Caller => ({ ...caller, claims: { ...caller.claims, aal: 'aal2' } });
const withoutSecondStep = (caller: Caller): Caller => ({ ...caller, claims: { ...caller.claims, aal: 'aal1' } });
const byPasskey = (caller: Caller): Caller => ({
  ...caller,
  claims: { ...caller.claims, aal: 'aal1', amr: [{ method: 'passkey', timestamp: 1 }] },
});
const require = (caller: Caller | Person, account: string, isRequired: boolean) =>
  world.attempt(caller, 'select public.require_second_step($1, $2)', [account, isRequired]);
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
/** The capabilities of a caller on the account of their session. */
async function capabilitiesOf(caller: Caller): Promise<unknown[]> {
  const outcome = await world.attempt(
    caller,
    'select c from unnest($1::text[]) c where exists (select from private.accounts_where(c))',
    [capabilities],
  );
  return 'rows' in outcome ? outcome.rows.map(({ c }) => c) : [outcome.refused];
}

describe('where the account needs a second step', () => {
  beforeAll(() => setRequired(world.demo, true));
  afterAll(() => setRequired(world.demo, false));

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
    for (const caller of [world.caller('owner'), world.caller('instructor'), clerk]) {
      expect(await capabilitiesOf(withoutSecondStep(caller))).toEqual(['member']);
      expect((await capabilitiesOf(withSecondStep(caller))).length).toBeGreaterThan(1);
      expect(await capabilitiesOf(byPasskey(caller))).toEqual(await capabilitiesOf(withSecondStep(caller)));
    }
    expect(await capabilitiesOf(withSecondStep(world.caller('owner')))).toEqual(capabilities);
    expect(await capabilitiesOf(withSecondStep(clerk))).toEqual(['member', 'manage_members', 'manage_shop']);
    for (const person of ['student', 'parent'] as const)
      expect(await capabilitiesOf(world.caller(person))).toEqual(['member']);
  });

  test('sessions that know no role are held to it too', async () => {
    const caller = await memberWith(world, world.demo, ['manage_options']);
    await world.sql.query('update private.session_accounts set role_id = null where session_id = $1', [
      caller.claims.session_id,
    ]);
    expect(await capabilitiesOf(withoutSecondStep(caller))).toEqual(['member']);
    expect(await capabilitiesOf(withSecondStep(caller))).toContain('manage_options');
  });

  test('a role lists its capabilities in the session', async () => {
    const caps = async (caller: Caller) => {
      const outcome = await world.attempt(
        caller,
        `select public.held_caps(r) as caps from public.roles r where r.account_id = $1 and r.kind = 'instructor'`,
        [world.demo],
      );
      return 'rows' in outcome ? outcome.rows[0]?.caps : outcome.refused;
    };
    expect(await caps(withoutSecondStep(world.caller('instructor')))).toEqual([]);
    expect(await caps(withSecondStep(world.caller('instructor')))).toContain('edit_posts');
  });

  test('other accounts are not affected', async () => {
    expect(await capabilitiesOf(world.caller('atelierOwner'))).toEqual(capabilities);
  });

  test('on the platform’s host the owner needs it for that account', async () => {
    const owned = 'select private.owned_accounts()';
    expect(countOf(await world.attempt(ownerOnPlatform, owned))).toBe(0);
    expect(countOf(await world.attempt(withSecondStep(ownerOnPlatform), owned))).toBe(1);
    const owesSecondStep = 'select from public.owes_second_step() it where it';
    expect(countOf(await world.attempt(ownerOnPlatform, owesSecondStep))).toBe(1);
    expect(countOf(await world.attempt(withSecondStep(ownerOnPlatform), owesSecondStep))).toBe(0);
    expect(countOf(await world.attempt(admin, owesSecondStep))).toBe(0);
  });

  test('programs go on working by their keys', async () => {
    const created = await world.attempt(
      withSecondStep(world.caller('owner')),
      `select public.create_api_key($1, 'Ledger', '{members:read}') ->> 'id' as id`,
      [world.demo],
    );
    expect(created).toMatchObject({ rows: [{ id: expect.any(String) }] });
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
    const teamStatus = async (caller: Caller, account: string): Promise<Team | string> => {
      const outcome = await world.attempt(caller, 'select public.team_second_steps($1) as team', [account]);
      return 'rows' in outcome ? (outcome.rows[0]?.team as Team) : outcome.refused;
    };
    const owner = world.caller('owner');
    const before = (await teamStatus(owner, world.demo)) as Team;
    expect(before).toMatchObject({ has_own: false, lacking: before.team });
    expect(await teamStatus(withSecondStep(owner), world.demo)).toEqual({ ...before, has_own: true });
    const [person, otherUser] = [String(owner.claims.sub), String(world.caller('instructor').claims.sub)];
    await world.sql.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'begun', 'totp', 'unverified', now(), now()),
              (gen_random_uuid(), $2, 'app', 'totp', 'verified', now(), now())`,
      [otherUser, person],
    );
    expect(await teamStatus(withSecondStep(owner), world.demo)).toMatchObject({
      team: before.team,
      lacking: before.team - 1,
    });
    await world.sql.query('delete from auth.mfa_factors where user_id = any($1)', [[person, otherUser]]);
    await world.sql.query(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type)
       values ($1, $2, $2, 'none')`,
      [otherUser, Buffer.from('a passkey')],
    );
    expect(await teamStatus(owner, world.demo)).toMatchObject({ lacking: before.team - 1 });
    await world.sql.query('delete from auth.webauthn_credentials where user_id = $1', [otherUser]);
    // Students and blocked members are not part of the team.
    await memberWith(world, world.demo, []);
    const clerk = await memberWith(world, world.demo, ['manage_shop']);
    expect(await teamStatus(owner, world.demo)).toMatchObject({ team: before.team + 1 });
    await world.sql.query('update public.members set blocked_at = now() where user_id = $1', [clerk.claims.sub]);
    expect(await teamStatus(owner, world.demo)).toMatchObject({ team: before.team });
    for (const [caller, account] of [
      [world.caller('instructor'), world.demo],
      [world.caller('atelierOwner'), world.demo],
      [owner, world.atelier],
      [ownerOnPlatform, world.demo],
      [ownerOnPlatform, world.platform],
    ] as const)
      expect(await teamStatus(caller, account)).toBe('forbidden');
    const running = (await teamStatus(admin, world.platform)) as Team;
    expect(running).toMatchObject({ has_own: false, lacking: running.team });
    expect(running.team).toBeGreaterThan(0);
  });

  test('is the owner, with a second step of their own, who may take it back; both are in the log', async () => {
    const owner = withSecondStep(world.caller('owner'));
    expect(countOf(await require(withoutSecondStep(owner), world.demo, true))).toBe('second_step_needed');
    expect(countOf(await require(withSecondStep(world.caller('atelierOwner')), world.demo, true))).toBe('forbidden');
    const manager = withSecondStep(await memberWith(world, world.demo, ['manage_options']));
    expect(countOf(await require(manager, world.demo, true))).toBe('forbidden');
    const as = world.database.as(owner);
    for (const isRequired of [true, true, false]) {
      await as.query('select public.require_second_step($1, $2)', [world.demo, isRequired]);
      const [account] = await as.query('select needs_second_step from public.accounts where account_id = $1', [
        world.demo,
      ]);
      expect(account).toEqual({ needs_second_step: isRequired });
      expect(await capabilitiesOf(withoutSecondStep(owner))).toHaveLength(isRequired ? 1 : capabilities.length);
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
  afterEach(() => setRequired(world.platform, false));
  const canRun = async (caller: Caller) =>
    countOf(await world.attempt(caller, 'select from public.is_super_admin() it where it')) === 1;

  test('needs a second step once the platform does, and asks for it with one of their own', async () => {
    expect(await canRun(withoutSecondStep(admin))).toBe(true);
    expect(countOf(await require(withoutSecondStep(admin), world.platform, true))).toBe('second_step_needed');
    expect(countOf(await require(withSecondStep(ownerOnPlatform), world.platform, true))).toBe('forbidden');
    await world.database
      .as(withSecondStep(admin))
      .query('select public.require_second_step($1, true)', [world.platform]);
    expect([
      await canRun(withoutSecondStep(admin)),
      await canRun(withSecondStep(admin)),
      await canRun(byPasskey(admin)),
    ]).toEqual([false, true, true]);
    expect(await capabilitiesOf(withoutSecondStep(admin))).toEqual([]);
    expect(await capabilitiesOf(withSecondStep(admin))).toContain('manage_options');
    expect(
      countOf(await world.attempt(withoutSecondStep(admin), 'select from public.owes_second_step() it where it')),
    ).toBe(1);
    expect(countOf(await world.attempt(ownerOnPlatform, 'select from public.owes_second_step() it where it'))).toBe(0);
    expect(countOf(await require(withoutSecondStep(admin), world.platform, false))).toBe('forbidden');
    expect(countOf(await require(withSecondStep(admin), world.platform, false))).toBe(1);
  });
});

describe('whoever acts as somebody of the team', () => {
  afterEach(() => setRequired(world.demo, false));

  test.each([
    ['with a second step of their own holds that person’s rights', withSecondStep, true],
    ['without one holds a student’s', withoutSecondStep, false],
  ] as const)('%s', async (_, level, isAllowed) => {
    const [grant] = await world.database
      .as(level(admin))
      .query<{ code: string }>('select private.ask_to_open_account($1, $2) as code', [
        world.demo,
        'They can not find their certificate.',
      ]);
    const impersonation = await sessionOf(world, world.demo, String(world.caller('owner').claims.sub));
    await world.sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
      impersonation.claims.session_id,
      impersonation.claims.sub,
    ]);
    await world.database
      .as(impersonation)
      .query('select private.begin_acting($1, $2)', [grant?.code, impersonation.claims.session_id]);
    expect(await capabilitiesOf(impersonation)).toEqual(capabilities);
    await setRequired(world.demo, true);
    expect(await capabilitiesOf(impersonation)).toEqual(isAllowed ? capabilities : ['member']);
    // An impersonation's token does not say who the real actor is.
    expect(await capabilitiesOf(withSecondStep(impersonation))).toEqual(isAllowed ? capabilities : ['member']);
    expect(countOf(await require(impersonation, world.demo, false))).toBe('acting');
  });
});
