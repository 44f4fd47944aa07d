import { dbOf } from '#base/browser/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { listOwned } from '../data.ts';

/** Which products the signed-in person holds for good, each with a course it opens. It brings the wire client with it. */
export async function ownedAmong(site: Site, products: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const db = dbOf(site);
  const { data } = await db.auth.getSession();
  if (!data.session) return new Map();
  const rows = await listOwned(db, site.account.account_id, products);
  return new Map(rows.map((row) => [row.product_id, row.course_slug]));
}
