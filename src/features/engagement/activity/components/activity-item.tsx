import {
  Award,
  CircleCheck,
  GraduationCap,
  type LucideIcon,
  Medal,
  MessageSquare,
  Reply,
  Trophy,
  UserPlus,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { Activity } from '../data.ts';

const icons: Record<Activity['kind'], LucideIcon> = {
  post: MessageSquare,
  answer: Reply,
  joined: UserPlus,
  completed: GraduationCap,
  certificate: Award,
  passed: CircleCheck,
  badge: Medal,
  level: Trophy,
};

/** One thing that happened; it leads to where it happened. */
export function ActivityItem({ row }: { row: Activity }) {
  const { t } = useTranslation('activity');
  const Icon = icons[row.kind];
  return (
    <li className="row items-start gap-3">
      <Icon aria-hidden="true" size={20} className="shrink-0" />
      <div className="grid gap-1">
        <p className="row">
          <TextLink href={row.path}>
            {t(`${row.is_own ? 'own' : 'other'}.${row.kind}`, { name: row.name, title: row.title })}
          </TextLink>
          {row.is_new ? <Badge tone="primary">{t('new')}</Badge> : null}
        </p>
        <p className="muted">
          <RelativeTime when={row.happened_at} />
        </p>
      </div>
    </li>
  );
}
