import { EyeOff, LayoutTemplate, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { ScheduledBadge } from '#features/content/publishing/components/scheduled-badge.tsx';
import { TrashButton } from '#features/content/publishing/components/trash-dialog.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import type { BulkAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { type OpenDialog, PageDialogs, type PageKind } from '../components/page-dialogs.tsx';
import { usePageActions } from '../components/use-page-actions.ts';
import { type ListedPage, listPages, removePages, unpublishPages } from '../data.ts';

const states = ['published', 'draft', 'scheduled'] as const;

/** List of pages and shared sections. */
export default function PageList() {
  const { t } = useTranslation(['pages', 'publishing']);
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const kind = parameters.get('kind') === 'section' ? 'section' : 'page';
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useQuickCreate(() => setDialog({ kind: 'new' }));
  const columns = usePageColumns(kind);
  const actionsOf = usePageActions(kind, setDialog);
  const bulk = usePageBulkActions();
  const list = useList({
    key: ['pages', account_id],
    vary: [kind],
    filters: {
      state: { label: t('list.status'), isSingle: true, options: choices(states, (id) => t(`status.${id}`)) },
    },
    read: (request) => listPages(db, account_id, { ...request, kind }),
  });
  const namespace = kind === 'section' ? 'sections' : 'list';
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setDialog({ kind: 'new' })}>
      {t(`${namespace}.new`)}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      sentence={t(`${namespace}.sentence`)}
      actions={
        <>
          <TrashButton kind="page" addressOf={paths.page} onRestored={list.refresh} />
          <Button icon={LayoutTemplate} onPress={() => setDialog({ kind: 'site' })}>
            {t('templates.siteOpen')}
          </Button>
          {newButton}
        </>
      }
      search={t('list.search')}
      filtersEnd={
        <KindSwitch
          kind={kind}
          onChange={(next) => {
            list.selection.clear();
            void navigate(next === 'section' ? paths.sections() : paths.pages());
          }}
        />
      }
      columns={columns}
      exportName={kind === 'section' ? 'sections' : 'pages'}
      rowName={(row) => row.title}
      rowHref={(row) => paths.editPage(row.slug)}
      rowActions={actionsOf}
      bulk={bulk}
      empty={{ title: t(`${namespace}.noneTitle`), text: t(`${namespace}.emptyText`), action: newButton }}
      noMatch={t('list.emptyTitle')}
    >
      {dialog ? (
        <PageDialogs kind={kind} dialog={dialog} onClose={() => setDialog(null)} onChanged={list.refresh} />
      ) : null}
    </ListScreen>
  );
}

function KindSwitch({ kind, onChange }: { kind: PageKind; onChange: (kind: string) => void }) {
  const { t } = useTranslation('pages');
  return (
    <Segmented
      label={t('list.kinds')}
      value={kind}
      options={[
        { id: 'page', label: t('list.title') },
        { id: 'section', label: t('sections.title') },
      ]}
      onChange={onChange}
    />
  );
}

function usePageBulkActions(): BulkAction[] {
  const { t } = useTranslation(['pages', 'publishing']);
  const db = useDb();
  return [
    { label: t('list.unpublish'), icon: EyeOff, run: (ids) => unpublishPages(db, ids) },
    {
      isDanger: true,
      verb: 'removed',
      run: (ids) => removePages(db, ids),
      confirm: { text: t('publishing:trash.text') },
    },
  ];
}

/** Quick-create opens the list's URL with a trailing slash (specification, section 2). */
function useQuickCreate(open: () => void): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const start = useEffectEvent(() => {
    open();
    void navigate(paths.pages(), { replace: true });
  });
  useEffect(() => {
    if (pathname.endsWith('/')) start();
  }, [pathname]);
}

function usePageColumns(kind: PageKind): ListColumn<ListedPage>[] {
  const { t } = useTranslation('pages');
  const { locale } = useSite();
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const address: ListColumn<ListedPage> = {
    id: 'slug',
    label: t('list.address'),
    sort: true,
    phone: 'under',
    cell: (row) => <bdi>{row.slug === 'home' ? '/' : `/${row.slug}`}</bdi>,
    csv: (row) => paths.page(row.slug),
  };
  return [
    { id: 'title', label: t('list.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.title },
    ...(kind === 'section' ? [] : [address]),
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
          {row.publish_at ? <ScheduledBadge at={row.publish_at} /> : null}
        </span>
      ),
      csv: (row) => t(`status.${row.publish_at ? 'scheduled' : row.status}`),
    },
    {
      id: 'updated_at',
      label: t('list.changed'),
      sort: true,
      cell: (row) => at.format(new Date(row.updated_at)),
      csv: (row) => row.updated_at,
    },
  ];
}
