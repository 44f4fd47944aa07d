import { failures } from './failure.ts';

export type RequestTarget = { path: string; search: string };

/** Splits a URL into the path after the base path and the query string without its question mark. */
export function targetOf(url: string, base: string): RequestTarget {
  // An absolute URL: skip scheme and host.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2);
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf('?', start);
  const fullPath = start < 0 ? '/' : url.slice(start, mark < 0 ? end : mark);
  if (!fullPath.startsWith(base)) throw failures.path();
  const path = fullPath.slice(base.length) || '/';
  if (!path.startsWith('/')) throw failures.path();
  return { path, search: mark < 0 ? '' : url.slice(mark + 1, end) };
}
