import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { dbContext, type RouteHandle, siteContext, wordsContext } from '#base/shared/site.ts';
import { breadcrumbs } from '#base/shared/structured-data.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { authorBySlug, authorsOf } from '../authors/data.ts';
import { authorIdsOf, authorsOfPost } from '../authors/rules.ts';
import { PostTile } from '../components/post-tile.tsx';
import { blogIndex, listPosts } from '../data.ts';
import { blogFilters, blogKeys, blogQuery, POSTS_PER_PAGE } from '../rules.ts';

export const handle: RouteHandle = {
  isPublic: true,
  queryKeys: blogKeys,
  addressOf: ({ filters }: Awaited<ReturnType<typeof loader>>) => ({ path: paths.blog(blogQuery(filters)) }),
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  const db = context.get(dbContext);
  const { account, origin } = context.get(siteContext);
  const filters = blogFilters(new URL(request.url).searchParams);
  const writer = filters.author ? await authorBySlug(db, account.account_id, filters.author) : null;
  if (filters.author && !writer) throw data(null, { status: 404 });
  const [list, index] = await Promise.all([
    listPosts(db, account.account_id, { ...filters, authorId: writer?.id ?? null }),
    blogIndex(db, account.account_id),
  ]);
  // A filter without posts, or a page past the end, is a 404.
  const queryOfFilters = blogQuery(filters, 1);
  if (list.posts.length === 0 && (filters.page > 1 || Object.values(queryOfFilters).some(Boolean)))
    throw data(null, { status: 404 });
  const authors = await authorsOf(db, account.account_id, list.posts.flatMap(authorIdsOf));
  const title = context.get(wordsContext)('posts:title');
  return { ...list, filters, writer, index, authors, origin, title };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string; tagline: string } } } | undefined;
  const { sitetitle: site = '', tagline = '' } = root?.look?.settings ?? {};
  const { filters, writer, origin, title } = loaderData;
  const heading = filters.category ?? filters.tag ?? writer?.name ?? (filters.year ? String(filters.year) : title);
  const feeds = blogQuery({ ...filters, year: null }, 1);
  const url = origin + paths.blog(blogQuery(filters));
  const image = linkPicture({ origin, path: paths.blog(), title, picture: undefined });
  return [
    { title: [heading, filters.page > 1 ? String(filters.page) : '', site].filter(Boolean).join(' · ') },
    { name: 'description', content: writer?.bio || tagline },
    { property: 'og:title', content: [heading, site].filter(Boolean).join(' · ') },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: url },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { property: 'og:site_name', content: site },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(['rss', 'atom'] as const).map((form) => ({
      tagName: 'link',
      rel: 'alternate',
      type: `application/${form}+xml`,
      title: [heading, site].filter(Boolean).join(' · '),
      href: origin + paths.blogFeed(form, feeds),
    })),
    {
      'script:ld+json': breadcrumbs([
        [site, `${origin}/`],
        [title, origin + paths.blog()],
        ...(heading === title ? [] : [[heading, url] as const]),
      ]),
    },
  ];
};

export default function Blog() {
  const { posts, total, filters, writer, index, authors } = useLoaderData<typeof loader>();
  const { t } = useTranslation('posts');
  const isFront = isFrontPage(filters);
  const lead = isFront && posts[0]?.settings.featured ? posts[0] : undefined;
  const rest = lead ? posts.slice(1) : posts;
  return (
    <main id="content" className="band">
      <div className="wide blog">
        <BlogHead filters={filters} writer={writer} />
        <Categories index={index} filters={filters} />
        {posts.length === 0 ? <p className="lead">{t('none')}</p> : null}
        {lead ? <PostTile post={lead} authors={authorsOfPost(lead, authors)} isLead /> : null}
        <div className="tiles">
          {rest.map((post) => (
            <PostTile key={post.id} post={post} authors={authorsOfPost(post, authors)} />
          ))}
        </div>
        <Pages filters={filters} total={total} />
        <Archive index={index} filters={filters} />
      </div>
    </main>
  );
}

type BlogData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Whether nothing is filtered: the first page of all posts. */
function isFrontPage(filters: BlogData['filters']): boolean {
  return !Object.values(blogQuery(filters)).some(Boolean);
}

function BlogHead({ filters, writer }: Pick<BlogData, 'filters' | 'writer'>) {
  const { t } = useTranslation('posts');
  return (
    <div className="block-head">
      <h1 className="hd d-48">
        {filters.tag ? (
          t('tagged', { tag: filters.tag })
        ) : filters.category ? (
          <ContentText isApart>{filters.category}</ContentText>
        ) : (
          (writer?.name ?? (filters.year ? t('inYear', { year: filters.year }) : t('title')))
        )}
      </h1>
      {writer?.bio ? (
        <p className="lead">
          <ContentText isApart>{writer.bio}</ContentText>
        </p>
      ) : null}
      <p className="blog-feeds">
        <a className="link" href={paths.blogFeed('rss', blogQuery({ ...filters, year: null }, 1))}>
          {t('feed')}
        </a>
        <a className="link" href={paths.blogFeed('atom', blogQuery({ ...filters, year: null }, 1))}>
          {t('atom')}
        </a>
      </p>
    </div>
  );
}

function Categories({ index: { categories }, filters }: Pick<BlogData, 'index' | 'filters'>) {
  const { t } = useTranslation('posts');
  if (categories.length === 0) return null;
  return (
    <nav className="chips" aria-label={t('categories')}>
      <a className="chip" href={paths.blog()} aria-current={isFrontPage(filters) ? 'true' : undefined}>
        {t('all')}
      </a>
      {categories.map(({ name: category }) => (
        <a
          key={category}
          className="chip"
          href={paths.blog({ category })}
          aria-current={category === filters.category ? 'true' : undefined}
        >
          <ContentText isApart>{category}</ContentText>
        </a>
      ))}
    </nav>
  );
}

function Pages({ filters, total }: Pick<BlogData, 'filters' | 'total'>) {
  const { t } = useTranslation('posts');
  const pages = Math.ceil(total / POSTS_PER_PAGE);
  const at = (page: number) => paths.blog(blogQuery(filters, page));
  if (pages <= 1) return null;
  return (
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
  );
}

function Archive({ index: { years }, filters }: Pick<BlogData, 'index' | 'filters'>) {
  const { t } = useTranslation('posts');
  if (years.length <= 1) return null;
  return (
    <nav className="chips" aria-label={t('archive')}>
      {years.map(({ name, posts: count }) => (
        <a
          key={name}
          className="chip"
          href={paths.blog({ year: name })}
          aria-current={filters.year === Number(name) ? 'true' : undefined}
          aria-label={t('inYearCount', { year: name, count })}
        >
          {name} <span className="quiet">{count}</span>
        </a>
      ))}
    </nav>
  );
}
