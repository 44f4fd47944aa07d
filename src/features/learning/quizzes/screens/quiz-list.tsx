import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pencil, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent } from '#base/shared/formats.ts';
import { useOwnOnly } from '#features/learning/courses/components/use-authorship.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { NewQuizDialog } from '../components/new-quiz-dialog.tsx';
import { QuizTabs } from '../components/quiz-tabs.tsx';
import { type ListedQuiz, listQuizzes, quizStates, quizzesQuery } from '../data.ts';

/** `/dashboard/instructor/quizzes`: the quizzes of the caller's courses. */
export default function QuizList() {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const db = useDb();
  const { account_id } = useAccount();
  const state = useTableState({ filters: ['state'] });
  const [isStarting, setStarting] = useState(false);
  const selectedState = quizStates.find((candidate) => candidate === state.filters.state?.[0]);
  const filters = {
    search: state.search,
    ownOnly: useOwnOnly(),
    state: selectedState,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
  };
  const list = useQuery({
    ...quizzesQuery(db, account_id, { ...filters, page: state.page, pageSize: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setStarting(true)}>
      {t('list.new')}
    </Button>
  );
  const isEmpty = list.data?.total === 0 && !state.isFiltered;
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        sentence={
          list.data && !state.isFiltered && !isEmpty ? t('list.sentence', { count: list.data.total }) : undefined
        }
        actions={
          isEmpty ? undefined : (
            <>
              <ExportButton
                name="quizzes"
                read={(page, pageSize) => listQuizzes(db, account_id, { ...filters, page, pageSize })}
                head={[
                  t('list.name'),
                  t('list.course'),
                  t('list.state'),
                  t('list.questions'),
                  t('list.points'),
                  t('list.toPass'),
                  t('list.changed'),
                ]}
                cells={(row) => [
                  row.lessons.title,
                  row.lessons.courses.title,
                  t(row.lessons.is_published ? 'list.shown' : 'list.hidden'),
                  row.question_count,
                  row.points,
                  formatPercent(row.pass_mark, locale),
                  row.updated_at,
                ]}
              />
              {newButton}
            </>
          )
        }
      />
      <QuizTabs />
      <div className="mt-4 grid gap-3">
        <FilterBar>
          <TableSearch state={state} label={t('list.search')} />
          <FilterChip
            label={t('list.state')}
            isSingle
            options={[
              { id: 'shown', label: t('list.shown') },
              { id: 'hidden', label: t('list.hidden') },
              { id: 'empty', label: t('list.noQuestions') },
            ]}
            selected={selectedState ? [selectedState] : []}
            onChange={(ids) => state.setFilter('state', ids)}
          />
          <ClearFilters state={state} />
        </FilterBar>
        <div className="card overflow-hidden">
          <DataTable
            label={t('list.title')}
            rows={list.data?.rows}
            rowId={(row) => row.id}
            rowName={(row) => row.lessons.title}
            rowHref={(row) => paths.editQuiz(row.id)}
            rowActions={(row) => ({
              quick: [
                { label: t('list.edit'), icon: Pencil, href: paths.editQuiz(row.id) },
                { label: t('list.try'), icon: Play, href: paths.tryQuiz(row.id) },
              ],
            })}
            state={state}
            total={list.data?.total}
            isRefreshing={list.isFetching}
            error={list.isError}
            onRetry={() => void list.refetch()}
            empty={
              state.isFiltered ? (
                <EmptyState
                  title={t('list.noneFound')}
                  drawing="search"
                  actions={<Button onPress={state.clearFilters}>{t('list.clear')}</Button>}
                >
                  {t('list.noneFoundText')}
                </EmptyState>
              ) : (
                <EmptyState title={t('list.empty')} drawing="page" actions={newButton}>
                  {t('list.emptyText')}
                </EmptyState>
              )
            }
            columns={[
              {
                id: 'name',
                label: t('list.name'),
                sort: true,
                phone: 'main',
                cell: (row) => <QuizName quiz={row} />,
              },
              {
                id: 'course',
                label: t('list.course'),
                phone: 'under',
                isWritten: true,
                cell: (row) => row.lessons.courses.title,
              },
              {
                id: 'questions',
                label: t('list.questions'),
                sort: true,
                isEnd: true,
                phone: 'under',
                cell: (row) => row.question_count,
              },
              {
                id: 'points',
                label: t('list.points'),
                sort: true,
                isEnd: true,
                phone: 'hide',
                cell: (row) => row.points,
              },
              {
                id: 'mark',
                label: t('list.toPass'),
                sort: true,
                isEnd: true,
                phone: 'hide',
                cell: (row) => formatPercent(row.pass_mark, locale),
              },
              {
                id: 'changed',
                label: t('list.changed'),
                sort: true,
                isEnd: true,
                phone: 'side',
                cell: (row) => <RelativeTime when={row.updated_at} />,
              },
            ]}
          />
        </div>
      </div>
      <NewQuizDialog isOpen={isStarting} onOpenChange={setStarting} />
    </main>
  );
}

function QuizName({ quiz }: { quiz: ListedQuiz }) {
  const { t } = useTranslation('quizzes');
  const written = useContentAttributes();
  return (
    <span className="row">
      <span className="cut font-medium" {...written} title={quiz.lessons.title}>
        {quiz.lessons.title}
      </span>
      {!quiz.lessons.is_published && <Badge>{t('list.hidden')}</Badge>}
      {quiz.question_count === 0 && <Badge tone="warning">{t('list.noQuestions')}</Badge>}
    </span>
  );
}
