import { data, type RouterContextProvider } from 'react-router';
import { blocksContext } from '#base/shared/blocks.ts';
import { siteContext, wireContext } from '#base/shared/site.ts';
import { dataOfBlocks, publishedPage } from '#features/pages/data.ts';

/** A published page with everything its blocks show; 404 where there is none. */
export async function loadPage(context: Readonly<RouterContextProvider>, slug: string) {
  const wire = context.get(wireContext);
  const { account, locale, origin } = context.get(siteContext);
  const page = await publishedPage(wire, account.account_id, slug);
  if (!page) throw data(null, { status: 404 });
  return {
    page,
    origin,
    blocks: await dataOfBlocks(wire, account.account_id, page.content, context.get(blocksContext), locale),
  };
}
