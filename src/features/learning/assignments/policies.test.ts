import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AssignmentRoom, openAssignmentRoom } from '#tests/db/assignment-room.ts';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { type LateUnit, lateDeduction } from './rules.ts';

let world: World;
let room: AssignmentRoom;
let work = '';
let file = '';
let memberId = '';
beforeAll(async () => {
  world = await openWorld();
  room = await openAssignmentRoom(world);
});
afterAll(() => world.close());

describe('who reads and writes the tables of assignments', () => {
  beforeAll(async () => {
    await room.clear();
    const { submission_id } = await room.draft('Secret words');
    const path = await room.upload(submission_id);
    await room.as('student', 'add_assignment_file($1, $2, $3)', [submission_id, path, 'Anna Example.jpg']);
    work = await room.handIn();
    await room.grade(work, 80);
    file = `${world.demo}-private/${path}`;
    const rows = await world.sql.query<{ id: string }>(
      'select member_id as id from public.assignment_submissions where id = $1',
      [work],
    );
    memberId = rows[0]?.id ?? '';
  });
  const mine = { student: 1, visitor: '42501', others: 0 } as const;
  matrix(
    () => world,
    [
      [
        'reads the rules',
        'select rubric from public.assignments where id = {assignment}',
        { owner: 1, instructor: 1, student: 1, visitor: '42501', others: 0 },
      ],
      ['changes the rules', 'update public.assignments set points = 1 where id = {assignment}', { others: '42501' }],
      ['reads the work', 'select status from public.assignment_submissions where id = {work}', mine],
      [
        'grades past the server',
        `update public.assignment_submissions set points = 100 where id = {work}`,
        { others: '42501' },
      ],
      ['reads the draft', 'select body from public.assignment_drafts where id = {work}', mine],
      ['reads what was handed in', 'select body from public.assignment_hand_ins where submission_id = {work}', mine],
      ['reads the grade', 'select points from public.assignment_grades where submission_id = {work}', mine],
      [
        'reads who graded',
        'select graded_by from public.assignment_grades where submission_id = {work}',
        { others: '42501' },
      ],
      ['reads the names of files', 'select name from public.assignment_files where submission_id = {work}', mine],
      [
        'fetches a file that was handed in',
        `select 1 from storage.objects where bucket_id || '/' || name = {file}`,
        { owner: 1, instructor: 1, student: 1, others: 0 },
      ],
      [
        'removes a file that was handed in',
        `delete from storage.objects where bucket_id || '/' || name = {file} returning 1`,
        { others: 0 },
      ],
      [
        'adds a file to the work',
        `insert into storage.objects (bucket_id, name, version) values ({bucket}, 'assignments/' || {work} || '/0123456789.jpg', 'v') returning 1`,
        { student: 1, others: '42501' },
      ],
      [
        'sees where the work stands',
        'select status from public.assignment_result({lesson}, {member})',
        { owner: 1, instructor: 1, student: 1, parent: 1, visitor: '42501', others: 0 },
      ],
      [
        'opens the sheet',
        'select public.submission_sheet({work})',
        { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
      ],
    ],
    () => ({
      assignment: room.assignment,
      work,
      lesson: room.lesson,
      file,
      bucket: `${world.demo}-private`,
      member: memberId,
    }),
  );
});

describe('how late work is', () => {
  test('hours and days begun are counted, the moment it is due is in time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -200_000, max: 4_000_000 }),
        fc.constantFrom<LateUnit>('hour', 'day'),
        async (seconds, unit) => {
          const [row] = await world.sql.query<{ units: number }>(
            `select private.late_units('2026-03-01 12:00+00'::timestamptz + make_interval(secs => $1), '2026-03-01 12:00+00', $2) as units`,
            [seconds, unit],
          );
          const length = unit === 'hour' ? 3600 : 86_400;
          let units = 0;
          while (units * length < seconds) units++;
          expect(row?.units).toBe(units);
        },
      ),
      { numRuns: 150, seed: 7 },
    );
  });

  test('the server takes off what the rules say, never more than was earned and never below the floor', async () => {
    const points = fc.integer({ min: 1, max: 1000 });
    await fc.assert(
      fc.asyncProperty(
        points.chain((outOf) => fc.tuple(fc.constant(outOf), fc.integer({ min: 0, max: outOf * 100 }))),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        async ([outOf, earned], units, percent, floor) => {
          const [row] = await world.sql.query<{ deducted: number }>(
            'select private.late_deduction($1::numeric / 100, $2, $3, $4, $5)::float8 as deducted',
            [earned, outOf, units, percent, floor],
          );
          const deducted = row?.deducted ?? Number.NaN;
          const rules = { points: outOf, late_percent: percent, late_floor: floor };
          expect(deducted).toBe(lateDeduction(earned / 100, units, rules));
          expect(deducted).toBeGreaterThanOrEqual(0);
          expect(earned / 100 - deducted).toBeGreaterThanOrEqual(Math.min(earned, outOf * floor) / 100 - 1e-9);
          if (units === 0 || percent === 0) expect(deducted).toBe(0);
        },
      ),
      { numRuns: 300, seed: 11 },
    );
  });
});

describe('saving an assignment with its lesson', () => {
  const settings = {
    points: 10,
    pass_mark: 50,
    takes_text: true,
    takes_link: false,
    max_files: 1,
    max_file_mb: 5,
    file_types: ['pdf'],
    due_at: null,
    due_days: 7,
    takes_late: true,
    late_percent: 10,
    late_unit: 'day',
    late_floor: 50,
    resubmissions: 0,
    completion: 'graded',
    is_anonymous: false,
    rubric: [] as unknown[],
  };
  const save = async (change: Record<string, unknown>, step = 0) => {
    const [row] = await world.sql.query<{ version: number }>('select version from public.assignments where id = $1', [
      room.assignment,
    ]);
    return world.sql.query('select private.save_assignment_activity(l, $2) from public.lessons l where id = $1', [
      room.lesson,
      JSON.stringify({ version: (row?.version ?? 0) + step, settings: { ...settings, ...change } }),
    ]);
  };
  beforeEach(() => room.clear());

  test.each([
    ['no way to hand in', { takes_text: false, max_files: 0 }, 'invalid'],
    ['more points than there may be', { points: 1001 }, 'invalid'],
    ['two due dates', { due_at: '2026-12-01T00:00:00Z' }, 'invalid'],
    ['a due date that is none', { due_at: 'soon', due_days: null }, 'invalid'],
    ['a file type that is none', { file_types: ['p.f'] }, 'invalid'],
    ['an unknown unit', { late_unit: 'week' }, 'invalid'],
    ['a rubric without levels', { rubric: [{ id: 'c1', title: 'Light', levels: [] }] }, 'invalid'],
    [
      'two levels of one id',
      {
        rubric: [
          {
            id: 'c1',
            title: 'Light',
            levels: [
              { id: 'l1', title: 'A', points: 1 },
              { id: 'l1', title: 'B', points: 2 },
            ],
          },
        ],
      },
      'invalid',
    ],
    ['what is right', {}, 'accepted'],
  ])('%s', async (_, change, answer) => {
    expect(await refused(save(change))).toBe(answer);
  });

  test('an older version is refused', async () => {
    expect(await refused(save({}, -1))).toBe('assignment_changed');
  });

  test('a rubric decides the points, and what was handed in whether names are hidden', async () => {
    const level = (id: string, points: number) => ({ id, title: id, points });
    await save({
      rubric: [
        { id: 'c1', title: 'Light', levels: [level('l1', 8), level('l2', 0)] },
        { id: 'c2', title: 'Words', levels: [level('l1', 4)] },
      ],
    });
    const [row] = await world.sql.query<{ points: number }>('select points from public.assignments where id = $1', [
      room.assignment,
    ]);
    expect(row?.points).toBe(12);
    await room.handIn();
    expect(await refused(save({ is_anonymous: true }))).toBe('conflict');
  });
});
