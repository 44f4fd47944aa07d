import type { Seed } from '#base/server/seeding.ts';

/** Old paths of the two schools: one redirect of each kind. */
export const seed: Seed = async ({ sql, accounts }) => {
  const redirects = [
    [accounts.demo, '/kurse', '/course', 301],
    [accounts.demo, '/2023/*', '/blog/*', 301],
    [accounts.demo, '/open-day', '/contact', 302],
    [accounts.atelier, '/shop', '/course', 301],
  ];
  for (const [account, from, to, status] of redirects)
    await sql.query(
      'insert into public.redirects (account_id, from_path, to_address, status) values ($1, $2, $3, $4)',
      [account, from, to, status],
    );
};
