/** The cookie and the key of session storage that hold the visits by links of affiliates, as their ids with dots between. */
export const REFERRALS = 'referrals';

/** The visits by links of affiliates that this browser remembers, the oldest first: by a cookie after consent, else for its session. */
export function readReferrals(): string[] {
  const cookie = new RegExp(`(?:^|; )${REFERRALS}=([^;]*)`).exec(document.cookie)?.[1];
  try {
    return (cookie ?? sessionStorage.getItem(REFERRALS) ?? '').split('.').filter(Boolean);
  } catch {
    return [];
  }
}
