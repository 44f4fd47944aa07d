import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { AllNotifications } from '../components/all-notifications.tsx';
import { useReadNotifications } from '../components/read-notification.ts';
import { readNotification, unreadNotifications } from '../data.ts';
import { Preferences } from '../ways/components/preferences.tsx';

export default function NotificationList() {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id } = useAccount();
  const userId = useMembership().userId ?? '';
  const [params, setParams] = useSearchParams();
  const unread = useQuery(unreadNotifications(db, account_id, userId));
  const { open, readAll } = useReadNotifications(userId);
  const waiting = unread.data?.total ?? 0;
  const view = params.get('view') === 'preferences' ? 'preferences' : 'all';
  useOpened(params.get('open'), open);
  return (
    <main id="content" className="page max-w-3xl">
      <PageHeader
        title={t('title')}
        sentence={unread.data ? t('waiting', { count: waiting }) : undefined}
        actions={
          waiting > 0 && view === 'all' ? (
            <Button icon={CheckCheck} onPress={() => readAll()}>
              {t('readAll')}
            </Button>
          ) : null
        }
      />
      <Tabs
        label={t('title')}
        selectedId={view}
        onSelect={(id) => setParams(id === 'all' ? {} : { view: id }, { replace: true })}
        tabs={[
          { id: 'all', label: t('tabs.all'), content: <AllNotifications userId={userId} onOpen={open} /> },
          { id: 'preferences', label: t('tabs.preferences'), content: <Preferences userId={userId} /> },
        ]}
      />
    </main>
  );
}

/** Entry point from a mail or push notification: marks it read and redirects to its link. */
function useOpened(id: string | null, open: ReturnType<typeof useReadNotifications>['open']): void {
  const db = useDb();
  const { account_id } = useAccount();
  const follow = useEffectEvent(open);
  useEffect(() => {
    if (!id) return;
    let isHere = true;
    // Deleted, or somebody else's: show the list.
    void readNotification(db, account_id, id).then((row) => {
      if (isHere && row) follow(row, { replace: true });
    });
    return () => {
      isHere = false;
    };
  }, [db, account_id, id]);
}
