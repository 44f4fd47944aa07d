import type { Seed } from '#base/server/seeding.ts';

/** One active key and one revoked key. Only their hashes are stored, so nobody can use either. */
export const seed: Seed = async ({ sql, accounts, member, now }) => {
  const owner = await member(accounts.demo, 'owner@demo.test');
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString();
  await sql.query(
    `insert into public.api_keys (account_id, name, prefix, scopes, created_by, last_used_at, expires_at, revoked_at, created_at) values
       ($1, 'Bookkeeping', 'stoa_5f2c91ab', '{coupons:read,orders:read,products:read}', $2, $3, $4, null, $5),
       ($1, 'Trial of a newsletter tool', 'stoa_c07d44e1', '{members:read}', $2, $5, null, $3, $5)`,
    [accounts.demo, owner, day(-1), day(300), day(-40)],
  );
};
