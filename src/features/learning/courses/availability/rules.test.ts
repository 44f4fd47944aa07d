import { expect, test } from 'vitest';
import { asList, asTree, conditionKinds, countConditions, emptyCondition, isComplete, withParts } from './rules.ts';
import type { ConditionTree } from './schema.ts';

const days: ConditionTree = { kind: 'days', days: 3, time: '09:00' };
const from: ConditionTree = { kind: 'from', at: '2026-03-01T09:00:00Z' };

test.each<[ConditionTree | null, ConditionTree | null]>([
  [null, null],
  [days, days],
  [{ not: days }, { not: days }],
  [{ all: [days] }, days],
  [{ any: [days] }, days],
  [{ all: [] }, null],
  [{ any: [days, { all: [from, days] }] }, { any: [days, { all: [from, days] }] }],
])('%j is edited as a list and stored as %j', (tree, stored) => {
  expect(asTree(asList(tree))).toEqual(stored);
});

test('a list keeps how it is joined', () => {
  expect(withParts({ any: [] }, [days])).toEqual({ any: [days] });
  expect(withParts({ all: [from] }, [days])).toEqual({ all: [days] });
});

test.each<[ConditionTree, number, boolean]>([
  [days, 1, true],
  [{ all: [days, { not: { any: [from, from] } }] }, 3, true],
  [{ all: [] }, 0, false],
  [{ all: [days, { any: [] }] }, 1, false],
  [{ not: { kind: 'lesson', lesson: '' } }, 1, false],
])('%j has %i conditions; all is chosen: %s', (tree, count, isAll) => {
  expect([countConditions(tree), isComplete(tree)]).toEqual([count, isAll]);
});

test('every kind begins with something to choose, days with a usual hour', () => {
  expect(conditionKinds.filter((kind) => isComplete(emptyCondition(kind)))).toEqual(['days']);
});
