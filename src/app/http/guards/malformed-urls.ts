import { errorResponse } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { plainPage } from '../pages/plain-pages.ts';

/**
 * What is answered to an address that no row and no file can have: bytes in its path that are no text, or a NUL, which
 * PostgreSQL keeps nowhere. Null for every other. In queries bytes that are no text are read as the sign for such, as everywhere on
 * the web.
 */
export function malformedUrlResponse({ pathname, searchParams }: URL): Response | null {
  const isCall = pathname.startsWith('/api/');
  if (isOdd(pathname)) {
    if (isCall) return errorResponse(errors.notFound());
    return plainPage(404, 'There is nothing here', 'No page has this address. Check it, or begin at the home page.');
  }
  for (const [name, value] of searchParams) {
    if (!name.includes('\0') && !value.includes('\0')) continue;
    if (isCall) return errorResponse(errors.malformed('A value in the address can’t be read.'));
    return plainPage(
      400,
      'This address can’t be read',
      'What follows the question mark holds a sign that no text has.',
    );
  }
  return null;
}

function isOdd(path: string): boolean {
  if (!path.includes('%')) return false;
  try {
    return decodeURIComponent(path).includes('\0');
  } catch {
    return true;
  }
}
