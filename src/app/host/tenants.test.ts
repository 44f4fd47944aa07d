import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { createTenants } from './tenants.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a site names itself by its own domain, else by its slug below the product’s', async () => {
  const tenants = createTenants(world.sql, 'stoa.example', 3000);
  const demo = await tenants.accountOf('demo.stoa.example');
  expect(demo && tenants.originOf(demo)).toBe('https://demo.stoa.example');
  await world.sql.query("update public.accounts set domain = 'lumen.example' where account_id = $1", [world.demo]);
  tenants.forget();
  const own = await tenants.accountOf('lumen.example');
  expect(own?.slug).toBe('demo');
  expect(own && tenants.originOf(own)).toBe('https://lumen.example');
  // Below localhost no proxy stands in front: there the port is said.
  const local = createTenants(world.sql, 'localhost', 3000);
  const atelier = await local.accountOf('atelier.localhost');
  expect(atelier && local.originOf(atelier)).toBe('http://atelier.localhost:3000');
});

test.each([
  'lumen',
  'Lumen.example',
  'lumen .example',
  '-lumen.example',
  'lumen.e',
  'https://lumen.example',
  'a..b.example',
  '127.0.0.1',
])('%s is no domain, and is not taken for one', async (domain) => {
  const change = world.sql.query('update public.accounts set domain = $1 where account_id = $2', [
    domain,
    world.atelier,
  ]);
  await expect(change).rejects.toMatchObject({ code: '23514' });
});
