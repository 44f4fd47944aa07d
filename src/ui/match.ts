/** A text cut at the first place where it contains the query, whatever the case: before, match, after. */
export function splitAtMatch(text: string, query: string): [string, string, string] {
  if (!query) return [text, '', ''];
  const lower = text.toLocaleLowerCase();
  const at = lower.indexOf(query.toLocaleLowerCase());
  // Where lower case has another length (İ), places of the two texts don't agree: better no mark than a wrong one.
  if (at < 0 || lower.length !== text.length) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + query.length), text.slice(at + query.length)];
}
