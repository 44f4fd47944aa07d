import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, EyeOff, MessageSquare, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Badge, StatusDot } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ClearFilters, FilterBar, TableSearch } from '#ui/table-filters.tsx';
import { useTableState } from '#ui/table-state.ts';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { listPostRows, type PostRow, removePost, unpublishPost } from '../data.ts';

export default function PostList() {
  const { t } = useTranslation('posts');
  const wire = useWire();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const queries = useQueryClient();
  const state = useTableState({ pageSize: 25 });
  const [removing, setRemoving] = useState<PostRow | null>(null);
  const filters = {
    search: state.search,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({
    queryKey: ['posts', account_id, 'list', filters],
    queryFn: () => listPostRows(wire, account_id, filters),
    placeholderData: (before) => before,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['posts', account_id] });
  const day = dateFormat(locale, { dateStyle: 'medium' });

  async function unpublish(post: PostRow) {
    try {
      await unpublishPost(wire, post.id);
      await refresh();
      showToast(t('list.unpublished', { title: post.title }));
    } catch (error) {
      showProblem(error instanceof Error ? error.message : t('list.failed'));
    }
  }
  const columns: Column<PostRow>[] = [
    { id: 'title', label: t('list.name'), sort: true, phone: 'main', cell: (row) => row.title },
    {
      id: 'status',
      label: t('list.state'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.status === 'published' ? (
          <StatusDot>{t('status.published')}</StatusDot>
        ) : (
          <Badge>{t('status.draft')}</Badge>
        ),
    },
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
            {newButton}
          </>
        }
      />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
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
                      { id: 'hide', label: t('list.unpublish'), icon: EyeOff, onAction: () => void unpublish(row) },
                    ]
                  : []),
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
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title={t('list.emptyTitle')} actions={newButton}>
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
          await removePost(wire, account_id, removing.id);
          await refresh();
          showToast(t('list.removed', { title: removing.title }));
        }}
      >
        {t('list.removeText')}
      </ConfirmDialog>
    </main>
  );
}
