/** The namespaces of texts that islands read, and the build puts beside them. */
export const islandTexts = [
  'site',
  'dashboard',
  'search',
  'orders',
  'courses',
  'posts',
  'forms',
  'contacts',
  'members',
  'phones',
  'ui',
] as const;
