import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { type RouteHandle, siteContext, wireContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { PostTile } from '../components/post-tile.tsx';
import { authorsOf, listCategories, listPosts } from '../data.ts';
import { POSTS_A_PAGE, pageNumber } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true, queryKeys: ['category', 'tag', 'page'] };

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const wire = context.get(wireContext);
  const { account, origin } = context.get(siteContext);
  const filters = {
    category: asked.get('category')?.slice(0, 60) || null,
    tag: asked.get('tag')?.slice(0, 40) || null,
    page: pageNumber(asked.get('page')),
  };
  const [list, categories] = await Promise.all([
    listPosts(wire, account.account_id, filters),
    listCategories(wire, account.account_id),
  ]);
  const authors = await authorsOf(
    wire,
    account.account_id,
    list.posts.map((post) => post.author_id),
  );
  return { ...list, filters, categories, authors, origin };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  const title = root?.look?.settings.sitetitle ?? '';
  return [
    { title: ['Blog', title].filter(Boolean).join(' · ') },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title,
      href: `${loaderData?.origin ?? ''}/blog/rss.xml`,
    },
  ];
};

export default function Blog() {
  const { posts, total, filters, categories, authors } = useLoaderData<typeof loader>();
  const { t } = useTranslation('posts');
  const isFront = filters.page === 1 && !filters.category && !filters.tag;
  const lead = isFront && posts[0]?.settings.featured ? posts[0] : undefined;
  const rest = lead ? posts.slice(1) : posts;
  const pages = Math.ceil(total / POSTS_A_PAGE);
  const at = (page: number) => {
    const query = new URLSearchParams();
    if (filters.category) query.set('category', filters.category);
    if (filters.tag) query.set('tag', filters.tag);
    if (page > 1) query.set('page', String(page));
    return query.size > 0 ? `${paths.blog()}?${query}` : paths.blog();
  };
  const authorOf = (id: string | null) => (id ? authors[id] : undefined);
  return (
    <main id="content" className="band">
      <div className="wide blog">
        <div className="block-head">
          <h1 className="hd d-48">
            {filters.tag ? t('tagged', { tag: filters.tag }) : (filters.category ?? t('title'))}
          </h1>
          <a className="link" href="/blog/rss.xml">
            {t('feed')}
          </a>
        </div>
        {categories.length > 0 ? (
          <nav className="chips" aria-label={t('categories')}>
            <a className="chip" href={paths.blog()} aria-current={filters.category ? undefined : 'true'}>
              {t('all')}
            </a>
            {categories.map((category) => (
              <a
                key={category}
                className="chip"
                href={paths.blog({ category })}
                aria-current={category === filters.category ? 'true' : undefined}
              >
                {category}
              </a>
            ))}
          </nav>
        ) : null}
        {posts.length === 0 ? <p className="lead">{t('none')}</p> : null}
        {lead ? <PostTile post={lead} author={authorOf(lead.author_id)} isLead /> : null}
        <div className="tiles">
          {rest.map((post) => (
            <PostTile key={post.id} post={post} author={authorOf(post.author_id)} />
          ))}
        </div>
        {pages > 1 ? (
          <nav className="blog-pages" aria-label={t('pages')}>
            {filters.page > 1 ? (
              <a className="btn btn-line btn-lg" rel="prev" href={at(filters.page - 1)}>
                {t('newer')}
              </a>
            ) : null}
            <span className="quiet">{t('pageOf', { page: filters.page, pages })}</span>
            {filters.page < pages ? (
              <a className="btn btn-line btn-lg" rel="next" href={at(filters.page + 1)}>
                {t('older')}
              </a>
            ) : null}
          </nav>
        ) : null}
      </div>
    </main>
  );
}
