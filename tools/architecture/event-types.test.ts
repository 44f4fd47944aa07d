import { describe, expect, test } from 'vitest';
import { eventTypes } from './event-types.ts';
import { violationsWith } from './planted-tree.ts';

describe('events that are emitted are published', () => {
  const events = (...types: string[]) =>
    `export const all = defineEvents('x', { ${types.map((type) => `'${type}': {}`).join(', ')} });\n`;
  const emit = (type: string) =>
    `select private.emit(new.account_id, ${type}, 'a:' || new.id, facts => coalesce('{}', '{}'));\n`;
  const folder = 'src/features/learning/courses';
  const rulesOf = (sql: string, published: string) =>
    violationsWith(eventTypes, { [`${folder}/policies.sql`]: sql, [`${folder}/events.ts`]: published }).map(
      ({ rule }) => rule,
    );

  test('the types of a call are those of the file beside it', () => {
    const both = "case new.passed when true then 'quiz.passed' else 'quiz.failed' end";
    expect(rulesOf(emit(both), events('quiz.passed', 'quiz.failed'))).toEqual([]);
  });

  test.each([
    ['a type that nobody published', "'quiz.won'", ['quiz.passed'], /quiz\.won is not/],
    ['a type that nobody emits', "'quiz.passed'", ['quiz.passed', 'quiz.lost'], /quiz\.lost is not/],
    ['a type that is put together', "'quiz.' || new.status", [], /as literals/],
  ])('%s', (_what, emitted, published, said) => {
    expect(rulesOf(emit(emitted), events(...published))).toContainEqual(expect.stringMatching(said));
  });
});
