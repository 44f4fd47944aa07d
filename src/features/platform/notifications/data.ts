import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, dbErrorOf } from '#base/shared/db-client.ts';

/** A notification. `message` is HTML made by the server; `link` is a path of this site. */
export type AccountNotification = {
  account_id: string;
  id: string;
  user_id: string;
  type: 'chat' | 'other';
  message: string;
  /** The message as a translation key with values; null where a person wrote the message. */
  said: unknown;
  link: string | null;
  severity: number;
  read: boolean;
  created_at: string;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type NotificationPage = { rows: AccountNotification[]; total: number };
/** Chat messages and how many of all of them are unread. */
export type ChatPage = NotificationPage & { unread: number };

const columns = 'account_id, id, user_id, type, message, said, link, severity, read, created_at';
/** Number of rows in the bell; the list screen has the rest. */
export const bellLimit = 30;

export const notificationKeys = {
  all: (accountId: string) => ['account_notifications', accountId] as const,
};

/** Unread notifications, newest first, and their total. */
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
    // Catches up on what the realtime topic missed while disconnected.
    refetchInterval: 60_000,
  });
}

/** The newest chats and how many of all are unread, for the chat bell. */
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
      // Opening the list marks all chats read, so more unread than fit can exist only where every shown row is
      // unread.
      if (unread < bellLimit || page.total === bellLimit) return page;
      const waiting = await chats().eq('read', false).limit(1);
      dataOf(waiting);
      return { ...page, unread: waiting.count ?? unread };
    },
    // Catches up on what the realtime topic missed while disconnected.
    refetchInterval: 60_000,
  });
}

/** All notifications, unread first; pages start at 1. */
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

/** One of the caller's own notifications; null where it does not exist. */
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
  if (error) throw dbErrorOf(error);
}

/**
 * Marks all notifications read, or all of one type: opening the chat list reads every chat (specification, section
 * 4).
 */
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
  if (error) throw dbErrorOf(error);
}
