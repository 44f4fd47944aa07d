import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink, EyeOff, House, LayoutTemplate, Link2, PencilLine, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { TrashButton } from '#features/content/publishing/components/trash-dialog.tsx';
import { restoreFromTrash, unpublish } from '#features/content/publishing/data.ts';
import { useSiteOptions } from '#features/platform/options/components/use-option.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { BulkRemoval } from '#ui/table/bulk-removal.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulkAct } from '#ui/table/use-bulk.ts';
import { PageAddressDialog } from '../components/page-address-dialog.tsx';
import { SectionUses } from '../components/section-uses.tsx';
import {
  addPage,
  copyPage,
  type ListedPage,
  listPages,
  movePage,
  type PageState,
  removePage,
  removePages,
  setHomePage,
  unpublishPages,
} from '../data.ts';
import { templateWords } from '../templates/components/template-translations.ts';
import { applySiteTemplate, createPage, siteContentOf, undoSiteTemplate } from '../templates/data.ts';
import {
  type PageTemplate,
  type SiteTemplate,
  translatePageTemplate,
  translateSiteTemplate,
} from '../templates/rules.ts';

// Template texts are loaded only for users who open the templates.
const PageTemplateChoice = lazy(async () => ({
  default: (await import('../templates/components/page-template-choice.tsx')).PageTemplateChoice,
}));
const SiteTemplateDialog = lazy(async () => ({
  default: (await import('../templates/components/site-template-dialog.tsx')).SiteTemplateDialog,
}));

const states = ['published', 'draft', 'scheduled'] as const;

/** List of pages and shared sections. */
export default function PageList() {
  const { t } = useTranslation(['pages', 'publishing']);
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const kind = parameters.get('kind') === 'section' ? 'section' : 'page';
  const state = useTableState({ pageSize: 25, filters: ['state'] });
  const [dialog, setDialog] = useState<{ kind: 'new' | 'site' } | { kind: 'move' | 'uses'; page: ListedPage } | null>(
    null,
  );
  const { pathname } = useLocation();
  // Quick-create opens the list's URL with a trailing slash (specification, section 2).
  useEffect(() => {
    if (!pathname.endsWith('/')) return;
    setDialog({ kind: 'new' });
    void navigate(paths.pages(), { replace: true });
  }, [pathname, navigate]);
  const stateFilter = states.find((candidate) => candidate === state.filters.state?.[0]) as PageState | undefined;
  const [template, setTemplate] = useState<PageTemplate | null>(null);
  const filters = {
    search: state.search,
    kind,
    state: stateFilter,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
  } as const;
  const read = (page: number, pageSize: number) => listPages(db, account_id, { ...filters, page, pageSize });
  const list = useQuery({
    queryKey: ['pages', account_id, 'list', filters, state.page, state.pageSize],
    queryFn: () => read(state.page, state.pageSize),
    placeholderData: (previous) => previous,
  });
  const language = useSiteOptions().data?.settings.defaultLanguage ?? locale;
  const refresh = () => queries.invalidateQueries({ queryKey: ['pages', account_id] });
  const selection = useTableSelection(state);
  const act = useBulkAct(selection, read, refresh);
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const namespace = kind === 'section' ? 'sections' : 'list';

  async function run(action: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) {
    try {
      await action();
      await refresh();
      showToast(done, undo && { action: { label: t('list.undo'), onAction: () => void run(undo, t('list.isBack')) } });
    } catch (error) {
      showError(error instanceof Error ? error.message : t('list.failed'));
    }
  }

  /** A template, translated to the site's language. */
  async function translatePage(pageTemplate: PageTemplate | null): Promise<PageTemplate | null> {
    const translations = pageTemplate && (await templateWords(language));
    return translations ? translatePageTemplate(pageTemplate, translations) : pageTemplate;
  }

  async function applyTemplate(siteTemplate: SiteTemplate) {
    const translations = await templateWords(language);
    const translated = translations ? translateSiteTemplate(siteTemplate, translations) : siteTemplate;
    const backup = await applySiteTemplate(db, siteContentOf(translated));
    const refreshAll = () => Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['options', account_id] })]);
    await refreshAll();
    setDialog(null);
    showToast(t('templates.siteDone', { name: t(`templates.sites.${siteTemplate.name}.name`) }), {
      action: {
        label: t('templates.undo'),
        onAction: () =>
          void run(async () => {
            await undoSiteTemplate(db, account_id, backup);
            await refreshAll();
          }, t('templates.undone')),
      },
    });
  }

  const columns: Column<ListedPage>[] = [
    { id: 'title', label: t('list.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.title },
    ...(kind === 'section'
      ? []
      : [
          {
            id: 'slug',
            label: t('list.address'),
            sort: true,
            phone: 'under' as const,
            cell: (row: ListedPage) => <bdi>{row.slug === 'home' ? '/' : `/${row.slug}`}</bdi>,
          },
        ]),
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'side',
      cell: (row) => (
        <span className="row">
          {row.status === 'published' ? (
            <StatusDot>{t('status.published')}</StatusDot>
          ) : row.publish_at ? null : (
            <Badge>{t('status.draft')}</Badge>
          )}
          {row.publish_at ? <Badge>{t('schedule.badge', { at: at.format(new Date(row.publish_at)) })}</Badge> : null}
        </span>
      ),
    },
    { id: 'updated_at', label: t('list.changed'), sort: true, cell: (row) => at.format(new Date(row.updated_at)) },
  ];
  const actionsOf = (row: ListedPage) => [
    {
      id: 'work',
      items: [
        { id: 'edit', label: t('list.edit'), icon: PencilLine, href: paths.editPage(row.slug) },
        ...(row.status === 'published' && kind === 'page'
          ? [{ id: 'view', label: t('list.view'), icon: ExternalLink, href: paths.page(row.slug), target: '_blank' }]
          : []),
        ...(kind === 'section'
          ? [
              {
                id: 'uses',
                label: t('sections.uses'),
                icon: Link2,
                onAction: () => setDialog({ kind: 'uses', page: row }),
              },
            ]
          : []),
        {
          id: 'copy',
          label: t('list.copy'),
          icon: Copy,
          onAction: () => void run(() => copyPage(db, row.id), t('list.copied', { title: row.title })),
        },
      ],
    },
    {
      id: 'place',
      items:
        row.slug === 'home'
          ? []
          : [
              ...(kind === 'page'
                ? [
                    {
                      id: 'move',
                      label: t('list.move'),
                      icon: Link2,
                      onAction: () => setDialog({ kind: 'move', page: row }),
                    },
                    {
                      id: 'home',
                      label: t('list.makeHome'),
                      icon: House,
                      onAction: () => void run(() => setHomePage(db, row.id), t('list.isHome', { title: row.title })),
                    },
                  ]
                : []),
              ...(row.status === 'published'
                ? [
                    {
                      id: 'hide',
                      label: t('list.unpublish'),
                      icon: EyeOff,
                      onAction: () =>
                        void run(() => unpublish(db, 'page', row.id), t('list.unpublished', { title: row.title })),
                    },
                  ]
                : []),
              {
                id: 'remove',
                label: t(`${namespace}.remove`),
                icon: Trash2,
                isDanger: true,
                onAction: () =>
                  void run(
                    () => removePage(db, account_id, row.id),
                    t('list.removed', { title: row.title }),
                    () => restoreFromTrash(db, row.id),
                  ),
              },
            ],
    },
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
      {t(`${namespace}.new`)}
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
      <PageHeader
        title={t('list.title')}
        count={list.data?.total}
        sentence={t(`${namespace}.sentence`)}
        actions={
          <>
            <TrashButton kind="page" addressOf={paths.page} onRestored={refresh} />
            <ExportButton
              name={kind === 'section' ? 'sections' : 'pages'}
              read={read}
              head={columns.map(({ label }) => label)}
              cells={(row) => [
                row.title,
                ...(kind === 'section' ? [] : [paths.page(row.slug)]),
                t(`status.${row.publish_at ? 'scheduled' : row.status}`),
                row.updated_at,
              ]}
            />
            {actions}
          </>
        }
      />
      <FilterBar
        end={
          <Segmented
            label={t('list.kinds')}
            value={kind}
            options={[
              { id: 'page', label: t('list.title') },
              { id: 'section', label: t('sections.title') },
            ]}
            onChange={(id) => {
              selection.clear();
              void navigate(id === 'section' ? paths.sections() : paths.pages());
            }}
          />
        }
      >
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.status')}
          isSingle
          options={states.map((id) => ({ id, label: t(`status.${id}`) }))}
          selected={stateFilter ? [stateFilter] : []}
          onChange={(ids) => state.setFilter('state', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        rowHref={(row) => paths.editPage(row.slug)}
        rowActions={(row) => ({ menu: actionsOf(row) })}
        state={state}
        total={list.data?.total}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" icon={EyeOff} onPress={() => void act((ids) => unpublishPages(db, ids))}>
              {t('list.unpublish')}
            </Button>
            <BulkRemoval
              selection={selection}
              total={list.data?.total}
              onConfirm={() => act((ids) => removePages(db, ids), 'removed')}
            >
              {t('publishing:trash.text')}
            </BulkRemoval>
          </>
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            title={t(state.isFiltered ? 'list.emptyTitle' : `${namespace}.noneTitle`)}
            actions={state.isFiltered ? <Button onPress={state.clearFilters}>{t('list.clear')}</Button> : newButton}
          >
            {t(`${namespace}.emptyText`)}
          </EmptyState>
        }
      />
      {dialog?.kind === 'new' || dialog?.kind === 'move' ? (
        <PageAddressDialog
          page={dialog.kind === 'move' ? dialog.page : null}
          kind={kind}
          onClose={() => setDialog(null)}
          onSave={async (page) => {
            if (dialog.kind === 'move') {
              await movePage(db, account_id, dialog.page.id, page.slug);
              await refresh();
              showToast(t('list.moved', { address: `/${page.slug}` }));
            } else {
              const slug =
                kind === 'section'
                  ? (await addPage(db, account_id, { ...page, kind })).slug
                  : await createPage(db, page, await translatePage(template));
              await refresh();
              await navigate(paths.editPage(slug));
            }
            setDialog(null);
          }}
        >
          {dialog.kind === 'new' && kind === 'page' ? (
            <Suspense fallback={<p className="help">{t('templates.loading')}</p>}>
              <PageTemplateChoice chosen={template} onChoose={setTemplate} />
            </Suspense>
          ) : null}
        </PageAddressDialog>
      ) : null}
      {dialog?.kind === 'site' ? (
        <Suspense fallback={null}>
          <SiteTemplateDialog onClose={() => setDialog(null)} onApply={applyTemplate} />
        </Suspense>
      ) : null}
      {dialog?.kind === 'uses' ? <SectionUses section={dialog.page} onClose={() => setDialog(null)} /> : null}
    </main>
  );
}
