import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#base/server/database.ts';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';
import { searchWords } from './rules.ts';
import { newsletterForm, printsForm, type SeedForm, visitForm, visitSubmissions } from './seed/demo-forms.ts';

/** Two forms of the demo with submissions, and one of the atelier. */
export const seed: Seed = async ({ sql, accounts, now }) => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const add = (accountId: string, form: SeedForm) => addForm(sql, accountId, form, daysAgo(form.days));
  await add(accounts.demo, newsletterForm);
  const visitFormId = await add(accounts.demo, visitForm);
  await add(accounts.atelier, printsForm);
  for (const { email, days, answers } of visitSubmissions) {
    await sql.query(
      `insert into public.form_submissions (account_id, form_id, contact_id, answers, words, email, page, address_hash, created_at)
       values ($1, $2, (select id from public.contacts where account_id = $1 and email = $4), $3::jsonb, $5, $4, '/contact',
         private.hash_address($1, '192.0.2.7'), $6)`,
      [accounts.demo, visitFormId, JSON.stringify(answers), email, searchWords(answers), daysAgo(days)],
    );
  }
  await attachPicture(sql, accounts.demo);
};

/** Creates a form with the tags it gives; returns its id. */
async function addForm(sql: Sql, accountId: string, form: SeedForm, createdAt: Date): Promise<string> {
  const [row] = await sql.query<{ id: string }>(
    `insert into public.forms (account_id, name, fields, submit_label, small_print, thank_you, subscribes, created_at, id, asks_once)
     values ($1, $2, $3::jsonb, $4, $5, $6, true, $7, coalesce($8::uuid, private.uuid_v7()), $9) returning id`,
    [
      accountId,
      form.name,
      JSON.stringify(form.fields),
      form.submit,
      form.print ?? '',
      form.thanks,
      createdAt,
      form.id ?? null,
      form.asksOnce === true,
    ],
  );
  await sql.query('update public.form_rules set tags = $3 where account_id = $1 and form_id = $2', [
    accountId,
    row?.id,
    form.tags,
  ]);
  return row?.id ?? '';
}

/** What Rania would like to talk about. */
async function attachPicture(sql: Sql, accountId: string): Promise<void> {
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
      accountId,
      'rania.saleh@post.test',
      'A picture you would like to talk about',
      '00000000-0000-7000-8000-0000000f1001',
      picture,
    ],
  );
}
