import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';
import { type Answer, searchWords } from './rules.ts';

const newsletterFields = [
  { id: 'email', type: 'email', label: 'Your e-mail', isRequired: true, placeholder: 'you@example.org' },
];

const workshop = [
  { id: 'name', type: 'text', label: 'Your name', isRequired: true, isName: true, width: 'half', most: 120 },
  { id: 'email', type: 'email', label: 'Your e-mail', isRequired: true, width: 'half' },
  {
    id: 'who',
    type: 'radio',
    label: 'Who is coming?',
    isRequired: true,
    options: [
      { value: 'alone', label: 'Just me' },
      { value: 'friends', label: 'A few friends' },
      { value: 'school', label: 'A school class' },
    ],
  },
  {
    id: 'pupils',
    type: 'number',
    label: 'How many pupils?',
    isRequired: true,
    width: 'half',
    least: 4,
    most: 30,
    help: 'We have tables for 30.',
    condition: { field: 'who', kind: 'is', value: 'school' },
  },
  { id: 'country', type: 'country', label: 'Where do you come from?', width: 'half' },
  { id: 'day', type: 'date', label: 'A day that would suit you', width: 'half' },
  {
    id: 'interests',
    type: 'checkbox',
    label: 'What would you like to try?',
    options: [
      { value: 'pinhole', label: 'Pinhole cameras' },
      { value: 'darkroom', label: 'Printing in the darkroom' },
      { value: 'night', label: 'The night sky' },
    ],
  },
  { id: 'words', type: 'long', label: 'Anything we should know?', most: 1000 },
  {
    id: 'picture',
    type: 'file',
    label: 'A picture you would like to talk about',
    files: 'picture',
    most: 2,
  },
  {
    id: 'letter',
    type: 'consent',
    label: 'Send me the Sunday letter. I can leave with one click.',
    isNewsletter: true,
  },
  { id: 'utm_campaign', type: 'hidden', label: 'Campaign', source: 'utm_campaign' },
];

/** Pages of the demo refer to this id. */
const VISIT_FORM = '00000000-0000-7000-8000-0000000f0001';

/** Two forms of the demo with submissions, and one of the atelier. */
export const seed: Seed = async ({ sql, accounts, now }) => {
  const make = async (account: string, form: Record<string, unknown>, tags: string[]) => {
    const [row] = await sql.query<{ id: string }>(
      `insert into public.forms (account_id, name, fields, submit_label, small_print, thank_you, subscribes, created_at, id, asks_once)
       values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, coalesce($9::uuid, private.uuid_v7()), $10) returning id`,
      [
        account,
        form.name,
        JSON.stringify(form.fields),
        form.submit,
        form.print ?? '',
        form.thanks,
        form.subscribes,
        new Date(now.getTime() - (form.days as number) * 86_400_000),
        form.id ?? null,
        form.asksOnce === true,
      ],
    );
    await sql.query('update public.form_rules set tags = $3 where account_id = $1 and form_id = $2', [
      account,
      row?.id,
      tags,
    ]);
    return row?.id ?? '';
  };
  await make(
    accounts.demo,
    {
      name: 'Sunday letter',
      days: 60,
      fields: newsletterFields,
      submit: 'Send me the letter',
      print: 'The Sunday letter: one picture and what it teaches. You can leave with one click.',
      thanks: 'Look into your mailbox: one click there, and the next letter is yours.',
      subscribes: true,
    },
    ['letter'],
  );
  const visit = await make(
    accounts.demo,
    {
      id: VISIT_FORM,
      name: 'Visit the darkroom',
      days: 50,
      fields: workshop,
      submit: 'Ask for a day',
      thanks: 'Thank you. Helena answers within two working days.',
      subscribes: true,
      asksOnce: true,
    },
    ['workshop'],
  );
  await make(
    accounts.atelier,
    {
      name: 'رسالة المطبوعات',
      days: 30,
      fields: [{ id: 'email', type: 'email', label: 'بريدك الإلكتروني', isRequired: true }],
      submit: 'أخبروني أولًا',
      print: 'رسالة حين تخرج طبعة جديدة، مرة في الشهر تقريبًا. نقرة واحدة تنهيها.',
      thanks: 'بقيت نقرة واحدة في الرسالة التي أرسلناها الآن، ثم تصبح في القائمة.',
      subscribes: true,
    },
    ['prints'],
  );
  const sent: [string, number, Answer[]][] = [
    [
      'school@riverside.test',
      6,
      [
        { id: 'name', type: 'text', label: 'Your name', value: 'Riverside School' },
        { id: 'email', type: 'email', label: 'Your e-mail', value: 'school@riverside.test' },
        { id: 'who', type: 'radio', label: 'Who is coming?', value: 'school', words: ['A school class'] },
        { id: 'pupils', type: 'number', label: 'How many pupils?', value: '24' },
        { id: 'country', type: 'country', label: 'Where do you come from?', value: 'IE' },
        {
          id: 'interests',
          type: 'checkbox',
          label: 'What would you like to try?',
          value: ['pinhole'],
          words: ['Pinhole cameras'],
        },
        { id: 'words', type: 'long', label: 'Anything we should know?', value: 'Two pupils use wheelchairs.' },
      ],
    ],
    [
      'rania.saleh@post.test',
      19,
      [
        { id: 'name', type: 'text', label: 'Your name', value: 'Rania Saleh' },
        { id: 'email', type: 'email', label: 'Your e-mail', value: 'rania.saleh@post.test' },
        { id: 'who', type: 'radio', label: 'Who is coming?', value: 'friends', words: ['A few friends'] },
        { id: 'country', type: 'country', label: 'Where do you come from?', value: 'EG' },
        {
          id: 'interests',
          type: 'checkbox',
          label: 'What would you like to try?',
          value: ['darkroom', 'night'],
          words: ['Printing in the darkroom', 'The night sky'],
        },
        {
          id: 'letter',
          type: 'consent',
          label: 'Send me the Sunday letter. I can leave with one click.',
          value: 'yes',
        },
      ],
    ],
  ];
  for (const [email, days, answers] of sent) {
    await sql.query(
      `insert into public.form_submissions (account_id, form_id, contact_id, answers, words, email, page, address_hash, created_at)
       values ($1, $2, (select id from public.contacts where account_id = $1 and email = $4), $3::jsonb, $5, $4, '/contact',
         private.blind_address($1, '192.0.2.7'), $6)`,
      [
        accounts.demo,
        visit,
        JSON.stringify(answers),
        email,
        searchWords(answers),
        new Date(now.getTime() - days * 86_400_000),
      ],
    );
  }
  // What Rania would like to talk about.
  const picture = await readFile(join(root, 'src/features/marketing/forms/seed/window.png'));
  await sql.query(
    `with sent as (
       update public.form_submissions s
          set answers = s.answers || jsonb_build_array(jsonb_build_object('id', 'picture', 'type', 'file', 'label', $3::text,
                'value', jsonb_build_array('window.png'),
                'files', jsonb_build_array(jsonb_build_object('id', $4::uuid, 'name', 'window.png', 'bytes', octet_length($5::bytea)))))
        where s.account_id = $1 and s.email = $2 returning s.account_id, s.id)
     insert into public.form_files (account_id, id, submission_id, name, bytes, content)
     select account_id, $4::uuid, id, 'window.png', octet_length($5::bytea), $5::bytea from sent`,
    [
      accounts.demo,
      'rania.saleh@post.test',
      'A picture you would like to talk about',
      '00000000-0000-7000-8000-0000000f1001',
      picture,
    ],
  );
};
