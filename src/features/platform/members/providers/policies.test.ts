import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.sign_in_providers');
  await world.sql.query(
    `insert into public.sign_in_providers (account_id, provider, source, is_shared, client_id, sealed_secret) values
       ($1, 'google', 'own', false, 'demo-client', 'sealed'), ($2, 'google', 'own', false, 'atelier-client', 'sealed'),
       ($3, 'github', 'own', true, 'platform-client', 'sealed'), ($3, 'facebook', 'own', false, 'platform-client', 'sealed')`,
    [world.demo, world.atelier, world.platform],
  );
});
afterAll(() => world.close());

const settings = (changes: object = {}) =>
  `'${JSON.stringify({ source: 'own', is_on: true, is_shared: true, client_id: 'new', ...changes })}'::jsonb`;
const save = (account: string, name = 'azure', changes = {}, encrypted = `'sealed'`) =>
  `select private.save_sign_in_provider(${account}, '${name}', ${settings(changes)}, ${encrypted})`;

matrix(
  () => world,
  [
    [
      'reads what demo has set up',
      'select provider, client_id, has_secret from public.sign_in_providers where account_id = {demo}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'reads what any account has set up',
      'select provider from public.sign_in_providers',
      {
        owner: 1,
        atelierOwner: 1,
        visitor: '42501',
        others: 0,
      },
    ],
    ['reads a sealed secret', 'select sealed_secret from public.sign_in_providers', { others: '42501' }],
    ['reads the credentials that are used', 'select * from private.usable_sign_in_providers', { others: '42501' }],
    [
      'reads which buttons demo shows',
      'select provider from public.sign_in_buttons where account_id = {demo}',
      { others: 1 },
    ],
    [
      'adds a row',
      `insert into public.sign_in_providers (account_id, provider, source) values ({demo}, 'apple', 'platform')`,
      { others: '42501' },
    ],
    ['changes a row', 'update public.sign_in_providers set is_on = false', { others: '42501' }],
    ['removes a row', 'delete from public.sign_in_providers', { others: '42501' }],
    ['saves for demo', save('{demo}'), { owner: 1, visitor: '42501', others: 'forbidden' }],
    [
      'saves over what demo has',
      save('{demo}', 'google', {}, 'null'),
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    ['saves for atelier', save('{atelier}'), { atelierOwner: 1, visitor: '42501', others: 'forbidden' }],
    [
      'uses what the platform shares',
      save('{demo}', 'github', { source: 'platform' }, 'null'),
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'uses what the platform does not share',
      save('{demo}', 'facebook', { source: 'platform' }, 'null'),
      { owner: 'invalid', visitor: '42501', others: 'forbidden' },
    ],
    [
      'uses what another account has',
      save('{demo}', 'google', { source: 'platform' }, 'null'),
      { owner: 'invalid', visitor: '42501', others: 'forbidden' },
    ],
    [
      'removes demo’s',
      `select private.remove_sign_in_provider({demo}, 'google')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
  ],
);

describe('what is used', () => {
  const usedProviders = async (account: string) =>
    (
      await world.sql.query<{ provider: string; holder_id: string }>(
        'select provider, holder_id from private.usable_sign_in_providers where account_id = $1 order by provider',
        [account],
      )
    ).map(({ provider, holder_id }) => [provider, holder_id]);
  const save = (provider: string, changes: object, encrypted: string | null) =>
    world.database
      .as(world.caller('owner'))
      .query('select private.save_sign_in_provider($1, $2, $3::jsonb, $4)', [
        world.demo,
        provider,
        JSON.stringify({ source: 'own', is_on: true, is_shared: true, client_id: 'new', ...changes }),
        encrypted,
      ]);

  test('is one’s own, or what the platform shares; an account shares nothing', async () => {
    await save('google', {}, null);
    await save('github', { source: 'platform' }, null);
    await save('azure', { is_on: false }, 'sealed');
    expect(await usedProviders(world.demo)).toEqual([
      ['github', world.platform],
      ['google', world.demo],
    ]);
    const shared = await world.sql.query('select account_id from public.sign_in_providers where is_shared');
    expect(shared).toEqual([{ account_id: world.platform }]);
  });

  test('is empty on a hosted backend or for a suspended account', async () => {
    await world.sql.query(`update public.accounts set status = 'suspended' where account_id = $1`, [world.atelier]);
    expect(await usedProviders(world.atelier)).toEqual([]);
    await world.sql.query(`update public.accounts set status = 'active' where account_id = $1`, [world.atelier]);
    expect(await usedProviders(world.atelier)).toEqual([['google', world.atelier]]);
    await world.sql.query(
      `insert into private.backend_kind (is_hosted) values (true) on conflict (is_only_row) do update set is_hosted = true`,
    );
    expect(await usedProviders(world.atelier)).toEqual([]);
  });
});
