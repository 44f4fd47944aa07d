/**
 * The table of contents: every feature, in order. A feature may use only those above it, in code and in SQL.
 */
export const contents = [
  'accounts', // who rents a site: its address, owner and features; sessions bound to it
  'audit', // who did what: written once, changed never
  'maintenance', // the jobs of the clock and the health of the platform
  'roles', // what a member may do
  'members', // people of an account
  'media', // files of an account
  'options', // an account's settings, menus, header, footer, theme
  'notifications', // the bell
  'plans', // what an account may use: features, caps, meters
  'domains', // the names a site is reached by: claimed, proved by records, certified
  'groups', // people with something in common
  'redirects', // where addresses that are gone lead
  'posts', // the blog
  'docs', // documentation in a tree
  'courses', // sections and lessons, categories, enrolments, progress
  'quizzes', // questions, attempts, grades
  'products', // what is sold, at which price
  'coupons', // reductions and their rules
  'orders', // cart, checkout, payment
  'funnels', // where a visit came from
  'contacts', // people who may be written to, and the proof that they wish it
  'forms', // what visitors fill in, and what they sent
  'reports', // numbers over all of the above
  'billing', // what an account pays the platform: subscriptions, invoices, opening a site
  'tickets', // questions to those who run a site or the platform
  'webhooks', // who is told elsewhere of what happens here
  'api-keys', // what other programs may do here
  'pages', // the site's pages and their blocks
  'search', // one box over all of them
  'administration', // accounts, owners and sales as those who run the platform see them
] as const;

export type FeatureName = (typeof contents)[number];
