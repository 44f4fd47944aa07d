import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { notificationKeys, unreadNotifications } from '../data.ts';
import { usePushSync } from '../ways/components/kept-push.ts';
import { markSeen } from '../ways/data.ts';
import { Bell } from './bell.tsx';
import { ChatBell } from './chat-bell.tsx';
import { useReadNotifications } from './read-notification.ts';

/** The bells of the top bar: notifications and chats. */
export function NotificationBell({ userId }: { userId: string }) {
  return (
    <>
      <OtherBell userId={userId} />
      <ChatBell userId={userId} />
    </>
  );
}

/** The notification bell with its unread count and list. */
function OtherBell({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  useRowChanges(
    'account_notifications',
    `user_id=eq.${userId}`,
    () => void queries.invalidateQueries({ queryKey: notificationKeys.all(account_id) }),
  );
  usePushSync(userId);
  const unread = useQuery(unreadNotifications(db, account_id, userId));
  const { open, readAll } = useReadNotifications(userId);
  const rows = unread.data?.rows.filter((row) => !row.read);
  const hidden = (unread.data?.rows.length ?? 0) - (rows?.length ?? 0);
  const count = Math.max(0, (unread.data?.total ?? 0) - hidden);
  return (
    <Bell
      icon={BellIcon}
      title={t('title')}
      count={count}
      query={unread}
      rows={rows}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      // Seen notifications are not mailed; if this fails one mail too many is sent.
      onOpened={() => void markSeen(db, account_id).catch(() => {})}
      onRow={open}
      action={
        count > 0 ? (
          <Button size="sm" variant="quiet" onPress={() => readAll('other')}>
            {t('readAll')}
          </Button>
        ) : null
      }
      more={(close) => (
        <TextLink href={paths.notifications()} onPress={close}>
          {t('all')}
        </TextLink>
      )}
    />
  );
}
