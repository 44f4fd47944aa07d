import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { OwnBadge } from '../schema.ts';
import { BadgeIcon } from './badge-icon.tsx';

/** The badges of the site: those a member has with when they earned them, and how far they are with the others. */
export function OwnBadges({ badges }: { badges: readonly OwnBadge[] }) {
  const { t } = useTranslation('gamification');
  if (badges.length === 0) return <p className="muted">{t('own.noBadges')}</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {badges.map((badge) => (
        <li key={badge.id} className="flex items-start gap-3">
          <BadgeIcon icon={badge.icon} size={24} />
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="font-medium">
              <bdi>{badge.name}</bdi>
            </p>
            {badge.description ? (
              <p className="muted">
                <bdi>{badge.description}</bdi>
              </p>
            ) : null}
            {badge.awarded_at ? (
              <p className="muted">
                {t('own.earned')} <RelativeTime when={badge.awarded_at} />
              </p>
            ) : null}
            {!badge.awarded_at && badge.goal ? (
              <ProgressBar
                isLabelled
                label={t('own.progress')}
                percent={((badge.reached ?? 0) * 100) / badge.goal}
                amount={t('own.reachedOf', { reached: badge.reached ?? 0, goal: badge.goal })}
              />
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
