/**
 * Whether a file's URL is third-party, so that its host would learn of the visit. `own`: origins a page may load from
 * without consent; empty ones are none. `srcset` is decided by its first candidate.
 */
export function isThirdPartyUrl(address: string, own: readonly string[]): boolean {
  if (!/^(?:https?:)?\/\//i.test(address)) return false;
  return !own.some((origin) => origin !== '' && `${address}/`.startsWith(`${origin}/`));
}

/** The visitor's cookie consent (specification, section 4): everything accepted. */
export function hasFullConsent(cookies: string): boolean {
  return /(?:^|;\s*)cookie_preference=all(?:;|$)/.test(cookies);
}

/** Event dispatched on the document by the public pages' script when the visitor consents. */
export const CONSENT_EVENT = 'stoa:agreed';
