import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink, EyeOff, LayoutTemplate, Link2, PencilLine, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { Badge, StatusDot } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ClearFilters, FilterBar, TableSearch } from '#ui/table-filters.tsx';
import { useTableState } from '#ui/table-state.ts';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { PageAddressDialog } from '../components/page-address-dialog.tsx';
import { copyPage, listPages, movePage, type PageRow, removePage, unpublishPage } from '../data.ts';
import { applySiteTemplate, beginPage, siteContentOf, undoSiteTemplate } from '../templates/data.ts';
import type { PageTemplate, SiteTemplate } from '../templates/rules.ts';

// The words of all templates are fetched by those who want to see them.
const PageTemplateChoice = lazy(async () => ({
  default: (await import('../templates/components/page-template-choice.tsx')).PageTemplateChoice,
}));
const SiteTemplateDialog = lazy(async () => ({
  default: (await import('../templates/components/site-template-dialog.tsx')).SiteTemplateDialog,
}));

type Row = PageRow;

export default function PageList() {
  const { t } = useTranslation('pages');
  const wire = useWire();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const state = useTableState({ pageSize: 25 });
  const [dialog, setDialog] = useState<{ kind: 'new' | 'site' } | { kind: 'move' | 'remove'; page: Row } | null>(null);
  const [template, setTemplate] = useState<PageTemplate | null>(null);
  const key = ['pages', account_id, 'list', state.search, state.sort, state.page, state.pageSize];
  const list = useQuery({
    queryKey: key,
    queryFn: () =>
      listPages(wire, account_id, {
        search: state.search,
        sort: state.sort?.column,
        isDescending: state.sort?.direction === 'descending',
        page: state.page,
        pageSize: state.pageSize,
      }),
    placeholderData: (before) => before,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['pages', account_id] });
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const viewOf = (row: Row) => (row.slug === 'home' ? paths.home() : paths.page(row.slug));

  async function run(work: () => Promise<unknown>, done: string) {
    try {
      await work();
      await refresh();
      showToast(done);
    } catch (error) {
      showProblem(error instanceof Error ? error.message : t('list.failed'));
    }
  }

  async function dress(chosen: SiteTemplate) {
    const before = await applySiteTemplate(wire, siteContentOf(chosen));
    const refreshAll = () => Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['options', account_id] })]);
    await refreshAll();
    setDialog(null);
    showToast(t('templates.siteDone', { name: t(`templates.sites.${chosen.name}.name`) }), {
      action: {
        label: t('templates.undo'),
        onAction: () =>
          void run(async () => {
            await undoSiteTemplate(wire, account_id, before);
            await refreshAll();
          }, t('templates.undone')),
      },
    });
  }

  const columns: Column<Row>[] = [
    { id: 'title', label: t('list.name'), sort: true, phone: 'main', cell: (row) => row.title },
    {
      id: 'slug',
      label: t('list.address'),
      sort: true,
      phone: 'under',
      cell: (row) => <bdi dir="ltr">{viewOf(row)}</bdi>,
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
          <Badge>{t('status.draft')}</Badge>
        ),
    },
    { id: 'updated_at', label: t('list.changed'), sort: true, cell: (row) => at.format(new Date(row.updated_at)) },
  ];
  const newButton = (
    <Button
      variant="primary"
      icon={Plus}
      onPress={() => {
        setTemplate(null);
        setDialog({ kind: 'new' });
      }}
    >
      {t('list.new')}
    </Button>
  );
  const actions = (
    <>
      <Button icon={LayoutTemplate} onPress={() => setDialog({ kind: 'site' })}>
        {t('templates.siteOpen')}
      </Button>
      {newButton}
    </>
  );
  return (
    <main id="content" className="page">
      <PageHeader title={t('list.title')} count={list.data?.total} sentence={t('list.sentence')} actions={actions} />
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
        rowHref={(row) => paths.editPage(row.slug)}
        rowActions={(row) => ({
          menu: [
            {
              id: 'work',
              items: [
                { id: 'edit', label: t('list.edit'), icon: PencilLine, href: paths.editPage(row.slug) },
                ...(row.status === 'published'
                  ? [{ id: 'view', label: t('list.view'), icon: ExternalLink, href: viewOf(row), target: '_blank' }]
                  : []),
                {
                  id: 'copy',
                  label: t('list.copy'),
                  icon: Copy,
                  onAction: () => void run(() => copyPage(wire, row.id), t('list.copied', { title: row.title })),
                },
              ],
            },
            {
              id: 'place',
              items:
                row.slug === 'home'
                  ? []
                  : [
                      {
                        id: 'move',
                        label: t('list.move'),
                        icon: Link2,
                        onAction: () => setDialog({ kind: 'move', page: row }),
                      },
                      ...(row.status === 'published'
                        ? [
                            {
                              id: 'hide',
                              label: t('list.unpublish'),
                              icon: EyeOff,
                              onAction: () =>
                                void run(
                                  () => unpublishPage(wire, row.id),
                                  t('list.unpublished', { title: row.title }),
                                ),
                            },
                          ]
                        : []),
                      {
                        id: 'remove',
                        label: t('list.remove'),
                        icon: Trash2,
                        isDanger: true,
                        onAction: () => setDialog({ kind: 'remove', page: row }),
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
      {dialog?.kind === 'new' || dialog?.kind === 'move' ? (
        <PageAddressDialog
          page={dialog.kind === 'move' ? dialog.page : null}
          onClose={() => setDialog(null)}
          onSave={async (page) => {
            if (dialog.kind === 'move') {
              await movePage(wire, account_id, dialog.page.id, page.slug);
              await refresh();
              showToast(t('list.moved', { address: `/${page.slug}` }));
            } else {
              const slug = await beginPage(wire, page, template);
              await refresh();
              await navigate(paths.editPage(slug));
            }
            setDialog(null);
          }}
        >
          {dialog.kind === 'new' ? (
            <Suspense fallback={<p className="help">{t('templates.loading')}</p>}>
              <PageTemplateChoice chosen={template} onChoose={setTemplate} />
            </Suspense>
          ) : null}
        </PageAddressDialog>
      ) : null}
      {dialog?.kind === 'site' ? (
        <Suspense fallback={null}>
          <SiteTemplateDialog onClose={() => setDialog(null)} onApply={dress} />
        </Suspense>
      ) : null}
      <ConfirmDialog
        isOpen={dialog?.kind === 'remove'}
        onOpenChange={(isOpen) => !isOpen && setDialog(null)}
        title={t('list.removeTitle', { title: dialog?.kind === 'remove' ? dialog.page.title : '' })}
        confirmLabel={t('list.remove')}
        isDanger
        onConfirm={async () => {
          if (dialog?.kind !== 'remove') return;
          await removePage(wire, account_id, dialog.page.id);
          await refresh();
          showToast(t('list.removed', { title: dialog.page.title }));
        }}
      >
        {t('list.removeText')}
      </ConfirmDialog>
    </main>
  );
}
