import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { useTableState } from '#ui/table-state.ts';
import { NotificationLine } from '../components/notification-line.tsx';
import { useReadNotifications } from '../components/read-notification.ts';
import { notificationPage, unreadNotifications } from '../data.ts';

export default function NotificationList() {
  const { t } = useTranslation('notifications');
  const wire = useWire();
  const { account_id } = useAccount();
  const userId = useMembership().userId ?? '';
  const { page, pageSize, setPage } = useTableState();
  const list = useQuery({
    ...notificationPage(wire, account_id, userId, page, pageSize),
    placeholderData: keepPreviousData,
  });
  const unread = useQuery(unreadNotifications(wire, account_id, userId));
  const { open, readAll } = useReadNotifications(userId);
  const waiting = unread.data?.total ?? 0;
  return (
    <main id="content" className="page max-w-3xl">
      <PageHeader
        title={t('title')}
        sentence={unread.data ? t('waiting', { count: waiting }) : undefined}
        actions={
          waiting > 0 ? (
            <Button icon={CheckCheck} onPress={readAll}>
              {t('readAll')}
            </Button>
          ) : null
        }
      />
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
            <NotificationLine key={row.id} row={row} onOpen={() => open(row)} />
          ))}
        </div>
      </div>
      {list.data && list.data.total > pageSize ? (
        <Pagination label={t('title')} page={page} pageSize={pageSize} total={list.data.total} onPage={setPage} />
      ) : null}
    </main>
  );
}
