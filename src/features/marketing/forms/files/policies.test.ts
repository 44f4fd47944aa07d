import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let form = '';
let file = '';
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.forms where account_id = $1 and name = 'Visit the darkroom'`,
    [world.demo],
  );
  form = row?.id ?? '';
  await submit('aGVsbG8=');
  const [stored] = await world.sql.query<{ id: string }>(`select id from public.form_files where name = 'cv.txt'`);
  file = stored?.id ?? '';
});
afterAll(() => world.close());

const submit = (content: string) =>
  world.sql.query(
    `select private.submit_form($1, $2, '[{"id": "cv", "type": "file", "label": "CV", "value": ["cv.txt"]}]', '', '', '', null, '/', 'en',
       '192.0.2.1', jsonb_build_array(jsonb_build_object('id', private.uuid_v7(), 'name', 'cv.txt', 'content', $3::text)))`,
    [world.demo, form, content],
  );

matrix(
  () => world,
  [
    [
      'read a file that was sent',
      'select name, content from public.form_files where id = {file}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'write one',
      `insert into public.form_files (account_id, submission_id, name, bytes, content) values ({demo}, {file}, 'x', 1, 'x') returning id`,
      { others: '42501' },
    ],
    ['change one', `update public.form_files set name = 'x' where id = {file} returning id`, { others: '42501' }],
    ['remove one', 'delete from public.form_files where id = {file} returning id', { others: '42501' }],
  ],
  () => ({ file }),
);

test('an empty file, and one larger than 5 MB, are rejected', async () => {
  await expect(submit('')).rejects.toMatchObject({ code: '23514' });
  await expect(submit(Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64'))).rejects.toMatchObject({ code: '23514' });
});

test('a file goes with the answers it was sent with', async () => {
  await world.database
    .as(world.caller('owner'))
    .query(
      'delete from public.form_submissions where id = (select submission_id from public.form_files where id = $1)',
      [file],
    );
  expect(await world.sql.query('select id from public.form_files where id = $1', [file])).toEqual([]);
});
