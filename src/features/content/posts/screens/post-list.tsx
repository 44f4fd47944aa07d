import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink, EyeOff, MessageSquare, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat, listFormat } from '#base/shared/formats.ts';
import { TrashButton } from '#features/content/publishing/components/trash-dialog.tsx';
import { unpublish } from '#features/content/publishing/data.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { BulkRemoval } from '#ui/table/bulk-removal.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulkAct } from '#ui/table/use-bulk.ts';
import { listPossibleAuthors } from '../authors/data.ts';
import {
  copyPost,
  type ListedPost,
  listPostRows,
  type PostState,
  removePost,
  removePosts,
  unpublishPosts,
} from '../data.ts';

const states: readonly PostState[] = ['published', 'draft', 'scheduled'];

export default function PostList() {
  const { t } = useTranslation(['posts', 'pages']);
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const queries = useQueryClient();
  const state = useTableState({ pageSize: 25, filters: ['state', 'author'] });
  const [removing, setRemoving] = useState<ListedPost | null>(null);
  const stateFilter = states.find((candidate) => candidate === state.filters.state?.[0]);
  const people = useQuery({
    queryKey: ['posts', account_id, 'authors'],
    queryFn: () => listPossibleAuthors(db, account_id),
  });
  const author = people.data?.find(({ id }) => id === state.filters.author?.[0])?.id;
  const filters = {
    search: state.search,
    state: stateFilter,
    authorId: author,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
  };
  const read = (page: number, pageSize: number) => listPostRows(db, account_id, { ...filters, page, pageSize });
  const list = useQuery({
    queryKey: ['posts', account_id, 'list', filters, state.page, state.pageSize],
    queryFn: () => read(state.page, state.pageSize),
    placeholderData: (previous) => previous,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['posts', account_id] });
  const selection = useTableSelection(state);
  const act = useBulkAct(selection, read, refresh);
  const day = dateFormat(locale, { dateStyle: 'medium' });
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  async function run(action: () => Promise<unknown>, done: string) {
    try {
      await action();
      await refresh();
      showToast(done);
    } catch (error) {
      showError(error instanceof Error ? error.message : t('list.failed'));
    }
  }
  const columns: Column<ListedPost>[] = [
    { id: 'title', label: t('list.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.title },
    {
      id: 'status',
      label: t('list.state'),
      sort: true,
      phone: 'side',
      cell: (row) => (
        <span className="row">
          {row.status === 'published' ? (
            <StatusDot>{t('status.published')}</StatusDot>
          ) : row.publish_at ? null : (
            <Badge>{t('status.draft')}</Badge>
          )}
          {row.publish_at ? <Badge>{t('editor.at', { at: at.format(new Date(row.publish_at)) })}</Badge> : null}
        </span>
      ),
    },
    { id: 'by', label: t('editor.author'), cell: (row) => <bdi>{listFormat(locale).format(row.by)}</bdi> },
    {
      id: 'published_at',
      label: t('list.published'),
      sort: true,
      phone: 'under',
      cell: (row) => (row.published_at ? day.format(new Date(row.published_at)) : ''),
    },
    { id: 'updated_at', label: t('list.changed'), sort: true, cell: (row) => day.format(new Date(row.updated_at)) },
  ];
  const commentsButton = (
    <LinkButton icon={MessageSquare} href={paths.postComments()}>
      {t('queue.title')}
    </LinkButton>
  );
  const newButton = (
    <LinkButton variant="primary" icon={Plus} href={paths.newPost()}>
      {t('list.new')}
    </LinkButton>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={list.data?.total}
        sentence={t('list.sentence')}
        actions={
          <>
            {commentsButton}
            <TrashButton kind="post" addressOf={paths.post} onRestored={refresh} />
            <ExportButton
              name="posts"
              read={read}
              head={[
                t('list.name'),
                t('pages:list.address'),
                t('editor.author'),
                t('list.state'),
                t('list.published'),
                t('list.changed'),
              ]}
              cells={(row) => [
                row.title,
                paths.post(row.slug),
                row.by.join(', '),
                t(`pages:status.${row.publish_at ? 'scheduled' : row.status}`),
                row.published_at,
                row.updated_at,
              ]}
            />
            {newButton}
          </>
        }
      />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.state')}
          isSingle
          options={states.map((id) => ({ id, label: t(`pages:status.${id}`) }))}
          selected={stateFilter ? [stateFilter] : []}
          onChange={(ids) => state.setFilter('state', ids)}
        />
        <FilterChip
          label={t('editor.author')}
          isSingle
          options={(people.data ?? []).map(({ id, name }) => ({ id, label: name }))}
          selected={author ? [author] : []}
          onChange={(ids) => state.setFilter('author', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        rowHref={(row) => paths.editPost(row.slug)}
        rowActions={(row) => ({
          menu: [
            {
              id: 'work',
              items: [
                { id: 'edit', label: t('list.edit'), icon: PencilLine, href: paths.editPost(row.slug) },
                ...(row.status === 'published'
                  ? [
                      {
                        id: 'view',
                        label: t('list.view'),
                        icon: ExternalLink,
                        href: paths.post(row.slug),
                        target: '_blank',
                      },
                      {
                        id: 'hide',
                        label: t('list.unpublish'),
                        icon: EyeOff,
                        onAction: () =>
                          void run(() => unpublish(db, 'post', row.id), t('list.unpublished', { title: row.title })),
                      },
                    ]
                  : []),
                {
                  id: 'copy',
                  label: t('pages:list.copy'),
                  icon: Copy,
                  onAction: () => void run(() => copyPost(db, row.id), t('pages:list.copied', { title: row.title })),
                },
              ],
            },
            {
              id: 'end',
              items: [
                {
                  id: 'remove',
                  label: t('list.remove'),
                  icon: Trash2,
                  isDanger: true,
                  onAction: () => setRemoving(row),
                },
              ],
            },
          ],
        })}
        state={state}
        total={list.data?.total}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" icon={EyeOff} onPress={() => void act((ids) => unpublishPosts(db, ids))}>
              {t('list.unpublish')}
            </Button>
            <BulkRemoval
              selection={selection}
              total={list.data?.total}
              onConfirm={() => act((ids) => removePosts(db, ids), 'removed')}
            />
          </>
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            title={t(state.isFiltered ? 'list.emptyTitle' : 'list.noneTitle')}
            actions={
              state.isFiltered ? <Button onPress={state.clearFilters}>{t('pages:list.clear')}</Button> : newButton
            }
          >
            {t('list.emptyText')}
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={t('list.removeTitle', { title: removing?.title })}
        confirmLabel={t('list.remove')}
        isDanger
        onConfirm={async () => {
          if (!removing) return;
          await removePost(db, account_id, removing.id);
          await refresh();
          showToast(t('list.removed', { title: removing.title }));
        }}
      >
        {t('list.removeText')}
      </ConfirmDialog>
    </main>
  );
}
