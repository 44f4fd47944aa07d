import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { dbContext, type RouteHandle, siteContext, wordsContext } from '#base/shared/site.ts';
import { breadcrumbs } from '#base/shared/structured-data.ts';
import { productBySlug, relatedProducts } from '#features/commerce/products/data.ts';
import { paths } from '#paths';
import { ProductView } from '../components/product-view.tsx';
import { openedCourses } from '../data.ts';
import { productData } from '../rules.ts';

export const handle: RouteHandle = {
  isPublic: true,
  addressOf: ({ product }: Awaited<ReturnType<typeof loader>>) => ({ path: paths.productPage(product.slug) }),
};

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { account, origin } = context.get(siteContext);
  const db = context.get(dbContext);
  const product = await productBySlug(db, account.account_id, params.slug ?? '');
  if (!product) throw data(null, { status: 404 });
  const [courses, related] = await Promise.all([
    openedCourses(db, account.account_id, product),
    relatedProducts(db, account.account_id, product),
  ]);
  return { origin, product, courses, related, shopTitle: context.get(wordsContext)('shop:title') };
}

type RootData = { look?: { settings?: { sitetitle?: string; currency?: string; timezone?: string } } };

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [];
  const { origin, product, shopTitle } = loaderData;
  const site = (matches[0]?.loaderData as RootData | undefined)?.look?.settings?.sitetitle ?? '';
  const path = paths.productPage(product.slug);
  const image = linkPicture({ origin, path, title: product.title, picture: product.image ?? undefined });
  const title = [product.title, site].filter(Boolean).join(' · ');
  const description = product.description.slice(0, 300);
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { property: 'og:url', content: origin + path },
    { property: 'og:site_name', content: site },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    { 'script:ld+json': productData(product, { url: origin + path, image, site }) },
    {
      'script:ld+json': breadcrumbs([
        [site, `${origin}/`],
        [shopTitle, origin + paths.shop()],
        [product.title, origin + path],
      ]),
    },
  ];
};

export default function PublicProduct() {
  const { product, courses, related } = useLoaderData<typeof loader>();
  const settings = (useRouteLoaderData('root') as RootData | undefined)?.look?.settings;
  return (
    <ProductView
      product={product}
      courses={courses}
      related={related}
      currency={settings?.currency ?? 'EUR'}
      timezone={settings?.timezone ?? ''}
    />
  );
}
