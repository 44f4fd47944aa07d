import { type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';
import { loadPage } from '../components/load-page.ts';
import { PageContent } from '../components/page-content.tsx';
import { addressOfPage, metaOfPage } from '../components/page-meta.ts';

export const handle: RouteHandle = { isPublic: true, addressOf: addressOfPage };

export function loader({ context, params }: LoaderFunctionArgs) {
  // The home page has one address.
  if (params.pageSlug === 'home') throw redirect('/', 301);
  return loadPage(context, params.pageSlug ?? '');
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  return loaderData ? metaOfPage(loaderData.page, root?.look?.settings.sitetitle ?? '', loaderData.origin) : [];
};

export default function Page() {
  const { page, blocks } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <PageContent page={page.content} data={blocks} title={page.title} />
    </main>
  );
}
