import type { Database } from '#base/server/database.ts';
import type { Person, World } from './world.ts';

export type Wish = {
  items?: object[];
  coupon?: string | null;
  key?: string;
  account?: string;
  name?: string;
  accepts?: boolean;
  total?: number;
  currency?: string;
  /** In which the cart is ordered; `currency` is what the buyer was shown. */
  wantedCurrency?: string;
  provider?: string;
  address?: Record<string, string>;
  /** Visits by links of affiliates that the buyer's browser remembers. */
  referrals?: string[];
};

/** Something to sell on demo, and the few things a test of orders does again and again. */
export type Shop = {
  course: string;
  otherCourse: string;
  /** 120.00 EUR, opens `course`. */
  courseProduct: string;
  /** 10.50 EUR, a digital good. */
  goods: string;
  /** 0 EUR, opens `otherCourse`. */
  gift: string;
  /** Places an order as a person and keeps it. */
  place(person: Person, wish?: Wish, database?: Database): Promise<Record<string, string>>;
  /** Saves the prices of a product as the owner does; returns their ids. */
  setPrices(product: string, prices: object[]): Promise<string[]>;
  as(person: Person): ReturnType<Database['as']>;
  usesOf(coupon: string): Promise<number | undefined>;
  addCoupon(
    name: string,
    more?: { usage_limit?: number; per_user_limit?: number; product_ids?: string[] },
  ): Promise<void>;
  /** The status of a person's enrolment. */
  accessOf(person: Person, course: string): Promise<string | undefined>;
};

/** `accepted`, or the code a refusal carries. */
export function refused(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => 'accepted',
    (error: { detail?: string; code?: string }) => error.detail ?? error.code,
  );
}

export async function openShop(world: World): Promise<Shop> {
  const { sql, demo, database } = world;
  const addCourse = async (slug: string) => {
    const rows = await sql.query<{ id: string }>(
      `insert into public.courses (account_id, title, slug, access) values ($1, $2, $2, 'paid') returning id`,
      [demo, slug],
    );
    return rows[0]?.id ?? '';
  };
  const addProduct = async (slug: string, type: string, amount: number, courseId: string | null) => {
    const rows = await sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status, course_id) values ($1, $2, $2, $3, 'published', $4) returning id`,
      [demo, slug, type, courseId],
    );
    const id = rows[0]?.id ?? '';
    await sql.query(`insert into public.prices (account_id, product_id, currency, amount) values ($1, $2, 'EUR', $3)`, [
      demo,
      id,
      amount,
    ]);
    return id;
  };
  const course = await addCourse('test-course');
  const otherCourse = await addCourse('other-course');
  const courseProduct = await addProduct('course-product', 'course', 12_000, course);
  return {
    course,
    otherCourse,
    courseProduct,
    goods: await addProduct('goods', 'digital', 1_050, null),
    gift: await addProduct('gift', 'course', 0, otherCourse),
    as: (person) => database.as(world.caller(person)),
    setPrices: async (product, prices) => {
      const rows = await database
        .as(world.caller('owner'))
        .query<{ id: string }>('select public.set_prices($1, $2::jsonb) as id', [product, JSON.stringify(prices)]);
      return rows.map(({ id }) => id);
    },
    place: async (person, wish = {}, through = database) => {
      const rows = await through
        .as(world.caller(person))
        .query<Record<string, string>>(
          'select id, number, status, subtotal, discount, total, coupon, currency from private.place_order($1, $2::jsonb, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
          [
            wish.account ?? demo,
            JSON.stringify(wish.items ?? [{ product_id: courseProduct, quantity: 1 }]),
            wish.coupon ?? null,
            wish.name ?? 'A Buyer',
            JSON.stringify(wish.address ?? { country: 'PT' }),
            wish.key ?? crypto.randomUUID(),
            'en',
            wish.accepts ?? false,
            wish.total ?? null,
            wish.currency ?? null,
            wish.wantedCurrency ?? null,
            wish.provider ?? 'offline',
            wish.referrals ?? [],
          ],
        );
      return rows[0] ?? {};
    },
    usesOf: async (coupon) => {
      const rows = await sql.query<{ usage_count: number }>(
        'select usage_count from public.coupons where account_id = $1 and name = $2',
        [demo, coupon],
      );
      return rows[0]?.usage_count;
    },
    addCoupon: async (name, more = {}) => {
      await sql.query(
        `insert into public.coupons (account_id, name, discount_type, coupon_amount, usage_limit, per_user_limit, product_ids)
         values ($1, $2, 'flat', 10, $3, $4, $5)`,
        [demo, name, more.usage_limit ?? 0, more.per_user_limit ?? 0, more.product_ids ?? []],
      );
    },
    accessOf: async (person, wanted) => {
      const rows = await sql.query<{ status: string }>(
        `select e.status from public.enrolments e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
          where e.course_id = $1 and m.user_id = $2`,
        [wanted, world.caller(person).claims.sub],
      );
      return rows[0]?.status;
    },
  };
}
