import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';
import { PageContent } from '#features/content/blocks/components/block-content.tsx';
import { ContentMain } from '#ui/display/content-language.tsx';
import { loadSharedDraft } from '../components/load-page.ts';

export const handle: RouteHandle = { isPublic: true, isSecret: true };

export const loader = ({ context, params }: LoaderFunctionArgs) => loadSharedDraft(context, params.secret ?? '');

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData?.page.title ?? '' },
  { name: 'robots', content: 'noindex, nofollow' },
];

/** Preview of a draft by secret link: the page itself under a notice. */
export default function Preview() {
  const { t } = useTranslation('publishing');
  const { page, blocks } = useLoaderData<typeof loader>();
  return (
    <ContentMain id="content">
      <p className="draft-line">{t('preview.line')}</p>
      <PageContent page={page.content} data={blocks} title={page.title} />
    </ContentMain>
  );
}
