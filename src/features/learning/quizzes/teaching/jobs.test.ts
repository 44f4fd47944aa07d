import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { schedules } from './jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the author of a course hears once what happened in it, in the list where everything waits', async () => {
  const run = () =>
    schedules[0]?.run({
      sql: world.sql,
      mailer: createMailer({ from: 'a@b.test', sql: world.sql }),
      log: silentLog,
      siteUrlOf: async () => '',
      t: (locale, namespace, key, values) => `${locale} ${namespace} ${key} ${String(values?.count)}`,
    });
  const notifications = () =>
    world.sql.query<{ message: string; link: string; is_author: boolean }>(
      `select n.message, n.link, n.user_id = m.user_id as is_author
         from public.account_notifications n
         join public.courses c on c.account_id = n.account_id and c.slug = 'light-and-exposure'
         join public.members m on (m.account_id, m.id) = (c.account_id, c.author_id)
        where n.kind = 'teaching' and n.account_id = $1`,
      [world.demo],
    );
  // Events of the demo data are not reported.
  await world.sql.query('select from private.claim_course_news()');
  await run();
  expect(await notifications()).toEqual([]);
  await world.sql.query(
    `insert into public.enrolments (account_id, member_id, course_id, source, created_at)
     select c.account_id, m.id, c.id, 'manual', clock_timestamp() from public.courses c
       join public.members m on m.account_id = c.account_id and m.email = 'parent@demo.test'
      where c.account_id = $1 and c.slug = 'light-and-exposure'`,
    [world.demo],
  );
  await Promise.all([run(), run()]);
  await run();
  expect(await notifications()).toEqual([
    {
      message: expect.stringMatching(/^<b>Light and exposure<\/b><br>en quizzes teaching\.joined 1$/),
      link: '/dashboard/instructor',
      is_author: true,
    },
  ]);
});
