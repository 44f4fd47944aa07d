import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { readCatalogue } from '../catalogue/data.ts';
import { catalogueKeys, filtersOf } from '../catalogue/rules.ts';
import { CatalogueList } from '../components/catalogue-view.tsx';

export const handle: RouteHandle = {
  isPublic: true,
  queryKeys: catalogueKeys,
  addressOf: ({ category, filters }: Awaited<ReturnType<typeof loader>>) => ({
    path: paths.courseCategory(category.slug) + (filters.page > 1 ? `?page=${filters.page}` : ''),
  }),
};

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const filters = { ...filtersOf(new URL(request.url).searchParams), category: params.slug ?? '' };
  const catalogue = await readCatalogue(context.get(dbContext), site.account.account_id, filters);
  const category = catalogue.categories.find(({ slug }) => slug === params.slug);
  if (!category) throw data(null, { status: 404 });
  return { ...catalogue, category };
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? [{ title: loaderData.category.name }, { name: 'description', content: loaderData.category.description }]
    : [];

/** The catalogue of one category. */
export default function PublicCategory() {
  const { t } = useTranslation('courses');
  const { category, ...catalogue } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="wide py-10 lg:py-16">
      <header className="mb-10 grid gap-4">
        <h1 className="hd d-64">{category.name}</h1>
        {category.description ? (
          <p className="lead">
            <bdi>{category.description}</bdi>
          </p>
        ) : null}
        <nav className="flex flex-wrap gap-2" aria-label={t('catalogue.category')}>
          <a className={buttonClass({ size: 'lg' })} href={paths.courses()}>
            {t('catalogue.all')}
          </a>
          {catalogue.categories.map((sibling) => (
            <a
              key={sibling.id}
              className={buttonClass({ size: 'lg', variant: sibling.id === category.id ? 'soft' : 'line' })}
              aria-current={sibling.id === category.id ? 'page' : undefined}
              href={paths.courseCategory(sibling.slug)}
            >
              {sibling.name}
            </a>
          ))}
        </nav>
      </header>
      <CatalogueList data={catalogue} />
    </main>
  );
}
