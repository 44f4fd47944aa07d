import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';

type Options = NonNullable<Parameters<ReturnType<Scene['asAda']['from']>['listV2']>[0]>;

let scene: Scene;
const base = `${ada}/tree/`;
const FILES = ['b.txt', 'a.txt', 'Beta.txt', 'sub/one.txt', 'sub/deep/two.txt', 'zoo/x.txt'];

beforeAll(async () => {
  scene = await openScene();
  for (const [index, name] of FILES.entries()) {
    await scene.asAda.from('private').upload(base + name, name);
    await scene.database
      .asService()
      .query(
        `update storage.objects set created_at = '2026-01-01'::timestamptz + make_interval(days => $1), updated_at = '2026-02-01'::timestamptz - make_interval(days => $1) where name = $2`,
        [index, base + name],
      );
  }
});
afterAll(() => scene.close());

/** The names of all pages of a listing, in order. */
async function walk(options: Options): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, error } = await scene.asAda.from('private').listV2({ ...options, cursor });
    if (error) throw error;
    expect(data.objects.length + data.folders.length).toBeLessThanOrEqual(options.limit ?? 1000);
    expect(data.hasNext).toBe(data.nextCursor !== undefined);
    const names = [...data.objects, ...data.folders].map((entry) => entry.name.slice(base.length));
    // Folders and files come in two lists; within a page of one entry their order is the listing's.
    seen.push(...(options.limit === 1 ? names : names.sort()));
    cursor = data.nextCursor;
  } while (cursor);
  return seen;
}

// https://supabase.com/docs/reference/javascript/storage-from-listv2
describe('listing by cursor', () => {
  it.each<[string, Options, string[]]>([
    ['flat, by name', {}, ['Beta.txt', 'a.txt', 'b.txt', 'sub/deep/two.txt', 'sub/one.txt', 'zoo/x.txt']],
    [
      'flat, backwards',
      { sortBy: { column: 'name', order: 'desc' } },
      ['zoo/x.txt', 'sub/one.txt', 'sub/deep/two.txt', 'b.txt', 'a.txt', 'Beta.txt'],
    ],
    ['folded', { with_delimiter: true }, ['Beta.txt', 'a.txt', 'b.txt', 'sub/', 'zoo/']],
    [
      'folded, backwards',
      { with_delimiter: true, sortBy: { column: 'name', order: 'desc' } },
      ['zoo/', 'sub/', 'b.txt', 'a.txt', 'Beta.txt'],
    ],
    ['by the day it was made', { sortBy: { column: 'created_at' } }, FILES],
    ['by the day it was changed', { sortBy: { column: 'updated_at' } }, [...FILES].reverse()],
    [
      'folded, newest first',
      { with_delimiter: true, sortBy: { column: 'created_at', order: 'desc' } },
      ['zoo/', 'sub/', 'Beta.txt', 'a.txt', 'b.txt'],
    ],
    ['under a prefix that is no folder', { prefix: `${base}su` }, ['sub/deep/two.txt', 'sub/one.txt']],
  ])('is %s, page by page', async (_, options, expected) => {
    const query = { prefix: base, ...options };
    expect(await walk({ ...query, limit: 1 })).toEqual(expected);
    expect([...(await walk(query))].sort()).toEqual([...expected].sort());
  });

  it('tells of each file what it is, and of a folder its name', async () => {
    const { data } = await scene.asAda.from('private').listV2({ prefix: base, with_delimiter: true });
    expect(data?.folders[0]).toEqual({ name: `${base}sub/`, key: 'sub' });
    expect(data?.objects[0]).toMatchObject({ name: `${base}Beta.txt`, key: 'Beta.txt', metadata: { size: 8 } });
    expect(data).toMatchObject({ hasNext: false });
  });

  it('shows nobody what is another’s', async () => {
    expect((await scene.asBob.from('private').listV2({ prefix: base })).data).toEqual({
      hasNext: false,
      folders: [],
      objects: [],
    });
  });

  it.each([
    ['an unknown order', { sortBy: { column: 'size' } }],
    ['an unknown direction', { sortBy: { column: 'name', order: 'up' } }],
    ['a cursor of another kind', { cursor: 'x' }],
    [
      'a cursor without the time it needs',
      { sortBy: { column: 'created_at' }, cursor: Buffer.from('{"name":"a"}').toString('base64url') },
    ],
    [
      'a time that is none',
      {
        sortBy: { column: 'created_at' },
        cursor: Buffer.from('{"name":"a","time":"2026-99-99 00:00:00+00"}').toString('base64url'),
      },
    ],
    ['a limit of nothing', { limit: 0 }],
    ['earlier versions', { noncurrentVersions: 'include' }],
    ['a prefix with NUL', { prefix: '\0' }],
  ])('refuses %s', async (_, options) => {
    expect((await scene.asAda.from('private').listV2(options as Options)).error).toMatchObject({
      statusCode: '400',
      code: 'InvalidRequest',
    });
  });
});
