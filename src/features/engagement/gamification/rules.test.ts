import { describe, expect, test } from 'vitest';
import { asStored, levelProblem, nextBadge, percentToNext, queueOf } from './rules.ts';
import type { BadgeValues, OwnBadge, ScoreMessage } from './schema.ts';

const level = (name: string, min_points: number) => ({ name, min_points });

test.each([
  [[], null],
  [[level('One', 10), level('Two', 20)], null],
  [[level(' ', 10)], 'name'],
  [[level('One', 10), level('Two', 10)], 'points'],
] as const)('levels %o have the problem %s', (levels, problem) => {
  expect(levelProblem(levels)).toBe(problem);
});

test.each([
  [{ points: 0, level: null, next: level('One', 50) }, 0],
  [{ points: 25, level: null, next: level('One', 50) }, 50],
  [{ points: 75, level: level('One', 50), next: level('Two', 150) }, 25],
  // A level that stays though points were taken back.
  [{ points: 10, level: level('One', 50), next: level('Two', 150) }, 0],
  [{ points: 900, level: level('Two', 150), next: null }, 100],
])('of %o the way to the next level is %i percent', (score, percent) => {
  expect(percentToNext(score)).toBe(percent);
});

test('a badge is stored with nothing but what its rule needs', () => {
  const values: BadgeValues = {
    name: ' First ',
    description: '',
    icon: 'award',
    rule: 'hand',
    kind: 'quiz_passed',
    times: 3,
    level_id: 'l',
  };
  expect(asStored(values)).toMatchObject({ name: 'First', kind: null, times: null, level_id: null });
  expect(asStored({ ...values, rule: 'count' })).toMatchObject({ kind: 'quiz_passed', times: 3, level_id: null });
  expect(asStored({ ...values, rule: 'streak' })).toMatchObject({ kind: null, times: 3, level_id: null });
  expect(asStored({ ...values, rule: 'level' })).toMatchObject({ kind: null, times: null, level_id: 'l' });
});

describe('the next badge', () => {
  const badge = (
    id: string,
    reached: number | null,
    goal: number | null,
    awarded_at: string | null = null,
  ): OwnBadge => ({
    id,
    name: id,
    description: '',
    icon: 'award',
    rule: goal === null ? 'hand' : 'count',
    awarded_at,
    reached,
    goal,
  });
  test('is the one that least is missing of', () => {
    expect(nextBadge([badge('a', 1, 10), badge('b', 4, 5), badge('c', 5, 5, '2026-01-01')])?.id).toBe('b');
  });
  test('is none where nothing is begun, or all is earned or by hand', () => {
    expect(nextBadge([badge('a', 0, 10), badge('b', null, null), badge('c', 5, 5, '2026-01-01')])).toBeNull();
  });
});

test('points that came together are shown as one sum, before levels and badges', () => {
  const message = (id: string, kind: ScoreMessage['kind'], points = 0): ScoreMessage => ({
    id,
    kind,
    points,
    title: '',
    icon: null,
  });
  expect(
    queueOf([message('l', 'level'), message('a', 'points', 10), message('b', 'points', 5), message('g', 'badge')]),
  ).toMatchObject([
    { kind: 'points', points: 15, ids: ['a', 'b'] },
    { kind: 'level', ids: ['l'] },
    { kind: 'badge', ids: ['g'] },
  ]);
  expect(queueOf([])).toEqual([]);
});
