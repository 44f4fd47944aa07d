import { paths } from '#paths';

const KEY = 'funnel_session';
const PHONE_PX = 768;
const WIDE_PX = 1024;

/** Records once in a browser session where a visit came from (specification, section 4), if all three values are known. */
export async function startFunnel(query: URLSearchParams, accountId: string): Promise<void> {
  const [utm_source, utm_medium, utm_campaign] = ['utm_source', 'utm_medium', 'utm_campaign'].map((name) =>
    query.get(name)?.trim().slice(0, 200),
  );
  if (!utm_source || !utm_medium || !utm_campaign) return;
  try {
    if (sessionStorage.getItem(KEY)) return;
    // Before the response: a second page opened meanwhile must not record it again.
    sessionStorage.setItem(KEY, 'begun');
  } catch {
    // Without storage every page would count as a session, so none does.
    return;
  }
  const response = await fetch(paths.startFunnel(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      utm_source,
      utm_medium,
      utm_campaign,
      initial_page: location.pathname,
      account_id: accountId,
      deviceInfo: {
        browser: navigator.userAgent.slice(0, 200),
        platform: navigator.platform.slice(0, 200),
        screenWidth: screen.width,
        screenHeight: screen.height,
        deviceType: screen.width < PHONE_PX ? 'mobile' : screen.width < WIDE_PX ? 'tablet' : 'desktop',
      },
    }),
  }).catch(() => null);
  const session = response?.ok ? ((await response.json()) as { session_id?: string }) : null;
  if (session?.session_id) sessionStorage.setItem(KEY, session.session_id);
  else sessionStorage.removeItem(KEY);
}
