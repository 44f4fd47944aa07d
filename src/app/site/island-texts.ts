/** The namespaces of texts that islands use; the build writes them as files. */
export const islandTexts = [
  'site',
  'dashboard',
  'search',
  'carts',
  'orders',
  'payments',
  'courses',
  'threads',
  'forms',
  'contacts',
  'members',
  'phones',
  'ui',
] as const;
