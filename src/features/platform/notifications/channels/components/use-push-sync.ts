import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { canPush, renewPushSubscription } from '#base/browser/push.ts';
import { useSession } from '#base/browser/session.ts';
import { sessionClaimsOf } from '#base/browser/session-claims.ts';
import { useAccount } from '#base/browser/site.tsx';
import { deviceName } from '#features/platform/members/profile/rules.ts';
import { paths } from '#paths';
import { saveBrowser } from '../data.ts';

type WorkerMessage = { kind?: string; url?: string };

/**
 * Keeps the push subscription stored on the server current, once a page load and whenever the browser renews it, and
 * navigates to the URL of a clicked push notification.
 */
export function usePushSync(userId: string): void {
  const db = useDb();
  const { account_id } = useAccount();
  const { isImpersonated: isActed } = sessionClaimsOf(useSession().session?.access_token);
  const navigate = useNavigate();
  const go = useEffectEvent((url: string) => void navigate(url));
  useEffect(() => {
    // During impersonation the browser subscribes neither for the impersonated user nor for the administrator.
    if (!canPush() || isActed) return;
    const renew = async () => {
      const subscription = await renewPushSubscription(userId, readPushKey);
      if (subscription) await saveBrowser(db, account_id, { ...subscription, device: thisBrowser() });
    };
    // Without push the bell and mail still notify; the next page load retries.
    const tryRenew = () => void renew().catch(() => {});
    const onMessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data?.kind === 'renew') tryRenew();
      if (data?.kind === 'open' && data.url?.startsWith('/')) go(data.url);
    };
    tryRenew();
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [db, account_id, userId, isActed]);
}

/** Label of this browser: "Firefox · Linux". */
export function thisBrowser(): string {
  const { browser, system } = deviceName(navigator.userAgent);
  return [browser, system].filter(Boolean).join(' · ').slice(0, 120);
}

/** Fetches the VAPID public key the browser subscribes with. */
export async function readPushKey(): Promise<string> {
  const response = await fetch(paths.pushKey());
  if (!response.ok) throw new Error(`The key of push could not be read: ${response.status}.`);
  return ((await response.json()) as { public_key: string }).public_key;
}
