import type { Person, World } from './world.ts';

export type Conversations = Awaited<ReturnType<typeof openConversations>>;

/** What the tests of messages begin with: no conversation and nobody blocked, and short ways to do what a person does. */
export async function openConversations({ database, sql, demo, caller }: World) {
  for (const table of ['conversations', 'member_blocks', 'message_reports'])
    await sql.query(`delete from public.${table}`);
  await sql.query('delete from public.account_notifications where account_id = $1', [demo]);
  const rows = await sql.query<{ email: string; id: string; user_id: string; slug: string }>(
    'select email, id, user_id, slug from public.members where account_id = $1',
    [demo],
  );
  const memberOf = (name: string) => {
    const row = rows.find(({ email }) => email.startsWith(`${name}@`));
    if (!row) throw new Error(`The world has no ${name}.`);
    return row;
  };
  const as = (person: Person) => database.as(caller(person));
  const start = async (person: Person, others: string[], title = '', id: string | null = null) =>
    (
      await as(person).query<{ id: string }>('select public.start_conversation($1, $2, $3) as id', [
        others.map((name) => memberOf(name).id),
        title,
        id,
      ])
    )[0]?.id ?? '';
  type Sent = { id: string; seq: string; body: string };
  const send = async (person: Person, conversation: string, body: string, clientId: string = crypto.randomUUID()) => {
    const [message] = await as(person).query<Sent>(
      'select m.id, m.seq, m.body from public.send_message($1, $2, $3) m',
      [conversation, clientId, body],
    );
    if (!message) throw new Error('Nothing was sent.');
    return { ...message, seq: Number(message.seq) };
  };
  const read = (person: Person, conversation: string, seq: number) =>
    as(person).query('select public.read_conversation($1, $2)', [conversation, seq]);
  const listOf = (person: Person, search = '') =>
    as(person).query<{ id: string; unread: number; last_message: { body: string } | null; can_write: boolean }>(
      'select id, unread, last_message, can_write from public.list_conversations($1)',
      [search],
    );
  const bodiesOf = async (person: Person, conversation: string) =>
    (
      await as(person).query<{ body: string }>(
        'select body from public.messages where account_id = $1 and conversation_id = $2 order by seq',
        [demo, conversation],
      )
    ).map(({ body }) => body);
  const block = (person: Person, other: string) =>
    as(person).query('insert into public.member_blocks (account_id, member_id, blocked_id) values ($1, $2, $3)', [
      demo,
      memberOf(person).id,
      memberOf(other).id,
    ]);
  const unblock = (person: Person) => as(person).query('delete from public.member_blocks');
  const bellOf = (person: string) =>
    sql.query<{ message: string; read: boolean; link: string }>(
      `select message, read, link from public.account_notifications where user_id = $1 and type = 'chat' order by created_at`,
      [memberOf(person).user_id],
    );
  return { memberOf, as, start, send, read, listOf, bodiesOf, block, unblock, bellOf };
}
