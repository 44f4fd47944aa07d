import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import {
  type AccountNotification,
  type ChatPage,
  markAllRead,
  markRead,
  type NotificationPage,
  notificationKeys,
} from '../data.ts';

/** One notification by its id, all of a type, or all. */
type Which = { id: string } | { type?: AccountNotification['type'] };

/** Marks notifications read, in the cache at once and then on the server, and opens a notification's link. */
export function useReadNotifications(userId: string) {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const key = notificationKeys.all(account_id);
  const change = useMutation({
    mutationFn: (which: Which) =>
      'id' in which ? markRead(db, account_id, which.id) : markAllRead(db, account_id, userId, which.type),
    onMutate: (which) => {
      queries.setQueriesData<NotificationPage | ChatPage>({ queryKey: key }, (page) => page && withRead(page, which));
    },
    onError: () => showError(t('failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  return {
    open: (row: AccountNotification, options: { replace?: boolean } = {}) => {
      if (!row.read) change.mutate({ id: row.id });
      if (row.link) void navigate(row.link, options);
    },
    readAll: (type?: AccountNotification['type']) => change.mutate({ type }),
  };
}

function withRead(page: NotificationPage | ChatPage, which: Which): NotificationPage | ChatPage {
  const isMeant = (row: AccountNotification) =>
    'id' in which ? row.id === which.id : which.type === undefined || row.type === which.type;
  const rows = page.rows.map((row) => (isMeant(row) ? { ...row, read: true } : row));
  if (!('unread' in page)) return { ...page, rows };
  return { ...page, rows, unread: page.unread - page.rows.filter((row) => !row.read && isMeant(row)).length };
}
