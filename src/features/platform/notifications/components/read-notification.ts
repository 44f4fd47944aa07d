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
type Selection = { id: string } | { type?: AccountNotification['type'] };

/** Marks notifications read, in the cache at once and then on the server, and opens a notification's link. */
export function useReadNotifications(userId: string) {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const key = notificationKeys.all(account_id);
  const change = useMutation({
    mutationFn: (selection: Selection) =>
      'id' in selection ? markRead(db, account_id, selection.id) : markAllRead(db, account_id, userId, selection.type),
    onMutate: (selection) => {
      queries.setQueriesData<NotificationPage | ChatPage>(
        { queryKey: key },
        (page) => page && withRead(page, selection),
      );
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

function withRead(page: NotificationPage | ChatPage, selection: Selection): NotificationPage | ChatPage {
  const isSelected = (row: AccountNotification) =>
    'id' in selection ? row.id === selection.id : selection.type === undefined || row.type === selection.type;
  const rows = page.rows.map((row) => (isSelected(row) ? { ...row, read: true } : row));
  if (!('unread' in page)) return { ...page, rows };
  return { ...page, rows, unread: page.unread - page.rows.filter((row) => !row.read && isSelected(row)).length };
}
