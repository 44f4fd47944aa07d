/**
 * This browser as something that can be told by push. A service worker stands here only as long as somebody wants it:
 * its address says who, so that nobody else who signs in on the same browser is told in their place.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

export type PushGiven = { endpoint: string; p256dh: string; auth: string };

const SCOPE = '/';

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return canPush() ? navigator.serviceWorker.getRegistration(SCOPE) : undefined;
}

/** Whom this browser's worker stands for; null where there is none. */
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

/** The address of this browser's push service, where it is told. */
export async function pushEndpoint(): Promise<string | null> {
  return (await (await registration())?.pushManager.getSubscription())?.endpoint ?? null;
}

/**
 * Asks the person and the push service; null where the person said no.
 * @param worker the address of the service worker; `words` is what it says where a push can't be read.
 */
export async function subscribeToPush(options: {
  worker: string;
  userId: string;
  words: string;
  key: string;
}): Promise<PushGiven | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { worker, userId, words, key } = options;
  await navigator.serviceWorker.register(`${worker}?${new URLSearchParams({ for: userId, words })}`, { scope: SCOPE });
  return subscribe(await navigator.serviceWorker.ready, key);
}

/**
 * What the server should know of this browser, read anew: push services let subscriptions run out, and our key may have
 * changed. Null where push is not on here, or was somebody else's, who is then told here no more.
 */
export async function renewPushSubscription(userId: string, readKey: () => Promise<string>): Promise<PushGiven | null> {
  const worker = await registration();
  if (!worker) return null;
  if (ownerOf(worker) !== userId) {
    await unsubscribeFromPush();
    return null;
  }
  return Notification.permission === 'granted' ? subscribe(worker, await readKey()) : null;
}

/** Ends push in this browser. The push service answers our next message with 410, and the server forgets it. */
export async function unsubscribeFromPush(): Promise<void> {
  const worker = await registration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  await worker?.unregister();
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushGiven | null> {
  const present = await pushManager.getSubscription();
  const isOurs = present && base64url(present.options.applicationServerKey) === key;
  if (present && !isOurs) await present.unsubscribe();
  const given = isOurs ? present : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = given.toJSON();
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null;
}

function base64url(bytes: ArrayBuffer | null): string {
  const letters = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
