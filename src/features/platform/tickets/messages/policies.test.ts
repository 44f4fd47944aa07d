import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '#base/server/database.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { defaultMinutes } from '../rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

class Undone extends Error {}

/** Runs as the owner of the schema with a person's claims, in a transaction that is rolled back. */
async function inRollback(work: (tx: Sql, ticket: string) => Promise<void>): Promise<void> {
  await world.sql
    .transaction(async (tx) => {
      const student = world.caller('student').claims.sub;
      const [made] = await tx.query<{ id: string }>(
        `select private.create_ticket($1, $2, 'issue', 'The light goes out', 'In lesson two.') as id`,
        [world.demo, student],
      );
      await work(tx, made?.id ?? '');
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}

const reply = (tx: Sql, ticket: string, isStaff: boolean, isNote = false, next: string | null = null) =>
  tx.query(`select private.reply_as($1, $2, $3, $4, 'Words.', $5, $6, 'web', '{}')`, [
    world.demo,
    ticket,
    world.caller(isStaff ? 'owner' : 'student').claims.sub,
    isStaff,
    isNote,
    next,
  ]);

/** Backdates everything of a ticket by an interval. */
async function backdate(tx: Sql, ticket: string, minutes: number): Promise<void> {
  const earlier = `make_interval(mins => ${minutes})`;
  await tx.query(`update public.ticket_changes set created_at = created_at - ${earlier} where ticket_id = $1`, [
    ticket,
  ]);
  await tx.query(`update public.tickets set clock_since = clock_since - ${earlier} where id = $1`, [ticket]);
}

const stateOf = async (tx: Sql, ticket: string) =>
  (
    await tx.query<{ status: string; clock: number; is_running: boolean; left: number | null; derived: number }>(
      `select status, clock_seconds::int as clock, clock_since is not null as is_running,
              round(extract(epoch from due_at - now()))::int as left, private.ticket_clock(account_id, id, now())::int as derived
         from public.tickets where id = $1`,
      [ticket],
    )
  )[0];

describe('the clock of a ticket', () => {
  test('runs while it is unresolved, stands while an answer is awaited, and goes on where it stood', async () => {
    await inRollback(async (tx, ticket) => {
      const day = 24 * 3600;
      expect(await stateOf(tx, ticket)).toEqual({
        status: 'unresolved',
        clock: 0,
        is_running: true,
        left: day,
        derived: 0,
      });
      await backdate(tx, ticket, 120);
      await reply(tx, ticket, true);
      expect(await stateOf(tx, ticket)).toMatchObject({
        status: 'awaited',
        clock: 7200,
        is_running: false,
        left: null,
      });
      await backdate(tx, ticket, 6000);
      expect(await stateOf(tx, ticket)).toMatchObject({ derived: 7200 });
      await reply(tx, ticket, false);
      expect(await stateOf(tx, ticket)).toMatchObject({
        status: 'unresolved',
        clock: 7200,
        is_running: true,
        left: day - 7200,
      });
      await backdate(tx, ticket, 30);
      expect(await stateOf(tx, ticket)).toMatchObject({ left: day - 9000, derived: 9000 });
      await reply(tx, ticket, true, false, 'resolved');
      expect(await stateOf(tx, ticket)).toEqual({
        status: 'resolved',
        clock: 9000,
        is_running: false,
        left: null,
        derived: 9000,
      });
    });
  });

  test('does not stop for an internal note', async () => {
    await inRollback(async (tx, ticket) => {
      await reply(tx, ticket, true, true);
      expect(await stateOf(tx, ticket)).toMatchObject({ status: 'unresolved', is_running: true });
    });
  });

  test('uses the response target of its category, and of the new one when the category changes', async () => {
    await inRollback(async (tx, ticket) => {
      await tx.query(`update public.tickets set category = 'setup' where id = $1`, [ticket]);
      expect(await stateOf(tx, ticket)).toMatchObject({ left: 240 * 60 });
      await tx.query(`update public.tickets set category = 'siteDown' where id = $1`, [ticket]);
      expect(await stateOf(tx, ticket)).toMatchObject({ left: 3600 });
    });
  });

  test.each(Object.entries(defaultMinutes))(
    '%s has %i minutes where nobody said otherwise',
    async (category, minutes) => {
      expect(await world.sql.query('select private.default_ticket_target($1) as seconds', [category])).toEqual([
        { seconds: minutes * 60 },
      ]);
    },
  );

  test('what stands in the row is what the changes of state add up to, for every ticket of the demo', async () => {
    const wrong = await world.sql.query(
      `select number from public.tickets where abs(clock_seconds - private.ticket_clock(account_id, id, coalesce(clock_since, now()))) > 1`,
    );
    expect(wrong).toEqual([]);
  });
});

type Recipients = { bells: string[]; mails: string[] };

async function recipientsOf(tx: Sql, work: () => Promise<unknown>): Promise<Recipients> {
  await tx.query(`delete from private.outbox where queue = 'ticket-mail'`);
  await tx.query(`delete from public.account_notifications where account_id = $1`, [world.demo]);
  await work();
  const emails = async (text: string) => (await tx.query<{ email: string }>(text)).map(({ email }) => email).sort();
  return {
    bells: await emails(
      `select u.email from public.account_notifications n join auth.users u on u.id = n.user_id where n.account_id = '${world.demo}'`,
    ),
    mails: await emails(
      `select u.email from private.outbox o join auth.users u on u.id = (o.payload ->> 'user_id')::uuid where o.queue = 'ticket-mail'`,
    ),
  };
}

describe('who hears of a message', () => {
  test.each([
    ['an answer: whoever asked', true, false, { bells: ['student@demo.test'], mails: ['student@demo.test'] }],
    ['a question: whoever answers', false, false, { bells: ['owner@demo.test'], mails: ['owner@demo.test'] }],
    ['a note: nobody by mail, and never whoever asked', true, true, { bells: [], mails: [] }],
  ])('%s', async (_, isStaff, isNote, expected) => {
    await inRollback(async (tx, ticket) => {
      expect(await recipientsOf(tx, () => reply(tx, ticket, isStaff, isNote))).toEqual(expected);
    });
  });

  test('the assignee is notified of another person’s note', async () => {
    await inRollback(async (tx, ticket) => {
      await tx.query('update public.tickets set assignee_id = $2 where id = $1', [
        ticket,
        world.caller('instructor').claims.sub,
      ]);
      expect(await recipientsOf(tx, () => reply(tx, ticket, true, true))).toEqual({
        bells: ['instructor@demo.test'],
        mails: [],
      });
    });
  });

  test('what people wrote can not become markup in a bell', async () => {
    await inRollback(async (tx, ticket) => {
      await tx.query(`update public.tickets set subject = '<img src=x>' where id = $1`, [ticket]);
      await reply(tx, ticket, true);
      const [bell] = await tx.query<{ message: string }>(
        'select message from public.account_notifications order by id desc limit 1',
      );
      expect(bell?.message).toContain('&lt;img src=x&gt;');
    });
  });
});

describe('files', () => {
  const put = (tx: Sql, owner: unknown, name: string, size = 5) =>
    tx.query(
      `insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, gen_random_uuid()::text, $3)`,
      [`${world.demo}-private`, `tickets/${owner}/${name}`, JSON.stringify({ size, mimetype: 'text/plain' })],
    );
  const attach = (tx: Sql, ticket: string, person: 'student' | 'member', files: string[]) =>
    tx.query(`select private.add_ticket_message($1, $2, $3, 'See here.', false, false, 'web', $4)`, [
      world.demo,
      ticket,
      world.caller(person).claims.sub,
      files,
    ]);
  const student = () => world.caller('student').claims.sub;

  test('of one’s own folder are tied to the message, once', async () => {
    await inRollback(async (tx, ticket) => {
      await put(tx, student(), 'k1-notes.txt');
      const path = `tickets/${student()}/k1-notes.txt`;
      await attach(tx, ticket, 'student', [path]);
      const files = await tx.query(`select name, size::int from public.ticket_attachments where path = $1`, [path]);
      expect(files).toEqual([{ name: 'notes.txt', size: 5 }]);
      await expect(tx.transaction(() => attach(tx, ticket, 'student', [path]))).rejects.toThrow('already sent');
    });
  });

  test.each([
    ['of somebody else', 'member', ['k1-a.txt'], 5, 'no longer exists'],
    ['of more than 10 MB', 'student', ['k1-a.txt'], 10_485_761, 'at most 10 MB'],
    ['six at once', 'student', ['1-a', '2-a', '3-a', '4-a', '5-a', '6-a'], 5, 'at most 5 files'],
  ] as const)('%s are refused in words', async (_, person, files, size, words) => {
    await inRollback(async (tx, ticket) => {
      for (const name of files) await put(tx, student(), name, size);
      const paths = files.map((name) => `tickets/${student()}/${name}`);
      await expect(attach(tx, ticket, person, paths)).rejects.toThrow(words);
    });
  });

  test('that belong to a note are not shown to whoever asked', async () => {
    await inRollback(async (tx, ticket) => {
      const owner = world.caller('owner').claims.sub;
      await put(tx, owner, 'k1-secret.txt');
      await tx.query(`select private.add_ticket_message($1, $2, $3, 'See here.', true, true, 'web', $4)`, [
        world.demo,
        ticket,
        owner,
        [`tickets/${owner}/k1-secret.txt`],
      ]);
      for (const [person, count] of [
        ['student', 0],
        ['owner', 1],
      ] as const) {
        const { claims } = world.caller(person);
        await tx.transaction(async (as) => {
          await as.query(
            `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
            [JSON.stringify(claims)],
          );
          const seen = await as.query(`select from storage.objects where name like '%k1-secret.txt'`);
          expect(seen).toHaveLength(count);
          await as.query(`select set_config('role', 'none', true)`);
        });
      }
    });
  });

  test('that were never sent go after a day; those that were stay', async () => {
    await inRollback(async (tx, ticket) => {
      await put(tx, student(), 'k1-sent.txt');
      await attach(tx, ticket, 'student', [`tickets/${student()}/k1-sent.txt`]);
      await put(tx, student(), 'k2-old.txt');
      await tx.query(`update storage.objects set created_at = now() - interval '25 hours' where name like 'tickets/%'`);
      await put(tx, student(), 'k3-new.txt');
      expect(await tx.query('select private.prune_ticket_files()::int as gone')).toEqual([{ gone: 1 }]);
      const left = await tx.query<{ name: string }>(
        `select storage.filename(name) as name from storage.objects where name like 'tickets/' || $1 || '/k_-%' order by 1`,
        [student()],
      );
      expect(left.map(({ name }) => name)).toEqual(['k1-sent.txt', 'k3-new.txt']);
    });
  });
});

describe('fifty at once', () => {
  test('open no more than twenty tickets, and their numbers follow each other', async () => {
    const person = world.database.as(world.caller('both'));
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        person.query(`select public.open_ticket($1, 'issue', 'At once', $2)`, [world.atelier, `Number ${n}`]),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const errors = attempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? [(attempt.reason as { detail?: string }).detail] : [],
    );
    expect(new Set(errors)).toEqual(new Set(['too_many_tickets']));
    const [numbers] = await world.sql.query(
      `select min(number) as first, max(number) as last, count(*)::int as count from public.tickets where account_id = $1`,
      [world.atelier],
    );
    expect(numbers).toEqual({ first: 1, last: 20, count: 20 });
  });

  test('write no more than a hundred and twenty messages within an hour', async () => {
    const caller = world.caller('both');
    const [ticket] = await world.sql.query<{ id: string }>('select id from public.tickets where user_id = $1 limit 1', [
      caller.claims.sub,
    ]);
    // The twenty who opened tickets, and seventy more.
    await world.sql.query(
      `insert into public.ticket_messages (account_id, ticket_id, author_id, body) select $1, $2, $3, 'x' from generate_series(1, 70)`,
      [world.atelier, ticket?.id, caller.claims.sub],
    );
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        world.database
          .as(caller)
          .query(`select public.answer_ticket($1, $2, 'One more.')`, [world.atelier, ticket?.id]),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  });
});

test('messages of a deleted person stay, without their name', async () => {
  await inRollback(async (tx, ticket) => {
    const [gone] = await tx.query<{ id: string }>(
      `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), 'leaving@demo.test', 'authenticated', 'authenticated') returning id`,
    );
    await tx.query(`select private.reply_as($1, $2, $3, true, 'Goodbye.', false, null, 'web', '{}')`, [
      world.demo,
      ticket,
      gone?.id,
    ]);
    await tx.query('delete from auth.users where id = $1', [gone?.id]);
    const message = await tx.query(`select author_id, author_name from public.ticket_messages where body = 'Goodbye.'`);
    expect(message).toEqual([{ author_id: null, author_name: '' }]);
  });
});
