import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { LeaderboardRow } from '../schema.ts';

/** Who has earned how much, the most first. */
export function BoardTable({ rows }: { rows: readonly LeaderboardRow[] }) {
  const { t } = useTranslation('gamification');
  const number = numberFormat(useLocale().locale);
  if (rows.length === 0)
    return (
      <EmptyState title={t('board.emptyTitle')} drawing="letters">
        {t('board.emptyText')}
      </EmptyState>
    );
  return (
    <ol className="list" aria-label={t('screenNames.leaderboard')}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, so that nobody is recognized by it
        <li key={at} className={`flex items-center gap-3 px-4 py-2 ${row.is_own ? 'bg-hover' : ''}`}>
          <span className="num w-8 flex-none text-ink-3">
            <span className="vh">{t('board.place')} </span>
            {number.format(row.place)}
          </span>
          <span className="min-w-0 flex-1">
            <Avatar
              name={row.name}
              hueKey={row.slug ?? row.name}
              sources={row.avatar ? [row.avatar] : []}
              note={row.level ?? undefined}
            />
          </span>
          {row.is_own ? <Badge tone="primary">{t('board.you')}</Badge> : null}
          {row.slug && !row.is_own ? (
            <TextLink href={paths.memberCard(row.slug)} className="max-sm:hidden">
              {t('board.card')}
              <span className="vh"> {row.name}</span>
            </TextLink>
          ) : null}
          <b className="num flex-none font-semibold">{t('points', { count: row.points })}</b>
        </li>
      ))}
    </ol>
  );
}
