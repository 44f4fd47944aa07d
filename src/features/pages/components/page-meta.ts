import type { MetaDescriptor } from 'react-router';
import type { PublishedPage } from '#features/pages/data.ts';

/** What a page takes from its site where it says nothing itself. */
export type SiteWords = { sitetitle?: string; social_picture?: string };

/** What a published page says of itself in its head. */
export function metaOfPage(
  page: PublishedPage,
  siteTitle: string,
  origin: string,
  /** What stands beside a link to a page without a picture of its own. */
  sitePicture = '',
): MetaDescriptor[] {
  const path = page.slug === 'home' ? '/' : `/${page.slug}`;
  const title = page.slug === 'home' ? siteTitle || page.title : `${page.title} · ${siteTitle}`;
  const { description, isHidden } = page.settings;
  const picture = page.settings.picture || sitePicture;
  return [
    { title },
    { property: 'og:title', content: page.title },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: origin + path },
    { tagName: 'link', rel: 'canonical', href: origin + path },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(picture ? [{ property: 'og:image', content: new URL(picture, origin).href }] : []),
    ...(isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}
