import type { MetaDescriptor } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { searchHead } from '#base/shared/search-settings.ts';
import { breadcrumbs } from '#base/shared/structured-data.ts';
import { paths } from '#paths';
import type { Author } from '../authors/rules.ts';
import type { Post } from '../data.ts';

/** Head metadata of a published post; `authors` are those with a public profile. */
export function metaOfPost(
  post: Post,
  authors: readonly Author[],
  { site, origin, blogTitle }: { site: string; origin: string; blogTitle: string },
): MetaDescriptor[] {
  const path = paths.post(post.slug);
  const url = origin + path;
  const searchTitle = post.settings.searchTitle?.trim();
  const name = searchTitle || post.title;
  const description = post.settings.description?.trim() || post.excerpt;
  const picture = linkPicture({ origin, path, title: name, picture: post.settings.picture || post.cover?.image });
  const people = authors.map((author) => ({
    '@type': 'Person',
    name: author.name,
    url: origin + paths.blog({ author: author.slug }),
  }));
  const publisher = { '@type': 'Organization', name: site, url: `${origin}/` };
  return [
    ...searchHead({
      title: searchTitle || [post.title, site].filter(Boolean).join(' · '),
      name,
      type: 'article',
      url,
      site,
      description,
      picture,
      settings: post.settings,
    }),
    { property: 'article:published_time', content: post.published_at },
    { property: 'article:modified_time', content: post.updated_at },
    ...people.map((person) => ({ property: 'article:author', content: person.url })),
    ...post.tags.map((tag) => ({ property: 'article:tag', content: tag })),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: post.title,
        description,
        datePublished: post.published_at,
        dateModified: post.updated_at,
        mainEntityOfPage: url,
        ...(picture ? { image: picture } : {}),
        author: people.length > 1 ? people : (people[0] ?? publisher),
        publisher,
        keywords: post.tags,
        articleSection: post.categories,
      },
    },
    {
      'script:ld+json': breadcrumbs([
        [site, `${origin}/`],
        [blogTitle, origin + paths.blog()],
        [post.title, url],
      ]),
    },
  ];
}
