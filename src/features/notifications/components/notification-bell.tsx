import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { Count } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Popover } from '#ui/popover.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { notificationKeys, unreadNotifications } from '../data.ts';
import { useKeptPush } from '../ways/components/kept-push.ts';
import { noteSeen } from '../ways/data.ts';
import { ChatBell } from './chat-bell.tsx';
import { NotificationLine } from './notification-line.tsx';
import { useReadNotifications } from './read-notification.ts';

/** The bells of the top bar: what people wrote, once they have, and everything else that waits. */
export function NotificationBell({ userId }: { userId: string }) {
  return (
    <>
      <OtherBell userId={userId} />
      <ChatBell userId={userId} />
    </>
  );
}

/** How many are unread, and behind it which. */
function OtherBell({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const wire = useWire();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  useRowChanges(
    'account_notifications',
    `user_id=eq.${userId}`,
    () => void queries.invalidateQueries({ queryKey: notificationKeys.all(account_id) }),
  );
  useKeptPush(userId);
  const unread = useQuery(unreadNotifications(wire, account_id, userId));
  const { open, readAll } = useReadNotifications(userId);
  const rows = unread.data?.rows.filter((row) => !row.read);
  const hidden = (unread.data?.rows.length ?? 0) - (rows?.length ?? 0);
  const count = Math.max(0, (unread.data?.total ?? 0) - hidden);
  return (
    <Popover
      label={t('title')}
      placement="bottom end"
      isBare
      isOpen={isOpen}
      onOpenChange={(opens) => {
        setOpen(opens);
        // Once looked at nothing of it is mailed; where that can't be noted it is, once too often.
        if (opens) void noteSeen(wire, account_id).catch(() => {});
      }}
      trigger={
        <IconButton icon={Bell} label={t('title')}>
          <Count value={count} label={t('unread')} />
        </IconButton>
      }
    >
      {(close) => (
        <div className="w-88 max-w-[calc(100vw-2rem)]">
          <div className="row justify-between border-b border-line px-4 py-2">
            <b className="font-semibold">{t('title')}</b>
            {count > 0 ? (
              <Button size="sm" variant="quiet" onPress={readAll}>
                {t('readAll')}
              </Button>
            ) : null}
          </div>
          <div className="list max-h-96 overflow-y-auto">
            {unread.isError && !rows ? (
              <ErrorState onRetry={() => void unread.refetch()} isRetrying={unread.isFetching} />
            ) : null}
            {!rows && !unread.isError ? <SkeletonList rows={3} hasMedia={false} /> : null}
            {rows?.length === 0 ? (
              <EmptyState title={t('empty.title')} drawing="letters">
                {t('empty.text')}
              </EmptyState>
            ) : null}
            {rows?.map((row) => (
              <NotificationLine
                key={row.id}
                row={row}
                onOpen={() => {
                  open(row);
                  if (row.link) close();
                }}
              />
            ))}
          </div>
          <div className="border-t border-line px-4 py-2">
            <TextLink href={paths.notifications()} onPress={close}>
              {t('all')}
            </TextLink>
          </div>
        </div>
      )}
    </Popover>
  );
}
