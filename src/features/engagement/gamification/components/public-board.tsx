import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Avatar } from '#ui/display/avatar.tsx';
import { UiText } from '#ui/display/content-language.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { LeaderboardRow } from '../schema.ts';

/** A leaderboard on a page of the site. */
export function PublicBoard({ rows, label }: { rows: readonly LeaderboardRow[]; label: string }) {
  const { t } = useTranslation('gamification');
  const number = numberFormat(useLocale().locale);
  return (
    <ol className="grid max-w-2xl gap-3" aria-label={label || undefined}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, so that nobody is recognized by it
        <li key={at} className="flex items-center gap-4 border-b border-line pb-3">
          <span className="num w-8 flex-none">{number.format(row.place)}</span>
          <Avatar
            name={row.name}
            hueKey={row.slug ?? row.name}
            sources={row.avatar ? [row.avatar] : []}
            variant="avatarOnly"
          />
          <span className="min-w-0 flex-1">
            {row.slug ? (
              <Link className="link" to={paths.memberCard(row.slug)}>
                <bdi>{row.name}</bdi>
              </Link>
            ) : (
              <bdi>{row.name}</bdi>
            )}
            {row.level ? (
              <span className="muted block">
                <bdi>{row.level}</bdi>
              </span>
            ) : null}
          </span>
          <b className="num flex-none">
            <UiText>{t('points', { count: row.points })}</UiText>
          </b>
        </li>
      ))}
    </ol>
  );
}
