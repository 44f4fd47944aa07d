import type { Seed } from '#base/server/seeding.ts';

/** Sources of some of the demo's visits. */
export const seed: Seed = async ({ sql, accounts, now }) => {
  const visits = [
    [accounts.demo, 'letter', 'email', 'winter-intake', '/course', 'mobile', 2],
    [accounts.demo, 'letter', 'email', 'winter-intake', '/', 'desktop', 5],
    [accounts.demo, 'photomagazine', 'banner', 'winter-intake', '/course/light-and-exposure', 'desktop', 26],
    [accounts.demo, 'fediverse', 'social', 'open-night', '/blog', 'tablet', 50],
    [accounts.atelier, 'letter', 'email', 'spring-prints', '/', 'mobile', 9],
  ] as const;
  for (const [account, source, medium, campaign, page, device, hours] of visits) {
    await sql.query(
      `insert into public.funnel_sessions (account_id, utm_source, utm_medium, utm_campaign, initial_page, device_info, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        account,
        source,
        medium,
        campaign,
        page,
        JSON.stringify({ deviceType: device }),
        new Date(now.getTime() - hours * 3_600_000),
      ],
    );
  }
};
