import type { Report } from '../data.ts';
import { type Compared, type Filters, type ListName, type ReportName, ratioOf } from '../rules.ts';

type Numbers = Report['numbers'];
export type NumberValue = Compared | { now: null; past: null } | undefined;

export type NumberShape = {
  id: string;
  /** Computes a metric that is not simply the number of that id. */
  of?: (report: Report) => NumberValue;
  form?: 'money' | 'share' | 'percent' | 'decimal' | 'time';
  /** The row list behind the metric, or the report with its details. */
  list?: ListName;
  report?: ReportName;
  /** Or a list screen of another feature. */
  screen?: 'users' | 'contacts' | 'manageSubscriptions';
  /** An increase is bad. */
  isInverse?: boolean;
  hasHint?: boolean;
};

export type ColumnShape = { id: string; form?: 'money' | 'share' | 'percent' | 'decimal' };

export type TableShape = {
  id: string;
  /** Columns after the first, which holds the name. */
  columns: readonly ColumnShape[];
  /** Pressing a name filters the report by it. */
  filter?: keyof Filters;
  /** How names are localized. */
  names?: 'source' | 'device' | 'language' | 'country' | 'role' | 'path' | 'reason';
  hasText?: boolean;
  /** Spans both columns of the grid. */
  isWide?: boolean;
  /** Hides the table where it has nothing to compare. */
  isShown?: (report: Report) => boolean;
};

export type ReportShape = {
  numbers: readonly NumberShape[];
  /** The table of who stayed speaks of people who joined, or of what they subscribed to. */
  cohorts?: 'subscriptions';
  charts: readonly { id: string; kind?: 'line' | 'bar'; form?: 'money' }[];
  tables: readonly TableShape[];
};

const ratio = (numbers: Numbers, part: string, total: string): NumberValue =>
  ratioOf(numbers[part] as Compared | undefined, numbers[total] as Compared | undefined);

const visitColumns: ColumnShape[] = [{ id: 'visitors' }, { id: 'visits' }, { id: 'views' }];
const moneyColumns: ColumnShape[] = [{ id: 'orders' }, { id: 'amount', form: 'money' }];
const isMoreThanOne = (table: string) => (report: Report) => (report.tables[table]?.length ?? 0) > 1;

/** Layout of each report: metrics, charts and tables in their order. */
export const shapes: Record<ReportName, ReportShape> = {
  overview: {
    numbers: [
      { id: 'revenue', form: 'money', report: 'sales', hasHint: true },
      { id: 'orders', list: 'orders' },
      { id: 'visitors', report: 'visits', hasHint: true },
      { id: 'views', list: 'visits' },
      { id: 'joined', list: 'joined' },
      { id: 'enrolled', list: 'enrolled' },
      { id: 'completions', list: 'completions' },
      { id: 'answers', list: 'answers' },
    ],
    charts: [
      { id: 'revenue', form: 'money' },
      { id: 'visitors' },
      { id: 'joined', kind: 'bar' },
      { id: 'enrolled', kind: 'bar' },
    ],
    tables: [],
  },
  visits: {
    numbers: [
      { id: 'visitors', list: 'visits', hasHint: true },
      { id: 'visits', list: 'visits' },
      { id: 'views', list: 'visits' },
      { id: 'perVisit', of: ({ numbers }) => ratio(numbers, 'views', 'visits'), form: 'decimal' },
      { id: 'bounceRate', of: ({ numbers }) => ratio(numbers, 'bounces', 'visits'), form: 'share', isInverse: true },
      { id: 'duration', of: ({ numbers }) => ratio(numbers, 'seconds', 'visits'), form: 'time' },
    ],
    charts: [{ id: 'visitors' }, { id: 'views', kind: 'bar' }],
    tables: [
      { id: 'pages', columns: visitColumns, filter: 'path', names: 'path' },
      { id: 'sources', columns: visitColumns, filter: 'source', names: 'source' },
      { id: 'entries', columns: visitColumns, filter: 'path', names: 'path' },
      { id: 'campaigns', columns: visitColumns, filter: 'campaign' },
      { id: 'devices', columns: visitColumns, filter: 'device', names: 'device' },
      { id: 'languages', columns: visitColumns, names: 'language' },
      {
        id: 'countries',
        columns: visitColumns,
        names: 'country',
        isShown: (report) => (report.tables.countries ?? []).some(({ name }) => name !== ''),
      },
    ],
  },
  members: {
    numbers: [
      { id: 'total', screen: 'users', hasHint: true },
      { id: 'joined', list: 'joined' },
      { id: 'learners', list: 'lessons', hasHint: true },
    ],
    charts: [{ id: 'joined', kind: 'bar' }],
    tables: [{ id: 'roles', columns: [{ id: 'members' }, { id: 'joined' }], filter: 'role', names: 'role' }],
  },
  learning: {
    numbers: [
      { id: 'enrolled', list: 'enrolled' },
      { id: 'learners', list: 'lessons', hasHint: true },
      { id: 'lessons', list: 'lessons' },
      { id: 'completions', list: 'completions' },
      { id: 'attempts', list: 'attempts' },
      { id: 'passRate', of: ({ numbers }) => ratio(numbers, 'passed', 'attempts'), form: 'share', list: 'attempts' },
      { id: 'score', form: 'percent', list: 'attempts' },
      {
        id: 'risk',
        of: ({ tables }) => ({ now: Number(tables.risk ?? 0), past: null }),
        list: 'risk',
        hasHint: true,
        isInverse: true,
      },
    ],
    charts: [{ id: 'lessons' }, { id: 'enrolled', kind: 'bar' }],
    tables: [
      {
        id: 'lessons',
        isWide: true,
        columns: [
          { id: 'begun' },
          { id: 'completed' },
          { id: 'stopped' },
          { id: 'minutes', form: 'decimal' },
          { id: 'score', form: 'percent' },
        ],
        hasText: true,
        isShown: (report) => (report.tables.lessons?.length ?? 0) > 0,
      },
      {
        id: 'courses',
        isWide: true,
        columns: [
          { id: 'enrolled' },
          { id: 'students' },
          { id: 'completed' },
          { id: 'percent', form: 'percent' },
          { id: 'days', form: 'decimal' },
        ],
        filter: 'course',
      },
      { id: 'quizzes', columns: [{ id: 'attempts' }, { id: 'passed' }, { id: 'score', form: 'percent' }] },
    ],
  },
  sales: {
    numbers: [
      { id: 'revenue', form: 'money', list: 'orders', hasHint: true },
      { id: 'orders', list: 'orders' },
      { id: 'average', of: ({ numbers }) => ratio(numbers, 'revenue', 'orders'), form: 'money', list: 'orders' },
      { id: 'buyers', list: 'orders' },
      { id: 'discount', form: 'money', list: 'coupon_orders' },
      { id: 'refunded', form: 'money', list: 'refunds', isInverse: true },
    ],
    charts: [
      { id: 'revenue', form: 'money' },
      { id: 'orders', kind: 'bar' },
    ],
    tables: [
      { id: 'products', columns: [{ id: 'units' }, { id: 'amount', form: 'money' }], hasText: true },
      {
        id: 'coupons',
        columns: [{ id: 'orders' }, { id: 'discount', form: 'money' }, { id: 'amount', form: 'money' }],
      },
      { id: 'countries', columns: moneyColumns, names: 'country' },
      {
        id: 'currencies',
        columns: [{ id: 'orders' }],
        filter: 'currency',
        hasText: true,
        isShown: isMoreThanOne('currencies'),
      },
    ],
  },
  subscriptions: {
    numbers: [
      { id: 'mrr', form: 'money', screen: 'manageSubscriptions', hasHint: true },
      { id: 'subscribers', screen: 'manageSubscriptions', hasHint: true },
      { id: 'perSubscriber', of: ({ numbers }) => ratio(numbers, 'mrr', 'subscribers'), form: 'money' },
      { id: 'trialing', screen: 'manageSubscriptions' },
      { id: 'subscriptions_started', list: 'subscriptions_started' },
      { id: 'subscriptions_ended', list: 'subscriptions_ended', isInverse: true },
      { id: 'churn', form: 'share', isInverse: true, hasHint: true },
      { id: 'ltv', form: 'money', hasHint: true },
      { id: 'renewals', list: 'renewals' },
      { id: 'renewal_revenue', form: 'money', list: 'renewals' },
      { id: 'trials_started' },
      { id: 'trials_converted' },
    ],
    charts: [
      { id: 'mrr', form: 'money' },
      { id: 'subscriptions_started', kind: 'bar' },
      { id: 'subscribers' },
      { id: 'subscriptions_ended', kind: 'bar' },
    ],
    tables: [
      { id: 'subscription_products', columns: [{ id: 'subscribers' }, { id: 'mrr', form: 'money' }], hasText: true },
      { id: 'end_reasons', columns: [{ id: 'subscriptions' }], names: 'reason' },
    ],
    cohorts: 'subscriptions',
  },
  marketing: {
    numbers: [
      { id: 'subscribed', list: 'subscribed' },
      { id: 'left', list: 'left', isInverse: true },
      { id: 'readers', of: ({ tables }) => ({ now: Number(tables.readers ?? 0), past: null }), screen: 'contacts' },
      { id: 'answers', list: 'answers' },
      { id: 'campaign_visits', list: 'campaign_visits' },
      { id: 'coupon_orders', list: 'coupon_orders' },
      { id: 'coupon_discount', form: 'money', list: 'coupon_orders' },
    ],
    charts: [{ id: 'campaign_visits' }, { id: 'subscribed', kind: 'bar' }],
    tables: [
      {
        id: 'campaigns',
        isWide: true,
        columns: [{ id: 'source' }, { id: 'medium' }, { id: 'visits' }, { id: 'views' }],
      },
      { id: 'forms', columns: [{ id: 'answers' }] },
      {
        id: 'coupons',
        columns: [{ id: 'orders' }, { id: 'discount', form: 'money' }, { id: 'amount', form: 'money' }],
      },
    ],
  },
};
