import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';
import { PageContent } from '#features/content/blocks/components/block-content.tsx';
import { ContentMain } from '#ui/display/content-language.tsx';
import { loadPage } from '../components/load-page.ts';
import { addressOfPage, metaOfPage, type SiteDefaults } from '../components/page-meta.ts';

export const handle: RouteHandle = { isPublic: true, addressOf: addressOfPage };

export const loader = ({ context }: LoaderFunctionArgs) => loadPage(context, 'home');

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData as { look?: { settings: SiteDefaults } } | undefined;
  const { sitetitle = '', social_picture } = root?.look?.settings ?? {};
  return loaderData ? metaOfPage(loaderData.page, sitetitle, loaderData.origin, social_picture) : [];
};

export default function Home() {
  const { page, blocks } = useLoaderData<typeof loader>();
  return (
    <ContentMain id="content">
      <PageContent page={page.content} data={blocks} title={page.title} />
    </ContentMain>
  );
}
