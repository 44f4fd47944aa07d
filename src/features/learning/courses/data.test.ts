import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { listCategories } from './categories/data.ts';
import { listTaught } from './instructors/data.ts';
import { type CourseFilters, listCourseRows, setCoursesStatus } from './management/data.ts';

let world: World;
let app: AppWorld;
let owner: Db;
let student: Db;
/** The URLs of the requests. */
const requested: URL[] = [];
async function clientOf(email: string): Promise<Db> {
  const { access_token } = await app.signIn('demo', email);
  return createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => access_token,
    global: {
      fetch: (input, init) => {
        const request = new Request(input, init);
        requested.push(new URL(request.url));
        return app.app.fetch(request);
      },
    },
  }) as unknown as Db;
}
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  owner = await clientOf('owner@demo.test');
  student = await clientOf('student@demo.test');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const read = (filters: Partial<CourseFilters> = {}, db = owner) =>
  listCourseRows(db, world.demo, { page: 1, pageSize: 25, ...filters });
const titles = async (filters: Partial<CourseFilters> = {}) => (await read(filters)).rows.map(({ title }) => title);

describe('the list of courses one teaches', () => {
  test('counts who is enrolled in one bounded request, and reads no enrolment', async () => {
    await world.sql.query(
      `update enrolments set status = 'ended'
        where id = (select id from enrolments where account_id = $1 and status = 'active' order by id limit 1)`,
      [world.demo],
    );
    const expected = await world.sql.query<{ title: string; students: number }>(
      `select c.title, count(e.id)::int as students from courses c
         left join enrolments e on e.account_id = c.account_id and e.course_id = c.id and e.status = 'active'
        where c.account_id = $1 group by c.id, c.title`,
      [world.demo],
    );
    requested.length = 0;
    const courses = await listTaught(owner, world.demo, false);
    expect(new Map(courses.map(({ title, students }) => [title, students]))).toEqual(
      new Map(expected.map(({ title, students }) => [title, students])),
    );
    expect(expected.some(({ students }) => students > 0)).toBe(true);
    expect(requested.map((address) => address.pathname)).toEqual(['/rest/v1/courses']);
    expect(Number(requested[0]?.searchParams.get('limit'))).toBeGreaterThan(0);
  });
});

describe('the list of every course', () => {
  test('holds drafts and what others wrote, each with its author, and nothing of another site', async () => {
    const stored = await world.sql.query<{ title: string; name: string }>(
      `select c.title, m.name from courses c join members m on m.account_id = c.account_id and m.id = c.author_id
        where c.account_id = $1`,
      [world.demo],
    );
    const { rows, total } = await read();
    expect(total).toBe(stored.length);
    expect(rows.some(({ status }) => status === 'draft')).toBe(true);
    expect(new Map(rows.map(({ title, author }) => [title, author]))).toEqual(
      new Map(stored.map(({ title, name }) => [title, name])),
    );
  });

  test('is narrowed by word, state and category', async () => {
    expect(await titles({ search: 'pinhole' })).toEqual(['A pinhole camera in an afternoon']);
    expect(await titles({ search: '%' })).toEqual([]);
    expect(await titles({ statuses: ['draft'] })).toEqual(['Reading a landscape']);
    const [category] = await listCategories(owner, world.demo);
    const inCategory = await read({ categories: [category?.id ?? ''] });
    expect(inCategory.total).toBeGreaterThan(0);
    expect(new Set(inCategory.rows.map((row) => row.category_id))).toEqual(new Set([category?.id]));
  });

  test('comes ordered and page by page, each course once; past its end there is nothing', async () => {
    const allTitles = await titles({ sort: 'title', isDescending: false });
    expect(allTitles).toEqual([...allTitles].sort());
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => titles({ sort: 'title', isDescending: false, page, pageSize: 2 })),
    );
    expect(pages.flat()).toEqual(allTitles);
    expect((await read({ page: 40 })).rows).toEqual([]);
  });

  test('several are archived at once by who manages the site; a student changes none', async () => {
    const ids = (await read({ search: 'a' })).rows.slice(0, 2).map(({ id }) => id);
    await setCoursesStatus(student, world.demo, ids, 'archived');
    expect((await read({ statuses: ['archived'] })).total).toBe(0);
    await setCoursesStatus(owner, world.demo, ids, 'archived');
    expect(new Set((await read({ statuses: ['archived'] })).rows.map(({ id }) => id))).toEqual(new Set(ids));
  });
});
