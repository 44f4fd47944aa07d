import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { recentChats } from '../data.ts';
import { Bell } from './bell.tsx';
import { useReadNotifications } from './read-notification.ts';

/** The chat bell with its unread count; opening it marks all chats read. */
export function ChatBell({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id, is_platform } = useAccount();
  const chats = useQuery(recentChats(db, account_id, userId));
  const { open, readAll } = useReadNotifications(userId);
  const unread = chats.data?.unread ?? 0;
  return (
    <Bell
      icon={MessageCircle}
      title={t('chat.title')}
      count={unread}
      query={chats}
      rows={chats.data?.rows}
      empty={{ title: t('chat.empty.title') }}
      onOpened={() => {
        if (unread > 0) readAll('chat');
      }}
      onRow={open}
      {...(is_platform
        ? {}
        : {
            more: (close: () => void) => (
              <TextLink href={paths.messages()} onPress={close}>
                {t('chat.all')}
              </TextLink>
            ),
          })}
    />
  );
}
