import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { LeaderboardOf } from '#base/browser/leaderboard-link.tsx';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { gamificationSettingsQuery } from '../data.ts';

/** The way to the leaderboard of a group; nothing where no points are earned. */
export function LeaderboardLink(of: LeaderboardOf) {
  const { t } = useTranslation('gamification');
  const { account_id } = useAccount();
  const { data } = useQuery(gamificationSettingsQuery(useDb(), account_id));
  return data?.is_on ? <TextLink href={paths.leaderboard(of)}>{t('screenNames.leaderboard')}</TextLink> : null;
}
