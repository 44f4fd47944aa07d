import { REFERRALS, readReferrals } from '#features/commerce/orders/components/stored-referrals.ts';
import { paths } from '#paths';

/** Visits that are remembered: the first one always, for programmes where it counts. */
const MAX_VISITS = 10;
const DAY_SECONDS = 86_400;
/** For how many days the last visit counts, should consent come later in the session. */
const DAYS = `${REFERRALS}_days`;

const preference = () => /(?:^|; )cookie_preference=(\w+)/.exec(document.cookie)?.[1];

function setCookie(ids: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
  document.cookie = `${REFERRALS}=${ids}; path=/; max-age=${seconds}; samesite=lax`;
}

/** Remembers visits: in a cookie after consent to all cookies, else for the session of the browser alone. */
function store(visits: readonly string[], days: number): void {
  const ids = visits.join('.');
  try {
    if (preference() === 'all') {
      setCookie(ids, days * DAY_SECONDS);
      sessionStorage.removeItem(REFERRALS);
    } else {
      sessionStorage.setItem(REFERRALS, ids);
      sessionStorage.setItem(DAYS, String(days));
    }
  } catch {
    // Without storage a coupon of the affiliate attributes the order.
  }
}

/** Records a visit by the link of an affiliate; the code then leaves the address, so that a reload is no second visit. */
export async function recordReferral(code: string): Promise<void> {
  const url = new URL(location.href);
  url.searchParams.delete('ref');
  history.replaceState(history.state, '', url);
  const response = await fetch(paths.followReferral(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  const visit = response?.ok ? ((await response.json()) as { visit_id: string | null; days: number }) : null;
  if (!visit?.visit_id) return;
  const visits = [...readReferrals(), visit.visit_id];
  if (visits.length > MAX_VISITS) visits.splice(1, visits.length - MAX_VISITS);
  store(visits, visit.days);
}

/** After a choice of cookies: what the session remembers lasts from a consent on, and a withdrawal removes it all. */
export function keepReferrals(choice: string | undefined): void {
  const visits = readReferrals();
  try {
    const days = Number(sessionStorage.getItem(DAYS));
    if (choice === 'all') {
      if (visits.length > 0 && days > 0) store(visits, days);
      return;
    }
    setCookie('', 0);
    if (choice === 'disabled') sessionStorage.removeItem(REFERRALS);
    else if (visits.length > 0) sessionStorage.setItem(REFERRALS, visits.join('.'));
  } catch {}
}
