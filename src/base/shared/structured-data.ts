/** The breadcrumbs of a page as schema.org data, from the site's root. URLs are absolute. */
export function breadcrumbs(trail: readonly (readonly [name: string, address: string])[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
  };
}
