/** An address as it may stand in a link: of this site, the web, mail or telephone; anything else leads nowhere. */
export function safeAddress(address: string | undefined): string {
  const trimmed = (address ?? '').trim();
  if (/^(?:https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\]))/i.test(trimmed)) return trimmed;
  // A name without a scheme is a page of this site; one with a scheme is not ours to follow.
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed === '' || /^[/\\]/.test(trimmed) ? '#' : `/${trimmed}`;
}
