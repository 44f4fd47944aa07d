import type { ReportName } from '../rules.ts';

/** What each report over all sites of one's own speaks of; the first is drawn. */
export const views = {
  sales: ['revenue', 'orders'],
  members: ['joined', 'total'],
  learning: ['enrolled', 'completions'],
  marketing: ['visitors', 'views', 'answers', 'subscribed'],
} as const;
export type View = keyof typeof views;

/** The report of a site that says more of a number. */
export const reportOf: Record<(typeof views)[View][number], ReportName> = {
  revenue: 'sales',
  orders: 'sales',
  joined: 'members',
  total: 'members',
  enrolled: 'learning',
  completions: 'learning',
  visitors: 'visits',
  views: 'visits',
  answers: 'marketing',
  subscribed: 'marketing',
};

export const isMoney = (id: string) => id === 'revenue';
