import { z } from 'zod';
import { CANONICAL, searchLimits } from '#base/shared/search-settings.ts';
import { isSlug } from '#base/shared/slugs.ts';

/** Slugs of the product's own routes; the table rejects them too. */
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
  'shop',
  'certificates',
  'badges',
] as const;

export const pageSlug = z
  .string()
  .refine((slug) => isSlug(slug))
  .refine((slug) => !(reservedSlugs as readonly string[]).includes(slug));

export const pageTitle = z.string().trim().min(1).max(160);

/** Page types of schema.org. */
export const pageKinds = [
  'WebPage',
  'AboutPage',
  'ContactPage',
  'FAQPage',
  'CollectionPage',
  'ProfilePage',
  'none',
] as const;
/** SEO and social metadata of a page. */
export const pageSettings = z.object({
  description: z.string().max(searchLimits.description).default(''),
  picture: z.string().max(searchLimits.picture).default(''),
  isHidden: z.boolean().default(false),
  /** Search engines don't follow its links. */
  isUnfollowed: z.boolean().default(false),
  /** Title in search results, where it differs from the page's. */
  searchTitle: z.string().max(searchLimits.searchTitle).default(''),
  /** Canonical URL. */
  canonical: z.string().max(searchLimits.canonical).regex(CANONICAL).or(z.literal('')).default(''),
  kind: z.enum(pageKinds).default('WebPage'),
});
export type PageSettings = Partial<z.infer<typeof pageSettings>>;
