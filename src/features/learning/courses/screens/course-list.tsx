import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, Plus, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { chosenIds } from '#ui/table/use-bulk.ts';
import { TeachingTabs } from '../components/teaching-tabs.tsx';
import { type CourseRow, categoriesQuery, courseRowsQuery, listCourseRows, setCoursesStatus } from '../data.ts';

const statuses = ['published', 'draft', 'archived'] as const;

/** All courses of the site, for managers; one's own are in the instructor's list. */
export default function CourseList() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const state = useTableState({
    sort: { column: 'updated_at', direction: 'descending' },
    filters: ['status', 'category'],
  });
  const selection = useTableSelection(state);
  const categories = useQuery(categoriesQuery(db, account_id)).data ?? [];
  const filters = {
    search: state.search,
    statuses: state.filters.status ?? [],
    categories: state.filters.category ?? [],
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...courseRowsQuery(db, account_id, filters), placeholderData: keepPreviousData });
  const categoryOf = (row: CourseRow) => categories.find(({ id }) => id === row.category_id)?.name ?? '';
  const readAll = (page: number, pageSize: number) => listCourseRows(db, account_id, { ...filters, page, pageSize });

  async function setStatus(status: 'draft' | 'archived') {
    try {
      const chosen = await chosenIds({ selection, read: readAll, rowId: (row) => row.id });
      await setCoursesStatus(db, account_id, chosen, status);
      selection.clear();
      await queries.invalidateQueries({ queryKey: ['courses', account_id] });
      showToast(t('editor.saved'));
    } catch (error) {
      showError((error as Error).message);
    }
  }
  const columns: Column<CourseRow>[] = [
    {
      id: 'title',
      label: t('editor.field.title'),
      sort: true,
      phone: 'main',
      isWritten: true,
      cell: (row) => row.title,
    },
    { id: 'author', label: t('list.author'), sort: true, phone: 'under', cell: (row) => row.author },
    { id: 'category', label: t('catalogue.category'), sort: true, cell: categoryOf },
    {
      id: 'lesson_count',
      label: t('editor.curriculum'),
      sort: true,
      phone: 'under',
      cell: (row) => t('lessons', { count: row.lesson_count }),
    },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.status === 'published' ? (
          <StatusDot>{t('status.published')}</StatusDot>
        ) : (
          <Badge>{t(`status.${row.status}`)}</Badge>
        ),
    },
    { id: 'updated_at', label: t('list.changed'), sort: true, cell: (row) => <RelativeTime when={row.updated_at} /> },
  ];
  const newButton = (
    <LinkButton variant="primary" icon={Plus} href={paths.newCourse()}>
      {t('instructor.new')}
    </LinkButton>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('courses:menuEntries.elearning')}
        count={list.data?.total}
        sentence={t('courses:settingTexts.courses')}
        actions={
          <>
            <ExportButton
              name="courses"
              read={readAll}
              head={[
                t('editor.field.title'),
                t('editor.field.slug'),
                t('list.author'),
                t('catalogue.category'),
                t('editor.entry'),
                t('list.status'),
                t('list.changed'),
              ]}
              cells={(row) => [
                row.title,
                row.slug,
                row.author,
                categoryOf(row),
                t(`access.${row.access}`),
                t(`status.${row.status}`),
                row.updated_at,
              ]}
            />
            {newButton}
          </>
        }
      />
      <TeachingTabs />
      <FilterBar>
        <TableSearch state={state} label={t('catalogue.search')} />
        <FilterChip
          label={t('list.status')}
          options={statuses.map((id) => ({ id, label: t(`status.${id}`) }))}
          selected={filters.statuses}
          onChange={(values) => state.setFilter('status', values)}
        />
        {categories.length > 0 ? (
          <FilterChip
            label={t('catalogue.category')}
            options={categories.map(({ id, name }) => ({ id, label: name }))}
            selected={filters.categories}
            onChange={(values) => state.setFilter('category', values)}
          />
        ) : null}
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('catalogue.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        rowHref={(row) => paths.editCourse(row.slug)}
        state={state}
        total={list.data?.total}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" icon={Undo2} onPress={() => void setStatus('draft')}>
              {t('publish.unpublish')}
            </Button>
            <Button size="sm" icon={Archive} onPress={() => void setStatus('archived')}>
              {t('publish.archive')}
            </Button>
          </>
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('catalogue.none')}
              actions={<Button onPress={state.clearFilters}>{t('catalogue.clear')}</Button>}
            >
              {t('catalogue.noneText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('instructor.none')} actions={newButton}>
              {t('instructor.noneText')}
            </EmptyState>
          )
        }
      />
    </main>
  );
}
