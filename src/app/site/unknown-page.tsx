import { data } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';

export const handle: RouteHandle = { isPublic: true };

/** An unknown path: the site's own "not found", inside its layout. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
