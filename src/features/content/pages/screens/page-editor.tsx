import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { useSiteOptions } from '#features/platform/options/components/use-option.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { pageToEdit } from '../data.ts';
import { templateWords } from '../templates/components/template-translations.ts';

const PageBuilder = lazy(() =>
  import('../components/page-builder.tsx').then((module) => ({
    default: module.PageBuilder,
  })),
);

export const handle: RouteHandle = {
  isFor: (_, { kind, caps }) => kind === 'superAdmin' || caps.includes('manage_options'),
};

/** Full-window page builder; shows an error to users who may not edit pages. */
export default function PageEditor() {
  const { t } = useTranslation('pages');
  const { slug = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const { status: access, role } = useMembership();
  const mayEdit = role?.caps.includes('manage_options') ?? false;
  const page = useQuery({
    queryKey: ['pages', account_id, 'edit', slug],
    queryFn: () => pageToEdit(db, account_id, slug),
    enabled: mayEdit,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const language = useSiteOptions().data?.settings.defaultLanguage;
  const translations = useQuery({
    queryKey: ['template-words', language],
    queryFn: () => templateWords(language ?? ''),
    enabled: mayEdit && language !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (access === 'guest') location.assign(paths.login(paths.editPage(slug)));
  }, [access, slug]);

  if (page.data && translations.isFetched) {
    const { data } = page;
    return (
      <main className="builder" id="content">
        <title>{`${data.draft.title} · ${t('builder.title')}`}</title>
        <Suspense fallback={<SkeletonText lines={8} />}>
          <PageBuilder
            key={data.id}
            page={data}
            defaults={translations.data?.defaults}
            onChanged={() => page.refetch()}
          />
        </Suspense>
      </main>
    );
  }
  const isDenied = (access === 'stranger' || access === 'member') && !mayEdit;
  return (
    <main id="content" className="page">
      <title>{t('builder.title')}</title>
      <NoPage page={page} isDenied={isDenied} />
    </main>
  );
}

/** What the screen shows instead of a page: an error, or that it is loading. */
function NoPage({ page, isDenied }: { page: UseQueryResult<unknown>; isDenied: boolean }) {
  const { t } = useTranslation('pages');
  if (isDenied)
    return (
      <EmptyState
        isPage
        title={t('builder.denied')}
        actions={<LinkButton href={paths.dashboard()}>{t('builder.home')}</LinkButton>}
      >
        {t('builder.deniedText')}
      </EmptyState>
    );
  if (page.isError) return <ErrorState onRetry={() => void page.refetch()} isRetrying={page.isFetching} />;
  if (page.data === null)
    return (
      <EmptyState
        isPage
        title={t('builder.missing')}
        actions={
          <LinkButton variant="primary" href={paths.pages()}>
            {t('builder.back')}
          </LinkButton>
        }
      >
        {t('builder.missingText')}
      </EmptyState>
    );
  return (
    <>
      <h1 className="vh">{t('builder.title')}</h1>
      <SkeletonText lines={8} />
    </>
  );
}
