import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { onBeforeSignOut, saveBeforeSignOut } from '#base/shared/sign-out-event.ts';
import { clearOwnStorage } from './own-storage.ts';

function storage(keys: readonly string[]): Storage {
  const values = new Map(keys.map((key) => [key, 'x']));
  return {
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    removeItem: (key: string) => void values.delete(key),
    setItem: (key: string, value: string) => void values.set(key, value),
    clear: () => values.clear(),
  };
}
const keysOf = (store: Storage) => Array.from({ length: store.length }, (_, index) => store.key(index));

describe('who signs out leaves nothing of theirs on the device', () => {
  const own = [
    'kept:page:1',
    'kept:post:2',
    'quiz-answers:3',
    'quiz-flags:3',
    'recent-commands-4',
    'member_4',
    'recent-errors',
  ];
  const devices = [
    'theme',
    'device_id',
    'isOpen',
    'account-demo',
    'demo-done',
    'cart',
    'currency',
    'referrals',
    'reading-mode',
    '_ga_of_an_account',
  ];

  test('what is theirs goes from both stores, with uploads they began, and what is the device’s stays', () => {
    const [local, session] = [storage([...own, ...devices]), storage([...devices, ...own])];
    const deleted: string[] = [];
    const deleteDatabase = (name: string) => void deleted.push(name) as unknown as IDBOpenDBRequest;
    clearOwnStorage({ stores: [() => local, () => session], databases: () => ({ deleteDatabase }) });
    expect(keysOf(local)).toEqual(devices);
    expect(keysOf(session)).toEqual(devices);
    expect(deleted).toEqual(['media-uploads']);
  });

  test('a browser that forbids one store is cleared in the other', () => {
    const local = storage(own);
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    clearOwnStorage({ stores: [forbidden, () => local], databases: forbidden });
    expect(keysOf(local)).toEqual([]);
  });

  test('every file that writes to a store of the browser is known, so that a new key is put on one side or the other', () => {
    const root = join(import.meta.dirname, '../..');
    const writers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .filter((path) =>
        /(?:localStorage|sessionStorage|deviceStorage\(\)\??|shelf\??)\.setItem|indexedDB\.open/.test(
          readFileSync(join(root, path), 'utf8'),
        ),
      )
      .sort();
    expect(writers).toEqual([
      'app/dashboard/palette/recent-commands.ts',
      'app/dashboard/shell/side-bar-state.tsx',
      'app/site/funnel-start.ts',
      'app/site/page-behaviour.ts',
      'app/site/referral-visit.ts',
      'base/browser/device.ts',
      'base/browser/recent-errors.ts',
      'features/commerce/orders/components/cart-store.ts',
      'features/commerce/orders/offers/components/chosen-currency.ts',
      'features/content/media/components/stored-uploads.ts',
      'features/learning/courses/components/reading-button.tsx',
      'features/learning/quizzes/components/answer-queue.ts',
      'features/learning/quizzes/components/device-storage.ts',
      'features/platform/members/pictures/data.ts',
      'ui/buttons/theme-switcher.tsx',
      'ui/fields/local-backup.ts',
    ]);
  });
});

describe('before somebody is signed out', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('what is open is saved, and a save that fails or never ends holds nobody', async () => {
    vi.stubGlobal('window', new EventTarget());
    const saved: string[] = [];
    onBeforeSignOut(async () => saved.push('a draft'));
    onBeforeSignOut(() => Promise.reject(new Error('away')));
    const end = onBeforeSignOut(async () => saved.push('a closed editor'));
    end();
    await saveBeforeSignOut(60_000);
    expect(saved).toEqual(['a draft']);
    onBeforeSignOut(() => new Promise(() => {}));
    await saveBeforeSignOut(1);
    expect(saved).toEqual(['a draft', 'a draft']);
  });
});
