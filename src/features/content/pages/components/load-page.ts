import { data, type RouterContextProvider } from 'react-router';
import { dbContext, siteContext } from '#base/shared/site.ts';
import { blocksContext } from '#features/content/blocks/components/blocks-context.tsx';
import { dataOfBlocks } from '#features/content/blocks/data.ts';
import { inlineSections, type PublishedPage, publishedPage, sharedDraft } from '#features/content/pages/data.ts';

type Context = Readonly<RouterContextProvider>;

/** A published page with the data of its blocks; 404 where it does not exist. */
export async function loadPage(context: Context, slug: string) {
  const { account } = context.get(siteContext);
  return withBlockData(context, await publishedPage(context.get(dbContext), account.account_id, slug));
}

/** The same for a draft, by its preview link. */
export async function loadSharedDraft(context: Context, secret: string) {
  const { account } = context.get(siteContext);
  return withBlockData(context, await sharedDraft(context.get(dbContext), account.account_id, secret));
}

async function withBlockData(context: Context, published: PublishedPage | null) {
  if (!published) throw data(null, { status: 404 });
  const db = context.get(dbContext);
  const { account, locale, origin } = context.get(siteContext);
  const page = { ...published, content: await inlineSections(db, account.account_id, published.content) };
  return {
    page,
    origin,
    blocks: await dataOfBlocks(db, account.account_id, page.content, context.get(blocksContext), locale),
  };
}
