/**
 * Whether a file's address is of another site, whose owner would hear of the visit. `own`: origins a page may load from
 * at any time; empty ones are none. `srcset` is told by its first candidate.
 */
export function isThirdPartyUrl(address: string, own: readonly string[]): boolean {
  if (!/^(?:https?:)?\/\//i.test(address)) return false;
  return !own.some((origin) => origin !== '' && `${address}/`.startsWith(`${origin}/`));
}

/** The visitor's answer to the cookie question (specification, section 4): agreed to all. */
export function hasAgreedToAll(cookies: string): boolean {
  return /(?:^|;\s*)cookie_preference=all(?:;|$)/.test(cookies);
}

/** Told to the document by the script of public pages in the moment the visitor agrees. */
export const AGREED_EVENT = 'stoa:agreed';
