import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let platformOwner: Caller;
let id = '';
beforeAll(async () => {
  world = await openWorld();
  platformOwner = await sessionOf(world, world.platform, await userIdOf(world, 'owner@demo.test'));
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql.query('delete from public.domain_claims');
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.domain_claims (account_id, domain) values ($1, 'learn.school.example') returning id`,
    [world.demo],
  );
  id = row?.id ?? '';
});

matrix(
  () => world,
  [
    ['read a claim and its token', 'select token from public.domain_claims', { owner: 1, visitor: '42501', others: 0 }],
    ['read failures', 'select failures from public.domain_claims', { others: '42501' }],
    [
      'write a claim past our server',
      `insert into public.domain_claims (account_id, domain) values ({demo}, 'a.example')`,
      { others: '42501' },
    ],
    ['say that a domain is live', `update public.domain_claims set state = 'live'`, { others: '42501' }],
    ['remove a claim as a row', 'delete from public.domain_claims', { others: '42501' }],
    ['read certificates', 'select from private.domain_certificates', { others: '42501' }],
    ['read questions of authorities', 'select from private.acme_challenges', { others: '42501' }],
    ['read keys of authorities', 'select from private.acme_accounts', { others: '42501' }],
    [
      'claim a domain',
      `select private.claim_domain({demo}, 'b.example')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'have a domain looked at',
      'select public.check_domain({demo}, {id})',
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'remove a domain',
      'select public.remove_domain({demo}, {id})',
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    ['tell what was found', `select private.keep_domain_records({id}, '[]', true, '{}')`, { others: '42501' }],
    ['tell of a certificate', `select private.keep_domain_certificate({id}, 'x', 'x', now())`, { others: '42501' }],
    ['open a domain', 'select private.open_domain({id})', { others: '42501' }],
    ['fail a domain', `select private.fail_domain({id}, 'https', '')`, { others: '42501' }],
    ['take what is due', 'select private.take_domain_checks(1)', { others: '42501' }],
  ],
  () => ({ id }),
);

const claim = (who: Caller, domain: string, account = world.demo) =>
  world.attempt(who, 'select private.claim_domain($1, $2) as id', [account, domain]);

describe('a claim', () => {
  test('is made by the owner from the platform’s host too, for accounts of theirs alone', async () => {
    expect(await claim(platformOwner, 'mine.example')).toHaveProperty('rows');
    expect(await claim(platformOwner, 'mine.example', world.atelier)).toMatchObject({ refused: 'forbidden' });
    const attempt = await world.attempt(platformOwner, 'select domain from public.domain_claims');
    expect(attempt).toEqual({ rows: [{ domain: 'learn.school.example' }] });
    expect(await world.attempt(platformOwner, 'select public.remove_domain($1, $2)', [world.demo, id])).toHaveProperty(
      'rows',
    );
  });

  test('of an already claimed domain is the same claim, whatever its spelling', async () => {
    expect(await claim(world.caller('owner'), ' Learn.School.EXAMPLE. ')).toEqual({ rows: [{ id }] });
  });

  test.each([
    'localhost',
    'a b.example',
    '-a.example',
    'a..example',
    'https://a.example',
    '192.0.2.1',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    '',
  ])('of “%s” is refused', async (domain) => {
    expect(await claim(world.caller('owner'), domain)).toMatchObject({ refused: 'invalid' });
  });

  test('of a sixth domain is rejected', async () => {
    await world.sql.query(
      `insert into public.domain_claims (account_id, domain) select $1, 'n' || n || '.example' from generate_series(1, 4) n`,
      [world.demo],
    );
    expect(await claim(world.caller('owner'), 'sixth.example')).toMatchObject({ refused: 'domains_full' });
  });

  test('by two accounts is stored for both, but held by one', async () => {
    const insertClaim = `insert into public.domain_claims (account_id, domain, state) values ($1, 'learn.school.example', $2)`;
    await world.sql.query(insertClaim, [world.atelier, 'pending']);
    await world.sql.query(`update public.domain_claims set state = 'dns_ok' where id = $1`, [id]);
    await expect(
      world.sql.query(`update public.domain_claims set state = 'dns_ok' where account_id = $1`, [world.atelier]),
    ).rejects.toThrow('domain_claims_held_idx');
  });
});

describe('the canonical host of a site', () => {
  const named = async () =>
    (
      await world.sql.query<{ domain: string | null }>('select domain from public.accounts where account_id = $1', [
        world.demo,
      ])
    )[0]?.domain;
  const set = (domain: string, state: string) =>
    world.sql
      .query(
        `insert into public.domain_claims (account_id, domain) values ($1, $2) on conflict (account_id, domain) do nothing`,
        [world.demo, domain],
      )
      .then(() => world.sql.query('update public.domain_claims set state = $2 where domain = $1', [domain, state]));

  test('is its first live domain, then the next, else its slug', async () => {
    expect(await named()).toBeNull();
    await set('learn.school.example', 'certificate_ok');
    expect(await named()).toBeNull();
    await set('www.example', 'live');
    expect(await named()).toBe('www.example');
    await set('learn.school.example', 'live');
    expect(await named()).toBe('www.example');
    await world.sql.query(`delete from public.domain_claims where domain = 'www.example'`);
    expect(await named()).toBe('learn.school.example');
    await world.sql.query('delete from public.domain_claims');
    expect(await named()).toBeNull();
  });
});

test('a due check is claimed once', async () => {
  const claimDue = async () => (await world.sql.query('select id from private.take_domain_checks(10)')).length;
  expect(await claimDue()).toBe(1);
  expect(await claimDue()).toBe(0);
});

test('what was looked at a moment ago is not looked at again', async () => {
  const check = () =>
    world.database.as(world.caller('owner')).query('select public.check_domain($1, $2)', [world.demo, id]);
  const waiting = async () =>
    (
      await world.sql.query(`select from private.outbox where queue = 'domain-check' and payload ->> 'claim_id' = $1`, [
        id,
      ])
    ).length;
  await check();
  expect(await waiting()).toBe(1);
  await world.sql.query('update public.domain_claims set checked_at = now() where id = $1', [id]);
  await check();
  expect(await waiting()).toBe(1);
});
