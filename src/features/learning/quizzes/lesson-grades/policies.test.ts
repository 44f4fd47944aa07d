import { afterAll, beforeAll, expect, test } from 'vitest';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: QuizRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
});
afterAll(() => world.close());

test('a gradebook is told of the best graded attempt, and of none before one is handed in', async () => {
  const grades = () =>
    world.sql.query<{ points: number; state: string }>(
      `select g.points::float as points, g.state from public.quizzes z join public.members m on m.account_id = z.account_id and m.email = 'student@demo.test',
         private.quiz_lesson_grades(z.account_id, z.course_id, array[m.id]) g where z.id = $1`,
      [room.quiz],
    );
  expect(await grades()).toEqual([]);
  for (const isRight of [false, true, false]) {
    const { attempt } = await room.start();
    if (isRight)
      await world.sql.query(
        `update public.attempts set points = 10, submitted_at = now(), score = 5, passed = false where id = $1`,
        [attempt.id],
      );
    else await room.submit(attempt.id);
  }
  const [quiz] = await world.sql.query<{ points: number }>('select points from public.quizzes where id = $1', [
    room.quiz,
  ]);
  expect(await grades()).toEqual([{ points: (quiz?.points ?? 0) / 2, state: 'graded' }]);
});
