/** First and last byte of a range. */
export type ByteRange = { start: number; end: number };

/**
 * The single range of `size` bytes that a `Range` header requests (RFC 9110, 14.2): null for no range, several ranges,
 * or an unknown unit, since the full body is a correct response to these; `outside` where the range starts past the
 * end.
 */
export function byteRangeOf(header: string | null, size: number): ByteRange | null | 'outside' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const last = Math.min(Number(match[2]), size);
    return last === 0 ? 'outside' : { start: size - last, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start >= size) return 'outside';
  return start > end ? null : { start, end };
}

/** Whether `If-None-Match` contains this ETag, by weak comparison. */
export function matchesEtag(header: string, etag: string | undefined): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || (etag !== undefined && tags.includes(etag.replace(/^W\//, '')));
}
