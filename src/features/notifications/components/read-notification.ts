import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { showProblem } from '#ui/toaster.tsx';
import { type AccountNotification, markAllRead, markRead, type NotificationPage, notificationKeys } from '../data.ts';

/** Marks notifications read, at once on the screen and then on the server, and goes where one leads. */
export function useReadNotifications(userId: string) {
  const { t } = useTranslation('notifications');
  const wire = useWire();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const key = notificationKeys.all(account_id);
  const change = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? markAllRead(wire, account_id, userId) : markRead(wire, account_id, id),
    onMutate: (id) => {
      queries.setQueriesData<NotificationPage>({ queryKey: key }, (page) => page && withRead(page, id));
    },
    onError: () => showProblem(t('failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  return {
    open: (row: AccountNotification, options: { replace?: boolean } = {}) => {
      if (!row.read) change.mutate(row.id);
      if (row.link) void navigate(row.link, options);
    },
    readAll: () => change.mutate(null),
  };
}

function withRead(page: NotificationPage, id: string | null): NotificationPage {
  const rows = page.rows.map((row) => (id === null || row.id === id ? { ...row, read: true } : row));
  return { ...page, rows };
}
