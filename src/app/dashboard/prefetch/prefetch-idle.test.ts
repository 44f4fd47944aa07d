import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#base/browser/query-client.ts';
import { sessionCookie } from '#base/browser/stored-session.ts';
import { memberMenu, profileMenu } from '../menus/menus.ts';
import { prefetchScreens, screensToPrefetch } from './prefetch-idle.ts';
import { cancelPrefetches, pendingPrefetch, prefetch, recordVisit } from './prefetch-on-hover.ts';

/** Longer than a server is let be. */
const LATER = 65_000;

type Call = { path: string; init: RequestInit; respond: (status?: number, user?: string) => void };

let calls: Call[];
let page: EventTarget & { visibilityState: string; cookie: string };
let connection: { saveData?: boolean; effectiveType?: string };
let leave: AbortController;
const lists = ['/dashboard/one', '/dashboard/two', '/dashboard/three'];
/** Each test is told another hour: by then what was read, or refused, is forgotten. */
let hour = Date.now();

beforeEach(() => {
  hour += 3_600_000;
  vi.useFakeTimers({ now: hour });
  calls = [];
  connection = {};
  leave = new AbortController();
  page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie: `${sessionCookie}=${JSON.stringify({ access_token: 'one', user: { id: 'me' } })}`,
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { pathname: '/dashboard' });
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act, 1));
  vi.stubGlobal(
    'fetch',
    (path: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('let go')));
        const respond = (status = 200, user_id = 'me') =>
          resolve(
            status === 200 ? Response.json({ user_id, reads: [[[path], 'rows']] }) : new Response(null, { status }),
          );
        calls.push({ path, init, respond });
      }),
  );
});

afterEach(async () => {
  leave.abort();
  cancelPrefetches();
  for (const { respond } of calls) respond(204);
  await settle();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const requests = () => calls.map(({ path }) => path);
const settle = (milliseconds = 2_000) => vi.advanceTimersByTimeAsync(milliseconds);
const begin = () => void prefetchScreens(lists, leave.signal);

describe('rows that nobody has asked for', () => {
  test('come one list after another, behind everything else, and are there before somebody goes', async () => {
    begin();
    for (const [at, list] of lists.entries()) {
      await settle();
      expect(requests()).toEqual(lists.slice(0, at + 1));
      expect(calls[at]?.init).toMatchObject({
        priority: 'low',
        headers: { accept: 'application/json', purpose: 'prefetch' },
      });
      calls[at]?.respond();
      await settle();
      expect(queryClient.getQueryData([list])).toBe('rows');
    }
    // What is there is asked for by no second round, and by nobody who rests on its entry.
    begin();
    for (const list of lists) prefetch(list);
    await settle();
    expect(calls).toHaveLength(lists.length);
  });

  test.each([
    ['who was told to spare', { saveData: true }],
    ['who comes by a narrow way', { effectiveType: '2g' }],
  ])('do not come for %s', async (_, received) => {
    Object.assign(connection, received);
    begin();
    await settle();
    expect(calls).toEqual([]);
  });

  test('are not those of the screen one stands on, or has been on', async () => {
    vi.stubGlobal('location', { pathname: lists[0] });
    recordVisit(lists[1] ?? '');
    begin();
    await settle();
    expect(requests()).toEqual([lists[2]]);
  });

  test('wait until the page is seen', async () => {
    page.visibilityState = 'hidden';
    begin();
    await settle(LATER);
    expect(calls).toEqual([]);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(requests()).toEqual([lists[0]]);
  });

  test('wait until what somebody reads has come', async () => {
    let come = (_: string) => {};
    const own = queryClient.fetchQuery({
      queryKey: ['own'],
      queryFn: () => new Promise((resolve) => (come = resolve)),
    });
    begin();
    await settle();
    expect(calls).toEqual([]);
    come('rows');
    await own;
    await settle();
    expect(requests()).toEqual([lists[0]]);
  });

  test('wait until the entry somebody rests on has been read', async () => {
    prefetch('/dashboard/wished');
    begin();
    await settle();
    expect(requests()).toEqual(['/dashboard/wished']);
    expect(calls[0]?.init.priority).toBeUndefined();
    calls[0]?.respond();
    await settle();
    expect(requests()).toEqual(['/dashboard/wished', lists[0]]);
  });

  test('are let go of when somebody goes elsewhere, and come again later', async () => {
    begin();
    await settle();
    leave.abort();
    void pendingPrefetch('/dashboard/elsewhere');
    expect(calls[0]?.init.signal?.aborted).toBe(true);
    await settle();
    expect(requests()).toEqual([lists[0]]);
    leave = new AbortController();
    begin();
    await settle();
    expect(requests()).toEqual([lists[0], lists[0]]);
  });

  test('are not read a second time when somebody goes where they are on their way from', async () => {
    begin();
    await settle();
    prefetch(lists[0] ?? '');
    void pendingPrefetch(lists[0] ?? '');
    expect(calls[0]?.init.signal?.aborted).toBe(false);
    await settle(0);
    expect(requests()).toEqual([lists[0]]);
  });

  test.each([
    ['has no time', (call: Call | undefined) => call?.respond(204)],
    ['fails', (call: Call | undefined) => call?.respond(500)],
    ['answers for somebody else', (call: Call | undefined) => call?.respond(200, 'another')],
  ])('are left alone for a while where the server %s; who goes there reads them', async (_, refuse) => {
    begin();
    await settle();
    refuse(calls[0]);
    await settle(LATER / 2);
    expect(requests()).toEqual([lists[0]]);
    expect(queryClient.getQueryData([lists[0]])).toBeUndefined();
    prefetch(lists[0] ?? '');
    expect(requests()).toEqual([lists[0], lists[0]]);
    expect(calls[1]?.init.priority).toBeUndefined();
    calls[1]?.respond();
    await settle(LATER);
    expect(requests()).toEqual([lists[0], lists[0], lists[1]]);
  });
});

describe('rows are read ahead', () => {
  test('for who manages a site, of what they manage, and of so many screens', () => {
    const manages = profileMenu.filter(({ isOff }) => !isOff);
    const lists = screensToPrefetch(memberMenu, manages);
    expect(lists).toContain('/dashboard/posts');
    expect(lists).toContain('/dashboard/manage/users');
    expect(lists).not.toContain('/dashboard');
    expect(lists).not.toContain('/dashboard/courses');
    expect(lists).toHaveLength(12);
  });

  test('for nobody else', () => {
    expect(screensToPrefetch(memberMenu, [])).toEqual([]);
  });
});
