import { dbOf } from '#base/browser/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { listOwned, listPaidUntil, type PaidTime } from '../data.ts';

/** The products the signed-in user owns for good, mapped to the slug of a course each opens. Pulls in the database client. */
export async function fetchOwnedProducts(
  site: Site,
  products: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const db = dbOf(site);
  const { data } = await db.auth.getSession();
  if (!data.session) return new Map();
  const rows = await listOwned(db, site.account.account_id, products);
  return new Map(rows.map((row) => [row.product_id, row.course_slug]));
}

/** Until when the signed-in user has paid for a product with a recurring price; null without current access. */
export async function fetchPaidUntil(site: Site, product: string): Promise<PaidTime | null> {
  const db = dbOf(site);
  const { data } = await db.auth.getSession();
  if (!data.session) return null;
  const rows = await listPaidUntil(db, site.account.account_id, [product]);
  return rows[0] ?? null;
}
