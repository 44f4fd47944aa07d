import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { root } from '#base/server/root.ts';
import { jobs } from '#features/platform/notifications/channels/jobs.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

/** As the server translates. */
const translations = i18next.createInstance();
void translations.init({
  fallbackLng: 'en',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    ['en', 'ar'].map((code) => [
      code,
      {
        notifications: JSON.parse(
          readFileSync(`${root}/src/features/platform/notifications/texts/${code}.json`, 'utf8'),
        ) as object,
      },
    ]),
  ),
});

let world: World;
let context: JobContext;
let student: string;
let pushed: Record<string, unknown>[];
beforeAll(async () => {
  world = await openWorld();
  student = await userIdOf(world, 'student@demo.test');
  context = {
    sql: world.sql,
    mailer: createMailer({ from: 'site@stoa.test', sql: world.sql }),
    log: silentLog,
    siteUrlOf: async () => 'https://demo.example',
    t: (locale, namespace, key, values) =>
      String(translations.getFixedT(locale, namespace)(key as never, values as never)),
    push: {
      send: async (_, notice) => {
        pushed.push(JSON.parse(notice) as Record<string, unknown>);
        return { state: 'delivered', reason: '' };
      },
    },
  };
});
afterAll(() => world.close());

test.each([
  ['ar', 'أنهيت Light & $t(x) shade.', 'rtl'],
  ['en', 'You completed Light & $t(x) shade.', 'ltr'],
])('what is told by key reaches its reader in %s, by push and by mail', async (locale, words, dir) => {
  pushed = [];
  // The preferences of the demo have quiet hours, and it may be night where this runs.
  for (const table of [
    'public.account_notifications',
    'public.notification_preferences',
    'public.push_subscriptions',
    'private.outbox',
    'private.mails',
  ])
    await world.sql.query(`delete from ${table}`);
  await world.sql.query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('locale', $2::text) where id = $1`,
    [student, locale],
  );
  await world.sql.query(
    `insert into public.push_subscriptions (account_id, user_id, endpoint, p256dh_key, auth_secret)
     values ($1, $2, 'https://push.example/one', repeat('A', 87), repeat('A', 22))`,
    [world.demo, student],
  );
  const [received] = await world.sql.query<{ id: string }>(
    `select private.notify_localized($1, $2, 'courseFinished', 'You completed <strong>{{title}}</strong>.', $3, 1, '/dashboard/courses', 'learning') as id`,
    [world.demo, student, { title: 'Light & $t(x) shade' }],
  );
  for (const queue of ['notification-push', 'push']) {
    for (const { payload } of await world.sql.query<{ payload: Record<string, unknown> }>(
      'delete from private.outbox where queue = $1 returning payload',
      [queue],
    ))
      await jobs.find((job) => job.queue === queue)?.handle(context, payload);
  }
  await jobs
    .find(({ queue }) => queue === 'notification-mail')
    ?.handle(context, { account_id: world.demo, user_id: student, notification_ids: [received?.id] });

  expect(pushed).toEqual([expect.objectContaining({ body: words, lang: locale, dir })]);
  const mails = await world.sql.query<{ subject: string; body_text: string }>(
    'select subject, body_text from private.mails',
  );
  expect(mails).toEqual([{ subject: `Lumen Academy: ${words}`, body_text: expect.stringContaining(words) }]);
});
