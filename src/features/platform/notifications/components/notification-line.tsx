import { Bell, CircleAlert, CircleCheck, Info, type LucideIcon, MessageCircle, TriangleAlert } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#ui/display/time.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { AccountNotification } from '../data.ts';
import { messageFor } from '../rules.ts';
import { NotificationText } from './notification-text.tsx';

/** Severity 1 to 5 (specification, section 9): from success to error. */
const severityIcons: Record<number, { icon: LucideIcon; className: string }> = {
  1: { icon: CircleCheck, className: 'text-success' },
  2: { icon: Bell, className: 'text-ink-3' },
  3: { icon: Info, className: 'text-info' },
  4: { icon: TriangleAlert, className: 'text-warning' },
  5: { icon: CircleAlert, className: 'text-error' },
};

/** One notification; pressing it marks it read and opens its link. */
export function NotificationLine({ row, onOpen }: { row: AccountNotification; onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const message = messageFor(row, (key, values) => t(key, values), useLocale().locale);
  const severityIcon = severityIcons[row.severity] ?? severityIcons[2];
  const Icon = row.type === 'chat' ? MessageCircle : (severityIcon?.icon ?? Bell);
  return (
    <Button className={classNames('list-row w-full items-start text-start', row.read && 'text-ink-2')} onPress={onOpen}>
      <Icon aria-hidden="true" className={classNames('mt-0.5 flex-none', severityIcon?.className)} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <NotificationText html={message} isLocalized={message !== row.message} />
        <span className="help">
          <RelativeTime when={row.created_at} />
        </span>
      </span>
      {row.read ? null : (
        <span className="mt-1.5 flex-none">
          <span className="dot tone-primary" aria-hidden="true" />
          <span className="vh">{t('unread')}</span>
        </span>
      )}
    </Button>
  );
}
