import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Count } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { showProblem } from '#ui/toaster.tsx';
import { markChatsRead, notificationKeys, recentChats } from '../data.ts';
import { NotificationLine } from './notification-line.tsx';

/** The chat bell, once somebody has written: how many wait; looking at the list is reading them. */
export function ChatBell({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const wire = useWire();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const chats = useQuery(recentChats(wire, account_id, userId));
  const read = useMutation({
    mutationFn: () => markChatsRead(wire, account_id, userId),
    onError: () => showProblem(t('failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationKeys.all(account_id) }),
  });
  const rows = chats.data?.rows ?? [];
  if (rows.length === 0) return null;
  const unread = rows.filter((row) => !row.read).length;
  return (
    <Popover
      label={t('chat.title')}
      placement="bottom end"
      isBare
      isOpen={isOpen}
      onOpenChange={(opens) => {
        setOpen(opens);
        if (opens && unread > 0) read.mutate();
      }}
      trigger={
        <IconButton icon={MessageCircle} label={t('chat.title')}>
          <Count value={unread} label={t('unread')} />
        </IconButton>
      }
    >
      {(close) => (
        <div className="w-88 max-w-[calc(100vw-2rem)]">
          <div className="row border-b border-line px-4 py-2">
            <b className="font-semibold">{t('chat.title')}</b>
          </div>
          <div className="list max-h-96 overflow-y-auto">
            {rows.map((row) => (
              <NotificationLine
                key={row.id}
                row={row}
                onOpen={() => {
                  if (!row.link) return;
                  close();
                  void navigate(row.link);
                }}
              />
            ))}
          </div>
        </div>
      )}
    </Popover>
  );
}
