/** The way to a page in the words of schema.org, from the site down to it. Addresses are whole ones. */
export function breadcrumbs(trail: readonly (readonly [name: string, address: string])[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
  };
}
