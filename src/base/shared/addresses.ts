/** An address as it may stand in a link: of this site, the web, mail or telephone; anything else leads nowhere. */
export function safeUrl(address: string | undefined): string {
  const trimmed = (address ?? '').trim();
  if (/^(?:https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\]))/i.test(trimmed)) return trimmed;
  // A name without a scheme is a page of this site; one with a scheme is not ours to follow.
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed === '' || /^[/\\]/.test(trimmed) ? '#' : `/${trimmed}`;
}

const MAX_ADDRESS_LENGTH = 2_000;

/**
 * An address of the same site that somebody else may have written, as path, query and fragment; null where it leads
 * elsewhere. A path may come out with two slashes in front (`/..//evil.example`), which a browser reads as another host:
 * so what comes out is resolved once more.
 */
export function localPath(address: string | null | undefined, origin: string): string | null {
  if (!address?.startsWith('/') || address.length > MAX_ADDRESS_LENGTH || hasControl(address)) return null;
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
  if (url?.origin !== origin) return null;
  const path = url.pathname + url.search + url.hash;
  return URL.canParse(path, origin) && new URL(path, origin).href === url.href ? path : null;
}

function hasControl(text: string): boolean {
  return [...text].some((sign) => (sign.codePointAt(0) ?? 0) < 32);
}
