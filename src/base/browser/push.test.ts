import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pushEndpoint, pushState, renewPushSubscription, subscribeToPush, unsubscribeFromPush } from './push.ts';

const key = 'BAAB_-8';
const bytes = Uint8Array.from(atob('BAAB/+8='), (sign) => sign.charCodeAt(0)).buffer;
const worker = '/push-worker.js';

type Subscription = ReturnType<typeof subscriptionOf>;
function subscriptionOf(endpoint: string, serverKey: ArrayBuffer, gone: () => void) {
  return {
    endpoint,
    options: { applicationServerKey: serverKey },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      gone();
      return true;
    },
  };
}

/** A browser's push API: one service worker, one subscription, and a person who grants or denies the permission. */
function browserOf(permission: NotificationPermission) {
  let subscription: Subscription | null = null;
  let script: string | null = null;
  let made = 0;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      made += 1;
      subscription = subscriptionOf(`https://push.example/${made}`, bytes, () => {
        subscription = null;
      });
      return subscription;
    },
  };
  const registration = {
    pushManager,
    get active() {
      return script ? { scriptURL: `https://demo.example${script}` } : null;
    },
    unregister: async () => {
      script = null;
      return true;
    },
  };
  const serviceWorker = {
    getRegistration: async () => (script ? registration : undefined),
    register: async (address: string) => {
      script = address;
      return registration;
    },
    ready: Promise.resolve(registration),
  };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} });
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  return {
    runOut: () => {
      subscription = null;
    },
    keyChanges: () => {
      subscription = subscriptionOf('https://push.example/old', new Uint8Array([1, 2, 3]).buffer, () => {
        subscription = null;
      });
    },
    isLeft: () => script === null && subscription === null,
  };
}
afterEach(() => vi.unstubAllGlobals());

const begin = (userId = 'amara') => subscribeToPush({ worker, userId, words: 'Something waits', key });
const readKey = async () => key;

describe('this browser', () => {
  test('subscribes only when a user turns push on, for them, until they turn it off', async () => {
    const browser = browserOf('granted');
    expect(await pushState('amara')).toBe('off');
    expect(await begin()).toEqual({ endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' });
    expect([await pushState('amara'), await pushEndpoint()]).toEqual(['on', 'https://push.example/1']);
    await unsubscribeFromPush();
    expect([await pushState('amara'), await pushEndpoint(), browser.isLeft()]).toEqual(['off', null, true]);
  });

  test.each([
    ['denied', 'denied'],
    ['default', 'off'],
  ] as const)('with the permission %s no subscription is created', async (permission, expected) => {
    const browser = browserOf(permission);
    expect(await begin()).toBeNull();
    expect([await pushState('amara'), browser.isLeft()]).toEqual([expected, true]);
  });

  test('without push support reports that, and nothing fails', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('window', {});
    expect([await pushState('amara'), await pushEndpoint(), await renewPushSubscription('amara', readKey)]).toEqual([
      'unsupported',
      null,
      null,
    ]);
    await unsubscribeFromPush();
  });

  test('is renewed with the page: as it is, or anew where it ran out or our key is another', async () => {
    const browser = browserOf('granted');
    expect(await renewPushSubscription('amara', readKey)).toBeNull();
    await begin();
    expect(await renewPushSubscription('amara', readKey)).toMatchObject({ endpoint: 'https://push.example/1' });
    browser.runOut();
    expect(await renewPushSubscription('amara', readKey)).toMatchObject({ endpoint: 'https://push.example/2' });
    browser.keyChanges();
    expect(await renewPushSubscription('amara', readKey)).toMatchObject({ endpoint: 'https://push.example/3' });
  });

  test('tells nobody else in the place of who asked, and stops telling where somebody else has signed in', async () => {
    const browser = browserOf('granted');
    await begin('amara');
    expect(await pushState('elif')).toBe('off');
    expect(await renewPushSubscription('elif', readKey)).toBeNull();
    expect(browser.isLeft()).toBe(true);
  });
});

type Shown = { title: string; options: { body: string; data: { url: string } } };
type Handler = (event: Record<string, unknown>) => void;

/** Runs the service worker's file as a browser would. */
function workerOf(
  windows: { url: string; focus: () => Promise<void>; postMessage: (message: unknown) => void }[] = [],
) {
  const handlers = new Map<string, Handler>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const renewed: unknown[] = [];
  const self = {
    location: new URL(`https://demo.example${worker}?for=amara&words=Something+waits`),
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    skipWaiting: () => {},
    clients: {
      claim: async () => {},
      matchAll: async () => windows,
      openWindow: async (url: string) => opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }),
      pushManager: { subscribe: async (options: unknown) => renewed.push(options) },
    },
  };
  runInContext(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'public', 'push-worker.js'), 'utf8'),
    createContext({ self, URL }),
  );
  const dispatch = async (name: string, event: Record<string, unknown>) => {
    let done: unknown;
    handlers.get(name)?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  return { shown, opened, renewed, dispatch };
}

const dashboard = (messages: unknown[]) => ({
  url: 'https://demo.example/dashboard/courses',
  focus: async () => void messages.push('focus'),
  postMessage: (message: unknown) => void messages.push(message),
});

describe('the service worker', () => {
  const plain = {
    title: 'demo.example',
    options: { body: 'Something waits', data: { url: '/dashboard/notifications' } },
  };
  test.each([
    [
      'what was sent',
      { json: () => ({ title: 'Lumen', body: 'You finished.', url: '/dashboard/x', tag: 'n' }) },
      { title: 'Lumen', options: { body: 'You finished.', tag: 'n', data: { url: '/dashboard/x' } } },
    ],
    ['for a push without anything', null, plain],
    [
      'for one that can’t be read',
      {
        json: () => {
          throw new Error('no');
        },
      },
      plain,
    ],
    ['for one that says nothing', { json: () => ({}) }, plain],
    ['for one that is no notice', { json: () => null }, plain],
    ['for one without a title', { json: () => ({ title: '', body: 'x' }) }, plain],
  ])('always shows something: %s', async (_, data, expected) => {
    const { shown, dispatch } = workerOf();
    await dispatch('push', { data });
    expect(shown).toHaveLength(1);
    expect(shown).toMatchObject([expected]);
  });

  test.each([
    ['/dashboard/notifications?open=1', '/dashboard/notifications?open=1'],
    ['https://evil.example/steal', '/dashboard/notifications'],
    ['//evil.example', '/dashboard/notifications'],
    [undefined, '/dashboard/notifications'],
  ])('a press on %s opens %s', async (url, expected) => {
    const { opened, dispatch } = workerOf();
    let isClosed = false;
    await dispatch('notificationclick', { notification: { data: { url }, close: () => (isClosed = true) } });
    expect([opened, isClosed]).toEqual([[expected], true]);
  });

  test('where a dashboard is open it goes there by itself, so that nothing written is lost', async () => {
    const messages: unknown[] = [];
    const { opened, dispatch } = workerOf([
      { ...dashboard(messages), url: 'https://demo.example/blog' },
      dashboard(messages),
    ]);
    await dispatch('notificationclick', { notification: { data: { url: '/dashboard/tickets/1' }, close: () => {} } });
    expect([messages, opened]).toEqual([['focus', { kind: 'open', url: '/dashboard/tickets/1' }], []]);
  });

  test('an expired subscription is renewed and the open pages are notified', async () => {
    const messages: unknown[] = [];
    const { renewed, dispatch } = workerOf([dashboard(messages)]);
    await dispatch('pushsubscriptionchange', { oldSubscription: { options: { userVisibleOnly: true } } });
    expect([renewed, messages]).toEqual([[{ userVisibleOnly: true }], [{ kind: 'renew' }]]);
  });
});
