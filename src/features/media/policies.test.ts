import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, everyone, matrix, membersOfDemo, userIdOf } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

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
  ids = { locked: `${world.demo}-private`, light: 'public/light.svg', face: `avatars/${student}/avatar.jpg` };
});
afterAll(() => world.close());

const put = (bucket: string, name: string) =>
  `insert into storage.objects (bucket_id, name, version) values (${bucket}, ${name}, gen_random_uuid()) returning 1`;
const mine = `'avatars/' || coalesce(auth.uid()::text, 'nobody') || '/avatar.jpg'`;
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
      ['adds a file to demo’s site', put('{demo}', `'public/new.png'`), { ...staff, others: '42501' }],
      ['adds a file to atelier’s site', put('{atelier}', `'public/new.png'`), { atelierOwner: 1, others: '42501' }],
      ['adds a file beside the site’s', put('{demo}', `'elsewhere/new.png'`), { others: '42501' }],
      ['adds a file to what is earned or bought', put('{locked}', `'lessons/two.mp4'`), { others: '42501' }],
      // The student has one already: let through by the policies, refused as a double.
      ['adds their own picture', put('{demo}', mine), { ...membersOfDemo(1), student: '23505', others: '42501' }],
      [
        'adds a picture of another name',
        put('{demo}', `'avatars/' || coalesce(auth.uid()::text, 'nobody') || '/other.jpg'`),
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
