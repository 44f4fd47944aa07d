import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { QuizTabs } from '../components/quiz-tabs.tsx';
import { listBank, questionBankQuery } from '../data.ts';
import { questionKinds } from '../rules.ts';

/** `/dashboard/instructor/quizzes/bank`: the questions of the caller's courses. */
export default function QuestionBank() {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const state = useTableState({ filters: ['kind'] });
  const chosen = state.filters.kind ?? [];
  const kind = questionKinds.find((candidate) => candidate === chosen[0]);
  const filters = {
    search: state.search,
    kind,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
  };
  const bank = useQuery({
    ...questionBankQuery(db, account_id, { ...filters, page: state.page, pageSize: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('bank.title')}
        sentence={t('bank.sentence')}
        actions={
          bank.data?.total === 0 && !state.isFiltered ? undefined : (
            <ExportButton
              name="questions"
              read={(page, pageSize) => listBank(db, account_id, { ...filters, page, pageSize })}
              head={[t('bank.question'), t('bank.kind'), t('bank.quiz'), t('bank.course'), t('bank.points')]}
              cells={(row) => [
                row.prompt,
                t(`kind.${row.kind}`),
                row.quizzes.lessons.title,
                row.quizzes.lessons.courses.title,
                row.points,
              ]}
            />
          )
        }
      />
      <QuizTabs />
      <div className="mt-4 grid gap-3">
        <FilterBar>
          <TableSearch state={state} label={t('bank.search')} />
          <FilterChip
            label={t('bank.kind')}
            options={questionKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
            selected={kind ? [kind] : []}
            onChange={(ids) => state.setFilter('kind', ids)}
            isSingle
          />
          <ClearFilters state={state} />
        </FilterBar>
        <div className="card overflow-hidden">
          <DataTable
            label={t('bank.title')}
            rows={bank.data?.rows}
            rowId={(row) => row.id}
            rowName={(row) => row.prompt}
            rowHref={(row) => paths.editQuiz(row.quizzes.id, row.id)}
            state={state}
            total={bank.data?.total}
            isRefreshing={bank.isFetching}
            error={bank.isError}
            onRetry={() => void bank.refetch()}
            empty={
              <EmptyState
                title={t(state.isFiltered ? 'bank.noneFound' : 'bank.empty')}
                drawing="search"
                actions={state.isFiltered && <Button onPress={state.clearFilters}>{t('bank.clear')}</Button>}
              >
                {t(state.isFiltered ? 'bank.noneFoundText' : 'bank.emptyText')}
              </EmptyState>
            }
            columns={[
              {
                id: 'prompt',
                label: t('bank.question'),
                sort: true,
                phone: 'main',
                isWritten: true,
                cell: (row) => <span className="line-clamp-2 font-medium whitespace-normal">{row.prompt}</span>,
              },
              {
                id: 'kind',
                label: t('bank.kind'),
                sort: true,
                phone: 'under',
                width: 10,
                cell: (row) => t(`kind.${row.kind}`),
              },
              {
                id: 'quiz',
                label: t('bank.quiz'),
                phone: 'under',
                isWritten: true,
                cell: (row) => row.quizzes.lessons.title,
              },
              {
                id: 'course',
                label: t('bank.course'),
                phone: 'hide',
                isWritten: true,
                cell: (row) => row.quizzes.lessons.courses.title,
              },
              {
                id: 'points',
                label: t('bank.points'),
                sort: true,
                isEnd: true,
                phone: 'hide',
                cell: (row) => row.points,
              },
            ]}
          />
        </div>
      </div>
    </main>
  );
}
