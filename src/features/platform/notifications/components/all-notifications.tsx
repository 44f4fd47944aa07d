import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Pagination } from '#ui/table/pagination.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { type AccountNotification, notificationPage } from '../data.ts';
import { markSeen } from '../ways/data.ts';
import { NotificationLine } from './notification-line.tsx';

/** All notifications, unread first. */
export function AllNotifications({ userId, onOpen }: { userId: string; onOpen: (row: AccountNotification) => void }) {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id } = useAccount();
  const { page, pageSize, setPage } = useTableState();
  const list = useQuery({
    ...notificationPage(db, account_id, userId, page, pageSize),
    placeholderData: keepPreviousData,
  });
  const newest = list.data?.rows[0]?.id;
  useEffect(() => {
    if (!newest) return;
    const note = () => {
      // A list in a hidden window has not been seen.
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', note);
      // If this fails one mail too many is sent; the list does not depend on it.
      void markSeen(db, account_id).catch(() => {});
    };
    document.addEventListener('visibilitychange', note);
    note();
    return () => document.removeEventListener('visibilitychange', note);
  }, [db, account_id, newest]);
  return (
    <>
      <div className="card overflow-hidden">
        {list.isError ? <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching} /> : null}
        {list.isPending ? <SkeletonList rows={6} hasMedia={false} /> : null}
        {list.data?.rows.length === 0 ? (
          <EmptyState title={t('none.title')} drawing="letters">
            {t('none.text')}
          </EmptyState>
        ) : null}
        <div className="list">
          {list.data?.rows.map((row) => (
            <NotificationLine key={row.id} row={row} onOpen={() => onOpen(row)} />
          ))}
        </div>
      </div>
      {list.data && list.data.total > pageSize ? (
        <Pagination label={t('title')} page={page} pageSize={pageSize} total={list.data.total} onPage={setPage} />
      ) : null}
    </>
  );
}
