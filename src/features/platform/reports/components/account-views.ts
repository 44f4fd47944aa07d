import type { ReportName } from '../rules.ts';

/** Metrics of each report over all own sites; the first is charted. */
export const views = {
  sales: ['revenue', 'orders'],
  members: ['joined', 'total'],
  learning: ['enrolled', 'completions'],
  marketing: ['visitors', 'views', 'answers', 'subscribed'],
} as const;
export type View = keyof typeof views;

/** The site report with the details of a metric. */
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
