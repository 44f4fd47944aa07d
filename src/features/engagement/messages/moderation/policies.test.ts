import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Conversations, openConversations } from '#tests/db/conversations.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let talk: Conversations;
beforeAll(async () => {
  world = await openWorld();
  talk = await openConversations(world);
});
afterAll(() => world.close());

const report = (message: string, reason = '') =>
  talk.as('member').query('select public.report_message($1, $2)', [message, reason]);
const decide = (ids: string[], removes: boolean) =>
  talk
    .as('owner')
    .query<{ result: { changed: number } }>('select public.decide_message_reports($1, $2) as result', [ids, removes]);
const reportsOf = () =>
  talk
    .as('owner')
    .query<{ id: string; body: string; reason: string; state: string }>(
      'select id, body, reason, state from public.message_reports order by id',
    );

test('a moderator reads the message as it was reported, and removes it for everybody', async () => {
  const id = await talk.start('student', ['member']);
  const rude = await talk.send('student', id, 'Something rude');
  await talk.send('student', id, 'Something private');
  await report(rude.id, 'It is rude');
  await report(rude.id, 'Once more');
  await talk.as('student').query('select public.edit_message($1, $2)', [rude.id, 'Something nice']);
  const [listed, ...more] = await reportsOf();
  expect(listed).toMatchObject({ body: 'Something rude', reason: 'It is rude', state: 'open' });
  expect(more).toEqual([]);
  expect(await talk.bodiesOf('owner', id)).toEqual([]);
  expect(
    await world.sql.query(
      `select link from public.account_notifications where user_id = $1 and said ->> 'key' = 'messageReported'`,
      [talk.memberOf('owner').user_id],
    ),
  ).toEqual([{ link: '/dashboard/messages/reports' }]);
  expect(await decide([listed?.id ?? ''], true)).toEqual([{ result: { changed: 1, refused: [] } }]);
  expect(await talk.bodiesOf('member', id)).toEqual(['', 'Something private']);
  expect((await reportsOf())[0]?.state).toBe('removed');
  expect(
    await world.sql.query(`select 1 from public.audit_entries where account_id = $1 and act = 'message.removed'`, [
      world.demo,
    ]),
  ).toHaveLength(1);
  expect(await decide([listed?.id ?? ''], true)).toEqual([{ result: { changed: 0, refused: [] } }]);
});

test('a report can be dismissed, and the message stays', async () => {
  const id = await talk.start('parent', ['member']);
  const { id: message } = await talk.send('parent', id, 'Harmless');
  await report(message);
  const [listed] = (await reportsOf()).filter(({ state }) => state === 'open');
  await decide([listed?.id ?? ''], false);
  expect(await talk.bodiesOf('member', id)).toEqual(['Harmless']);
});

test('who blocked somebody can still report what they wrote', async () => {
  const id = await talk.start('student', ['member']);
  const { id: message } = await talk.send('student', id, 'Rude again');
  await talk.block('member', 'student');
  expect(await refused(report(message, 'Again'))).toBe('accepted');
  await talk.unblock('member');
});
