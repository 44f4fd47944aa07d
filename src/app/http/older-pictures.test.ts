import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { root } from '#base/server/root.ts';
import { schedules } from '#features/server-parts.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

type Kept = { id: string; version: string; metadata: { eTag: string; size: number; contentLength: number } };

let world: World;
let app: AppWorld;
let accepted: Buffer;
let plain: Buffer;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#a52' } });
  plain = await picture().jpeg().toBuffer();
  accepted = await picture()
    .withMetadata({
      exif: { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30461/1000' } },
    })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const asService = (path: string, init: RequestInit = {}) =>
  app.app.fetch(
    new Request(`http://demo.localhost/storage/v1/object/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${app.runtime.keys.service_role_key}`, ...(init.headers as object) },
    }),
  );

/** A picture as it lay there before: put into a bucket that cleans nothing, and moved by its row alone. */
async function putUncleaned(name: string, bytes: Buffer): Promise<string> {
  const headers = { 'content-type': 'image/jpeg' };
  const put = await asService(`uncleaned/${name}`, { method: 'POST', headers, body: new Uint8Array(bytes) });
  const { Id } = (await put.json()) as { Id: string };
  await world.sql.query(`update storage.objects set bucket_id = $2, name = 'public/media/' || name where id = $1`, [
    Id,
    world.demo,
  ]);
  await world.sql.query('insert into private.older_pictures (object_id) values ($1)', [Id]);
  return Id;
}
const keptAs = async (id: string): Promise<Kept | undefined> =>
  (await world.sql.query<Kept>('select id, version, metadata from storage.objects where id = $1', [id]))[0];
const listed = async () => (await world.sql.query('select from private.older_pictures')).length;
const bytesOf = async (name: string) =>
  Buffer.from(await (await asService(`${world.demo}/public/media/${name}`)).arrayBuffer());

function clean(cleanStored: JobContext['cleanStored'] = app.runtime.backend?.cleanStored): Promise<unknown> {
  const job = schedules.find(({ name }) => name === 'clean-older-pictures');
  return job?.run({ sql: world.sql, log: silentLog, cleanStored } as JobContext) ?? Promise.reject(new Error('no job'));
}

describe('pictures that were stored with the place where they were taken', () => {
  beforeAll(async () => {
    await world.sql.query('delete from private.older_pictures');
    const token = app.runtime.keys.service_role_key;
    await app.call('/storage/v1/bucket', { method: 'POST', token, body: { id: 'uncleaned', name: 'uncleaned' } });
  });

  test('are listed by the migration: those of accounts, and no drawing', async () => {
    const file = join(root, 'src/features/content/media/migrations/202611232250_list_older_pictures.sql');
    const insert = /insert into private\.older_pictures[^;]*;/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
    const put = (bucket: string, name: string, type: string) =>
      world.sql.query(
        `insert into storage.objects (bucket_id, name, version, metadata)
         values ($1, $2, gen_random_uuid(), jsonb_build_object('mimetype', $3::text))`,
        [bucket, name, type],
      );
    await world.sql.query("delete from storage.objects where metadata ->> 'mimetype' like 'image/%'");
    await put(world.demo, 'public/list/a.jpg', 'image/jpeg');
    await put(`${world.demo}-private`, 'list/b.heic', 'image/heic');
    await put(world.demo, 'public/list/c.svg', 'image/svg+xml');
    await put(world.demo, 'public/list/d.pdf', 'application/pdf');
    await put('uncleaned', 'elsewhere.jpg', 'image/jpeg');
    await world.sql.query(insert);
    const rows = await world.sql.query<{ name: string }>(
      'select o.name from private.older_pictures p join storage.objects o on o.id = p.object_id order by 1',
    );
    expect(rows.map(({ name }) => name)).toEqual(['list/b.heic', 'public/list/a.jpg']);
    await world.sql.query('delete from private.older_pictures');
  });

  test('lose it by a job, each once, with a tag and a size of their own', async () => {
    const [with_place, without] = [await putUncleaned('a.jpg', accepted), await putUncleaned('b.jpg', plain)];
    const [before, untouched] = [await keptAs(with_place), await keptAs(without)];
    expect(await clean()).toBe('Looked at 2 pictures, and changed 1.');
    const after = await keptAs(with_place);
    const bytes = await bytesOf('a.jpg');
    expect(bytes.includes('Camera') && !bytes.equals(accepted)).toBe(true);
    expect((await sharp(bytes).metadata()).exif?.includes(Buffer.from('30461'))).toBe(false);
    expect(after?.version).not.toBe(before?.version);
    expect(after?.metadata).toMatchObject({
      eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      size: bytes.length,
      contentLength: bytes.length,
    });
    const [file] = await world.sql.query<{ version: string }>(
      'select version from public.media_files where object_id = $1',
      [with_place],
    );
    expect(file?.version).toBe(after?.version);
    // What said nothing is not written anew.
    expect(await keptAs(without)).toEqual(untouched);
    expect(await listed()).toBe(0);
    expect(await clean()).toBeUndefined();
    expect(await keptAs(with_place)).toEqual(after);
  });

  test('a run that breaks off goes on where it was, and one that fails holds up no other', async () => {
    const ids = [await putUncleaned('c.jpg', accepted), await putUncleaned('d.jpg', accepted)];
    const real = app.runtime.backend?.cleanStored;
    const failing = async (id: string) => {
      if (id === ids[0]) throw new Error('The disk could not be read.');
      return (await real?.(id)) ?? false;
    };
    await expect(clean(failing)).rejects.toThrow('1 of 2 pictures could not be looked at.');
    expect(await listed()).toBe(1);
    expect(await clean()).toBe('Looked at 1 pictures, and changed 1.');
    expect(await listed()).toBe(0);
  });

  test('what is gone meanwhile is nothing to do, and on a hosted backend nothing is done', async () => {
    const id = await putUncleaned('e.jpg', accepted);
    await world.sql.query('delete from storage.objects where id = $1', [id]);
    expect(await clean()).toBe('Looked at 1 pictures, and changed 0.');
    const job = schedules.find(({ name }) => name === 'clean-older-pictures');
    await world.sql.query('insert into private.older_pictures (object_id) values ($1)', [id]);
    expect(await job?.run({ sql: world.sql, log: silentLog } as JobContext)).toBeUndefined();
    expect(await listed()).toBe(1);
  });
});
