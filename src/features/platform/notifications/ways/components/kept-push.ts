import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { standingOf } from '#base/browser/presence.ts';
import { canPush, renewPushSubscription } from '#base/browser/push.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount } from '#base/browser/site.tsx';
import { deviceName } from '#features/platform/members/profile/rules.ts';
import { paths } from '#paths';
import { saveBrowser } from '../data.ts';

type WorkerMessage = { kind?: string; url?: string };

/**
 * Keeps what the server knows of this browser true, once a page and whenever the browser renews its subscription, and
 * goes where a pressed notice leads.
 */
export function usePushSync(userId: string): void {
  const db = useDb();
  const { account_id } = useAccount();
  const { isActed } = standingOf(useSession().session?.access_token);
  const navigate = useNavigate();
  const go = useEffectEvent((url: string) => void navigate(url));
  useEffect(() => {
    // Who has signed in as somebody listens neither in their place nor, for that while, in their own.
    if (!canPush() || isActed) return;
    const renew = async () => {
      const subscription = await renewPushSubscription(userId, readPushKey);
      if (subscription) await saveBrowser(db, account_id, { ...subscription, device: thisBrowser() });
    };
    // Without it the person is told by bell and mail; the next page tries again.
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

/** "Firefox · Linux": what the person knows a browser by. */
export function thisBrowser(): string {
  const { browser, system } = deviceName(navigator.userAgent);
  return [browser, system].filter(Boolean).join(' · ').slice(0, 120);
}

/** The key a browser asks its push service with. */
export async function readPushKey(): Promise<string> {
  const response = await fetch(paths.pushKey());
  if (!response.ok) throw new Error(`The key of push could not be read: ${response.status}.`);
  return ((await response.json()) as { public_key: string }).public_key;
}
