import { expect, test } from 'vitest';
import { answersFirst, questionsById } from './rules.ts';

const post = (id: string, accepted_at: string | null = null) => ({ id, accepted_at, member_id: `by-${id}` });
const answered = { post: post('q'), replies: [post('a'), post('b'), post('c', '2026-01-01'), post('d')] };

test('the accepted answer stands first, and the other replies keep their order', () => {
  expect(answersFirst([answered])[0]?.replies.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
});

test('a question is answered with its accepted reply', () => {
  const questions = questionsById([answered, { post: post('open'), replies: [post('e')] }]);
  expect(questions.get('q')).toEqual({ askerId: 'by-q', isAnswered: true });
  expect(questions.get('open')).toEqual({ askerId: 'by-open', isAnswered: false });
});
