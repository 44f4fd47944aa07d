import type { MetaDescriptor } from 'react-router';
import type { PublishedPage } from '#features/pages/data.ts';

/** What a published page says of itself in its head. */
export function metaOfPage(page: PublishedPage, siteTitle: string, origin: string): MetaDescriptor[] {
  const path = page.slug === 'home' ? '/' : `/${page.slug}`;
  const title = page.slug === 'home' ? siteTitle || page.title : `${page.title} · ${siteTitle}`;
  const { description, picture, isHidden } = page.settings;
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
