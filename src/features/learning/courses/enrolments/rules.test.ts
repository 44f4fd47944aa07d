import { expect, test } from 'vitest';
import { byState } from './rules.ts';

const now = new Date('2026-11-24T12:00:00Z');

test('only active enrolments are in progress or finished; ended and expired ones are neither', () => {
  const enrolment = (id: string, percent: number, status: 'active' | 'ended', expires_at: string | null) => ({
    id,
    percent,
    status,
    expires_at,
  });
  const states = byState(
    [
      enrolment('begun', 40, 'active', null),
      enrolment('paid until December', 0, 'active', '2026-12-24T00:00:00Z'),
      enrolment('done', 100, 'active', null),
      enrolment('refunded', 40, 'ended', null),
      enrolment('refunded when done', 100, 'ended', null),
      enrolment('expired', 40, 'active', '2026-11-24T11:59:00Z'),
    ],
    now,
  );
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  expect(ids(states.open)).toEqual(['begun', 'paid until December']);
  expect(ids(states.finished)).toEqual(['done']);
  expect(ids(states.ended)).toEqual(['refunded', 'refunded when done', 'expired']);
});
