import { useQuery } from '@tanstack/react-query';
import { Flame, Snowflake } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { Section } from '#ui/layout/section.tsx';
import { ownScoreQuery } from '../data.ts';
import { nextBadge, percentToNext } from '../rules.ts';
import type { OwnScore } from '../schema.ts';

/** The member's points, level, streak and next badge, for their home; nothing where no points are earned. */
export function OwnScoreSection() {
  const { t } = useTranslation('gamification');
  const { account_id } = useAccount();
  const { data: score } = useQuery(ownScoreQuery(useDb(), account_id));
  if (!score) return null;
  return (
    <Section
      title={t('own.title')}
      actions={<TextLink href={paths.leaderboard()}>{t('screenNames.leaderboard')}</TextLink>}
    >
      <div className="card card-pad">
        <ScoreCard score={score} />
      </div>
    </Section>
  );
}

export function ScoreCard({ score }: { score: OwnScore }) {
  const { t } = useTranslation('gamification');
  const { locale } = useLocale();
  const number = numberFormat(locale);
  const coming = nextBadge(score.badges);
  return (
    <div className="grid gap-4">
      <div>
        <div className="row flex-wrap justify-between">
          <p className="row items-baseline">
            <b className="text-2xl font-semibold">{t('points', { count: score.points })}</b>
            {score.today > 0 ? (
              <span className="muted">{t('own.today', { points: number.format(score.today) })}</span>
            ) : null}
          </p>
          {score.level ? (
            <Badge tone="primary">
              <bdi>{score.level.name}</bdi>
            </Badge>
          ) : null}
        </div>
        {score.next ? (
          <div className="mt-2 grid gap-2">
            <ProgressBar label={t('own.way')} percent={percentToNext(score)} />
            <p className="muted">
              {t('own.toNext', {
                points: t('points', { count: Math.max(1, score.next.min_points - score.points) }),
                name: score.next.name,
              })}
            </p>
          </div>
        ) : null}
      </div>
      <Streak streak={score.streak} />
      {coming ? (
        <p className="muted">
          {t('own.nextBadge', {
            name: coming.name,
            reached: number.format(coming.reached ?? 0),
            goal: number.format(coming.goal ?? 0),
          })}
        </p>
      ) : null}
    </div>
  );
}

function Streak({ streak }: { streak: OwnScore['streak'] }) {
  const { t } = useTranslation('gamification');
  return (
    <div className="grid gap-1">
      <p className="row">
        <Flame aria-hidden="true" size={16} className={`shrink-0 ${streak.is_today ? 'text-warning' : 'text-ink-3'}`} />
        <span>{streak.length > 0 ? t('days', { count: streak.length }) : t('own.noStreak')}</span>
      </p>
      {streak.length > 0 && !streak.is_today ? <p className="muted">{t('own.keepIt')}</p> : null}
      {streak.freezes > 0 ? (
        <p className="row muted">
          <Snowflake aria-hidden="true" size={16} className="shrink-0" />
          {t('own.freezes', { count: streak.freezes })}
        </p>
      ) : null}
    </div>
  );
}
