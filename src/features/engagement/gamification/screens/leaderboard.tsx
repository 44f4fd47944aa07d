import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { BoardTable } from '../components/board-table.tsx';
import { ChoiceForm } from '../components/choice-form.tsx';
import { OwnBadges } from '../components/own-badges.tsx';
import { ScoreCard } from '../components/own-score.tsx';
import { type LeaderboardScope, leaderboardQuery, ownScoreQuery, scopeQuery } from '../data.ts';
import { type Period, periods } from '../rules.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who earned the most, on the site, in a course or in a group, and what the member has earned themselves. */
export default function LeaderboardScreen() {
  const { t } = useTranslation('gamification');
  const { account_id } = useAccount();
  const { data: score, ...query } = useQuery(ownScoreQuery(useDb(), account_id));
  const scope = useScope();
  return (
    <main id="content" className="page">
      <PageHeader title={t('screenNames.leaderboard')} sentence={<ScopeSentence scope={scope} />} />
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonList rows={6} /> : null}
      {score === null ? <EmptyState title={t('off.title')}>{t('off.text')}</EmptyState> : null}
      {score ? (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid gap-8">
            <Board scope={scope} />
            <Section title={t('screenNames.badges')}>
              <OwnBadges badges={score.badges} />
            </Section>
          </div>
          <div>
            <Section title={t('own.title')}>
              <div className="card card-pad">
                <ScoreCard score={score} />
              </div>
            </Section>
            <Section title={t('choice.title')}>
              <ChoiceForm score={score} />
            </Section>
          </div>
        </div>
      ) : null}
    </main>
  );
}

/** The course or the group that the address names. */
function useScope(): LeaderboardScope {
  const [query] = useSearchParams();
  const idOf = (name: string) => {
    const id = query.get(name);
    return id && uuid.test(id) ? id : undefined;
  };
  const course = idOf('course');
  return course ? { course } : { group: idOf('group') };
}

function ScopeSentence({ scope }: { scope: LeaderboardScope }) {
  const { t } = useTranslation('gamification');
  const { account_id } = useAccount();
  const { data } = useQuery(scopeQuery(useDb(), account_id, scope));
  if (!scope.course && !scope.group) return t('board.sentence');
  if (!data) return null;
  return (
    <span className="row flex-wrap">
      <TextLink href={scope.course ? paths.player(data.slug) : paths.groupHome(data.slug)}>
        <bdi>{data.title}</bdi>
      </TextLink>
      <TextLink href={paths.leaderboard()}>{t('board.whole')}</TextLink>
    </span>
  );
}

function Board({ scope }: { scope: LeaderboardScope }) {
  const { t } = useTranslation('gamification');
  const { account_id } = useAccount();
  const [period, setPeriod] = useState<Period>('week');
  const board = useQuery({
    ...leaderboardQuery(useDb(), account_id, period, scope),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid justify-items-start gap-4">
      <Segmented
        label={t('board.period')}
        value={period}
        onChange={setPeriod}
        options={periods.map((id) => ({ id, label: t(`period.${id}`) }))}
      />
      <div className="card w-full overflow-hidden">
        {board.isError ? <ErrorState onRetry={() => void board.refetch()} isRetrying={board.isFetching} /> : null}
        {board.isPending ? <SkeletonList rows={5} /> : null}
        {board.data ? <BoardTable rows={board.data} /> : null}
      </div>
    </div>
  );
}
