/** Sanitizes a link's href: a path of this site, https, mailto or tel; anything else becomes empty. */
export function safeUrl(address: string | undefined): string {
  const trimmed = (address ?? '').trim();
  if (/^(?:https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\]))/i.test(trimmed)) return trimmed;
  // A relative URL without a scheme is a page of this site; other schemes are not allowed.
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed === '' || /^[/\\]/.test(trimmed) ? '#' : `/${trimmed}`;
}

const MAX_ADDRESS_LENGTH = 2_000;

/**
 * Validates an untrusted same-origin redirect target as path, query and fragment; null where it leads elsewhere.
 * Normalization can produce a path with two leading slashes (`/..//evil.example`), which a browser parses as another
 * host: so the result is resolved once more.
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
