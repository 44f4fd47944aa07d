/** The namespaces of texts that islands use; the build writes them as files. */
export const islandTexts = [
  'site',
  'dashboard',
  'search',
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
