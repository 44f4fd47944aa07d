/** A number in a time, and in as long a time before. */
export type Change = { now: number; past: number };
export type Revenue = Change & { currency: string };

/** One site of an owner; money in the smallest unit of its currency. */
export type OwnedNumbers = {
  account_id: string;
  slug: string;
  domain: string | null;
  status: 'active' | 'suspended';
  title: string;
  members: Change & { total: number };
  enrolments: Change;
  completions: Change;
  orders: Change;
  revenue: Revenue[];
};

/** What all sites come to; revenue by its currency, the largest first. */
export function sumsOf(
  sites: readonly OwnedNumbers[],
): Omit<OwnedNumbers, 'account_id' | 'slug' | 'domain' | 'status' | 'title'> {
  const add = (pick: (site: OwnedNumbers) => Change): Change => ({
    now: sites.reduce((sum, site) => sum + pick(site).now, 0),
    past: sites.reduce((sum, site) => sum + pick(site).past, 0),
  });
  const revenue = new Map<string, Revenue>();
  for (const { currency, now, past } of sites.flatMap((site) => site.revenue)) {
    const sum = revenue.get(currency) ?? { currency, now: 0, past: 0 };
    revenue.set(currency, { currency, now: sum.now + now, past: sum.past + past });
  }
  return {
    members: { ...add(({ members }) => members), total: sites.reduce((sum, site) => sum + site.members.total, 0) },
    enrolments: add(({ enrolments }) => enrolments),
    completions: add(({ completions }) => completions),
    orders: add(({ orders }) => orders),
    revenue: [...revenue.values()].sort(
      (one, other) => other.now - one.now || one.currency.localeCompare(other.currency),
    ),
  };
}

/** By which share a number changed; undefined where there was nothing before to compare with. */
export function shareOfChange({ now, past }: Change): number | undefined {
  return past === 0 ? undefined : (now - past) / past;
}
