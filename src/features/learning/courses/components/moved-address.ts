import type { Db } from '#base/shared/db-client.ts';
import { redirectFrom } from '#features/content/redirects/data.ts';
import { paths } from '#paths';

/** The slug that a course of a former one has now; null where none is known to have had it. */
export async function slugOfMovedCourse(db: Db, accountId: string, former: string): Promise<string | null> {
  const way = await redirectFrom(db, accountId, paths.course(former));
  const place = paths.course('');
  const slug = way?.to.startsWith(place) ? way.to.slice(place.length) : '';
  return /^[^/?#]+$/.test(slug) ? decodeURIComponent(slug) : null;
}
