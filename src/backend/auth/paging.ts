import { json } from '#base/server/http.ts';
import { authErrors } from './auth-error.ts';

/** A page of a list: `page` from 1, `per_page` 1 to 1,000, default 50. */
export type Page = { page: number; perPage: number; offset: number };

/** @throws {AuthError} 400 validation_failed. */
export function pageIn(query: URLSearchParams): Page {
  const page = positive(query.get('page'), 1, 1_000_000, 'page');
  const perPage = positive(query.get('per_page'), 50, 1_000, 'per_page');
  return { page, perPage, offset: (page - 1) * perPage };
}

function positive(text: string | null, fallback: number, max: number, name: string): number {
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw authErrors.validation(`${name} must be a whole number from 1 to ${max}`);
  }
  return value;
}

/** A page with the headers the official client reads for the next and last page (X-Total-Count, Link). */
export function pageResponse(body: unknown, path: string, { page, perPage }: Page, total: number): Response {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [link(last, 'last')];
  return json(body, 200, { 'x-total-count': String(total), link: links.join(', ') });
}
