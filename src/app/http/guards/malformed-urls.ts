import { errorResponse } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { plainPage } from '../pages/plain-pages.ts';

/**
 * The error for a URL that no row and no file can have: invalid UTF-8 in its path, or a NUL, which PostgreSQL can't store.
 * Null for every other. Invalid UTF-8 in a query is read as U+FFFD, as everywhere on the web.
 */
export function malformedUrlResponse({ pathname, searchParams }: URL): Response | null {
  const isCall = pathname.startsWith('/api/');
  if (isMalformed(pathname)) {
    if (isCall) return errorResponse(errors.notFound());
    return plainPage(404, 'There is nothing here', 'No page has this address. Check it, or begin at the home page.');
  }
  for (const [name, value] of searchParams) {
    if (!name.includes('\0') && !value.includes('\0')) continue;
    if (isCall) return errorResponse(errors.malformed('A value in the URL is not valid.'));
    return plainPage(
      400,
      'This address can’t be read',
      'What follows the question mark holds a sign that no text has.',
    );
  }
  return null;
}

function isMalformed(path: string): boolean {
  if (!path.includes('%')) return false;
  try {
    return decodeURIComponent(path).includes('\0');
  } catch {
    return true;
  }
}
