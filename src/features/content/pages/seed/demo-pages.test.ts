import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { atelierPages } from './atelier-pages.ts';
import { demoPages } from './demo-pages.ts';
import { platformPages } from './platform-pages.ts';

type Block = { type: string; props: Record<string, unknown> };
type Page = { slug: string; content: unknown; text: string };

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const pagesOf = (account: string) =>
  world.sql.query<Page>(
    `select slug, content, content::text as text from public.pages where account_id = $1 and status = 'published'`,
    [account],
  );

/** Every block of a page, also those within others. */
function blocksIn(content: unknown): Block[] {
  if (Array.isArray(content)) return content.flatMap(blocksIn);
  if (content === null || typeof content !== 'object') return [];
  const inner = Object.values(content).flatMap(blocksIn);
  return 'type' in content && 'props' in content ? [content as Block, ...inner] : inner;
}

test('the platform’s pages say how a payment that repeats is made', async () => {
  const [platform] = await world.sql.query<{ account_id: string }>(
    'select account_id from public.accounts where is_platform',
  );
  const pages = await pagesOf(platform?.account_id ?? '');
  const saying = (words: RegExp) => pages.filter(({ text }) => words.test(text)).map(({ slug }) => slug);
  expect(saying(/month by month, renewed by card or PayPal or paid by hand/)).toEqual(['features']);
  expect(saying(/by the year|by the month/)).toEqual([]);
});

test('the demo’s home counts what is there, and claims no reviews', async () => {
  const [counts] = await world.sql.query<Record<string, string>>(
    `with c as (select * from public.courses where account_id = $1 and status = 'published'),
       l as (select l.* from public.lessons l join c on (c.account_id, c.id) = (l.account_id, l.course_id))
     select (select count(*) from c) as courses, (select count(*) from l) as lessons, (select count(*) from l where is_preview) as open,
       (select count(*) from public.posts where account_id = $1 and status = 'published') as posts`,
    [world.demo],
  );
  const home = (await pagesOf(world.demo)).find(({ slug }) => slug === 'home');
  const stats = blocksIn(home?.content).find(({ type }) => type === 'Stats');
  expect(stats?.props.items).toMatchObject(
    [counts?.courses, counts?.lessons, counts?.open, counts?.posts].map((value) => ({ value })),
  );
  expect(home?.text).not.toMatch(/reviews|critiqued/);
});

test('nobody of the demo has a link that leads nowhere', async () => {
  expect(await world.sql.query(`select value from public.member_answers where value ~ '\\.example'`)).toEqual([]);
});

describe('what the demo’s pages sell', () => {
  test('the membership opens every published course that is not free', async () => {
    const [row] = await world.sql.query<{ opened: string[]; sold: string[] }>(
      `select array(select c.slug from public.product_courses pc join public.products p on (p.account_id, p.id) = (pc.account_id, pc.product_id)
                join public.courses c on (c.account_id, c.id) = (pc.account_id, pc.course_id)
               where p.account_id = $1 and p.slug = 'lumen-membership' order by 1) as opened,
              array(select slug from public.courses where account_id = $1 and status = 'published' and access <> 'free' order by 1) as sold`,
      [world.demo],
    );
    expect(row?.sold.length).toBeGreaterThan(1);
    expect(row?.opened).toEqual(row?.sold);
  });

  test.each(['demo', 'atelier'] as const)('each price on a page of %s is one of its shop', async (name) => {
    const account = world[name];
    const prices = await world.sql.query<{ price: string }>(
      `select case p.currency when 'EUR' then '€' when 'GBP' then '£' end || p.amount / 100 as price
         from public.prices p join public.products s on (s.account_id, s.id) = (p.account_id, p.product_id) and s.status = 'published'
        where p.account_id = $1 and p.is_active`,
      [account],
    );
    const plans = (await pagesOf(account)).flatMap(({ content }) =>
      blocksIn(content)
        .filter(({ type }) => type === 'Pricing')
        .flatMap(({ props }) => props.plans as { price: string; per: string; href: string }[]),
    );
    for (const { price, per, href } of plans.filter(({ price }) => !/^[€£]0$/.test(price))) {
      expect(prices.map((row) => row.price)).toContain(price);
      expect(href).not.toBe('/signup');
      if (/month/.test(per)) expect(per).toContain('paid by hand');
    }
  });
});

test.each([
  ['a week at a time', /open a week at a time/],
  ['answers in the learning room', /and answers there/],
  ['invoices', /invoice/i],
  ['another instructor than the courses name', /Her course|nineteen instructors|All instructors/],
])('no page of the demo promises %s', async (_name, promise) => {
  for (const { slug, text } of await pagesOf(world.demo)) expect([slug, promise.test(text)]).toEqual([slug, false]);
});

const pages = [...demoPages, ...atelierPages, ...platformPages];
const texts = pages.flatMap(({ slug, blocks }) =>
  blocks.flatMap(({ type, props }, index) =>
    type === 'RichText' ? [{ slug, html: String(props.html), title: String(props.title), isFirst: index === 0 }] : [],
  ),
);

// The title of what comes first is the page's own.
test.each(texts)('no level of heading is left out in a text on /$slug', ({ html, title, isFirst }) => {
  let level = title ? (isFirst ? 1 : 2) : 1;
  for (const [, next] of html.matchAll(/<h([1-6])\b/g)) {
    expect(Number(next)).toBeLessThanOrEqual(level + 1);
    level = Number(next);
  }
});
