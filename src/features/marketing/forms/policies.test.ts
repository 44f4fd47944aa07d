import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let newsletter: string;
let visit: string;
beforeAll(async () => {
  world = await openWorld();
  const idOf = async (name: string) =>
    (
      await world.sql.query<{ id: string }>('select id from public.forms where account_id = $1 and name = $2', [
        world.demo,
        name,
      ])
    )[0]?.id ?? '';
  newsletter = await idOf('Sunday letter');
  visit = await idOf('Visit the darkroom');
  await world.sql.query(`insert into public.forms (account_id, name, status) values ($1, 'Of last year', 'closed')`, [
    world.demo,
  ]);
});
afterAll(() => world.close());

const submit = `select private.submit_form({demo}, {letter}, '[{"id": "email", "type": "email", "label": "E", "value": "a@b.test"}]',
  'a@b.test', 'a@b.test', '', 'words', '/', 'en', '192.0.2.1')`;

matrix(
  () => world,
  [
    [
      'sees the list of forms',
      'select submissions from public.listed_forms where account_id = {demo}',
      { owner: 3, visitor: '42501', others: 2 },
    ],
    [
      'sees in it how often they were sent',
      'select submissions from public.listed_forms where account_id = {demo} and submissions > 0',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'removes several at once',
      `select n from (select public.remove_forms(array[{letter}, {visit}]::uuid[]) as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    ['sees the forms of demo', 'select * from public.forms where account_id = {demo}', { owner: 3, others: 2 }],
    [
      'sees what becomes of what they bring',
      'select * from public.form_rules where account_id = {demo}',
      { owner: 3, visitor: '42501', others: 0 },
    ],
    [
      'reads what was sent',
      'select * from public.form_submissions where account_id = {demo}',
      { owner: 2, visitor: '42501', others: 0 },
    ],
    ['counts it', 'select * from public.form_counts({demo})', { owner: 1, visitor: '42501', others: 0 }],
    [
      'makes a form',
      `insert into public.forms (account_id, name) values ({demo}, 'New') returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'changes one',
      `update public.forms set name = 'Other' where account_id = {demo} and id = {letter} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'removes one',
      'delete from public.forms where account_id = {demo} and id = {letter} returning id',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'changes its rules',
      `update public.form_rules set notifies = false where account_id = {demo} and form_id = {letter} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'gives a form other rules',
      `insert into public.form_rules (account_id, form_id) values ({demo}, {letter})`,
      { others: '42501' },
    ],
    [
      'writes an answer past the call',
      `insert into public.form_submissions (account_id, form_id, answers) values ({demo}, {letter}, '[]')`,
      { others: '42501' },
    ],
    [
      'changes an answer',
      `update public.form_submissions set words = 'other' where account_id = {demo}`,
      { others: '42501' },
    ],
    [
      'removes answers',
      'delete from public.form_submissions where account_id = {demo} returning id',
      { owner: 2, visitor: '42501', others: 0 },
    ],
    ['sends the form', submit, { others: 1 }],
    ['sends the form on another account', submit.replace('{demo}', '{atelier}'), { others: 'not_found' }],
    [
      'asks whether it refuses throw-away mailboxes',
      'select private.rejects_disposable({demo}, {letter})',
      { others: 1 },
    ],
  ],
  () => ({ letter: newsletter, visit }),
);

describe('one sending', () => {
  const send = async (form: string, mail: string, consent: string | null) => {
    const [row] = await world.database
      .as(world.caller('visitor'))
      .query<{ submission: { id: string; asked: boolean } }>(
        `select private.submit_form($1, $2, $3::jsonb, 'words', $4, 'Ada', $5, '/contact', 'en', '192.0.2.1') as submission`,
        [world.demo, form, JSON.stringify([{ id: 'email', type: 'email', label: 'E', value: mail }]), mail, consent],
      );
    return row?.submission;
  };

  test('keeps the answer, the contact with its tags, the question for consent, and tells the managers', async () => {
    const result = await send(newsletter, 'Sent@Post.test', 'The words');
    expect(result?.asked).toBe(true);
    const [row] = await world.sql.query(
      `select s.email, s.page, c.email as contact, c.name, c.tags, c.state
         from public.form_submissions s join public.contacts c on (c.account_id, c.id) = (s.account_id, s.contact_id) where s.id = $1`,
      [result?.id],
    );
    expect(row).toEqual({
      email: 'sent@post.test',
      page: '/contact',
      contact: 'sent@post.test',
      name: 'Ada',
      tags: ['letter'],
      state: 'pending',
    });
    const queued = await world.sql.query(
      `select queue from private.outbox where payload ->> 'submission_id' = $1 or payload ->> 'contact_id' =
         (select contact_id::text from public.form_submissions where id = $1::uuid) order by queue`,
      [result?.id],
    );
    expect(queued).toEqual([{ queue: 'contact-mail' }, { queue: 'form-mail' }]);
    const bell = await world.sql.query(
      'select u.email, n.message from public.account_notifications n join auth.users u on u.id = n.user_id where n.link = $1',
      [`/dashboard/manage/marketing/forms/${newsletter}/answers`],
    );
    expect(bell).toEqual([
      { email: 'owner@demo.test', message: 'New submission of the form <strong>Sunday letter</strong>.' },
    ]);
  });

  test('without consent mails nobody, without an e-mail address creates no contact', async () => {
    expect((await send(visit, 'quiet@post.test', null))?.asked).toBe(false);
    const contacts = await world.sql.query(
      `select state from public.contacts where account_id = $1 and email = 'quiet@post.test'`,
      [world.demo],
    );
    expect(contacts).toEqual([{ state: 'none' }]);
    const result = await send(visit, '', null);
    expect(await world.sql.query('select contact_id from public.form_submissions where id = $1', [result?.id])).toEqual(
      [{ contact_id: null }],
    );
  });

  test('notifies nobody where the rules say so, and is counted', async () => {
    await world.sql.query('update public.form_rules set notifies = false where form_id = $1', [visit]);
    const result = await send(visit, 'silent@post.test', null);
    expect(
      await world.sql.query(`select from private.outbox where payload ->> 'submission_id' = $1`, [result?.id]),
    ).toEqual([]);
    const counted = await world.database
      .as(world.caller('owner'))
      .query('select form_id, submissions::int from public.form_counts($1) order by submissions', [world.demo]);
    expect(counted).toEqual(
      await world.sql.query(
        `select form_id, count(*)::int as submissions from public.form_submissions where account_id = $1 group by form_id order by 2`,
        [world.demo],
      ),
    );
  });

  test('an erased contact leaves the submission', async () => {
    const result = await send(visit, 'forgotten@post.test', null);
    await world.sql.query(`delete from public.contacts where email = 'forgotten@post.test'`);
    expect(
      await world.sql.query('select email, contact_id from public.form_submissions where id = $1', [result?.id]),
    ).toEqual([{ email: 'forgotten@post.test', contact_id: null }]);
  });
});
