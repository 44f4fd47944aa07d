import type { Seed } from '#base/server/seeding.ts';

/** The demo school pays monthly; the atelier has a one-time plan. */
export const seed: Seed = async ({ sql, accounts, now }) => {
  const month = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 3, 9));
  const current = now.getUTCDate() >= 4 ? 0 : 1;
  await sql.query(
    `update public.subscriptions set plan_id = 'professional', status = 'active', amount = 9900, iterations = 24, issued_count = 4,
            trial_ends_at = null, period_start = $2, period_end = $3 where account_id = $1`,
    [accounts.demo, month(current), month(current - 1)],
  );
  await sql.query(
    `update public.subscriptions set plan_id = 'lifetime', period = 'onetime', status = 'active', amount = 1900, iterations = 1, issued_count = 1,
            trial_ends_at = null, period_start = $2, period_end = null where account_id = $1`,
    [accounts.atelier, month(current + 2)],
  );
  const rows = [
    [accounts.demo, current + 3, 'starter', 'monthly', 2900],
    [accounts.atelier, current + 2, 'lifetime', 'onetime', 1900],
    [accounts.demo, current + 2, 'professional', 'monthly', 9900],
    [accounts.demo, current + 1, 'professional', 'monthly', 9900],
    [accounts.demo, current, 'professional', 'monthly', 9900],
  ] as const;
  for (const [account, ago, plan, period, amount] of rows) {
    await sql.query(
      `with n as (insert into private.invoice_numbers as n (year, last) values (extract(year from $2::timestamptz)::int, 1)
                  on conflict (year) do update set last = n.last + 1 returning year, last)
       insert into public.invoices (account_id, number, provider, plan_id, period, currency, amount, status, period_start, period_end, issued_at, due_at, paid_at)
       select $1::uuid, format('ST-%s-%s', n.year, lpad(n.last::text, 4, '0')), 'offline', $3, $4, 'USD', $5, 'paid', $2, private.end_of_period($2::timestamptz, $2::timestamptz, $4),
              $2, $2::timestamptz + interval '14 days', $2::timestamptz + interval '1 day' from n`,
      [account, month(ago), plan, period, amount],
    );
  }
};
