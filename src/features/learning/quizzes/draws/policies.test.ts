import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
let course: string;
const ids: Record<string, string> = {};
const banked = (n: number) => `00000000-0000-7000-8000-00000f0b00${String(n).padStart(2, '0')}`;
const one = async <Value>(text: string, values: unknown[] = []) =>
  (await world.sql.query<{ value: Value }>(text, values))[0]?.value as Value;
const draw = async (draws: unknown) =>
  room.as<number>('instructor', 'save_quiz($1, $2, $3, $4)', [
    room.quiz,
    JSON.stringify({ draws }),
    JSON.stringify(room.questions),
    await one('select version as value from public.quizzes where id = $1', [room.quiz]),
  ]);
const change = (numbers: number[], what: object) =>
  room.as('instructor', 'change_bank_questions($1, $2)', [numbers.map(banked), JSON.stringify(what)]);

/** A tree a > b > c with four questions in each; every second one is tagged "even". */
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
  course = await one('select course_id as value from public.quizzes where id = $1', [room.quiz]);
  let parent: string | null = null;
  for (const [at, name] of ['a', 'b', 'c'].entries()) {
    const numbers = [1, 2, 3, 4].map((n) => at * 4 + n);
    const category: string = await one(
      'insert into public.question_categories (account_id, course_id, parent_id, name) values ($1, $2, $3, $4) returning id as value',
      [world.demo, course, parent, name],
    );
    ids[name] = category;
    for (const n of numbers) {
      const question = { id: banked(n), kind: 'truefalse', prompt: `Bank ${n}?`, points: 1, answer: true };
      await room.as('instructor', 'save_bank_question($1, $2)', [course, JSON.stringify(question)]);
    }
    await change(numbers, { category_id: category });
    parent = category;
  }
  await change([2, 4, 6, 8, 10, 12], { add_tag: 'even' });
});
beforeEach(() => room.clear());
afterAll(() => world.close());

const numberOf = (id: unknown) => Number(String(id).slice(-2));
const drawnOf = (questions: { id?: unknown }[]) =>
  questions
    .filter(({ id }) => String(id).includes('0f0b00'))
    .map(({ id }) => numberOf(id))
    .sort((a, b) => a - b);
const start = async () => {
  await world.sql.query('delete from public.attempts where quiz_id = $1', [room.quiz]);
  return room.start();
};
const subtree: Record<string, number> = { a: 1, b: 5, c: 9 };

describe('a random draw', () => {
  const generated = Array.from({ length: 24 }, (_, seed) => {
    const pick = (max: number, salt: number) => (Math.imul(seed + 1, 2654435761 + salt * 40503) >>> 7) % max;
    const draws = Array.from({ length: 1 + pick(2, 1) }, (_, at) => {
      const category = ['a', 'b', 'c', null][pick(4, 2 + at)] ?? null;
      return {
        category,
        tag: category === null || pick(3, 5 + at) === 0 ? 'even' : null,
        amount: 1 + pick(2, 7 + at),
        points: 1 + pick(5, 9 + at),
      };
    });
    return [JSON.stringify(draws), draws] as const;
  });
  test.each(generated)('of %s takes as many as it says, of there, each once', async (_, draws) => {
    await draw(draws.map(({ category, ...rest }) => ({ ...rest, category_id: category && ids[category] })));
    const { attempt, questions } = await start();
    const drawn = drawnOf(questions);
    expect(drawn).toHaveLength(draws.reduce((sum, { amount }) => sum + amount, 0));
    expect(new Set(drawn).size).toBe(drawn.length);
    const fits = ({ category, tag }: (typeof draws)[number], n: number) =>
      (category === null || n >= (subtree[category] ?? 0)) && (tag === null || n % 2 === 0);
    for (const n of drawn)
      expect(
        draws.some((entry) => fits(entry, n)),
        String(n),
      ).toBe(true);
    const sources = await world.sql.query<{ id: string; place: number; version: number; points: number }>(
      `select q ->> 'id' as id, d.position::int as place, (q -> 'source' ->> 'version')::int as version, (q ->> 'points')::int as points
         from private.attempt_papers p, jsonb_array_elements(p.questions) q
         join public.quiz_draws d on d.id = (q -> 'source' ->> 'draw')::uuid where p.attempt_id = $1`,
      [attempt.id],
    );
    expect(sources).toHaveLength(drawn.length);
    for (const { id, place, version, points } of sources) {
      const entry = draws[place - 1];
      expect(entry && fits(entry, numberOf(id))).toBe(true);
      expect([version, points]).toEqual([1, entry?.points]);
    }
    const total = draws.reduce((sum, { amount, points }) => sum + amount * points, 10);
    expect(await one('select points as value from public.attempts where id = $1', [attempt.id])).toBe(total);
    expect(await one('select points as value from public.quizzes where id = $1', [room.quiz])).toBe(total);
  });

  test('is made once: who comes back, or reloads, has the same questions', async () => {
    await draw([{ category_id: ids.a, amount: 5, points: 1 }]);
    const first = await start();
    for (let again = 0; again < 5; again++) expect((await room.start()).questions).toEqual(first.questions);
  });

  test('comes out otherwise at another attempt', async () => {
    await draw([{ category_id: ids.a, amount: 5, points: 1 }]);
    const papers = new Set<string>();
    for (let attempt = 0; attempt < 8; attempt++) papers.add(JSON.stringify(drawnOf((await start()).questions)));
    expect(papers.size).toBeGreaterThan(1);
  });

  test('tells a student neither the draw nor the version, nor what is right', async () => {
    await draw([{ category_id: ids.c, amount: 4, points: 1 }]);
    const { attempt, questions } = await start();
    for (const question of questions) expect(Object.keys(question)).not.toContain('source');
    const result = await room.submit(attempt.id);
    for (const question of result.questions) expect(Object.keys(question)).not.toContain('source');
  });

  test('leaves out what is archived, and is worth what there is when the bank has shrunk', async () => {
    await draw([{ category_id: ids.c, amount: 4, points: 3 }]);
    await change([9, 10, 11], { is_archived: true });
    const { attempt, questions } = await start();
    expect(drawnOf(questions)).toEqual([12]);
    expect(await one('select points as value from public.attempts where id = $1', [attempt.id])).toBe(13);
    await change([9, 10, 11], { is_archived: false });
  });

  test('has enough for each part, though an earlier one could take what a later one needs', async () => {
    await draw([
      { category_id: ids.a, amount: 5, points: 1 },
      { category_id: ids.b, tag: 'even', amount: 2, points: 1 },
      { category_id: ids.c, tag: 'even', amount: 2, points: 1 },
    ]);
    for (let attempt = 0; attempt < 8; attempt++) {
      const drawn = drawnOf((await start()).questions);
      expect(drawn).toEqual(expect.arrayContaining([10, 12]));
      expect(new Set(drawn).size).toBe(9);
    }
  });

  test('takes no question that the quiz asks by itself', async () => {
    await draw([{ category_id: ids.c, amount: 4, points: 1 }]);
    await room.as('instructor', 'change_bank_questions($1, $2)', [
      [room.question(1)],
      JSON.stringify({ category_id: ids.c }),
    ]);
    for (let attempt = 0; attempt < 4; attempt++) {
      const { questions } = await start();
      expect(questions.filter(({ id }) => id === room.question(1))).toHaveLength(1);
      expect(drawnOf(questions)).toEqual([9, 10, 11, 12]);
    }
  });
});

describe('a draw is refused', () => {
  test.each([
    ['of more than there is', () => [{ category_id: ids.c, amount: 5, points: 1 }], 'has fewer questions there'],
    [
      'of more than its parts have together',
      () => [
        { category_id: ids.a, tag: 'even', amount: 5, points: 1 },
        { category_id: ids.c, tag: 'even', amount: 2, points: 1 },
      ],
      'has fewer questions there',
    ],
    ['of a tag nobody has', () => [{ tag: 'none', amount: 1, points: 1 }], 'has fewer questions there'],
    ['of nothing', () => [{ amount: 1, points: 1 }], 'Choose a category or a tag'],
    [
      'of a category that is none',
      () => [{ category_id: 'x', tag: 'even', amount: 1, points: 1 }],
      'Choose a category',
    ],
    ['of no questions', () => [{ tag: 'even', amount: 0, points: 1 }], 'A draw takes 1 to 50 questions'],
    ['of too many points', () => [{ tag: 'even', amount: 1, points: 101 }], 'A draw takes 1 to 50 questions'],
    ['without points', () => [{ tag: 'even', amount: 1 }], 'A draw takes 1 to 50 questions'],
    ['of words', () => [{ tag: 'even', amount: 'many', points: 1 }], 'A draw takes 1 to 50 questions'],
    ['that is no list', () => ({}), 'A quiz draws from at most 20 parts'],
    ['of 21 parts', () => Array(21).fill({ tag: 'even', amount: 1, points: 1 }), 'A quiz draws from at most 20 parts'],
  ])('%s', async (_, draws, message) => {
    await expect(draw(draws())).rejects.toThrow(message);
  });
});
