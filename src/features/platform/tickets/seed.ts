import type { Seed, Seeding } from '#base/server/seeding.ts';
import { demoThreads, type Thread } from './seed/demo-threads.ts';

/** Demo tickets, created through the same functions as real ones. */
export const seed: Seed = async (seeding) => {
  const { accounts, sql } = seeding;
  const { demo, platform } = accounts;
  const log = await uploadLog(seeding, demo, 'student@demo.test');
  for (const thread of demoThreads) await seedThread(seeding, thread, log);
  await sql.query(
    `insert into public.canned_replies (account_id, title, body) values
       ($1, 'Ask for the browser', E'Hello {{name}},\n\nwhich browser do you use, and on which device? A picture of what you see helps us to find it quickly.'),
       ($1, 'Invoice corrected', E'Hello {{name}},\n\nyour invoice has been corrected. You find the new one under “My orders”.'),
       ($1, 'Refund within 14 days', E'Hello {{name}},\n\nwithin 14 days of buying you may return a course without saying why. The money is back on your account within five working days.'),
       ($2, 'Point the domain to us', E'Hello {{name}},\n\nset the CNAME record of your domain to the address your site has here. It may take an hour until everybody sees it.')`,
    [demo, platform],
  );
  await sql.query(`insert into public.ticket_targets (account_id, category, minutes) values ($1, 'setup', 240)`, [
    demo,
  ]);
};

async function uploadLog({ db, person }: Seeding, account: string, email: string): Promise<string | null> {
  const path = `tickets/${await person(email, email)}/m4x1-player-log.txt`;
  const texts =
    '12:41:07 play\n12:43:11 MEDIA_ERR_DECODE: PTS is not monotonic (frame 3104)\n12:43:11 audio continues\n';
  const { error } = await db.storage
    .from(`${account}-private`)
    .upload(path, texts, { contentType: 'text/plain', upsert: true });
  if (error) throw new Error(`The demo file ${path} could not be stored: ${error.message}`);
  return path;
}

async function seedThread({ sql, person, accounts, now }: Seeding, thread: Thread, log: string | null): Promise<void> {
  const account = accounts[thread.account];
  const requester = await person(thread.by, thread.by);
  const ticketId = await sql.transaction(async (tx) => {
    await actAs(tx, requester);
    const rows = await tx.query<{ id: string }>('select private.create_ticket($1, $2, $3, $4, $5, $6, $7, $8) as id', [
      account,
      requester,
      thread.category,
      thread.subject,
      thread.text,
      thread.about ? accounts[thread.about] : null,
      JSON.stringify(thread.facts ?? {}),
      thread.hasLog && log ? [log] : [],
    ]);
    const id = rows[0]?.id ?? '';
    if (thread.checks)
      await tx.query('select private.store_site_checks($1, $2, $3)', [account, id, JSON.stringify(thread.checks(now))]);
    await tx.query(
      `update public.tickets set created_at = now() - $3::float8 * interval '1 hour', clock_since = now() - $3::float8 * interval '1 hour'
        where (account_id, id) = ($1, $2)`,
      [account, id, thread.at],
    );
    if (thread.allowsViewAs)
      await tx.query(
        `update public.tickets set view_as_until = now() + interval '5 days' where (account_id, id) = ($1, $2)`,
        [account, id],
      );
    await backdate(tx, account, id, thread.at);
    return id;
  });
  for (const step of thread.steps ?? []) {
    await sql.transaction(async (tx) => {
      const author = await person(step.by, step.by);
      await actAs(tx, author);
      if (step.assignee)
        await tx.query('update public.tickets set assignee_id = $3 where (account_id, id) = ($1, $2)', [
          account,
          ticketId,
          await person(step.assignee, step.assignee),
        ]);
      await tx.query(`select private.reply_as($1, $2, $3, $4, $5, $6, $7, 'web', '{}')`, [
        account,
        ticketId,
        author,
        step.isStaff ?? false,
        step.text,
        step.isNote ?? false,
        step.next ?? null,
      ]);
      await backdate(tx, account, ticketId, step.at);
    });
  }
}

type Tx = Pick<Seeding['sql'], 'query'>;

async function actAs(tx: Tx, sub: string): Promise<void> {
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub, role: 'service_role' })]);
}

/** Backdates the seeded tickets by hours and drops their mails and notifications. */
async function backdate(tx: Tx, account: string, ticket: string, hours: number): Promise<void> {
  const then = `now() - $3::float8 * interval '1 hour'`;
  for (const table of ['ticket_messages', 'ticket_changes'])
    await tx.query(
      `update public.${table} set created_at = ${then} + (created_at - now()) where (account_id, ticket_id) = ($1, $2) and created_at >= now()`,
      [account, ticket, hours],
    );
  await tx.query(
    `update public.tickets t set last_message_at = ${then}, clock_seconds = private.ticket_clock($1, $2, coalesce(c.since, now())), clock_since = c.since,
            first_replied_at = case when t.first_replied_at >= now() then ${then} else t.first_replied_at end,
            resolved_at = case when t.status = 'resolved' then ${then} end
       from (select case when s.new_value = 'unresolved' then s.created_at end as since from public.ticket_changes s
              where (s.account_id, s.ticket_id) = ($1, $2) and s.kind = 'status' order by s.created_at desc, s.id desc limit 1) c
      where (t.account_id, t.id) = ($1, $2)`,
    [account, ticket, hours],
  );
  await tx.query(
    `delete from private.outbox where queue in ('ticket-mail', 'ticket-checks') and payload ->> 'account_id' = $1`,
    [account],
  );
  await tx.query('delete from public.account_notifications where account_id = $1 and created_at = now()', [account]);
}
