import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError, dataOf } from '#base/shared/db-client.ts';

/** One line of the bell. `message` is HTML the server made; `link` an address of this site. */
export type AccountNotification = {
  account_id: string;
  id: string;
  user_id: string;
  type: 'chat' | 'other';
  message: string;
  /** The same by key, for a reader of any language; null where somebody wrote the message. */
  said: unknown;
  link: string | null;
  severity: number;
  read: boolean;
  created_at: string;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type NotificationPage = { rows: AccountNotification[]; total: number };
/** What people wrote, and how much of all of it is unread. */
export type ChatPage = NotificationPage & { unread: number };

const columns = 'account_id, id, user_id, type, message, said, link, severity, read, created_at';
/** As many as the bell shows; the rest is on the screen behind it. */
export const bellLimit = 30;

export const notificationKeys = {
  all: (accountId: string) => ['account_notifications', accountId] as const,
};

/** The unread ones, newest first, and how many there are in all. */
export function unreadNotifications(db: Db, accountId: string, userId: string) {
  return queryOptions({
    queryKey: [...notificationKeys.all(accountId), 'unread', userId],
    queryFn: async (): Promise<NotificationPage> => {
      const result = await db
        .from('account_notifications')
        .select(columns, { count: 'exact' })
        .eq('account_id', accountId)
        .eq('user_id', userId)
        .eq('type', 'other')
        .eq('read', false)
        .order('created_at', { ascending: false })
        .limit(bellLimit);
      return { rows: dataOf(result) as AccountNotification[], total: result.count ?? 0 };
    },
    // What the room's bell misses while a connection is away.
    refetchInterval: 60_000,
  });
}

/** The newest of what people wrote, and how much of all of it is unread: what the chat bell shows and counts. */
export function recentChats(db: Db, accountId: string, userId: string) {
  const chats = () =>
    db
      .from('account_notifications')
      .select(columns, { count: 'exact' })
      .eq('account_id', accountId)
      .eq('user_id', userId)
      .eq('type', 'chat')
      .order('created_at', { ascending: false });
  return queryOptions({
    queryKey: [...notificationKeys.all(accountId), 'chats', userId],
    queryFn: async (): Promise<ChatPage> => {
      const result = await chats().limit(bellLimit);
      const rows = dataOf(result) as AccountNotification[];
      const unread = rows.filter((row) => !row.read).length;
      const page = { rows, total: result.count ?? 0, unread };
      // Looking at the list reads all of it, so that more than it shows can only wait where all it shows does.
      if (unread < bellLimit || page.total === bellLimit) return page;
      const waiting = await chats().eq('read', false).limit(1);
      dataOf(waiting);
      return { ...page, unread: waiting.count ?? unread };
    },
    // What the room's bell misses while a connection is away.
    refetchInterval: 60_000,
  });
}

/** All of them, unread first, a page at a time (from 1). */
export function notificationPage(db: Db, accountId: string, userId: string, page: number, pageSize: number) {
  return queryOptions({
    queryKey: [...notificationKeys.all(accountId), 'page', userId, page, pageSize],
    queryFn: async (): Promise<NotificationPage> => {
      const result = await db
        .from('account_notifications')
        .select(columns, { count: 'exact' })
        .eq('account_id', accountId)
        .eq('user_id', userId)
        .order('read')
        .order('created_at', { ascending: false })
        .range((page - 1) * pageSize, page * pageSize - 1);
      return { rows: dataOf(result) as AccountNotification[], total: result.count ?? 0 };
    },
  });
}

/** One of one's own; null where there is none. */
export async function readNotification(db: Db, accountId: string, id: string): Promise<AccountNotification | null> {
  if (!uuid.test(id)) return null;
  const result = await db
    .from('account_notifications')
    .select(columns)
    .eq('account_id', accountId)
    .eq('id', id)
    .maybeSingle();
  return (result.data ?? null) as AccountNotification | null;
}

export async function markRead(db: Db, accountId: string, id: string): Promise<void> {
  const { error } = await db
    .from('account_notifications')
    .update({ read: true })
    .eq('account_id', accountId)
    .eq('id', id);
  if (error) throw new DbError(error.message, error.code);
}

/** All of them, or all of one type: opening the chat list reads every chat (specification, section 4). */
export async function markAllRead(
  db: Db,
  accountId: string,
  userId: string,
  type?: AccountNotification['type'],
): Promise<void> {
  const unread = db
    .from('account_notifications')
    .update({ read: true })
    .eq('account_id', accountId)
    .eq('user_id', userId)
    .eq('read', false);
  const { error } = await (type ? unread.eq('type', type) : unread);
  if (error) throw new DbError(error.message, error.code);
}
