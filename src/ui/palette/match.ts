import { normalizeSearch } from '#base/shared/normalize-search.ts';

/** Splits a text at the first match of a query, compared like the search: before, match, after. */
export function splitAtMatch(text: string, query: string): [string, string, string] {
  const needle = normalizeSearch(query);
  if (!needle) return [text, '', ''];
  // A letter with its accents is one piece: normalized it may be longer (ß) or empty; it is highlighted as a whole.
  const pieces = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  let plain = '';
  const owners: number[] = [];
  pieces.forEach((piece, at) => {
    const normalized = normalizeSearch(piece);
    plain += normalized;
    for (let unit = 0; unit < normalized.length; unit++) owners.push(at);
  });
  const index = plain.indexOf(needle);
  if (index < 0) return [text, '', ''];
  const first = owners[index] ?? 0;
  const last = owners[index + needle.length - 1] ?? first;
  return [pieces.slice(0, first).join(''), pieces.slice(first, last + 1).join(''), pieces.slice(last + 1).join('')];
}
