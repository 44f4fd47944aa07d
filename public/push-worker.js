/** Shows what comes by push. Stands only in browsers whose person asked for it. */
const LIST = '/dashboard/notifications';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** What was sent, or where it can't be read, that something is waiting: a push that shows nothing costs the subscription. */
function noticeOf(data) {
  const words = new URL(self.location.href).searchParams.get('words') || LIST;
  const plain = { title: self.location.hostname, body: words, url: LIST, tag: '' };
  try {
    const sent = data.json();
    return typeof sent.title === 'string' && sent.title !== '' ? { ...plain, ...sent } : plain;
  } catch {
    return plain;
  }
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag, lang, dir } = noticeOf(event.data);
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, dir, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

async function open(path) {
  const target = new URL(typeof path === 'string' ? path : LIST, self.location.origin);
  const url = target.origin === self.location.origin ? target.pathname + target.search : LIST;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const dashboard = windows.find((one) => new URL(one.url).pathname.startsWith('/dashboard'));
  if (!dashboard) return self.clients.openWindow(url);
  await dashboard.focus();
  // The page goes there itself: what is being written in it is not lost.
  dashboard.postMessage({ kind: 'open', url });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription));
});

/** A subscription that ran out is made anew; an open page tells the server, or the next one that is opened. */
async function renew(old) {
  if (old) await self.registration.pushManager.subscribe(old.options);
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    page.postMessage({ kind: 'renew' });
  }
}
