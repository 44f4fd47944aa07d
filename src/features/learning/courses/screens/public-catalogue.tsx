import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { readCatalogue } from '../catalogue/data.ts';
import { catalogueKeys, filtersOf } from '../catalogue/rules.ts';
import { CatalogueFilterForm } from '../components/catalogue-filters.tsx';
import { CatalogueList } from '../components/catalogue-view.tsx';

export const handle: RouteHandle = {
  isPublic: true,
  queryKeys: catalogueKeys,
  // Filtered lists share the canonical URL of the catalogue; only further pages have their own.
  addressOf: ({ filters }: Awaited<ReturnType<typeof loader>>) => ({
    path: paths.courses(filters.page > 1 ? { page: String(filters.page) } : {}),
  }),
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const filters = filtersOf(new URL(request.url).searchParams);
  return readCatalogue(context.get(dbContext), site.account.account_id, filters);
}

type RootData = { look?: { settings?: { sitetitle?: string } } };

/** The catalogue of an account, filtered by the query string. */
export default function PublicCatalogue() {
  const { t } = useTranslation('courses');
  const data = useLoaderData<typeof loader>();
  const site = (useRouteLoaderData('root') as RootData | undefined)?.look?.settings?.sitetitle;
  return (
    <main id="content" className="wide py-10 lg:py-16">
      <title>{[t('catalogue.title'), site].filter(Boolean).join(' · ')}</title>
      <meta name="description" content={t('catalogue.lead')} />
      <header className="mb-10 grid gap-4">
        <h1 className="hd d-64">{t('catalogue.title')}</h1>
        <p className="lead">{t('catalogue.lead')}</p>
      </header>
      <div className="mb-10">
        <CatalogueFilterForm filters={data.filters} categories={data.categories} />
      </div>
      <CatalogueList data={data} />
    </main>
  );
}
