import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['see the seller', 'select 1 from public.seller_details', { owner: 1, visitor: '42501', others: 0 }],
    [
      'say who sells in a shop without a seller',
      `insert into public.seller_details (account_id, country) values ({atelier}, 'PT') returning 1`,
      { atelierOwner: 1, others: '42501' },
    ],
    [
      'change the seller',
      `update public.seller_details set city = 'Hamburg' where account_id = {demo} returning 1`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'begin to collect tax',
      `update public.seller_details set collects_tax = true, prices_include_tax = true, is_below_eu_threshold = false where account_id = {demo} returning 1`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'move the seller to another account',
      `update public.seller_details set account_id = {atelier} where account_id = {demo} returning 1`,
      { others: '42501' },
    ],
    ['remove the seller', 'delete from public.seller_details returning 1', { others: '42501' }],
    ['see registrations', 'select 1 from public.tax_registrations', { owner: 1, visitor: '42501', others: 0 }],
    [
      'add a registration',
      `insert into public.tax_registrations (account_id, country, scheme) values ({demo}, 'DE', 'one_stop_shop') returning 1`,
      { owner: 1, others: '42501' },
    ],
    [
      'change a registration',
      `update public.tax_registrations set number = 'X' where account_id = {demo} returning 1`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove a registration',
      'delete from public.tax_registrations where account_id = {demo} returning 1',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    ['see own rates', 'select 1 from public.tax_rates', { owner: 1, visitor: '42501', others: 0 }],
    [
      'add a rate',
      `insert into public.tax_rates (account_id, country, rate, name) values ({demo}, 'ES', 7, 'IGIC') returning 1`,
      { owner: 1, others: '42501' },
    ],
    [
      'change a rate',
      'update public.tax_rates set rate = 4 where account_id = {demo} returning 1',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove a rate',
      'delete from public.tax_rates where account_id = {demo} returning 1',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    ['see what a register answered', 'select 1 from private.vat_checks', { others: '42501' }],
    [
      'record what no register answered',
      `select private.record_vat_check({demo}, 'FR40303265045', true, '', '')`,
      { others: '42501' },
    ],
    [
      'preview the tax of a buyer',
      `select 1 from public.preview_tax('DE', '', false, 'standard', 'digital', 100)`,
      { owner: 1, atelierOwner: 1, visitor: '42501', others: 0 },
    ],
    [
      'see the rates that are known',
      `select 1 from public.known_tax_rates() where country = 'DE'`,
      { owner: 1, atelierOwner: 1, visitor: '42501', others: 0 },
    ],
    ['learn whether prices include tax', `select 1 where public.tax_terms({demo}) = 'none'`, { others: 1 }],
  ],
);

test('a registration in the US names a state, and stands there once', async () => {
  const add = (region: string) =>
    world.attempt('owner', `insert into public.tax_registrations (account_id, country, region) values ($1, 'US', $2)`, [
      world.demo,
      region,
    ]);
  expect(await add('')).toMatchObject({ refused: '23514' });
  expect(await add('NY')).toMatchObject({ rows: [] });
  expect(
    await world.attempt('owner', `insert into public.tax_registrations (account_id, country) values ($1, 'DE')`, [
      world.demo,
    ]),
  ).toMatchObject({ refused: '23505' });
});
