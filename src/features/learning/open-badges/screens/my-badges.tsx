import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { EarnedCard } from '../components/earned-card.tsx';
import { ownBadgesQuery } from '../data.ts';

/** What the signed-in member has earned: certificates and badges, each with its Open Badge. */
export default function MyBadges() {
  const { t } = useTranslation('open-badges');
  const { account_id } = useAccount();
  const { data, ...query } = useQuery(ownBadgesQuery(useDb(), account_id));
  return (
    <main id="content" className="page">
      <PageHeader title={t('screenNames.openBadges')} sentence={t('sentence')} />
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonCards count={3} /> : null}
      {data?.length === 0 ? (
        <EmptyState
          title={t('emptyTitle')}
          actions={<LinkButton href={paths.myCourses()}>{t('certificates:mine.toCourses')}</LinkButton>}
        >
          {t('emptyText')}
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <ul className="grid gap-4 md:grid-cols-2">
          {data.map((earned) => (
            <EarnedCard key={earned.certificate_id ?? earned.badge_id} earned={earned} />
          ))}
        </ul>
      ) : null}
    </main>
  );
}
