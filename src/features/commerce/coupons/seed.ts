import type { Seed } from '#base/server/seeding.ts';

/** Demo coupons: one for each state and type a coupon can have. */
export const seed: Seed = async ({ sql, accounts, now }) => {
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString();
  const coupons = [
    { name: 'WELCOME10', discount_type: 'percentage', coupon_amount: 10 },
    { name: 'FLAT5', discount_type: 'flat', coupon_amount: 5 },
    { name: 'EXPIRED', discount_type: 'percentage', coupon_amount: 20, date_start: day(-60), date_end: day(-30) },
    { name: 'FUTURE', discount_type: 'percentage', coupon_amount: 20, date_start: day(30), date_end: day(60) },
    { name: 'SOLDOUT', discount_type: 'percentage', coupon_amount: 50, usage_limit: 25, usage_count: 25 },
    { name: 'ONCE', discount_type: 'percentage', coupon_amount: 20, per_user_limit: 1 },
  ];
  await sql.query(
    `insert into public.coupons (account_id, name, discount_type, coupon_amount, usage_limit, usage_count, date_start, date_end, per_user_limit)
     select $1, c.name, c.discount_type, c.coupon_amount, coalesce(c.usage_limit, 0), coalesce(c.usage_count, 0), c.date_start, c.date_end,
            coalesce(c.per_user_limit, 0)
       from jsonb_to_recordset($2::jsonb) c(name text, discount_type text, coupon_amount numeric, usage_limit int, usage_count int,
            date_start timestamptz, date_end timestamptz, per_user_limit int)`,
    [accounts.demo, JSON.stringify(coupons)],
  );
  await sql.query(
    `insert into public.coupons (account_id, name, discount_type, coupon_amount) values ($1, 'PRINTFAIR', 'percentage', 10)`,
    [accounts.atelier],
  );
};
