import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { pictureOf } from './data.ts';

/** A client whose bucket holds the given pictures and records its requests. */
function dbWith(pictures: string[]) {
  const requests: string[] = [];
  const bucket = {
    list: async (folder: string) => {
      requests.push(folder);
      return { data: pictures.includes(folder) ? [{ name: 'avatar.jpg' }] : [], error: null };
    },
    getPublicUrl: (path: string) => ({ data: { publicUrl: `http://demo.localhost/${path}` } }),
  };
  return { db: { storage: { from: () => bucket } } as unknown as Db, requests };
}

const read = (db: Db) => (pictureOf(db, 'account', 'user', 'member').queryFn as () => Promise<string | null>)();
const storage = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
});
afterEach(() => {
  storage.clear();
  vi.unstubAllGlobals();
});

describe('a person’s picture', () => {
  test.each([
    ['under the user', ['avatars/user'], 'http://demo.localhost/avatars/user/avatar.jpg', ['avatars/user']],
    [
      'under the member, where the user has none',
      ['avatars/member'],
      'http://demo.localhost/avatars/member/avatar.jpg',
      ['avatars/user', 'avatars/member'],
    ],
    ['the default, where there is none', [], null, ['avatars/user', 'avatars/member']],
  ])('%s, and the session remembers it under type_userid', async (_, pictures, expected, folders) => {
    const { db, requests } = dbWith(pictures);
    expect(await read(db)).toBe(expected);
    expect(await read(db)).toBe(expected);
    expect(requests).toEqual(folders);
    expect([...storage]).toEqual([['member_user', expected ?? '']]);
  });
});
