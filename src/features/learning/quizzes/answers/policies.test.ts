import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Given, openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { isLong } from '#tests/long.ts';

let world: World;
let room: QuizRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
});
beforeEach(() => room.clear());
afterAll(() => world.close());

describe('an answer', () => {
  const wrong: [number, unknown][] = [
    [1, 'z'],
    [1, ['a']],
    [1, true],
    [2, 'a'],
    [2, ['a', 'a']],
    [2, ['z']],
    [3, 'true'],
    [3, 1],
    [4, 'x'.repeat(501)],
    [4, { text: 'x' }],
  ];
  test.each(wrong)('question %i takes no answer %j', async (n, answer) => {
    const { attempt } = await room.start();
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [
        attempt.id,
        room.question(n),
        JSON.stringify(answer),
      ]),
    ).toMatchObject({ refused: 'invalid' });
  });
  test('no answer to a question that is not on its paper', async () => {
    const { attempt } = await room.start();
    expect(
      await world.attempt('student', 'select public.save_answer($1, $2, $3)', [attempt.id, room.question(9), '"a"']),
    ).toMatchObject({ refused: 'not_found' });
  });
});

describe('no answer is lost', () => {
  test('two tabs save at once: the last acknowledged answer wins, and a delayed one does not overwrite a later one', async () => {
    const { attempt } = await room.start();
    const choices = ['a', 'b', 'c', 'd'];
    const saved = await Promise.all(
      Array.from({ length: 24 }, (_, at) => room.save(attempt.id, 1, choices[at % 4] ?? 'a')),
    );
    expect(saved.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(saved.map((_, at) => at + 1));
    const last = saved.find(({ revision }) => revision === 24);
    expect((await room.start()).answers[room.question(1)]).toMatchObject({ answer: last?.answer, revision: 24 });
    expect(await room.save(attempt.id, 1, last?.answer === 'a' ? 'b' : 'a', 3)).toMatchObject({
      saved: false,
      answer: last?.answer,
      revision: 24,
    });
  });

  test('handing in while answers arrive grades each that was acknowledged', async () => {
    for (let round = 0; round < 10; round++) {
      const { attempt } = await room.start();
      const acknowledged = new Map<number, boolean>();
      const [result] = await Promise.all([
        room.submit(attempt.id),
        ...(
          [
            [1, 'a'],
            [2, ['a', 'b']],
            [3, true],
          ] as [number, Given][]
        ).map(([n, answer]) =>
          room.save(attempt.id, n, answer).then(
            () => acknowledged.set(n, true),
            () => acknowledged.set(n, false),
          ),
        ),
      ]);
      const earned = [2, 4, 1].map((points, at) => (acknowledged.get(at + 1) ? points : 0));
      expect(result.questions.slice(0, 3).map((q) => q.earned)).toEqual(earned);
    }
  });

  test('connections are killed at any moment: every acknowledged answer is there', async () => {
    const { attempt } = await room.start();
    const claims = JSON.stringify(world.caller('student').claims);
    const choices = ['a', 'b', 'c', 'd'];
    let acknowledged: { answer: string; revision: number } | undefined;
    let killed = 0;
    for (let round = 0; round < (isLong ? 120 : 12); round++) {
      const client = new pg.Client({ connectionString: world.clientUrl });
      client.on('error', () => {});
      await client.connect();
      const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
      const pendingAnswer = client
        .query(
          `begin; select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${client.escapeLiteral(claims)}, true);
           select public.save_answer('${attempt.id}', '${room.question(1)}', '"${choices[round % 4]}"') as answer; commit`,
        )
        .then(
          (answers) =>
            (answers as unknown as pg.QueryResult<{ answer: { answer: string; revision: number } }>[])[2]?.rows[0]
              ?.answer,
          () => undefined,
        );
      // Another connection kills it before, between or after its statements.
      if (round % 3 !== 0) await world.sql.query('select pg_terminate_backend($1)', [pid]).catch(() => {});
      const answer = await pendingAnswer;
      if (answer) acknowledged = answer;
      else killed++;
      await client.end().catch(() => {});
      const stored = (
        await world.sql.query<{ answer: string; revision: number }>(
          `select answer #>> '{}' as answer, revision from public.attempt_answers where attempt_id = $1`,
          [attempt.id],
        )
      )[0];
      if (answer) expect(stored).toMatchObject({ answer: answer.answer, revision: answer.revision });
      else expect(stored?.revision ?? 0).toBeGreaterThanOrEqual(acknowledged?.revision ?? 0);
    }
    expect(killed).toBeGreaterThan(0);
    expect(acknowledged).toBeDefined();
  });
});
