import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { addForm, countSubmissions, type FormFilters, listForms, removeForms } from './data.ts';

let world: World;
let app: AppWorld;
let owner: Db;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const { access_token } = await app.signIn('demo', 'owner@demo.test');
  owner = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => access_token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const read = (filters: Partial<FormFilters> = {}) =>
  listForms(owner, world.demo, {
    search: '',
    status: undefined,
    sort: undefined,
    isDescending: false,
    page: 1,
    pageSize: 25,
    ...filters,
  });

describe('the list of forms', () => {
  test('comes searched, filtered, ordered by how often each was sent, and page by page', async () => {
    await addForm(owner, world.demo, { name: '100 % wool', status: 'closed' });
    const all = await read({ sort: 'submissions', isDescending: true });
    const counts = all.rows.map((row) => row.submissions);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBeGreaterThan(0);
    expect(await countSubmissions(owner, world.demo)).toBe(counts.reduce((sum, count) => sum + count, 0));
    // Sorted by the latest submission, in either direction; forms without one come last.
    expect((await read({ sort: 'latest_at' })).rows.at(-1)?.latest_at).toBeNull();
    expect((await read({ sort: 'latest_at', isDescending: true })).rows.at(-1)?.latest_at).toBeNull();
    expect((await read({ search: '0 %' })).rows.map(({ name }) => name)).toEqual(['100 % wool']);
    expect((await read({ status: 'closed' })).rows.map(({ name }) => name)).toEqual(['100 % wool']);
    expect((await read({ pageSize: 1, page: 2 })).rows).toHaveLength(1);
    expect((await read({ page: 40 })).rows).toEqual([]);
  });

  test('several are deleted at once; one already deleted is no error', async () => {
    const ids = await Promise.all(['One', 'Two'].map((name) => addForm(owner, world.demo, { name })));
    const gone = crypto.randomUUID();
    expect(await removeForms(owner, [...ids, gone])).toEqual({ changed: 2, refused: [] });
    expect((await read({ search: 'Two' })).total).toBe(0);
  });
});
