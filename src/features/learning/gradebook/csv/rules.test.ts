import { describe, expect, test } from 'vitest';
import { csvOf, readCsv } from '#base/shared/csv.ts';
import { ownItem } from '../rules.ts';
import type { GradebookRow, GradeCell, GradeItem } from '../schema.ts';
import { columnOf, fileCell, readGradeFile, STUDENT_COLUMN } from './rules.ts';

const item = (id: string, title: string, more: Partial<GradeItem> = {}): GradeItem => ({
  ...ownItem({ id, title, points: 20 }),
  ...more,
});
const items = [item('i1', 'Talk, with "slides"'), item('i2', '=Sum'), item('i3', 'Blind', { is_anonymous: true })];
const row = (member_id: string, cells: GradeCell[], is_own = false): GradebookRow => ({
  member_id,
  name: member_id,
  is_own,
  cells,
  percent: null,
  final: null,
  letter: null,
  is_passing: null,
  groups: [],
  dropped: [],
});
const rows = [
  row('m1', [{ state: 'graded', points: 12.5, version: 2 }, { state: 'missing' }, { state: 'anonymous' }]),
  row('m2', [{ state: 'open' }, { state: 'excused', version: 1 }, { state: 'anonymous' }]),
  row('me', [{ state: 'open' }, { state: 'open' }, { state: 'anonymous' }], true),
];
const book = { items, rows, locale: 'en' };
const read = (text: string, locale = 'en') => readGradeFile(readCsv(text), { ...book, locale });
const head = [STUDENT_COLUMN, 'Student', ...items.map(columnOf)];

describe('a file of grades', () => {
  test('that was exported and not changed changes nothing, hidden grades included', () => {
    const lines = rows.map((one) => [one.member_id, one.name, ...one.cells.map(fileCell)]);
    const file = read(csvOf(head, lines));
    expect(file?.changes).toEqual([]);
    expect(file?.problems).toEqual([]);
  });

  test.each([
    ['15', 'en', { status: 'points', points: 15 }],
    ['15.25', 'de', { status: 'points', points: 15.25 }],
    ['15,25', 'de', { status: 'points', points: 15.25 }],
    ['ex', 'en', { status: 'excused', points: null }],
    ['MI', 'en', { status: 'missing', points: null }],
  ])('changes a grade to %s in %s', (text, locale, grade) => {
    const file = read(csvOf(head, [['m1', 'x', text]]), locale);
    expect(file?.problems).toEqual([]);
    expect(file?.changes.map(({ entry }) => entry)).toEqual([{ item_id: 'i1', member_id: 'm1', version: 2, ...grade }]);
  });

  test('leaves empty cells as they are', () => {
    expect(read(csvOf(head, [['m1', 'x', '', '', '']]))?.changes).toEqual([]);
  });

  test.each([
    ['an unknown student', ['m9', 'x', '5'], { kind: 'unknownStudent', line: 2 }],
    ['what is no grade', ['m1', 'x', 'great'], { kind: 'badGrade', line: 2, text: 'great' }],
    ['too many points', ['m1', 'x', '1000.5'], { kind: 'badGrade', line: 2 }],
    ['one’s own grade', ['me', 'x', '5'], { kind: 'fixed', line: 2 }],
    ['a hidden name', ['m1', 'x', '', '', '5'], { kind: 'fixed', line: 2 }],
  ])('says where there is %s, and leaves it out', (_what, cells, problem) => {
    const file = read(csvOf(head, [cells]));
    expect(file?.changes).toEqual([]);
    expect(file?.problems).toEqual([expect.objectContaining(problem)]);
  });

  test('says which column there is none of', () => {
    expect(read(`ID,Old exam (30)\nm1,5\n`)?.problems).toEqual([{ kind: 'unknownColumn', title: 'Old exam (30)' }]);
  });

  test.each(['', 'Student,Talk\nx,5', '\u0000\u0001', '<html></html>', 'ID'.repeat(9)])('%j is none', (text) => {
    expect(read(text)).toBeNull();
  });
});
