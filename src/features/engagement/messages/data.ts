import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Attachment, Reaction } from '#features/engagement/threads/rules.ts';

/** Another member of a conversation, and how far they have read. */
export type Participant = {
  id: string;
  user_id: string;
  name: string;
  slug: string;
  avatar: string | null;
  is_admin: boolean;
  read_seq: number;
};

export type LastMessage = {
  seq: number;
  member_id: string | null;
  author_name: string;
  body: string;
  is_deleted: boolean;
};

export type NotifyLevel = 'all' | 'mentions';

/** A conversation as its list shows it. `people` are the others; `unread` counts to 100. */
export type Conversation = {
  id: string;
  kind: 'direct' | 'group';
  title: string;
  is_admin: boolean;
  people: Participant[];
  member_count: number;
  last_seq: number;
  last_message_at: string;
  last_message: LastMessage | null;
  read_seq: number;
  unread: number;
  is_muted: boolean;
  notify_level: NotifyLevel;
  draft: string;
  can_write: boolean;
};

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_conversations: { row: Conversation; args: { conversation_id?: string | null } };
    decide_message_reports: { returns: Outcome };
  }
}

export type Message = {
  id: string;
  conversation_id: string;
  seq: number;
  client_id: string;
  member_id: string | null;
  author_name: string;
  body: string;
  reply_to_id: string | null;
  edited_at: string | null;
  deleted_at: string | null;
  created_at: string;
  message_reactions: { member_id: string; reaction: Reaction }[];
  message_attachments: Attachment[];
};

/** What is shown of a message that another one answers. */
export type Quoted = Pick<Message, 'id' | 'seq' | 'author_name' | 'body' | 'deleted_at'>;
export type MessagePage = { messages: Message[]; quoted: Quoted[] };

/** Messages read at once, the newest first. */
export const MESSAGES_PER_PAGE = 40;
/** Catches up on what realtime missed while disconnected. */
const CATCH_UP_MS = 60_000;

export const messageKeys = {
  all: (accountId: string) => ['messages', accountId] as const,
  list: (accountId: string) => ['messages', accountId, 'list'] as const,
  conversation: (accountId: string, id: string) => ['messages', accountId, 'conversation', id] as const,
  thread: (accountId: string, id: string) => ['messages', accountId, 'thread', id] as const,
  blocks: (accountId: string) => ['messages', accountId, 'blocks'] as const,
  reports: (accountId: string) => ['messages', accountId, 'reports'] as const,
  setting: (accountId: string) => ['messages', accountId, 'setting'] as const,
};

/** The caller's conversations, the newest first. */
export const conversationsQuery = (db: Db, accountId: string, search: string, maxRows: number) =>
  queryOptions({
    queryKey: [...messageKeys.list(accountId), search, maxRows],
    queryFn: async (): Promise<Conversation[]> =>
      dataOf(await db.rpc('list_conversations', { search, max_rows: maxRows })),
    placeholderData: keepPreviousData,
    refetchInterval: CATCH_UP_MS,
  });

/** One conversation; null where the caller does not take part, or is hidden from who does. */
export const conversationQuery = (db: Db, accountId: string, id: string) =>
  queryOptions({
    queryKey: messageKeys.conversation(accountId, id),
    queryFn: async (): Promise<Conversation | null> => {
      const response = await db.rpc('list_conversations', { search: '', conversation_id: id });
      // An address that is no id.
      if (response.error?.code === '22P02') return null;
      return dataOf(response)[0] ?? null;
    },
  });

const columns =
  'id, conversation_id, seq, client_id, member_id, author_name, body, reply_to_id, edited_at, deleted_at, created_at, message_reactions(member_id, reaction), message_attachments(id, path, name, mime_type, size)';

async function readMessages(db: Db, accountId: string, id: string, before: number | null): Promise<MessagePage> {
  let query = db.from('messages').select(columns).eq('account_id', accountId).eq('conversation_id', id);
  if (before !== null) query = query.lt('seq', before);
  const messages: Message[] = dataOf(await query.order('seq', { ascending: false }).limit(MESSAGES_PER_PAGE));
  const here = new Set(messages.map((message) => message.id));
  const elsewhere = messages.flatMap(({ reply_to_id }) => (reply_to_id && !here.has(reply_to_id) ? [reply_to_id] : []));
  if (elsewhere.length === 0) return { messages, quoted: [] };
  const quoted = await db
    .from('messages')
    .select('id, seq, author_name, body, deleted_at')
    .eq('account_id', accountId)
    .in('id', [...new Set(elsewhere)]);
  return { messages, quoted: dataOf(quoted) };
}

/** The messages of a conversation, page by page from the newest to the oldest. */
export const threadQuery = (db: Db, accountId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: messageKeys.thread(accountId, id),
    queryFn: ({ pageParam }) => readMessages(db, accountId, id, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ messages }) => (messages.length < MESSAGES_PER_PAGE ? undefined : messages.at(-1)?.seq),
    refetchInterval: CATCH_UP_MS,
  });

export type OutgoingMessage = {
  client_id: string;
  conversation_id: string;
  body: string;
  reply_to: string | null;
  files: string[];
};

/** Sends a message; the same `client_id` again is the same message. */
export async function sendMessage(db: Db, message: OutgoingMessage): Promise<void> {
  const { reply_to, ...rest } = message;
  dataOf(await db.rpc('send_message', { ...rest, ...(reply_to ? { reply_to } : {}) }));
}

export async function editMessage(db: Db, id: string, body: string): Promise<void> {
  dataOf(await db.rpc('edit_message', { message_id: id, body }));
}

export async function deleteMessage(db: Db, id: string): Promise<void> {
  maybeDataOf(await db.rpc('delete_message', { message_id: id }));
}

export async function reactToMessage(db: Db, id: string, reaction: Reaction, isOn: boolean): Promise<void> {
  maybeDataOf(await db.rpc('react_to_message', { message_id: id, reaction, is_on: isOn }));
}

export async function markConversationRead(db: Db, id: string, seq: number): Promise<void> {
  maybeDataOf(await db.rpc('read_conversation', { conversation_id: id, seq }));
}

/** Opens the conversation with one member, or begins a group with this id. Resolves to its id. */
export async function startConversation(db: Db, memberIds: string[], title: string, id: string): Promise<string> {
  return dataOf(await db.rpc('start_conversation', { member_ids: memberIds, title, conversation_id: id }));
}

export async function renameConversation(db: Db, id: string, title: string): Promise<void> {
  maybeDataOf(await db.rpc('rename_conversation', { conversation_id: id, title }));
}

export async function addToConversation(db: Db, id: string, memberIds: string[]): Promise<void> {
  maybeDataOf(await db.rpc('add_to_conversation', { conversation_id: id, member_ids: memberIds }));
}

/** Removes a member from a group; without one, the caller leaves. */
export async function leaveConversation(db: Db, id: string, memberId?: string): Promise<void> {
  maybeDataOf(
    await db.rpc('leave_conversation', { conversation_id: id, ...(memberId ? { member_id: memberId } : {}) }),
  );
}

type Preferences = { is_muted?: boolean; notify_level?: NotifyLevel; draft?: string };

export async function savePreferences(
  db: Db,
  accountId: string,
  id: string,
  memberId: string,
  preferences: Preferences,
): Promise<void> {
  const update = db.from('conversation_preferences').update(preferences);
  maybeDataOf(await update.eq('account_id', accountId).eq('conversation_id', id).eq('member_id', memberId));
}

export type Addressee = {
  id: string;
  user_id: string;
  name: string;
  slug: string;
  avatar: string | null;
  role_name: string;
};

/** Members the caller may write to, by name; `memberId` asks for one. */
export const addresseesQuery = (db: Db, accountId: string, term: string, memberId?: string) =>
  queryOptions({
    queryKey: [...messageKeys.all(accountId), 'addressees', term, memberId],
    queryFn: async (): Promise<Addressee[]> =>
      dataOf(await db.rpc('people_to_message', { term, ...(memberId ? { member_id: memberId } : {}) })),
    placeholderData: keepPreviousData,
  });

export type MessageMatch = {
  id: string;
  conversation_id: string;
  seq: number;
  author_name: string;
  body: string;
  created_at: string;
};

/** The newest messages the caller may read that say this. */
export const messageMatchesQuery = (db: Db, accountId: string, term: string) =>
  queryOptions({
    queryKey: [...messageKeys.all(accountId), 'matches', term],
    queryFn: async (): Promise<MessageMatch[]> => dataOf(await db.rpc('search_messages', { term })),
    enabled: term.trim().length > 1,
  });

export type Blocked = {
  id: string;
  blocked_id: string;
  card: { name: string; avatar: string | null; user_id: string } | null;
};

/** Whom the caller has blocked. */
export const blocksQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: messageKeys.blocks(accountId),
    queryFn: async (): Promise<Blocked[]> => {
      const query = db.from('member_blocks').select('id, blocked_id').eq('account_id', accountId);
      const rows = dataOf(await query.order('created_at', { ascending: false }).limit(500));
      if (rows.length === 0) return [];
      const cards = dataOf(
        await db
          .from('member_cards')
          .select('id, name, avatar, user_id')
          .eq('account_id', accountId)
          .in('id', rows.map(({ blocked_id }) => blocked_id).slice(0, 100)),
      );
      return rows.map((row) => {
        const card = cards.find(({ id }) => id === row.blocked_id);
        return {
          ...row,
          card: card ? { name: card.name ?? '', avatar: card.avatar, user_id: card.user_id ?? '' } : null,
        };
      });
    },
  });

export async function blockMember(db: Db, accountId: string, memberId: string, blockedId: string): Promise<void> {
  const row = { account_id: accountId, member_id: memberId, blocked_id: blockedId };
  dataOf(await db.from('member_blocks').insert(row).select('id'));
}

export async function unblockMember(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('member_blocks').delete().eq('account_id', accountId).eq('id', id).select('id'));
}

export async function reportMessage(db: Db, id: string, reason: string): Promise<void> {
  maybeDataOf(await db.rpc('report_message', { message_id: id, reason }));
}

export const reportStates = ['open', 'removed', 'dismissed'] as const;

export type MessageReport = {
  id: string;
  author_name: string;
  body: string;
  reason: string;
  state: (typeof reportStates)[number];
  created_at: string;
  reporter: { name: string } | null;
};

const sortable = { author: 'author_name', state: 'state', created_at: 'created_at' };

/** One page of the reported messages, for those who manage members. */
export async function listReports(
  db: Db,
  accountId: string,
  { state, search, ...request }: ListRequest & { state?: MessageReport['state'] | undefined },
): Promise<ListPage<MessageReport>> {
  let query = db
    .from('message_reports')
    .select(
      'id, author_name, body, reason, state, created_at, reporter:members!message_reports_account_id_member_id_fkey(name)',
      { count: 'exact' },
    )
    .eq('account_id', accountId);
  if (state) query = query.eq('state', state);
  if (search?.trim())
    query = query.ilike(
      'body',
      `%${search
        .trim()
        .slice(0, 100)
        .replace(/[%_\\]/g, '\\$&')}%`,
    );
  return pageOf<MessageReport>(query, request, { sortable, usual: 'created_at' });
}

export const decideReports = (db: Db, ids: readonly string[], removes: boolean): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('decide_message_reports', { ids: some, removes })));

export type MemberMessages = 'everyone' | 'staff';

/** To whom the members of the account may write. */
export const settingQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: messageKeys.setting(accountId),
    queryFn: async (): Promise<MemberMessages> => {
      const rows = dataOf(await db.from('message_settings').select('member_messages').eq('account_id', accountId));
      return rows[0]?.member_messages ?? 'everyone';
    },
  });

export async function saveSetting(db: Db, accountId: string, memberMessages: MemberMessages): Promise<void> {
  const row = { account_id: accountId, member_messages: memberMessages };
  dataOf(await db.from('message_settings').upsert(row).select('account_id'));
}

/** A signed URL of a file, valid for ten minutes; a download where it is no picture. */
export async function messageFileUrl(db: Db, accountId: string, file: Attachment): Promise<string> {
  const options = file.mime_type.startsWith('image/') ? {} : { download: file.name };
  const { data, error } = await db.storage.from(`${accountId}-private`).createSignedUrl(file.path, 600, options);
  if (error) throw new DbError(error.message, error.name);
  return data.signedUrl;
}
