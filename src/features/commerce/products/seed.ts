import type { Seed, Seeding } from '#base/server/seeding.ts';
import { slugOf } from './rules.ts';
import type { PriceDraft } from './schema.ts';

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
      const price = PRICES.find(([word]) => word.test(course.title))?.[1] ?? 50;
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

type NewProduct = {
  title: string;
  slug?: string;
  type: 'course' | 'bundle' | 'membership' | 'digital';
  status?: 'draft' | 'published';
  description: string;
  image: string | null;
  courseId?: string;
};
type NewPrice = Pick<PriceDraft, 'currency' | 'amount'> & Partial<PriceDraft>;

async function addProduct({ sql }: Seeding, account: string, product: NewProduct, prices: NewPrice[]): Promise<string> {
  const rows = await sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, description, image, type, status, course_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      account,
      product.title,
      product.slug ?? slugOf(product.title),
      product.description,
      product.image,
      product.type,
      product.status ?? 'published',
      product.courseId ?? null,
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
