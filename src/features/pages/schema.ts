import { z } from 'zod';

/** Slugs that are addresses of the product itself; the table refuses them too. */
export const reservedSlugs = [
  'login',
  'signup',
  'docs',
  'blog',
  'course',
  'members',
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
] as const;

export const pageSlug = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/)
  .refine((slug) => !(reservedSlugs as readonly string[]).includes(slug));

export const pageTitle = z.string().trim().min(1).max(160);

/** What search engines and neighbours are told of a page. */
export const pageSettings = z.object({
  description: z.string().max(320).default(''),
  picture: z.string().max(500).default(''),
  isHidden: z.boolean().default(false),
});
export type PageSettings = Partial<z.infer<typeof pageSettings>>;
