import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ActivityItem } from '../components/activity-item.tsx';
import { useGroupNews } from '../components/use-group-news.ts';
import { type Activity, type ActivityPart, activityParts, activityQuery, seeActivity } from '../data.ts';

/** What the member did, and what happened in their groups. */
export default function ActivityScreen() {
  const { t } = useTranslation('activity');
  const db = useDb();
  const { account_id } = useAccount();
  const [part, setPart] = useState<ActivityPart>('all');
  const { data, ...query } = useInfiniteQuery(activityQuery(db, account_id, part));
  const rows = useMarks(data?.pages.flat());
  const newest = rows?.[0]?.position;
  useSeen(part === 'all' ? newest : undefined);
  useGroupNews();
  return (
    <main id="content" className="page">
      <PageHeader title={t('title')} sentence={t('sentence')} />
      <div className="grid gap-6 justify-items-start">
        <Segmented
          label={t('filter')}
          value={part}
          onChange={setPart}
          options={activityParts.map((id) => ({ id, label: t(`part.${id}`) }))}
        />
        {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
        {query.isPending ? <SkeletonList rows={6} /> : null}
        {rows?.length === 0 ? (
          <EmptyState title={t('empty.title')} drawing="letters">
            {t('empty.text')}
          </EmptyState>
        ) : null}
        <ul className="grid gap-4">
          {rows?.map((row) => (
            <ActivityItem key={row.position} row={row} />
          ))}
        </ul>
        {query.hasNextPage ? (
          <Button isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        ) : null}
      </div>
    </main>
  );
}

/** What was new when it was first shown stays marked for this visit, however often the list is read meanwhile. */
function useMarks(rows: Activity[] | undefined): Activity[] | undefined {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const fresh = rows?.filter(({ is_new, position }) => is_new && !marked.has(position)) ?? [];
  if (fresh.length > 0) setMarked(new Set([...marked, ...fresh.map(({ position }) => position)]));
  return rows?.map((row) => ({ ...row, is_new: row.is_new || marked.has(row.position) }));
}

/** Marks what is shown as seen; the marks of this visit stay until it is read anew. */
function useSeen(newest: number | undefined): void {
  const db = useDb();
  const see = useEffectEvent((position: number) => {
    // A mark that is not made is made with the next visit.
    void seeActivity(db, position).catch(() => undefined);
  });
  useEffect(() => {
    if (newest !== undefined) see(newest);
  }, [newest]);
}
