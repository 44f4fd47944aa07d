import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed, Seeding } from '#base/server/seeding.ts';
import { slugOf } from './rules.ts';
import type { PriceDraft, ProductType } from './schema.ts';

const month = { value: 1, parameter: 'month' } as const;

type Course = { id: string; title: string; slug: string; summary: string; image: string | null; access: string };

/** Prices in whole units of the account's currency, by a word of the course title; the last entry is the default. */
const PRICES: [RegExp, number][] = [
  [/exposure/i, 90],
  [/astro|night/i, 120],
  [/cell|microscop/i, 70],
  [/colour/i, 150],
  [/botany|herbarium|macro/i, 60],
  [/lino|print/i, 80],
  [/draw/i, 60],
  [/./, 50],
];

/** Demo products: the paid courses of both accounts, and at Lumen Academy a bundle and a membership. */
export const seed: Seed = async (seeding) => {
  const { sql, accounts } = seeding;
  for (const [account, currency] of [
    [accounts.demo, 'EUR'],
    [accounts.atelier, 'GBP'],
  ] as const) {
    const courses = await sql.query<Course>(
      `select id, title, slug, summary, featured_image ->> 'image' as image, access from public.courses
        where account_id = $1 and status = 'published' order by sort, created_at`,
      [account],
    );
    for (const course of courses.filter(({ access }) => access === 'paid')) {
      const price = PRICES.find(([word]) => word.test(course.slug))?.[1] ?? 50;
      await addProduct(
        seeding,
        account,
        { ...course, type: 'course', description: course.summary, courseId: course.id },
        [{ currency, amount: price * 100 }],
      );
    }
    if (account === accounts.demo) {
      await addOffers(seeding, account, courses);
      await addShutterTable(seeding, account);
      await addGoods(seeding, account, courses);
      await addClub(seeding, account, courses);
      await addUpsells(seeding, account);
    }
  }
};

async function addOffers(seeding: Seeding, account: string, courses: Course[]): Promise<void> {
  const paid = courses.filter(({ access }) => access === 'paid');
  const bundle = await addProduct(
    seeding,
    account,
    {
      title: 'A year of looking',
      type: 'bundle',
      image: paid[0]?.image ?? null,
      description:
        'Every course of the school that is sold by itself, in one go: from the first exposure to the last star trail.',
    },
    [
      { currency: 'EUR', amount: 29_000 },
      { kind: 'instalments', currency: 'EUR', amount: 10_000, frequency: month, cycles: 3, label: 'In three parts' },
      { currency: 'USD', amount: 32_000 },
    ],
  );
  const membership = await addProduct(
    seeding,
    account,
    {
      title: 'Lumen membership',
      type: 'membership',
      image: courses.find(({ access }) => access === 'members')?.image ?? paid[1]?.image ?? null,
      description: 'Every course of the academy for the month you pay for, and the monthly evening with Tomás.',
    },
    [
      { kind: 'subscription', currency: 'EUR', amount: 2_000, frequency: month, label: 'Monthly' },
      {
        kind: 'subscription',
        currency: 'EUR',
        amount: 20_000,
        frequency: { value: 1, parameter: 'year' },
        trial_days: 14,
        label: 'Yearly',
      },
    ],
  );
  const contents: [string, Course[]][] = [
    [bundle, paid],
    [membership, courses.filter(({ access }) => access !== 'free')],
  ];
  for (const [product, ofCourses] of contents)
    for (const course of ofCourses)
      await seeding.sql.query(
        'insert into public.product_courses (account_id, product_id, course_id) values ($1, $2, $3)',
        [account, product, course.id],
      );
  await addProduct(
    seeding,
    account,
    {
      title: 'Darkroom weekend',
      type: 'course',
      status: 'draft',
      image: null,
      description: 'Two days of silver and red light. Not announced yet.',
    },
    [{ currency: 'EUR', amount: 24_000 }],
  );
}

/** A digital good with a file: the longest exposure before stars become trails. */
async function addShutterTable(seeding: Seeding, account: string): Promise<void> {
  const id = await addProduct(
    seeding,
    account,
    {
      title: 'Shutter times under the stars',
      type: 'digital',
      image: null,
      description:
        'A table for the camera bag: the longest exposure before stars trail, by lens and sensor, after the 500 rule.',
    },
    [{ currency: 'EUR', amount: 500 }],
  );
  const crops = [
    ['Full frame', 1],
    ['APS-C', 1.5],
    ['Micro Four Thirds', 2],
  ] as const;
  const lenses = [8, 10, 12, 14, 16, 18, 20, 24, 28, 35, 50, 85, 105, 135, 200];
  const rows = lenses.map((lens) =>
    [`${lens} mm`, ...crops.map(([, crop]) => (500 / (lens * crop)).toFixed(1))].join(','),
  );
  const text = [['Lens', ...crops.map(([name]) => `${name} (seconds)`)].join(','), ...rows].join('\r\n');
  const path = `products/${id}/shutter-times.csv`;
  const { error } = await seeding.db.storage
    .from(`${account}-private`)
    .upload(path, new TextEncoder().encode(text), { contentType: 'text/csv' });
  if (error) throw new Error(`The demo file ${path} could not be stored: ${error.message}`);
  await seeding.sql.query(
    'insert into public.product_files (account_id, product_id, name, path, size) values ($1, $2, $3, $4, $5)',
    [account, id, 'Shutter times under the stars.csv', path, text.length],
  );
}

/** What is sent, assigned or given away: a print with a stock, seats for a team, and a course as a gift. */
async function addGoods(seeding: Seeding, account: string, courses: Course[]): Promise<void> {
  const draw = async (name: string) =>
    seeding.upload(
      account,
      `public/products/${name}`,
      await readFile(join(root, 'src/features/commerce/products/seed', name)),
      'image/svg+xml',
    );
  await addProduct(
    seeding,
    account,
    {
      title: 'Four hours of stars, a print',
      type: 'physical',
      image: await draw('lumen-print.svg'),
      description:
        'A pigment print on cotton paper, 30 × 40 cm: four hours above the Alentejo in one frame, signed and numbered by Tomás.',
      body: '<p>Printed in Porto on 310 g cotton paper, with a white border of three centimetres for the frame.</p><ul><li>Edition of 40, signed and numbered</li><li>Without frame, rolled in a tube</li><li>With the settings of the exposure on its back</li></ul>',
      stock: 12,
      weight: 420,
      shippingNote:
        'Leaves Porto within three working days, to every country of the European Union, Britain and Turkey.',
    },
    [
      { currency: 'EUR', amount: 6_500 },
      { currency: 'GBP', amount: 5_600 },
    ],
  );
  const [course] = courses.filter(({ access }) => access === 'paid');
  if (!course) return;
  const team = await addProduct(
    seeding,
    account,
    {
      title: `${course.title} for a team`,
      type: 'seats',
      image: await draw('lumen-team.svg'),
      description: 'Ten seats for a club, a class or a newsroom. You assign them by e-mail, and can pass a seat on.',
      seats: 10,
    },
    [{ currency: 'EUR', amount: 54_000 }],
  );
  const gift = await addProduct(
    seeding,
    account,
    {
      title: `${course.title} as a gift`,
      type: 'gift',
      image: await draw('lumen-gift.svg'),
      description: 'The whole course for somebody you like, with your own words, mailed on the day you choose.',
    },
    [{ currency: 'EUR', amount: 9_000 }],
  );
  for (const product of [team, gift])
    await seeding.sql.query(
      'insert into public.product_courses (account_id, product_id, course_id) values ($1, $2, $3)',
      [account, product, course.id],
    );
}

/** The table of shutter times, beside the course it is made for and after it. */
async function addUpsells({ sql }: Seeding, account: string): Promise<void> {
  await sql.query(
    `insert into public.upsells (account_id, product_id, offered_product_id, placement, discount_percent, headline, description)
     select p.account_id, p.id, o.id, u.placement, u.discount_percent, u.headline, u.description
       from jsonb_to_recordset($2::jsonb) u(product text, offered text, placement text, discount_percent int, headline text, description text)
       join public.products p on p.account_id = $1 and p.title ilike u.product
       join public.products o on o.account_id = $1 and o.title = u.offered`,
    [
      account,
      JSON.stringify([
        {
          product: 'astrophotography%',
          offered: 'Shutter times under the stars',
          placement: 'checkout',
          discount_percent: 20,
          headline: 'Take the table out with you',
          description: 'The longest exposure for every lens, on one sheet for the camera bag.',
        },
        {
          product: 'astrophotography%',
          offered: 'Shutter times under the stars',
          placement: 'after_purchase',
          discount_percent: 10,
          headline: 'Before your first night out',
          description: 'The longest exposure for every lens, on one sheet for the camera bag.',
        },
      ]),
    ],
  );
}

/** A membership of two levels: the upper opens what the lower does, and a course more. */
async function addClub(seeding: Seeding, account: string, courses: Course[]): Promise<void> {
  const [lower, upper] = courses.filter(({ access }) => access === 'paid');
  if (!lower || !upper) return;
  const levels = [
    { name: 'Contact sheet', course: lower, description: 'The evenings of the club, and the course it began with.' },
    { name: 'Fine print', course: upper, description: 'Tomás looks at four of your prints each month, and answers.' },
  ].map((level) => ({ ...level, id: crypto.randomUUID() }));
  const club = await addProduct(
    seeding,
    account,
    {
      title: 'Darkroom club',
      type: 'membership',
      image: upper.image,
      description:
        'For everybody who prints: evenings, courses, and eyes on your work. Change the level whenever you like.',
    },
    [],
  );
  await seeding.sql.query(
    `with level as (insert into public.product_levels (account_id, id, product_id, position, name, description)
         select $1, l.id, $2, l.at, l.name, l.description
           from rows from (jsonb_to_recordset($3::jsonb) as (id uuid, name text, description text)) with ordinality l(id, name, description, at)),
       opened as (insert into public.product_courses (account_id, product_id, course_id, level_id)
         select $1, $2, l.course_id, case when l.at > 1 then l.id end
           from rows from (jsonb_to_recordset($3::jsonb) as (id uuid, course_id uuid)) with ordinality l(id, course_id, at))
     insert into public.prices (account_id, product_id, kind, currency, amount, frequency, label, level_id, position)
     select $1, $2, 'subscription', 'EUR', p.amount, p.frequency, p.label, p.level_id, p.at
       from rows from (jsonb_to_recordset($4::jsonb) as (amount bigint, frequency jsonb, label text, level_id uuid)) with ordinality
         p(amount, frequency, label, level_id, at)`,
    [
      account,
      club,
      JSON.stringify(levels.map(({ course, ...level }) => ({ ...level, course_id: course.id }))),
      JSON.stringify([
        { amount: 1_200, frequency: month, label: 'Monthly', level_id: levels[0]?.id },
        { amount: 2_500, frequency: month, label: 'Monthly', level_id: levels[1]?.id },
        { amount: 24_000, frequency: { value: 1, parameter: 'year' }, label: 'Yearly', level_id: levels[1]?.id },
      ]),
    ],
  );
  await seeding.sql.query(
    `insert into public.group_sources (account_id, group_id, kind, source_id, title, path, is_offered)
     select p.account_id, g.id, 'product', p.id, p.title, '/shop/' || p.slug, true
       from public.products p join public.groups g on g.account_id = p.account_id and g.slug = 'darkroom-club'
      where p.account_id = $1 and p.id = $2`,
    [account, club],
  );
}

type NewProduct = {
  title: string;
  slug?: string;
  type: ProductType;
  status?: 'draft' | 'published';
  description: string;
  image: string | null;
  courseId?: string;
  body?: string;
  stock?: number;
  weight?: number;
  shippingNote?: string;
  seats?: number;
};
type NewPrice = Pick<PriceDraft, 'currency' | 'amount'> & Partial<PriceDraft>;

async function addProduct({ sql }: Seeding, account: string, product: NewProduct, prices: NewPrice[]): Promise<string> {
  const rows = await sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, description, image, type, status, course_id, body, stock, weight_grams, shipping_note, seats)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    [
      account,
      product.title,
      product.slug ?? slugOf(product.title),
      product.description,
      product.image,
      product.type,
      product.status ?? 'published',
      product.courseId ?? null,
      product.body ?? '',
      product.stock ?? null,
      product.weight ?? null,
      product.shippingNote ?? '',
      product.seats ?? null,
    ],
  );
  const id = rows[0]?.id ?? '';
  await sql.query(
    `insert into public.prices (account_id, product_id, kind, currency, amount, frequency, cycles, trial_days, label, position)
     select $1, $2, coalesce(p.kind, 'once'), p.currency, p.amount, p.frequency, p.cycles, coalesce(p.trial_days, 0), coalesce(p.label, ''), p.at
       from rows from (jsonb_to_recordset($3::jsonb) as
         (kind text, currency text, amount bigint, frequency jsonb, cycles int, trial_days int, label text)) with ordinality
         p(kind, currency, amount, frequency, cycles, trial_days, label, at)`,
    [account, id, JSON.stringify(prices)],
  );
  return id;
}
