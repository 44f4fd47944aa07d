import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, everyone, matrix, membersOfDemo, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let student: string;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  student = await userIdOf(world, 'student@demo.test');
  await world.sql.query('delete from storage.objects where bucket_id in ($1, $2)', [
    world.demo,
    `${world.demo}-private`,
  ]);
  const put = (bucket: string, name: string) =>
    world.sql.query('insert into storage.objects (bucket_id, name, version) values ($1, $2, gen_random_uuid())', [
      bucket,
      name,
    ]);
  await put(world.demo, 'public/light.svg');
  await put(world.demo, `avatars/${student}/avatar.jpg`);
  await put(`${world.demo}-private`, 'lessons/one.mp4');
  const [folder] = await world.sql.query<{ id: string }>(
    `insert into public.media_folders (account_id, name) values ($1, 'Pictures for tests') returning id`,
    [world.demo],
  );
  ids = {
    locked: `${world.demo}-private`,
    light: 'public/light.svg',
    face: `avatars/${student}/avatar.jpg`,
    folder: folder?.id ?? '',
  };
});
afterAll(() => world.close());

const insertObject = (bucket: string, name: string) =>
  `insert into storage.objects (bucket_id, name, version) values (${bucket}, ${name}, gen_random_uuid()) returning 1`;
const ownPicture = `'avatars/' || coalesce(auth.uid()::text, 'nobody') || '/avatar.jpg'`;
const staff = { owner: 1, instructor: 1 };

describe('objects', () => {
  matrix(
    () => world,
    [
      [
        'lists the files of demo’s site',
        'select * from storage.objects where bucket_id = {demo}',
        { ...membersOfDemo(2), others: 0 },
      ],
      ['lists what is earned or bought', 'select * from storage.objects where bucket_id = {locked}', { others: 0 }],
      ['adds a file to demo’s site', insertObject('{demo}', `'public/new.png'`), { ...staff, others: '42501' }],
      [
        'adds a file to atelier’s site',
        insertObject('{atelier}', `'public/new.png'`),
        { atelierOwner: 1, others: '42501' },
      ],
      ['adds a file beside the site’s', insertObject('{demo}', `'elsewhere/new.png'`), { others: '42501' }],
      ['adds a file to what is earned or bought', insertObject('{locked}', `'lessons/two.mp4'`), { others: '42501' }],
      // The student's picture exists already: the policies allow the insert, the unique key rejects it.
      [
        'adds their own picture',
        insertObject('{demo}', ownPicture),
        { ...membersOfDemo(1), student: '23505', others: '42501' },
      ],
      [
        'adds a picture of another name',
        insertObject('{demo}', `'avatars/' || coalesce(auth.uid()::text, 'nobody') || '/other.jpg'`),
        { others: '42501' },
      ],
      [
        'replaces the student’s picture',
        'update storage.objects set version = gen_random_uuid() where bucket_id = {demo} and name = {face} returning 1',
        { student: 1, others: 0 },
      ],
      [
        'replaces a file of the site',
        'update storage.objects set version = gen_random_uuid() where bucket_id = {demo} and name = {light} returning 1',
        { ...staff, others: 0 },
      ],
      [
        'moves a file of the site out of it',
        `update storage.objects set name = 'elsewhere/light.svg' where bucket_id = {demo} and name = {light} returning 1`,
        { owner: '42501', instructor: '42501', others: 0 },
      ],
      [
        'moves a file of demo to atelier',
        'update storage.objects set bucket_id = {atelier} where bucket_id = {demo} and name = {light} returning 1',
        { owner: '42501', instructor: '42501', others: 0 },
      ],
      [
        'moves their picture over another’s',
        `update storage.objects set name = 'avatars/' || gen_random_uuid() || '/avatar.jpg' where bucket_id = {demo} and name = {face} returning 1`,
        { student: '42501', others: 0 },
      ],
      [
        'removes a file of the site',
        'delete from storage.objects where bucket_id = {demo} and name = {light} returning 1',
        { ...staff, others: 0 },
      ],
      [
        'removes the student’s picture',
        'delete from storage.objects where bucket_id = {demo} and name = {face} returning 1',
        { student: 1, others: 0 },
      ],
      [
        'removes what is earned or bought',
        'delete from storage.objects where bucket_id = {locked} returning 1',
        { others: 0 },
      ],
    ],
    () => ids,
  );
});

describe('buckets', () => {
  matrix(
    () => world,
    [
      ['lists buckets', 'select * from storage.buckets', { others: 0 }],
      ['makes a bucket', `insert into storage.buckets (id, name) values ('mine', 'mine')`, { others: '42501' }],
      [
        'opens the locked bucket',
        'update storage.buckets set public = true where id = {locked} returning 1',
        { others: 0 },
      ],
      [
        'lifts a limit',
        'update storage.buckets set file_size_limit = null where id = {demo} returning 1',
        { others: 0 },
      ],
      ['removes a bucket', 'delete from storage.buckets where id = {demo} returning 1', { others: 0 }],
    ],
    () => ids,
  );
});

test.each(everyone)('%s can’t ask for the buckets of an account they don’t stand in', async (person) => {
  const outcome = await world.attempt(person, `select private.bucket_accounts('member') as bucket`);
  const expected = {
    ...Object.fromEntries(Object.keys(membersOfDemo(1)).map((name) => [name, [world.demo]])),
    atelierOwner: [world.atelier],
    atelierStudent: [world.atelier],
    both: [world.atelier],
  } as Record<string, string[]>;
  expect('rows' in outcome && outcome.rows.map((row) => row.bucket)).toEqual(expected[person] ?? []);
});

test('no row can take over the bytes of another', async () => {
  const [row] = await world.sql.query<{ version: string }>('select version from storage.objects where bucket_id = $1', [
    `${world.demo}-private`,
  ]);
  const text = `insert into storage.objects (bucket_id, name, version) values ($1, 'public/theft.mp4', $2)`;
  expect(countOf(await world.attempt('instructor', text, [world.demo, row?.version]))).toBe('23505');
});

describe('the library', () => {
  const folder = `insert into public.media_folders (account_id, name) values ({demo}, 'New folder') returning 1`;
  const described = `update public.media_files set alt = '{"en": "Light"}', name = 'Light' where account_id = {demo} and path = {light} returning 1`;
  matrix(
    () => world,
    [
      [
        'lists files',
        'select * from public.media_files where account_id = {demo}',
        { ...staff, others: 0, visitor: '42501' },
      ],
      [
        'lists folders',
        'select * from public.media_folders where id = {folder}',
        { ...staff, others: 0, visitor: '42501' },
      ],
      ['makes a folder in demo', folder, { ...staff, others: '42501' }],
      [
        'renames a folder',
        `update public.media_folders set name = 'Other' where id = {folder} returning 1`,
        { ...staff, others: 0, visitor: '42501' },
      ],
      [
        'gives a folder to another account',
        'update public.media_folders set account_id = {atelier} where id = {folder} returning 1',
        { others: '42501' },
      ],
      [
        'removes a folder',
        'delete from public.media_folders where id = {folder} returning 1',
        { ...staff, others: 0, visitor: '42501' },
      ],
      ['names and describes a file', described, { ...staff, others: 0, visitor: '42501' }],
      [
        'says of a file it is another',
        `update public.media_files set path = 'public/other.svg' where path = {light} returning 1`,
        { others: '42501' },
      ],
      [
        'makes up a file',
        `insert into public.media_files (account_id, object_id, path, name, mime_type, version) values ({demo}, gen_random_uuid(), 'public/none.png', 'None', 'image/png', 'x') returning 1`,
        { others: '42501' },
      ],
      [
        'forgets a file that is there',
        'delete from public.media_files where path = {light} returning 1',
        { others: '42501' },
      ],
      [
        'asks where files are used',
        `select * from public.media_uses({demo}, array['public/light.svg'])`,
        { owner: 0, instructor: 0, others: 'forbidden', visitor: '42501' },
      ],
    ],
    () => ids,
  );
});

describe('a file and its place in the library are one', () => {
  const row = async (path: string) =>
    (
      await world.sql.query<Record<string, unknown>>(
        'select name, kind, bytes::int, width, height, folder_id, uploaded_by, alt from public.media_files where account_id = $1 and path = $2',
        [world.demo, path],
      )
    )[0];
  const object = (path: string, userMetadata: object, metadata = { mimetype: 'image/png', size: 1200 }) =>
    world.sql.query(
      `insert into storage.objects (bucket_id, name, version, owner_id, metadata, user_metadata) values ($1, $2, gen_random_uuid(), $3, $4, $5)
       on conflict (bucket_id, name collate "C") do update set version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`,
      [world.demo, path, student, JSON.stringify(metadata), JSON.stringify(userMetadata)],
    );

  test('it arrives with what its sender said of it', async () => {
    await object('public/media/moon.png', { name: ' The/Moon.png ', folder_id: ids.folder, width: 640, height: 480 });
    expect(await row('public/media/moon.png')).toEqual({
      name: 'The Moon.png',
      kind: 'image',
      bytes: 1200,
      width: 640,
      height: 480,
      folder_id: ids.folder,
      uploaded_by: student,
      alt: {},
    });
  });

  test('what can’t be is left out: a folder of nobody, a width of letters', async () => {
    await object(
      'public/media/sun.mp4',
      { folder_id: 'elsewhere', width: 'wide', height: 99_999 },
      { mimetype: 'video/mp4', size: 9 },
    );
    expect(await row('public/media/sun.mp4')).toMatchObject({
      name: 'sun.mp4',
      kind: 'video',
      folder_id: null,
      width: null,
      height: null,
    });
  });

  test('replaced, it keeps its name, folder and words, and forgets its size in pixels', async () => {
    await world.sql.query(
      `update public.media_files set alt = '{"en": "A full moon"}' where path = 'public/media/moon.png'`,
    );
    await object('public/media/moon.png', {}, { mimetype: 'image/png', size: 700 });
    expect(await row('public/media/moon.png')).toMatchObject({
      name: 'The Moon.png',
      folder_id: ids.folder,
      alt: { en: 'A full moon' },
      bytes: 700,
      width: null,
    });
  });

  test('a removed folder leaves its files in the one place that is always there', async () => {
    const outcome = await world.attempt(
      'owner',
      `with gone as (delete from public.media_folders where id = $1 returning 1) select (select count(*)::int from gone) as gone`,
      [ids.folder],
    );
    expect(outcome).toEqual({ rows: [{ gone: 1 }] });
    await world.sql
      .transaction(async (sql) => {
        await sql.query('delete from public.media_folders where id = $1', [ids.folder]);
        const [file] = await sql.query(`select folder_id from public.media_files where path = 'public/media/moon.png'`);
        expect(file).toEqual({ folder_id: null });
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
  });

  test('moved out of the site’s files or removed, it is gone from the library', async () => {
    await object('public/media/brief.png', {});
    await world.sql.query(
      `update storage.objects set name = 'elsewhere/brief.png' where name = 'public/media/brief.png'`,
    );
    expect(await row('public/media/brief.png')).toBeUndefined();
    await world.sql.query(`delete from storage.objects where name = 'public/media/sun.mp4'`);
    expect(await row('public/media/sun.mp4')).toBeUndefined();
  });

  test('a row that only SQL wrote is no file of the library until it has bytes', async () => {
    await world.sql.query(`insert into storage.objects (bucket_id, name) values ($1, 'public/media/empty.png')`, [
      world.demo,
    ]);
    expect(await row('public/media/empty.png')).toBeUndefined();
    await object('public/media/empty.png', {});
    expect(await row('public/media/empty.png')).toMatchObject({ name: 'empty.png', bytes: 1200 });
    await world.sql.query(`delete from storage.objects where name = 'public/media/empty.png'`);
    expect(await row('public/media/empty.png')).toBeUndefined();
  });

  test('what members earn or buy never stands in the library', async () => {
    const [count] = await world.sql.query<{ n: number }>(
      `select count(*)::int as n from public.media_files where path not like 'public/%'`,
    );
    expect(count).toEqual({ n: 0 });
  });
});

describe('folders are a tree', () => {
  const make = async (name: string, parent: string | null) =>
    (
      await world.sql.query<{ id: string }>(
        'insert into public.media_folders (account_id, name, parent_id) values ($1, $2, $3) returning id',
        [world.demo, name, parent],
      )
    )[0]?.id ?? '';
  const outcomeOf = (text: string, values: unknown[]) =>
    world.sql.query(text, values).then(
      () => 'done',
      (error: { detail?: string; code?: string; constraint?: string }) =>
        error.constraint ?? error.detail ?? error.code,
    );

  test('no folder holds itself, through others neither', async () => {
    const outer = await make('Outer', null);
    const inner = await make('Inner', outer);
    const move = 'update public.media_folders set parent_id = $2 where id = $1';
    expect(await outcomeOf(move, [outer, inner])).toBe('folder_in_itself');
    expect(await outcomeOf(move, [outer, outer])).toBe('folder_in_itself');
    expect(await outcomeOf(move, [inner, null])).toBe('done');
  });

  test('they lie eight deep at most, counted with what a moved folder holds', async () => {
    let deepest: string | null = null;
    for (let level = 1; level <= 8; level++) deepest = await make(`Level ${level}`, deepest);
    const insert = 'insert into public.media_folders (account_id, name, parent_id) values ($1, $2, $3)';
    expect(await outcomeOf(insert, [world.demo, 'Level 9', deepest])).toBe('folders_too_deep');
    const holder = await make('Holder', null);
    await make('Held', holder);
    const seventh = await world.sql.query<{ id: string }>(`select id from public.media_folders where name = 'Level 7'`);
    expect(
      await outcomeOf('update public.media_folders set parent_id = $2 where id = $1', [holder, seventh[0]?.id]),
    ).toBe('folders_too_deep');
  });

  test('two of one name don’t stand in one folder, in whatever case they are written', async () => {
    await make('Photographs', null);
    const insert = 'insert into public.media_folders (account_id, name, parent_id) values ($1, $2, $3)';
    expect(await outcomeOf(insert, [world.demo, 'photographs', null])).toBe('media_folders_name_idx');
  });

  test('five hundred are the most, by fifty at once as well', async () => {
    const add = (amount: number) =>
      outcomeOf(
        `insert into public.media_folders (account_id, name) select $1, 'Many ' || $2 || ' ' || i from generate_series(1, $2::int) i`,
        [world.demo, amount],
      );
    const count = async () =>
      (await world.sql.query('select from public.media_folders where account_id = $1', [world.demo])).length;
    expect(await add(499 - (await count()))).toBe('done');
    const insert = 'insert into public.media_folders (account_id, name) values ($1, $2)';
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, at) => outcomeOf(insert, [world.demo, `Once ${at}`])),
    );
    expect(outcomes.filter((result) => result === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'too_many_folders']));
    expect(await count()).toBe(500);
  });
});

test.each(everyone)('the list of older pictures is nobody’s to read or change: %s', async (person) => {
  for (const text of ['select * from private.older_pictures', 'delete from private.older_pictures'])
    expect(await world.attempt(person, text)).toMatchObject({ refused: '42501' });
});
