import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useSiteOptions } from '#features/platform/options/components/use-option.ts';
import { paths } from '#paths';
import { useSave } from '#ui/fields/use-save.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { addPage, type ListedPage, movePage } from '../data.ts';
import { templateWords } from '../templates/components/template-translations.ts';
import { applySiteTemplate, createPage, siteContentOf, undoSiteTemplate } from '../templates/data.ts';
import {
  type PageTemplate,
  type SiteTemplate,
  translatePageTemplate,
  translateSiteTemplate,
} from '../templates/rules.ts';
import { PageAddressDialog } from './page-address-dialog.tsx';
import { SectionUses } from './section-uses.tsx';

// Template texts are loaded only for users who open the templates.
const PageTemplateChoice = lazy(async () => ({
  default: (await import('../templates/components/page-template-choice.tsx')).PageTemplateChoice,
}));
const SiteTemplateDialog = lazy(async () => ({
  default: (await import('../templates/components/site-template-dialog.tsx')).SiteTemplateDialog,
}));

export type PageKind = 'page' | 'section';
export type OpenDialog = { kind: 'new' | 'site' } | { kind: 'move' | 'uses'; page: ListedPage };

type PageDialogsProps = { kind: PageKind; dialog: OpenDialog; onClose: () => void; onChanged: () => Promise<void> };

/** The open dialog of the list of pages. */
export function PageDialogs({ kind, dialog, onClose, onChanged }: PageDialogsProps) {
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

type NewPageProps = { kind: PageKind; onClose: () => void; onChanged: () => Promise<void> };

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
