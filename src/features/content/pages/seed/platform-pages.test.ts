import { expect, test } from 'vitest';
import { isOffered } from '#features/platform/billing/rules.ts';
import { openWorld } from '#tests/db/world.ts';
import { platformPages } from './platform-pages.ts';

type Plan = { name: string; price: string; per: string; yearPrice: string; points: string };

const sizeText = (megabytes: number) => (megabytes < 1024 ? `${megabytes} MB` : `${megabytes / 1024} GB`);

const pricing = platformPages.find(({ slug }) => slug === 'pricing');
const plans = (pricing?.blocks ?? [])
  .filter(({ type }) => type === 'Pricing')
  .flatMap(({ props }) => props.plans as Plan[]);

// Specification, section 9.
test.each([
  ['Starter', '$29', '$299', ['10,000 members', '10,000 e-mails', '1 GB']],
  ['Professional', '$99', '$999', ['100,000 members', '100,000 e-mails']],
  ['Dedicated', '$49', '$499', []],
  ['Lifetime', '$19', '', ['5,000 active', '5,000 e-mails', '10 courses', '512 MB']],
])('%s costs %s, by the year “%s”, and names its limits', (name, price, yearPrice, limits) => {
  const plan = plans.find((candidate) => candidate.name === name);
  expect([plan?.price, plan?.yearPrice]).toEqual([price, yearPrice]);
  for (const limit of limits) expect(plan?.points).toContain(limit);
});

test('four plans and no other', () =>
  expect(plans.map(({ name }) => name)).toEqual(['Starter', 'Professional', 'Dedicated', 'Lifetime']));

test('the page names the prices and limits the platform really sells at', async () => {
  const world = await openWorld();
  const products = await world.sql.query<{
    label: string;
    pricing: Record<string, Record<string, { amount: number }>>;
    limits: Record<string, number>;
  }>('select label, pricing, limits from public.plans where is_offered order by position');
  await world.close();
  expect(products.map(({ label }) => label)).toEqual(plans.map(({ name }) => name));
  for (const { label, pricing: prices, limits } of products) {
    const listed = plans.find(({ name }) => name === label);
    const { monthly, annual, onetime } = prices.offline ?? {};
    const format = (price: { amount: number } | undefined) => (price ? `$${price.amount / 100}` : '');
    expect([listed?.price, listed?.yearPrice], label).toEqual([format(monthly ?? onetime), format(annual)]);
    for (const [name, limit] of Object.entries(limits))
      if (isOffered(name === 'mau' ? 'active_users' : name))
        expect(listed?.points, label).toContain(name === 'storage' ? sizeText(limit) : limit.toLocaleString('en'));
  }
});

test('nothing is sold that the product does not have', () => {
  const json = JSON.stringify(platformPages);
  expect(json).not.toMatch(/zoom|appointment|AI token|\bchats?\b|funnel|\d groups|groups and/i);
});

test('the navigation of the platform leads to pages that are there, and every inner link too', () => {
  const slugs = new Set(platformPages.map(({ slug }) => slug));
  for (const slug of ['home', 'product', 'use-cases', 'features', 'pricing']) expect(slugs).toContain(slug);
  const links = [...JSON.stringify(platformPages).matchAll(/"href":"\/([^"]*)"/g)].map(([, path = '']) => path);
  const slugsAndRoutes = new Set(['', 'signup', 'search', ...slugs]);
  expect(links.filter((path) => !slugsAndRoutes.has(path))).toEqual([]);
});
