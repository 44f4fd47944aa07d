import { useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink, EyeOff, House, LayoutTemplate, Link2, PencilLine, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
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
import { Segmented } from '#ui/fields/segmented.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { RowAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { PageAddressDialog } from '../components/page-address-dialog.tsx';
import { SectionUses } from '../components/section-uses.tsx';
import {
  addPage,
  copyPage,
  type ListedPage,
  listPages,
  movePage,
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

type Kind = 'page' | 'section';
type OpenDialog = { kind: 'new' | 'site' } | { kind: 'move' | 'uses'; page: ListedPage };

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
        <Segmented
          label={t('list.kinds')}
          value={kind}
          options={[
            { id: 'page', label: t('list.title') },
            { id: 'section', label: t('sections.title') },
          ]}
          onChange={(id) => {
            list.selection.clear();
            void navigate(id === 'section' ? paths.sections() : paths.pages());
          }}
        />
      }
      columns={columns}
      exportName={kind === 'section' ? 'sections' : 'pages'}
      rowName={(row) => row.title}
      rowHref={(row) => paths.editPage(row.slug)}
      rowActions={actionsOf}
      bulk={[
        { label: t('list.unpublish'), icon: EyeOff, run: (ids) => unpublishPages(db, ids) },
        {
          isDanger: true,
          verb: 'removed',
          run: (ids) => removePages(db, ids),
          confirm: { text: t('publishing:trash.text') },
        },
      ]}
      empty={{ title: t(`${namespace}.noneTitle`), text: t(`${namespace}.emptyText`), action: newButton }}
      noMatch={t('list.emptyTitle')}
    >
      {dialog ? (
        <PageDialogs kind={kind} dialog={dialog} onClose={() => setDialog(null)} onChanged={list.refresh} />
      ) : null}
    </ListScreen>
  );
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

function usePageColumns(kind: Kind): ListColumn<ListedPage>[] {
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
          {row.publish_at ? <Badge>{t('schedule.badge', { at: at.format(new Date(row.publish_at)) })}</Badge> : null}
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

function usePageActions(kind: Kind, open: (dialog: OpenDialog) => void): (row: ListedPage) => (RowAction | false)[] {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  return (row) => {
    const isPage = kind === 'page';
    const isHome = row.slug === 'home';
    const isPublished = row.status === 'published';
    return [
      { id: 'edit', label: t('list.edit'), icon: PencilLine, href: paths.editPage(row.slug) },
      isPublished &&
        isPage && {
          id: 'view',
          label: t('list.view'),
          icon: ExternalLink,
          href: paths.page(row.slug),
          target: '_blank',
        },
      !isPage && {
        id: 'uses',
        label: t('sections.uses'),
        icon: Link2,
        onAction: () => open({ kind: 'uses', page: row }),
      },
      {
        id: 'copy',
        label: t('list.copy'),
        icon: Copy,
        run: () => copyPage(db, row.id),
        done: t('list.copied', { title: row.title }),
      },
      isPage &&
        !isHome && {
          id: 'move',
          label: t('list.move'),
          icon: Link2,
          onAction: () => open({ kind: 'move', page: row }),
        },
      isPage &&
        !isHome && {
          id: 'home',
          label: t('list.makeHome'),
          icon: House,
          run: () => setHomePage(db, row.id),
          done: t('list.isHome', { title: row.title }),
        },
      isPublished &&
        !isHome && {
          id: 'hide',
          label: t('list.unpublish'),
          icon: EyeOff,
          run: () => unpublish(db, 'page', row.id),
          done: t('list.unpublished', { title: row.title }),
        },
      !isHome && {
        id: 'remove',
        label: t(isPage ? 'list.remove' : 'sections.remove'),
        icon: Trash2,
        isDanger: true,
        run: () => removePage(db, account_id, row.id),
        done: t('list.removed', { title: row.title }),
        undo: () => restoreFromTrash(db, row.id),
        undone: t('list.isBack'),
      },
    ];
  };
}

type PageDialogsProps = { kind: Kind; dialog: OpenDialog; onClose: () => void; onChanged: () => Promise<void> };

function PageDialogs({ kind, dialog, onClose, onChanged }: PageDialogsProps) {
  const applyTemplate = useSiteTemplates(onClose);
  if (dialog.kind === 'move')
    return <MovePageDialog kind={kind} page={dialog.page} onClose={onClose} onChanged={onChanged} />;
  if (dialog.kind === 'uses') return <SectionUses section={dialog.page} onClose={onClose} />;
  if (dialog.kind === 'site')
    return (
      <Suspense fallback={null}>
        <SiteTemplateDialog onClose={onClose} onApply={applyTemplate} />
      </Suspense>
    );
  return <NewPageDialog kind={kind} onClose={onClose} onChanged={onChanged} />;
}

type NewPageProps = { kind: Kind; onClose: () => void; onChanged: () => Promise<void> };

function NewPageDialog({ kind, onClose, onChanged }: NewPageProps) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const language = useContentLanguage();
  const [template, setTemplate] = useState<PageTemplate | null>(null);
  /** A template, translated to the site's language. */
  async function translatePage(pageTemplate: PageTemplate | null): Promise<PageTemplate | null> {
    const translations = pageTemplate && (await templateWords(language));
    return translations ? translatePageTemplate(pageTemplate, translations) : pageTemplate;
  }
  return (
    <PageAddressDialog
      page={null}
      kind={kind}
      onClose={onClose}
      onSave={async (page) => {
        const slug =
          kind === 'section'
            ? (await addPage(db, account_id, { ...page, kind })).slug
            : await createPage(db, page, await translatePage(template));
        await onChanged();
        await navigate(paths.editPage(slug));
        onClose();
      }}
    >
      {kind === 'page' ? (
        <Suspense fallback={<p className="help">{t('templates.loading')}</p>}>
          <PageTemplateChoice chosen={template} onChoose={setTemplate} />
        </Suspense>
      ) : null}
    </PageAddressDialog>
  );
}

function MovePageDialog({ page, kind, onClose, onChanged }: NewPageProps & { page: ListedPage }) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  return (
    <PageAddressDialog
      page={page}
      kind={kind}
      onClose={onClose}
      onSave={async ({ slug }) => {
        await movePage(db, account_id, page.id, slug);
        await onChanged();
        showToast(t('list.moved', { address: `/${slug}` }));
        onClose();
      }}
    />
  );
}

function useContentLanguage(): string {
  const { locale } = useSite();
  return useSiteOptions().data?.settings.defaultLanguage ?? locale;
}

/** Applies a site template, with a toast that takes it back. */
function useSiteTemplates(onDone: () => void): (template: SiteTemplate) => Promise<void> {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const language = useContentLanguage();
  const invalidates = [
    ['pages', account_id],
    ['options', account_id],
  ];
  type Backup = Awaited<ReturnType<typeof applySiteTemplate>>;
  const undoing = useSave((backup: Backup) => undoSiteTemplate(db, account_id, backup), {
    invalidates,
    done: t('templates.undone'),
  });
  return async (template) => {
    const translations = await templateWords(language);
    const translated = translations ? translateSiteTemplate(template, translations) : template;
    const backup = await applySiteTemplate(db, siteContentOf(translated));
    await Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })));
    onDone();
    showToast(t('templates.siteDone', { name: t(`templates.sites.${template.name}.name`) }), {
      action: { label: t('templates.undo'), onAction: () => void undoing.save(backup) },
    });
  };
}
