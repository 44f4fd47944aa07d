/** Relative change against the previous period; undefined where there is nothing to compare with. */
export function changeOf({ now, past }: { now: number; past: number | null }): number | undefined {
  return past !== null && past > 0 ? (now - past) / past : undefined;
}

/** Ratio of a part to its total; undefined without a total: "not enough data" is not zero. */
export function ratioOf(part: Compared | undefined, total: Compared | undefined): Compared | undefined {
  const of = (above: number | null | undefined, below: number | null | undefined) =>
    above !== null && above !== undefined && below ? above / below : null;
  const now = of(part?.now, total?.now);
  return now === null ? undefined : { now, past: of(part?.past, total?.past) };
}

/** Sums metrics of several sites; compared only where every one has a previous value. */
export function sumCompared(numbers: readonly ({ now: number | null; past: number | null } | undefined)[]): Compared {
  const sum = (values: (number | null | undefined)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);
  const isCompared = numbers.length > 0 && numbers.every((number) => number && number.past !== null);
  return {
    now: sum(numbers.map((number) => number?.now)),
    past: isCompared ? sum(numbers.map((number) => number?.past)) : null,
  };
}

export type Compared = { now: number; past: number | null };

export const reports = ['overview', 'visits', 'members', 'learning', 'sales', 'subscriptions', 'marketing'] as const;
export type ReportName = (typeof reports)[number];

export const periods = ['7d', '30d', '90d', '12m', 'month', 'last_month', 'year', 'custom'] as const;
export type Period = (typeof periods)[number];

export const comparisons = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

export const lists = [
  'orders',
  'refunds',
  'coupon_orders',
  'subscriptions_started',
  'subscriptions_ended',
  'renewals',
  'joined',
  'enrolled',
  'completions',
  'lessons',
  'attempts',
  'learners',
  'risk',
  'answers',
  'subscribed',
  'left',
  'visits',
  'campaign_visits',
] as const;
export type ListName = (typeof lists)[number];

const forManagers = ['manage_options'] as const;
const forSellers = ['manage_options', 'manage_shop'] as const;
const forMemberManagers = ['manage_options', 'manage_members'] as const;
const forTeachers = ['manage_options', 'manage_students'] as const;

/** The rights that open a report, any of them; the database decides by the same. */
export const reportNeeds = {
  overview: ['manage_options', 'manage_stats'],
  learning: ['manage_options', 'manage_stats'],
  sales: forSellers,
  subscriptions: forSellers,
  members: forMemberManagers,
  visits: forManagers,
  marketing: forManagers,
} as const satisfies Record<ReportName, readonly string[]>;

/** The rights that open the rows behind a number. */
export const listNeeds = {
  orders: forSellers,
  refunds: forSellers,
  coupon_orders: forSellers,
  subscriptions_started: forSellers,
  subscriptions_ended: forSellers,
  renewals: forSellers,
  joined: forMemberManagers,
  enrolled: forTeachers,
  completions: forTeachers,
  lessons: forTeachers,
  attempts: forTeachers,
  learners: forTeachers,
  risk: forTeachers,
  answers: forManagers,
  subscribed: forManagers,
  left: forManagers,
  visits: forManagers,
  campaign_visits: forManagers,
} as const satisfies Record<ListName, readonly string[]>;

/** Lists of the current state, which ignore the period. */
export const currentStateLists: readonly ListName[] = ['learners', 'risk'];

/** Filters of a report, one value each. */
export const filterNames = ['currency', 'course', 'role', 'source', 'campaign', 'device', 'path'] as const;
export type Filters = Partial<Record<(typeof filterNames)[number], string>>;

export type ReportParams = {
  period: Period;
  since: string | null;
  until: string | null;
  compare: Comparison;
  filters: Filters;
};

const day = /^\d{4}-\d{2}-\d{2}$/;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const oneOf = <Value extends string>(values: readonly Value[], text: string | null, fallback: Value): Value =>
  values.find((value) => value === text) ?? fallback;

/** Parses report parameters from the query string; invalid or missing ones get their defaults. */
export function reportParams(query: URLSearchParams): ReportParams {
  const [since, until] = [query.get('since'), query.get('until')];
  const isCustom = query.get('period') === 'custom' && day.test(since ?? '') && day.test(until ?? '');
  const period = oneOf(periods, query.get('period'), '30d');
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = query.get(name);
    if (value !== null && (name === 'currency' ? /^[A-Z]{3}$/ : /^[\s\S]{0,300}$/).test(value)) filters[name] = value;
  }
  for (const name of ['course', 'role'] as const)
    if (filters[name] && !uuid.test(filters[name] ?? '')) delete filters[name];
  return {
    period: period === 'custom' && !isCustom ? '30d' : period,
    since: isCustom ? since : null,
    until: isCustom ? until : null,
    compare: oneOf(comparisons, query.get('compare'), 'previous'),
    filters,
  };
}

/** Serializes report parameters to a query string, without defaults. */
export function queryOf({ period, since, until, compare, filters }: ReportParams): string {
  const query = new URLSearchParams();
  if (period !== '30d') query.set('period', period);
  if (period === 'custom' && since && until) {
    query.set('since', since);
    query.set('until', until);
  }
  if (compare !== 'previous') query.set('compare', compare);
  for (const name of filterNames) if (filters[name] !== undefined) query.set(name, filters[name]);
  const text = query.toString();
  return text ? `?${text}` : '';
}

const visitColumns = [
  'entry',
  'exit',
  'views',
  'seconds',
  'source',
  'medium',
  'campaign',
  'device',
  'language',
  'country',
  'at',
];

/** Columns of each list in order; each is a key of its rows. */
export const columnsOf: Record<ListName, readonly string[]> = {
  orders: ['number', 'name', 'email', 'items', 'coupon', 'amount', 'at'],
  refunds: ['number', 'name', 'email', 'items', 'amount', 'at'],
  coupon_orders: ['number', 'name', 'email', 'coupon', 'discount', 'amount', 'at'],
  subscriptions_started: ['name', 'email', 'items', 'amount', 'payments', 'at'],
  subscriptions_ended: ['name', 'email', 'items', 'amount', 'payments', 'reason', 'at'],
  renewals: ['number', 'name', 'email', 'items', 'amount', 'at'],
  joined: ['name', 'email', 'role', 'at'],
  enrolled: ['name', 'email', 'course', 'status', 'percent', 'at'],
  completions: ['name', 'email', 'course', 'score', 'at'],
  lessons: ['name', 'email', 'course', 'lesson', 'at'],
  attempts: ['name', 'email', 'course', 'lesson', 'score', 'passed', 'at'],
  learners: [
    'name',
    'email',
    'course',
    'status',
    'percent',
    'score',
    'enrolled_at',
    'completed_at',
    'seen_at',
    'login_at',
  ],
  risk: ['name', 'email', 'course', 'percent', 'enrolled_at', 'at'],
  answers: ['form', 'email', 'path', 'at'],
  subscribed: ['name', 'email', 'at'],
  left: ['name', 'email', 'step', 'at'],
  visits: visitColumns,
  campaign_visits: visitColumns,
};

/** `1:05:09` or `5:09`. */
export function clockOf(seconds: number): string {
  const total = Math.round(seconds);
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
