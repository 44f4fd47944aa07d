import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
let course: string;
const categories = { optics: '', lenses: '', elsewhere: '' };
const banked = (n: number) => `00000000-0000-7000-8000-00000f0a00${String(n).padStart(2, '0')}`;
const bankQuestion = (n: number, change: object = {}) => ({
  id: banked(n),
  kind: 'truefalse',
  prompt: `Bank ${n}?`,
  points: 1,
  answer: true,
  explanation: 'A secret reason.',
  ...change,
});
const one = async <Value>(text: string, values: unknown[] = []) =>
  (await world.sql.query<{ value: Value }>(text, values))[0]?.value as Value;
const saveBank = (question: object, version: number | null = null, person: Person = 'instructor') =>
  room.as<number>(person, 'save_bank_question($1, $2, $3)', [course, JSON.stringify(question), version]);
const change = (ids: string[], what: object, person: Person = 'instructor') =>
  room.as<number>(person, 'change_bank_questions($1, $2)', [ids, JSON.stringify(what)]);
const draw = async (draws: object[], questions: object[] = room.questions) =>
  room.as<number>('instructor', 'save_quiz($1, $2, $3, $4)', [
    room.quiz,
    JSON.stringify({ draws }),
    JSON.stringify(questions),
    await one('select version as value from public.quizzes where id = $1', [room.quiz]),
  ]);
const draws = (amount: number, points = 2) => [{ category_id: categories.optics, amount, points }];

beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
  course = await one('select course_id as value from public.quizzes where id = $1', [room.quiz]);
  const category = (name: string, parent: string | null, of = course) =>
    one<string>(
      'insert into public.question_categories (account_id, course_id, parent_id, name) values ($1, $2, $3, $4) returning id as value',
      [world.demo, of, parent, name],
    );
  categories.optics = await category('Optics', null);
  categories.lenses = await category('Lenses', categories.optics);
  const other = await one<string>('select id as value from public.courses where account_id = $1 and id <> $2 limit 1', [
    world.demo,
    course,
  ]);
  categories.elsewhere = await category('Elsewhere', null, other);
  for (let n = 1; n <= 8; n++) await saveBank(bankQuestion(n));
  await change([1, 2, 3].map(banked), { category_id: categories.optics });
  await change([4, 5, 6].map(banked), { category_id: categories.lenses });
  await change([3, 4, 7].map(banked), { add_tag: 'hard' });
  await draw(draws(2));
});
beforeEach(() => room.clear());
afterAll(() => world.close());

describe('who reads and writes the bank', () => {
  const authors = { owner: 1, instructor: 1, visitor: '42501', others: 0 };
  const called = { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' };
  matrix(
    () => world,
    [
      ['reads a category', 'select name from public.question_categories where id = {optics}', authors],
      ['reads a question of the bank', 'select prompt from public.questions where id = {question}', authors],
      ['reads its key', 'select answer from public.question_keys where id = {question}', authors],
      ['reads its versions', 'select content from public.question_versions where question_id = {question}', authors],
      ['reads what a quiz draws', 'select amount from public.quiz_draws where quiz_id = {quiz}', authors],
      ['asks where it is used', 'select title from public.question_uses({question})', authors],
      [
        'renames a category',
        `update public.question_categories set name = 'x' where id = {optics} returning id`,
        authors,
      ],
      ['removes a category', 'delete from public.question_categories where id = {spare} returning id', authors],
      [
        'adds a category',
        `insert into public.question_categories (account_id, course_id, name) values ({demo}, {course}, 'New') returning id`,
        { owner: 1, instructor: 1, others: '42501' },
      ],
      [
        'moves questions',
        `select public.change_bank_questions(array[{question}]::uuid[], '{"category_id": null}')`,
        called,
      ],
      [
        'adds a question',
        `select public.save_bank_question({course}, '{"id": "00000000-0000-7000-8000-00000f0a0099", "kind": "truefalse", "prompt": "New?", "points": 1, "answer": true}')`,
        called,
      ],
      [
        'writes past the functions',
        `update public.questions set tags = array['x'] where id = {question}`,
        { others: '42501' },
      ],
      [
        'rewrites a version',
        `update public.question_versions set version = 9 where question_id = {question}`,
        { others: '42501' },
      ],
      ['rewrites a draw', 'update public.quiz_draws set amount = 1 where quiz_id = {quiz}', { others: '42501' }],
    ],
    () => ({ question: banked(1), quiz: room.quiz, course, optics: categories.optics, spare: categories.lenses }),
  );

  test('the tags one sees are those of one’s courses', async () => {
    const tags = async (person: Person) =>
      world.attempt(person, 'select tag, questions::int from public.bank_tags() where course_id = $1', [course]);
    expect(await tags('instructor')).toEqual({ rows: [{ tag: 'hard', questions: 3 }] });
    expect(await tags('student')).toEqual({ rows: [] });
    expect(await tags('atelierOwner')).toEqual({ rows: [] });
  });
});

describe('the tree of categories', () => {
  test.each([
    ['inside itself', () => [categories.optics, categories.optics]],
    ['inside one below it', () => [categories.optics, categories.lenses]],
  ])('holds no category %s', async (_, ids) => {
    expect(
      await world.attempt('instructor', 'update public.question_categories set parent_id = $2 where id = $1', ids()),
    ).toMatchObject({ refused: 'invalid', message: 'A category can’t be inside itself.' });
  });

  test('is of one course: neither its parts nor its questions are of another', async () => {
    expect(
      await world.attempt('instructor', 'update public.question_categories set parent_id = $2 where id = $1', [
        categories.lenses,
        categories.elsewhere,
      ]),
    ).toMatchObject({ refused: '23503' });
    await expect(change([banked(1)], { category_id: categories.elsewhere })).rejects.toThrow('of its own course');
  });

  test('keeps a category that a quiz draws from, and has a name once beside its siblings', async () => {
    expect(
      await world.attempt('instructor', 'delete from public.question_categories where id = $1', [categories.optics]),
    ).toMatchObject({ refused: 'category_used' });
    expect(
      await world.attempt(
        'instructor',
        `insert into public.question_categories (account_id, course_id, name) values ($1, $2, ' optics ')`,
        [world.demo, course],
      ),
    ).toMatchObject({ refused: '23505' });
  });

  test('loses a category, and its questions stay in the bank', async () => {
    const outcome = await world.attempt(
      'instructor',
      `with gone as (delete from public.question_categories where id = $1 returning id) select id from gone`,
      [categories.lenses],
    );
    expect(outcome).toMatchObject({ rows: [{ id: categories.lenses }] });
    expect(await one('select count(*)::int as value from public.questions where id = $1', [banked(4)])).toBe(1);
  });
});

describe('versions', () => {
  const versions = (question: string) =>
    one<string[]>(
      `select array_agg(content ->> 'prompt' order by version) as value from public.question_versions where question_id = $1`,
      [question],
    );
  test('an edit makes one, saving again without a change makes none', async () => {
    expect(await saveBank(bankQuestion(8), 1)).toBe(1);
    expect(await saveBank(bankQuestion(8, { prompt: 'Better?' }), 1)).toBe(2);
    expect(await versions(banked(8))).toEqual(['Bank 8?', 'Better?']);
  });

  test('of a key or of points are versions too, with who made them', async () => {
    expect(await saveBank(bankQuestion(7, { answer: false }), 1)).toBe(2);
    expect(await saveBank(bankQuestion(7, { answer: false, points: 3 }), 2)).toBe(3);
    expect(
      await one(
        `select count(distinct m.email)::int as value from public.question_versions v join public.members m on m.id = v.member_id
          where v.question_id = $1 and m.email = 'instructor@demo.test'`,
        [banked(7)],
      ),
    ).toBe(1);
  });

  test('an edit that began on an older version is refused', async () => {
    await expect(saveBank(bankQuestion(8), 1)).rejects.toThrow('Somebody else changed this question');
  });

  test('a running attempt keeps the one it began with', async () => {
    await draw([{ category_id: categories.optics, amount: 6, points: 1 }]);
    const { attempt } = await room.start();
    const before = (await room.start()).questions;
    await saveBank(bankQuestion(1, { prompt: 'Quite another?', answer: false }), 1);
    const again = await room.start();
    expect(again.attempt.id).toBe(attempt.id);
    expect(again.questions).toEqual(before);
    expect(JSON.stringify(again)).not.toContain('Quite another?');
  });
});

describe('changes of many questions', () => {
  test.each([
    ['none', [], { is_archived: true }, 'Choose 1 to 500 questions.'],
    ['an empty tag', [1], { add_tag: ' ' }, 'A tag has 1 to 40 characters.'],
    ['a long tag', [1], { add_tag: 'x'.repeat(41) }, 'A tag has 1 to 40 characters.'],
  ])('with %s are refused', async (_, numbers, what, message) => {
    await expect(change((numbers as number[]).map(banked), what)).rejects.toThrow(message);
  });

  test('are all or none: one question of somebody else refuses them all', async () => {
    await expect(change([banked(1), crypto.randomUUID()], { is_archived: true })).rejects.toThrow('permission');
    expect(await one('select archived_at as value from public.questions where id = $1', [banked(1)])).toBeNull();
  });

  test('a tag is added once, and removed', async () => {
    await change([banked(5)], { add_tag: ' blue ' });
    await change([banked(5)], { add_tag: 'blue' });
    expect(await one('select tags as value from public.questions where id = $1', [banked(5)])).toEqual(['blue']);
    await change([banked(5)], { remove_tag: 'blue' });
    expect(await one('select tags as value from public.questions where id = $1', [banked(5)])).toEqual([]);
  });
});

test('where a question is used: the quiz that asks it, copies of it, and quizzes that may draw it', async () => {
  const uses = async (question: string) =>
    (
      await world.database
        .as(world.caller('instructor'))
        .query<{ how: string }>('select how from public.question_uses($1)', [question])
    ).map(({ how }) => how);
  const copy = { ...bankQuestion(90), source_id: banked(8) };
  await draw(draws(2), [...room.questions, copy]);
  expect(await uses(banked(8))).toEqual(['copied']);
  expect(await uses(banked(2))).toEqual(['drawn']);
  expect(await uses(room.question(1))).toEqual(['asked']);
});

test('a question that was sorted into the bank stays there when its quiz drops it; any other goes', async () => {
  await draw(draws(2), room.questions);
  await change([room.question(4)], { category_id: categories.lenses });
  await draw(draws(2), room.questions.slice(0, 2));
  const left = await world.sql.query(
    'select id, quiz_id from public.questions where id = any($1) and quiz_id is null order by id',
    [[room.question(3), room.question(4)]],
  );
  expect(left).toEqual([{ id: room.question(4), quiz_id: null }]);
});
