import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { readShop } from '#features/commerce/products/data.ts';
import { PRODUCTS_PER_PAGE } from '#features/commerce/products/rules.ts';
import { CataloguePages } from '#features/learning/courses/components/catalogue-pages.tsx';
import { paths } from '#paths';
import { EmptyState } from '#ui/display/states.tsx';
import { ProductTile } from '../components/product-tile.tsx';

const pathOf = (page: number) => paths.shop(page > 1 ? { page: String(page) } : {});

export const handle: RouteHandle = {
  isPublic: true,
  queryKeys: ['page'],
  addressOf: ({ page }: Awaited<ReturnType<typeof loader>>) => ({ path: pathOf(page) }),
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  // The platform sells plans, which have pages of their own.
  if (account.is_platform) throw data(null, { status: 404 });
  const requested = Number(new URL(request.url).searchParams.get('page') ?? '1');
  const page = Number.isInteger(requested) && requested >= 1 && requested <= 1000 ? requested : 1;
  return { page, ...(await readShop(context.get(dbContext), account.account_id, page)) };
}

type RootData = { look?: { settings?: { sitetitle?: string; currency?: string; timezone?: string } } };

/** Everything an account sells. */
export default function PublicShop() {
  const { t } = useTranslation('shop');
  const { rows: products, total, page } = useLoaderData<typeof loader>();
  const settings = (useRouteLoaderData('root') as RootData | undefined)?.look?.settings;
  return (
    <main id="content" className="wide py-10 lg:py-16">
      <title>{[t('title'), settings?.sitetitle].filter(Boolean).join(' · ')}</title>
      <meta name="description" content={t('lead')} />
      <header className="mb-10 grid gap-4">
        <h1 className="hd d-64">{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {products.length === 0 ? (
        <EmptyState title={t('empty')} drawing="box" />
      ) : (
        <div className="tiles">
          {products.map((product, index) => (
            <ProductTile
              key={product.id}
              product={product}
              currency={settings?.currency ?? 'EUR'}
              timezone={settings?.timezone ?? ''}
              isFirst={index < 3}
            />
          ))}
        </div>
      )}
      <CataloguePages page={page} pages={Math.ceil(total / PRODUCTS_PER_PAGE)} hrefOf={pathOf} />
    </main>
  );
}
