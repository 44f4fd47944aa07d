import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { Select } from '#ui/fields/select.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import { Pagination } from '#ui/table/pagination.tsx';
import { OpenWork } from '../components/open-work.tsx';
import { QueueSteps } from '../components/queue-steps.tsx';
import { PAGE_SIZE, type Queue, type QueueFilter, queueQuery, type View, views } from '../data.ts';

const ALL = 'all';

/** `/dashboard/instructor/submissions`: work that waits for its grade, one after the other, and what is graded or not handed in. */
export default function SubmissionQueue() {
  const { t } = useTranslation('assignments');
  const db = useDb();
  const { account_id } = useAccount();
  const [filter, setFilter] = useState<QueueFilter>({ shown: 'to_grade', assignment: null, page: 1 });
  const queue = useQuery({ ...queueQuery(db, account_id, filter), placeholderData: (before) => before });
  const counts = queue.data?.counts;
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('queue.title')}
        sentence={counts ? t('queue.sentence', { count: counts.to_grade }) : undefined}
      />
      <div className="mb-4">
        <PageTabs
          label={t('queue.title')}
          tabs={[
            { href: paths.submissions(), label: t('queue.assignments') },
            { href: paths.quizGrading(), label: t('queue.quizzes') },
          ]}
        />
      </div>
      {queue.isError && <ErrorState onRetry={() => queue.refetch()} isRetrying={queue.isFetching} />}
      {queue.isPending && <SkeletonText lines={8} />}
      {queue.data && (
        <div className="grid gap-5">
          <Filters queue={queue.data} filter={filter} onChange={setFilter} />
          <Rows key={JSON.stringify(filter)} queue={queue.data} filter={filter} onChange={setFilter} />
        </div>
      )}
    </main>
  );
}

type PartProps = { queue: Queue; filter: QueueFilter; onChange: (filter: QueueFilter) => void };

function Filters({ queue: { counts, assignments }, filter, onChange }: PartProps) {
  const { t } = useTranslation('assignments');
  return (
    <div className="row flex-wrap items-end justify-between gap-4">
      <Segmented<View>
        label={t('queue.view')}
        value={filter.shown}
        options={views.map((id) => ({ id, label: t(`queue.views.${id}`, { number: counts[id] }) }))}
        onChange={(shown) => onChange({ ...filter, shown, page: 1 })}
      />
      {assignments.length > 1 && (
        <Select
          label={t('queue.assignment')}
          className="w-full sm:w-80"
          value={filter.assignment ?? ALL}
          options={[
            { id: ALL, label: t('queue.all') },
            ...assignments.map(({ id, title, course }) => ({ id, label: title, description: <bdi>{course}</bdi> })),
          ]}
          onChange={(id) => onChange({ ...filter, assignment: id === ALL ? null : id, page: 1 })}
        />
      )}
    </div>
  );
}

function Rows({ queue, filter, onChange }: PartProps) {
  const { t } = useTranslation('assignments');
  const { rows, counts } = queue;
  if (rows.length === 0) {
    return <EmptyState title={t(`queue.empty.${filter.shown}`)}>{t(`queue.emptyText.${filter.shown}`)}</EmptyState>;
  }
  const total = counts[filter.shown];
  const paging =
    total > PAGE_SIZE ? (
      <Pagination
        label={t('queue.title')}
        page={filter.page}
        pageSize={PAGE_SIZE}
        total={total}
        onPage={(page) => onChange({ ...filter, page })}
      />
    ) : null;
  const List = filter.shown === 'open' ? OpenWork : QueueSteps;
  return <List rows={rows} paging={paging} />;
}
