import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { NotificationLine } from '#features/platform/notifications/components/notification-line.tsx';
import { useReadNotifications } from '#features/platform/notifications/components/read-notification.ts';
import { notificationPage } from '#features/platform/notifications/data.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Section } from '#ui/layout/section.tsx';

const SHOWN = 4;

/** The latest notifications. */
export function LatestNotifications() {
  const { t } = useTranslation('dashboard');
  const db = useDb();
  const { account_id, user_id } = useMember();
  const list = useQuery(notificationPage(db, account_id, user_id, 1, SHOWN));
  const { open } = useReadNotifications(user_id);
  return (
    <Section title={t('news.title')} actions={<TextLink href={paths.notifications()}>{t('news.all')}</TextLink>}>
      <div className="card list overflow-hidden">
        {list.isPending ? <SkeletonList rows={3} hasMedia={false} /> : null}
        {list.isError ? <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching} /> : null}
        {list.data?.rows.length === 0 ? <p className="muted p-4">{t('news.none')}</p> : null}
        {list.data?.rows.map((row) => (
          <NotificationLine key={row.id} row={row} onOpen={() => open(row)} />
        ))}
      </div>
    </Section>
  );
}
