import type { MetaDescriptor } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { searchAddressOf, searchHead } from '#base/shared/search-settings.ts';
import type { PageAddress } from '#base/shared/site.ts';
import { type BlockDocument, eachBlock } from '#features/content/blocks/document/rules.ts';
import type { PublishedPage } from '#features/content/pages/data.ts';
import { paths } from '#paths';

/** Site-wide defaults for a page's metadata. */
export type SiteDefaults = { sitetitle?: string; social_picture?: string };

/** Head metadata of a published page. */
export function metaOfPage(
  page: PublishedPage,
  siteTitle: string,
  origin: string,
  /** Default social image. */
  sitePicture = '',
): MetaDescriptor[] {
  const pageUrl = origin + paths.page(page.slug);
  const { description, searchTitle } = page.settings;
  const name = searchTitle || page.title;
  const socialImage = page.settings.picture || sitePicture || undefined;
  const picture = linkPicture({ origin, path: paths.page(page.slug), title: name, picture: socialImage });
  const defaultTitle = page.slug === 'home' ? siteTitle || page.title : `${page.title} · ${siteTitle}`;
  return [
    ...searchHead({
      title: searchTitle || defaultTitle,
      name,
      type: 'website',
      url: pageUrl,
      site: siteTitle,
      description,
      picture,
      settings: page.settings,
    }),
    ...structuredDataOf(page, siteTitle, origin).map((data) => ({ 'script:ld+json': data })),
  ];
}

/** Robots and canonical URL of a page. */
export function addressOfPage({ page, origin }: { page: PublishedPage; origin: string }): PageAddress {
  return searchAddressOf(paths.page(page.slug), page.settings, origin);
}

interface Fact {
  [name: string]: string | number | boolean | Fact | Fact[];
}

/** schema.org data: the page, its breadcrumbs, and its FAQ where it has one. */
export function structuredDataOf(page: PublishedPage, siteTitle: string, origin: string): Fact[] {
  const { description, picture, kind = 'WebPage' } = page.settings;
  if (kind === 'none') return [];
  const pageUrl = origin + paths.page(page.slug);
  const questions = questionsOf(page.content);
  const facts: Fact = {
    '@context': 'https://schema.org',
    '@type': questions.length > 0 && kind === 'WebPage' ? 'FAQPage' : kind,
    name: page.settings.searchTitle || page.title,
    url: pageUrl,
    isPartOf: { '@type': 'WebSite', name: siteTitle, url: `${origin}/` },
    ...(description ? { description } : {}),
    ...(picture ? { primaryImageOfPage: { '@type': 'ImageObject', url: new URL(picture, origin).href } } : {}),
    ...(page.published_at ? { dateModified: page.published_at } : {}),
    ...(questions.length > 0 ? { mainEntity: questions } : {}),
  };
  if (page.slug === 'home') return [facts];
  const crumb = (position: number, name: string, item: string) => ({ '@type': 'ListItem', position, name, item });
  return [
    facts,
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [crumb(1, siteTitle, `${origin}/`), crumb(2, page.title, pageUrl)],
    },
  ];
}

function questionsOf(content: BlockDocument): Fact[] {
  const questionFacts: Fact[] = [];
  eachBlock(content.content, ({ type, props }) => {
    if (type !== 'Faq' || !Array.isArray(props.items)) return;
    for (const item of props.items as { question?: unknown; answer?: unknown }[])
      if (typeof item?.question === 'string' && item.question && typeof item.answer === 'string' && item.answer)
        questionFacts.push({
          '@type': 'Question',
          name: item.question,
          acceptedAnswer: { '@type': 'Answer', text: item.answer },
        });
  });
  return questionFacts.slice(0, 50);
}
