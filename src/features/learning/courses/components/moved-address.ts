import type { Db } from '#base/shared/db-client.ts';
import { findRedirect } from '#features/content/redirects/data.ts';
import { paths } from '#paths';

/** The current slug of a course that has moved; null if no course had the former slug. */
export async function slugOfMovedCourse(db: Db, accountId: string, former: string): Promise<string | null> {
  const redirect = await findRedirect(db, accountId, paths.course(former));
  const prefix = paths.course('');
  const slug = redirect?.to.startsWith(prefix) ? redirect.to.slice(prefix.length) : '';
  return /^[^/?#]+$/.test(slug) ? decodeURIComponent(slug) : null;
}
