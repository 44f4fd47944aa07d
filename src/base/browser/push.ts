/**
 * Web Push in this browser. A service worker is registered only while push is on; its URL names the user, so that
 * someone else who signs in on the same browser never receives their notifications.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

export type PushSubscriptionKeys = { endpoint: string; p256dh: string; auth: string };

const SCOPE = '/';

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return canPush() ? navigator.serviceWorker.getRegistration(SCOPE) : undefined;
}

/** The user this browser's service worker is registered for; null without one. */
function ownerOf(worker: ServiceWorkerRegistration): string | null {
  const script = (worker.active ?? worker.waiting ?? worker.installing)?.scriptURL;
  return script ? new URL(script).searchParams.get('for') : null;
}

export async function pushState(userId: string): Promise<PushState> {
  if (!canPush()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const worker = await registration();
  return worker && ownerOf(worker) === userId && (await worker.pushManager.getSubscription()) ? 'on' : 'off';
}

/** The endpoint of this browser's push subscription, if there is one. */
export async function pushEndpoint(): Promise<string | null> {
  return (await (await registration())?.pushManager.getSubscription())?.endpoint ?? null;
}

/**
 * Asks for the notification permission and subscribes; null when permission is denied.
 * @param worker URL of the service worker; its `words` are shown for a push that can't be read.
 */
export async function subscribeToPush(options: {
  worker: string;
  userId: string;
  words: string;
  key: string;
}): Promise<PushSubscriptionKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { worker, userId, words, key } = options;
  await navigator.serviceWorker.register(`${worker}?${new URLSearchParams({ for: userId, words })}`, { scope: SCOPE });
  return subscribe(await navigator.serviceWorker.ready, key);
}

/**
 * Reads the current subscription again: push services let subscriptions expire, and our VAPID key may have changed.
 * Null where push is off or was another user's, whose subscription is then removed.
 */
export async function renewPushSubscription(
  userId: string,
  readKey: () => Promise<string>,
): Promise<PushSubscriptionKeys | null> {
  const worker = await registration();
  if (!worker) return null;
  if (ownerOf(worker) !== userId) {
    await unsubscribeFromPush();
    return null;
  }
  return Notification.permission === 'granted' ? subscribe(worker, await readKey()) : null;
}

/**
 * Ends push in this browser. The push service answers our next message with 410, and the server deletes the
 * subscription.
 */
export async function unsubscribeFromPush(): Promise<void> {
  const worker = await registration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  await worker?.unregister();
}

async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscriptionKeys | null> {
  const present = await pushManager.getSubscription();
  const isOurs = present && base64url(present.options.applicationServerKey) === key;
  if (present && !isOurs) await present.unsubscribe();
  const current = isOurs ? present : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = current.toJSON();
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null;
}

function base64url(bytes: ArrayBuffer | null): string {
  const encoded = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])));
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
