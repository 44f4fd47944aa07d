import { entryOf } from './menu-rules.ts';

/**
 * A screen below another: its address (`:id` is any one segment), its parent, and its name. Its label is `screen.{name}` of
 * the dashboard's texts.
 */
export type InnerScreen = {
  at: string;
  under: string;
  name: string;
  /** A second address of a screen; breadcrumbs don't link to it. */
  isAlias?: true;
};

const site = '/dashboard/manage/site';
const users = '/dashboard/manage/users';
const shop = '/dashboard/manage/ecommerce';
const marketing = '/dashboard/manage/marketing';
const developers = '/dashboard/manage/developers';
const reports = '/dashboard/manage/reports';
const crons = '/dashboard/maintenance/crons';
const quizzes = '/dashboard/instructor/quizzes';

/** In the order they are looked up: what is named by its words comes before what is any one part. */
export const innerScreens: readonly InnerScreen[] = [
  { at: '/dashboard/courses/:slug', under: '/dashboard/courses', name: 'course' },
  { at: '/dashboard/course', under: '/dashboard/instructor', name: 'courseEditor', isAlias: true },
  { at: '/dashboard/course/:slug', under: '/dashboard/instructor', name: 'courseEditor' },
  { at: '/dashboard/instructor/new', under: '/dashboard/instructor', name: 'newCourse' },
  { at: quizzes, under: '/dashboard/instructor', name: 'quizzes' },
  { at: `${quizzes}/bank`, under: quizzes, name: 'questionBank' },
  { at: `${quizzes}/:id`, under: quizzes, name: 'quiz' },
  { at: `${quizzes}/:id/try`, under: `${quizzes}/:id`, name: 'quizTrial' },
  { at: '/dashboard/post', under: '/dashboard/posts', name: 'newPost' },
  { at: '/dashboard/posts/comments', under: '/dashboard/posts', name: 'comments' },
  { at: '/dashboard/posts/:slug', under: '/dashboard/posts', name: 'postEditor' },
  { at: '/dashboard/pages/:slug', under: '/dashboard/pages', name: 'pageEditor' },
  { at: '/dashboard/docs/:id', under: '/dashboard/docs', name: 'doc' },
  { at: '/dashboard/tickets/new', under: '/dashboard/tickets', name: 'newTicket' },
  { at: '/dashboard/tickets/replies', under: '/dashboard/tickets', name: 'ticketReplies' },
  { at: '/dashboard/tickets/:id', under: '/dashboard/tickets', name: 'ticket' },
  { at: '/dashboard/media', under: '/dashboard/manage/media', name: 'media', isAlias: true },
  { at: `${site}/theme`, under: site, name: 'theme' },
  { at: `${site}/header`, under: site, name: 'header' },
  { at: `${site}/footer`, under: site, name: 'footer' },
  { at: `${site}/domains`, under: site, name: 'domains' },
  { at: `${site}/redirects`, under: site, name: 'redirects' },
  { at: `${site}/menus`, under: site, name: 'menus' },
  { at: `${users}/roles`, under: users, name: 'roles' },
  { at: `${users}/invitations`, under: users, name: 'invitations' },
  { at: `${users}/fields`, under: users, name: 'fields' },
  { at: `${users}/import`, under: users, name: 'import' },
  { at: '/dashboard/manage/user', under: '/dashboard/manage', name: 'users', isAlias: true },
  { at: `${shop}/memberships`, under: shop, name: 'memberships' },
  { at: `${shop}/products/:id`, under: shop, name: 'product' },
  { at: `${shop}/orders`, under: shop, name: 'shopOrders' },
  { at: `${shop}/coupons`, under: shop, name: 'coupons' },
  { at: `${shop}/payment`, under: shop, name: 'payment' },
  { at: '/dashboard/manage/elearning/caetgory', under: '/dashboard/manage/elearning', name: 'categories' },
  { at: `${marketing}/forms`, under: marketing, name: 'forms' },
  { at: `${marketing}/forms/:id`, under: `${marketing}/forms`, name: 'form' },
  { at: `${marketing}/forms/:id/answers`, under: `${marketing}/forms/:id`, name: 'formAnswers' },
  { at: `${marketing}/emails/contacts`, under: marketing, name: 'contacts' },
  { at: `${developers}/webhooks/:id`, under: developers, name: 'webhook' },
  { at: `${developers}/keys`, under: developers, name: 'apiKeys' },
  { at: `${reports}/letters`, under: reports, name: 'reportLetters' },
  { at: `${reports}/:report`, under: reports, name: 'report' },
  { at: `${reports}/rows/:list`, under: reports, name: 'reportRows' },
  { at: '/dashboard/reports/:view', under: '/dashboard/reports', name: 'report' },
  { at: '/dashboard/billing/invoices/:id', under: '/dashboard/billing', name: 'invoice' },
  { at: '/dashboard/maintenance/health', under: crons, name: 'health' },
  { at: '/dashboard/maintenance/health/:list', under: '/dashboard/maintenance/health', name: 'healthList' },
  { at: '/dashboard/maintenance/sign-in', under: crons, name: 'signIn' },
  { at: '/dashboard/maintenance/people', under: crons, name: 'people' },
  { at: '/dashboard/maintenance/audit', under: crons, name: 'audit' },
];

/** The pattern filled with the segments of `pathname`; null where they don't match. */
function filledIn(pattern: string, pathname: string): string | null {
  const expected = pattern.split('/');
  const parts = pathname.split('/').slice(0, expected.length);
  return parts.length === expected.length && expected.every((part, at) => part.startsWith(':') || part === parts[at])
    ? parts.join('/')
    : null;
}

/** A breadcrumb between a menu entry and the current screen. */
export type Step = { name: string; href: string };

/**
 * The menu entry of an address, and the screens between the two, the nearest to the entry first. An address below every
 * screen listed here belongs to the deepest one above it.
 */
export function placeOf<Entry extends { href: string }>(
  pathname: string,
  entries: readonly Entry[],
): { entry: Entry | undefined; inner: Step[] } {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const isEntry = (href: string) => entries.some((entry) => entry.href === href);
  const inner: Step[] = [];
  const visited = new Set<string>();
  let at = path;
  for (;;) {
    if (isEntry(at) || visited.has(at)) break;
    visited.add(at);
    const closest = nearest(at);
    // An entry between the screen and the address is nearer to it.
    if (!closest || (entryOf(at, entries)?.href.length ?? 0) > closest.href.length) break;
    inner.unshift({ name: closest.screen.name, href: closest.href });
    at = filledIn(closest.screen.under, closest.href) ?? closest.screen.under;
  }
  return { entry: entryOf(at, entries), inner };
}

/** The screen with the longest address at or above this one. */
function nearest(path: string): { screen: InnerScreen; href: string } | undefined {
  let best: { screen: InnerScreen; href: string } | undefined;
  for (const screen of innerScreens) {
    const href = filledIn(screen.at, path);
    if (href && (!best || href.length > best.href.length)) best = { screen, href };
  }
  return best;
}
