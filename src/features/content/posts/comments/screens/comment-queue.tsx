import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
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
import { type Comment, type CommentRow, decideComments, listComments, removeComment, removeComments } from '../data.ts';

const statuses = ['waiting', 'shown', 'hidden'] as const;

/** Moderation queue: publish, hide, mark as spam or delete comments. */
export default function CommentQueue() {
  const { t } = useTranslation(['posts', 'pages']);
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const queries = useQueryClient();
  const state = useTableState({ pageSize: 25, filters: ['status'] });
  const [removing, setRemoving] = useState<CommentRow | null>(null);
  const status = statuses.find((name) => name === state.filters.status?.[0]) ?? null;
  const filters = {
    status,
    search: state.search,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
  };
  const read = (page: number, pageSize: number) => listComments(db, account_id, { ...filters, page, pageSize });
  const list = useQuery({
    queryKey: ['post-comments', account_id, 'queue', filters, state.page, state.pageSize],
    queryFn: () => read(state.page, state.pageSize),
    placeholderData: (previous) => previous,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['post-comments', account_id] });
  const selection = useTableSelection(state);
  const act = useBulkAct(selection, read, refresh);
  const day = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  async function setStatus(comment: CommentRow, next: 'shown' | 'hidden') {
    try {
      await decideComments(db, [comment.id], next);
      await refresh();
      showToast(t(`queue.done.${next}`, { name: comment.author_name }));
    } catch (error) {
      showError(error instanceof Error ? error.message : t('list.failed'));
    }
  }
  const columns: Column<CommentRow>[] = [
    {
      id: 'content',
      label: t('queue.comment'),
      phone: 'main',
      cell: (row) => (
        <span className="grid">
          <span className="whitespace-pre-line" dir="auto">
            {row.content}
          </span>
          {row.post_comment_reports.length > 0 ? (
            <span className="muted">{t('queue.reports', { count: row.post_comment_reports.length })}</span>
          ) : null}
        </span>
      ),
    },
    { id: 'author', label: t('queue.author'), sort: true, phone: 'under', cell: (row) => row.author_name },
    {
      id: 'post',
      isWritten: true,
      label: t('queue.post'),
      sort: true,
      cell: (row) => (
        <a className="link" href={`${paths.post(row.posts.slug)}#comment-${row.id}`} target="_blank" rel="noopener">
          {row.posts.title}
        </a>
      ),
    },
    {
      id: 'status',
      label: t('queue.state'),
      sort: true,
      phone: 'side',
      cell: (row) => <State status={row.status} />,
    },
    { id: 'created_at', label: t('queue.at'), sort: true, cell: (row) => day.format(new Date(row.created_at)) },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('queue.title')}
        count={list.data?.total}
        sentence={t('queue.sentence')}
        actions={
          <>
            <LinkButton href={paths.posts()}>{t('editor.back')}</LinkButton>
            <ExportButton
              name="comments"
              read={read}
              head={columns.map(({ label }) => label)}
              cells={(row) => [
                row.content,
                row.author_name,
                row.posts.title,
                t(`queue.status.${row.status}`),
                row.created_at,
              ]}
            />
          </>
        }
      />
      <FilterBar>
        <TableSearch state={state} label={t('queue.search')} />
        <FilterChip
          isSingle
          label={t('queue.state')}
          options={statuses.map((id) => ({ id, label: t(`queue.status.${id}`) }))}
          selected={state.filters.status ?? []}
          onChange={(ids) => state.setFilter('status', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('queue.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => t('queue.of', { name: row.author_name })}
        rowActions={(row) => ({
          menu: [
            {
              id: 'decide',
              items: [
                ...(row.status === 'shown'
                  ? []
                  : [
                      { id: 'show', label: t('queue.show'), icon: Check, onAction: () => void setStatus(row, 'shown') },
                    ]),
                ...(row.status === 'hidden'
                  ? []
                  : [
                      {
                        id: 'hide',
                        label: t('queue.hide'),
                        icon: EyeOff,
                        onAction: () => void setStatus(row, 'hidden'),
                      },
                    ]),
              ],
            },
            {
              id: 'end',
              items: [
                {
                  id: 'remove',
                  label: t('queue.remove'),
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
            <Button size="sm" icon={Check} onPress={() => void act((ids) => decideComments(db, ids, 'shown'))}>
              {t('queue.showMany')}
            </Button>
            <Button size="sm" icon={EyeOff} onPress={() => void act((ids) => decideComments(db, ids, 'hidden'))}>
              {t('queue.hideMany')}
            </Button>
            <BulkRemoval
              selection={selection}
              total={list.data?.total}
              onConfirm={() => act((ids) => removeComments(db, ids), 'removed')}
            >
              {t('queue.removeManyText')}
            </BulkRemoval>
          </>
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('queue.noMatch')}
              drawing="search"
              actions={<Button onPress={state.clearFilters}>{t('pages:list.clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('queue.emptyTitle')}>{t('queue.emptyText')}</EmptyState>
          )
        }
      />
      <ConfirmDialog
        isOpen={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={t('queue.removeTitle', { name: removing?.author_name })}
        confirmLabel={t('queue.remove')}
        isDanger
        onConfirm={async () => {
          if (!removing) return;
          await removeComment(db, account_id, removing.id);
          await refresh();
          showToast(t('queue.removed'));
        }}
      >
        {t('queue.removeText')}
      </ConfirmDialog>
    </main>
  );
}

function State({ status }: { status: Comment['status'] }) {
  const { t } = useTranslation('posts');
  const label = t(`queue.status.${status}`);
  if (status === 'shown') return <StatusDot>{label}</StatusDot>;
  return <Badge tone={status === 'waiting' ? 'warning' : 'neutral'}>{label}</Badge>;
}
