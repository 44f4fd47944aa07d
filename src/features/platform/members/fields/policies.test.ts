import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const fields = await world.sql.query<{ id: string; label: string }>('select id, label from public.member_fields');
  for (const { id, label } of fields) ids[label] = id;
  for (const name of ['owner', 'student', 'member', 'instructor']) {
    const [row] = await world.sql.query<{ id: string }>(
      'select id from public.members where account_id = $1 and email = $2',
      [world.demo, `${name}@demo.test`],
    );
    ids[name] = row?.id ?? '';
  }
});
afterAll(() => world.close());

const answersTo = (label: string) =>
  `select from public.member_answers a join public.member_fields f on f.id = a.field_id where f.label = '${label}'`;
matrix(
  () => world,
  [
    [
      'sees what is asked at sign-up or shown to everyone',
      'select from public.member_fields where account_id = {demo}',
      { ...membersOfDemo(3), others: 2 },
    ],
    ['reads what is for staff', answersTo('What brings you here'), { owner: 1, instructor: 1, student: 1, others: 0 }],
    ['reads what is for members', answersTo('Where you live'), { ...membersOfDemo(2), others: 0 }],
    ['reads what a public member shows everyone', answersTo('Your own site'), { others: 1 }],
    [
      'asks something new',
      `insert into public.member_fields (account_id, label, type) values ({demo}, 'New', 'text') returning 1`,
      { owner: 1, others: '42501' },
    ],
    [
      'asks otherwise',
      `update public.member_fields set hint = 'x' where account_id = {demo} returning 1`,
      { owner: 3, visitor: '42501', others: 0 },
    ],
    ['turns a field into another', `update public.member_fields set type = 'number'`, { others: '42501' }],
    [
      'asks no longer',
      'delete from public.member_fields where account_id = {demo} returning 1',
      { owner: 3, visitor: '42501', others: 0 },
    ],
    [
      'writes an answer past the function',
      `insert into public.member_answers (account_id, member_id, field_id, value) select account_id, {student}, id, 'x' from public.member_fields`,
      { others: '42501' },
    ],
    [
      'answers for the student',
      `select public.save_member_answers({demo}, {student}, '{}')`,
      { owner: 1, student: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'answers for the owner',
      `select public.save_member_answers({demo}, {owner}, '{}')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
  ],
  () => ids,
);

const save = (person: Person, member: string, answers: object) =>
  world.attempt(person, 'select public.save_member_answers($1, $2, $3)', [
    world.demo,
    ids[member],
    JSON.stringify(answers),
  ]);

describe('an answer', () => {
  test.each([
    ['text', 'x'.repeat(200), 'x'.repeat(201)],
    ['long_text', 'x'.repeat(2_000), 'x'.repeat(2_001)],
    ['number', '-12.5', '12,5'],
    ['date', '2024-02-29', '2026-02-29'],
    ['choice', 'Blue', 'blue'],
    ['yes_no', 'false', 'no'],
    ['link', 'https://example.com/a?b', 'javascript:alert(1)'],
    ['country', 'PT', 'Portugal'],
  ])('of type %s is checked', async (type, good, bad) => {
    const [field] = await world.sql.query<{ id: string }>(
      `insert into public.member_fields (account_id, label, type, options) values ($1, $2, $3, $4) returning id`,
      [world.demo, `A ${type}`, type, type === 'choice' ? ['Red', 'Blue'] : []],
    );
    expect(countOf(await save('member', 'member', { [field?.id ?? '']: good }))).toBe(1);
    expect(countOf(await save('member', 'member', { [field?.id ?? '']: bad }))).toBe('invalid');
    await world.sql.query('delete from public.member_fields where id = $1', [field?.id]);
  });

  test('is kept, changed and taken back; one that is needed is not', async () => {
    const field = ids['Where you live'] ?? '';
    const write = (value: string) =>
      world.database
        .as(world.caller('member'))
        .query('select public.save_member_answers($1, $2, $3)', [
          world.demo,
          ids.member,
          JSON.stringify({ [field]: value }),
        ]);
    const stored = async () =>
      (
        await world.sql.query<{ value: string }>(
          'select value from public.member_answers where member_id = $1 and field_id = $2',
          [ids.member, field],
        )
      ).map(({ value }) => value);
    await write(' Izmir ');
    expect(await stored()).toEqual(['Izmir']);
    await write('Ankara');
    expect(await stored()).toEqual(['Ankara']);
    await world.sql.query('update public.member_fields set is_required = true where id = $1', [field]);
    await expect(write('')).rejects.toMatchObject({ detail: 'invalid' });
    // Those who manage members may leave required fields empty.
    expect(countOf(await save('owner', 'member', { [field]: '' }))).toBe(1);
    await world.sql.query('update public.member_fields set is_required = false where id = $1', [field]);
    await write('');
    expect(await stored()).toEqual([]);
  });

  test('to a field of another account is ignored', async () => {
    expect(countOf(await save('member', 'member', { '00000000-0000-7000-8000-000000000000': 'x' }))).toBe(1);
    expect(countOf(await save('member', 'member', [1]))).toBe('invalid');
  });
});

test('an account has at most thirty fields', async () => {
  const add = (count: number) =>
    world.attempt(
      'owner',
      `insert into public.member_fields (account_id, label, type) select $1, 'Field ' || i, 'text' from generate_series(1, $2::int) i returning 1`,
      [world.demo, count],
    );
  expect(countOf(await add(27))).toBe(27);
  expect(countOf(await add(28))).toBe('conflict');
});

test('fifty at once are no more than thirty', async () => {
  const add = (_: unknown, at: number) =>
    world.database
      .as(world.caller('owner'))
      .query(`insert into public.member_fields (account_id, label, type) values ($1, $2, 'text')`, [
        world.demo,
        `At once ${at}`,
      ]);
  await Promise.allSettled(Array.from({ length: 50 }, add));
  expect(await world.sql.query('select from public.member_fields where account_id = $1', [world.demo])).toHaveLength(
    30,
  );
  await world.sql.query(`delete from public.member_fields where label like 'At once %'`);
});

test('a choice has something to choose, anything else has not', async () => {
  const add = (type: string, options: string) =>
    world.attempt(
      'owner',
      `insert into public.member_fields (account_id, label, type, options) values ($1, 'X', '${type}', '${options}') returning 1`,
      [world.demo],
    );
  expect(countOf(await add('choice', '{}'))).toBe('23514');
  expect(countOf(await add('text', '{a}'))).toBe('23514');
});
