import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { ada, bob, openScene, type Scene } from '#tests/db/storage-wire.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  await scene.asAda.from('private').upload(`${ada}/one.txt`, '1');
  await scene.asBob.from('private').upload(`${bob}/two.txt`, '2');
});
afterAll(() => scene.close());

const people: Record<string, Caller> = {
  visitor: { role: 'anon', claims: { role: 'anon' } },
  ada: { role: 'authenticated', claims: { role: 'authenticated', sub: ada } },
  service: { role: 'service_role', claims: { role: 'service_role' } },
};

class Undone extends Error {}

/** Rows a statement affects, or its error code; always rolled back. */
async function attempt(person: string, text: string): Promise<number | string> {
  let outcome: number | string = 'nothing';
  await scene.database
    .as(people[person] ?? people.visitor!)
    .transaction(async (tx) => {
      outcome = (await tx.query(text)).length;
      throw new Undone();
    })
    .catch((error: { code?: string }) => {
      if (!(error instanceof Undone)) outcome = error.code ?? String(error);
    });
  return outcome;
}

const objects = 'storage.objects';
const insert = (name: string) =>
  `insert into ${objects} (id, bucket_id, name, version) values (gen_random_uuid(), 'private', '${name}', '${randomUUID()}')`;

describe('rights by role', () => {
  it.each([
    ['visitor', `select 1 from ${objects}`, 0],
    ['ada', `select 1 from ${objects}`, 1],
    ['service', `select 1 from ${objects}`, 2],
    ['visitor', insert('x'), '42501'],
    ['ada', insert(`${bob}/x`), '42501'],
    ['ada', insert(`${ada}/x`), 0],
    ['service', insert('x'), 0],
    ['ada', `update ${objects} set name = name || '2' returning 1`, 1],
    ['ada', `update ${objects} set id = gen_random_uuid()`, '42501'],
    ['service', `update ${objects} set created_at = now()`, '42501'],
    ['ada', `delete from ${objects} returning 1`, 1],
    ['visitor', `delete from ${objects} returning 1`, 0],
    ['ada', 'select 1 from storage.buckets', 0],
    ['ada', `insert into storage.buckets (id, name) values ('mine', 'mine')`, '42501'],
    ['ada', `update storage.buckets set public = true returning 1`, 0],
    ['ada', `delete from storage.buckets returning 1`, 0],
    ['visitor', 'select 1 from storage.discarded', '42501'],
    ['ada', 'select 1 from storage.discarded', '42501'],
    ['service', `insert into storage.discarded (version) values ('x')`, '42501'],
    ['ada', 'select storage.discard_version()', '42501'],
    ...['storage.s3_multipart_uploads', 'storage.s3_multipart_uploads_parts'].flatMap(
      (table): [string, string, string | number][] => [
        ['visitor', `select 1 from ${table}`, '42501'],
        ['ada', `select 1 from ${table}`, '42501'],
        ['ada', `delete from ${table}`, '42501'],
        ['ada', `insert into ${table} (key) values ('x')`, '42501'],
        ['ada', `update ${table} set key = 'x'`, '42501'],
        ['service', `select 1 from ${table}`, 0],
        ['service', `delete from ${table}`, 0],
        ['service', `update ${table} set owner_id = 'x'`, '42501'],
      ],
    ),
  ])('%s: %s -> %s', async (person, text, outcome) => {
    expect(await attempt(person, text)).toBe(outcome);
  });

  it('no row can take over the bytes of another', async () => {
    const [row] = await scene.database
      .asService()
      .query<{ version: string }>(`select version from ${objects} where owner_id = $1`, [bob]);
    const text = `insert into ${objects} (id, bucket_id, name, version) values (gen_random_uuid(), 'private', '${ada}/theft', '${row?.version}')`;
    expect(await attempt('ada', text)).toBe('23505');
  });
});

it.each([
  ['a/b/c.tar.gz', ['a', 'b'], 'c.tar.gz', 'gz'],
  ['plain', [], 'plain', 'plain'],
])('the parts of %s', async (name, folders, file, extension) => {
  const [row] = await scene.database
    .as(people.visitor!)
    .query(
      'select storage.foldername($1) as folders, storage.filename($1) as file, storage.extension($1) as extension',
      [name],
    );
  expect(row).toEqual({ folders, file, extension });
});

// https://supabase.com/docs/guides/storage/schema/helper-functions
it.each([
  ['storage.object.list', 'storage.object.list', true],
  ['storage.object.list', 'object.list', true],
  ['storage.object.list', 'OBJECT.LIST', true],
  ['storage.object.list', 'object.list_v2', false],
  ['', 'object.list', false],
])('while %s is done, only %s is allowed: %s', async (operation, expected, isAllowed) => {
  const [row] = await scene.database
    .as({ ...people.visitor!, settings: { 'storage.operation': operation } })
    .query(
      'select storage.operation() as operation, storage.allow_only_operation($1) as one, storage.allow_any_operation(array[$1, $2]) as any',
      [expected, 'nothing'],
    );
  expect(row).toEqual({ operation: operation || null, one: isAllowed, any: isAllowed });
});

it('a policy may let files be fetched and not listed', async () => {
  const sql = scene.database.asService();
  await sql.query(`create policy "fetched alone" on storage.objects for select to authenticated
    using (bucket_id = 'second' and storage.allow_only_operation('object.get_authenticated'))`);
  await scene.service.from('second').upload('shared.txt', 'shared');
  expect(await (await scene.asBob.from('second').download('shared.txt')).data?.text()).toBe('shared');
  expect((await scene.asBob.from('second').list()).data).toEqual([]);
  expect((await scene.asBob.from('second').info('shared.txt')).error).toMatchObject({ code: 'NoSuchKey' });
  expect((await scene.asBob.from('second').createSignedUrl('shared.txt', 60)).error).toMatchObject({
    code: 'NoSuchKey',
  });
  await sql.query('drop policy "fetched alone" on storage.objects');
});

it('the size of a bucket is that of its files', async () => {
  const [row] = await scene.database
    .as(people.service!)
    .query(`select size from storage.get_size_by_bucket() where bucket_id = 'second'`);
  expect(row).toEqual({ size: '6' });
});

it('bytes whose row goes by plain SQL go too', async () => {
  const before = await scene.filesOnDisk();
  await scene.database.asService().query(`delete from ${objects} where owner_id = $1`, [bob]);
  await scene.asAda.from('private').remove([`${ada}/one.txt`]);
  await expect.poll(scene.filesOnDisk).toBe(before - 2);
});
