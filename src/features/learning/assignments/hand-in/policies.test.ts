import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AssignmentRoom, openAssignmentRoom } from '#tests/db/assignment-room.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let room: AssignmentRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openAssignmentRoom(world);
});
beforeEach(() => room.clear());
afterAll(() => world.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const done = async () =>
  (
    await world.sql.query('select 1 from public.lesson_progress where lesson_id = $1 and completed_at is not null', [
      room.lesson,
    ])
  ).length;
const events = async (submission: string) =>
  (
    await world.sql.query<{ type: string; facts: Record<string, unknown> }>(
      `select type, facts from private.events where facts ->> 'submission_id' = $1 order by position`,
      [submission],
    )
  ).map(({ type, facts }) => [type, facts.number, facts.late_units]);

describe('a draft', () => {
  test('is kept, and one that began on an older revision overwrites nothing', async () => {
    const first = await room.draft('One', 0);
    expect(first).toMatchObject({ saved: true, revision: 1 });
    expect(await room.draft('Two', 1)).toMatchObject({ saved: true, revision: 2, body: 'Two' });
    // Another tab still has the first one: it is told what is stored.
    expect(await room.draft('Old tab', 1)).toMatchObject({ saved: false, revision: 2, body: 'Two' });
    expect((await room.overview()).submission).toMatchObject({ status: 'draft', draft: { body: 'Two' } });
  });

  test('is for its student alone, and has limits', async () => {
    const { submission_id } = await room.draft('Mine');
    expect(await refused(room.sheet(submission_id, 'owner'))).toBe('not_found');
    expect(await refused(room.draft('x'.repeat(50_001)))).toBe('invalid');
  });

  test.each<[Person, string]>([
    ['visitor', '42501'],
    ['owner', 'not_enrolled'],
    ['instructor', 'not_enrolled'],
    ['member', 'not_enrolled'],
    ['parent', 'not_enrolled'],
    ['atelierOwner', 'not_enrolled'],
    ['blocked', 'not_enrolled'],
  ])('%s may not write one', async (person, code) => {
    expect(await refused(room.as(person, `save_assignment_draft($1, 'x', '', 0)`, [room.assignment]))).toBe(code);
  });
});

describe('handing in', () => {
  test('takes the draft as it is, once', async () => {
    const { revision, submission_id } = await room.draft('Mine');
    const twice = await Promise.all(
      [1, 2].map(() => refused(room.as('student', 'submit_assignment($1, $2)', [room.assignment, revision]))),
    );
    expect(twice.sort()).toEqual(['accepted', 'changed_meanwhile']);
    expect((await room.overview()).submission?.handed_in.map(({ body }) => body)).toEqual(['Mine']);
    expect(await events(submission_id)).toEqual([['assignment.submitted', 1, 0]]);
    expect(await done()).toBe(0);
  });

  test('completes the lesson where that is the rule', async () => {
    await room.set({ completion: 'handed_in' });
    await room.handIn();
    expect(await done()).toBe(1);
  });

  test('nothing, or no address, is refused', async () => {
    const { revision } = await room.draft('  ');
    expect(await refused(room.as('student', 'submit_assignment($1, $2)', [room.assignment, revision]))).toBe('invalid');
    await room.set({ takes_link: true });
    const linked = await room.as<{ revision: number }>(
      'student',
      `save_assignment_draft($1, 'x', 'javascript:alert(1)', $2)`,
      [room.assignment, revision],
    );
    expect(await refused(room.as('student', 'submit_assignment($1, $2)', [room.assignment, linked.revision]))).toBe(
      'invalid',
    );
  });

  test('again is possible as often as the rules say, and what was handed in before stays', async () => {
    await room.handIn('One');
    await room.handIn('Two');
    expect(await refused(room.handIn('Three'))).toBe('no_attempts_left');
    const { submission, refusal } = await room.overview();
    expect(refusal).toBe('no_attempts_left');
    expect(submission?.handed_in.map(({ number, body }) => [number, body])).toEqual([
      [2, 'Two'],
      [1, 'One'],
    ]);
    expect(submission?.draft.body).toBe('Three');
  });

  test('late is refused or counted, as the rules say', async () => {
    await room.set({ due_at: hoursAgo(25.5), takes_late: false });
    expect((await room.overview()).refusal).toBe('too_late');
    expect(await refused(room.handIn())).toBe('too_late');
    await room.set({ takes_late: true });
    expect((await room.overview()).late_units).toBe(2);
    const work = await room.handIn();
    expect((await room.sheet(work)).handed_in[0]?.late_units).toBe(2);
    expect(await events(work)).toEqual([['assignment.submitted', 1, 2]]);
  });

  test('is due days after the student enrolled, or on a day of their own', async () => {
    await world.sql.query(
      `update public.enrolments set starts_at = private.clock_now() - interval '180 hours' where course_id = $1`,
      [room.course],
    );
    await room.set({ due_days: 7 });
    expect((await room.overview()).late_units).toBe(1);
    await room.set({ due_days: 9 });
    expect((await room.overview()).late_units).toBe(0);
    const [student] = await world.sql.query<{ id: string }>(
      `select id from public.members where account_id = $1 and email = 'student@demo.test'`,
      [world.demo],
    );
    const own = (person: Person, when: string | null) =>
      refused(room.as(person, 'set_own_due($1, $2, $3)', [room.assignment, student?.id, when]));
    expect(await own('student', hoursAgo(0))).toBe('not_found');
    expect(await own('member', hoursAgo(0))).toBe('not_found');
    expect(await own('instructor', hoursAgo(49))).toBe('accepted');
    expect((await room.overview()).late_units).toBe(3);
    expect(await own('instructor', null)).toBe('accepted');
    expect((await room.overview()).late_units).toBe(0);
  });
});

describe('files', () => {
  const add = (submission: string, path: string, name = 'a.jpg') =>
    room.as<{ files: { id: string; name: string }[] }>('student', 'add_assignment_file($1, $2, $3)', [
      submission,
      path,
      name,
    ]);

  test('are attached within the limits of the assignment', async () => {
    await room.set({ max_files: 1, max_file_mb: 1, file_types: ['jpg', 'pdf'] });
    const { submission_id } = await room.draft('');
    expect(await refused(add(submission_id, await room.upload(submission_id, 1_048_577)))).toBe('too_large');
    expect(await refused(add(submission_id, await room.upload(submission_id, 7, 'exe')))).toBe('invalid');
    expect(await refused(add(submission_id, `assignments/${submission_id}/there-is-none.jpg`))).toBe('invalid');
    const path = await room.upload(submission_id);
    expect(await add(submission_id, path, 'My photo.jpg')).toMatchObject({ files: [{ name: 'My photo.jpg' }] });
    expect(await refused(add(submission_id, path))).toBe('invalid');
    expect(await refused(add(submission_id, await room.upload(submission_id)))).toBe('invalid');
  });

  test('stay in what was handed in when they leave the draft, and go for good before', async () => {
    const { submission_id, revision } = await room.draft('Look');
    const first = (await add(submission_id, await room.upload(submission_id))).files[0]?.id;
    await room.as('student', 'submit_assignment($1, $2)', [room.assignment, revision]);
    await room.as('student', 'remove_assignment_file($1)', [first]);
    expect((await room.sheet(submission_id)).handed_in[0]?.files).toHaveLength(1);
    const second = (await add(submission_id, await room.upload(submission_id))).files[0]?.id;
    await room.as('student', 'remove_assignment_file($1)', [second]);
    const rows = await world.sql.query<{ id: string }>(
      'select id from public.assignment_files where submission_id = $1',
      [submission_id],
    );
    expect(rows.map(({ id }) => id)).toEqual([first]);
    expect(await refused(room.as('member', 'remove_assignment_file($1)', [first]))).toBe('not_found');
  });

  test('that belong to no work are deleted a day later', async () => {
    const { submission_id } = await room.draft('');
    const attached = await room.upload(submission_id);
    await add(submission_id, attached);
    const lost = await room.upload(submission_id);
    await world.sql.query(`update storage.objects set created_at = now() - interval '2 days' where name in ($1, $2)`, [
      attached,
      lost,
    ]);
    await world.sql.query('select private.prune_work_files()');
    const left = await world.sql.query<{ name: string }>('select name from storage.objects where name in ($1, $2)', [
      attached,
      lost,
    ]);
    expect(left.map(({ name }) => name)).toEqual([attached]);
  });
});

test('a lesson that is taken out of the outline keeps what was handed in', async () => {
  const work = await room.handIn();
  await world.sql.query(`select private.archive_removed_parts(c, '{}', '{}') from public.courses c where id = $1`, [
    room.course,
  ]);
  const [lesson] = await world.sql.query<{ archived: boolean }>(
    'select archived_at is not null as archived from public.lessons where id = $1',
    [room.lesson],
  );
  expect(lesson).toEqual({ archived: true });
  expect((await room.sheet(work)).handed_in).toHaveLength(1);
});
