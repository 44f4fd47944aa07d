import { z } from 'zod';
import { CANONICAL, searchLimits } from '#base/shared/search-settings.ts';
import { isSlug } from '#base/shared/slugs.ts';

/** Slugs that are addresses of the product itself; the table refuses them too. */
export const reservedSlugs = [
  'login',
  'signup',
  'docs',
  'blog',
  'course',
  'members',
  'groups',
  'thankyou',
  'subscribed',
  'checkout',
  'dashboard',
  'search',
  'api',
  'auth',
  'rest',
  'storage',
  'realtime',
  'functions',
  'rest-admin',
  'healthz',
  'metrics',
  'site',
  'assets',
  'static',
  'dev',
  'preview',
] as const;

export const pageSlug = z
  .string()
  .refine((slug) => isSlug(slug))
  .refine((slug) => !(reservedSlugs as readonly string[]).includes(slug));

export const pageTitle = z.string().trim().min(1).max(160);

/** What a page is, in the words of schema.org. */
export const pageKinds = [
  'WebPage',
  'AboutPage',
  'ContactPage',
  'FAQPage',
  'CollectionPage',
  'ProfilePage',
  'none',
] as const;
/** What search engines and neighbours are told of a page. */
export const pageSettings = z.object({
  description: z.string().max(searchLimits.description).default(''),
  picture: z.string().max(searchLimits.picture).default(''),
  isHidden: z.boolean().default(false),
  /** Search engines don't go where its links lead. */
  isUnfollowed: z.boolean().default(false),
  /** The title in search results, where it is another than the page's. */
  searchTitle: z.string().max(searchLimits.searchTitle).default(''),
  /** The address this page is a copy of. */
  canonical: z.string().max(searchLimits.canonical).regex(CANONICAL).or(z.literal('')).default(''),
  kind: z.enum(pageKinds).default('WebPage'),
});
export type PageSettings = Partial<z.infer<typeof pageSettings>>;
