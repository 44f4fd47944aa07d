/** The payload of the trigger `private.notify_change`. */
export type Change = { thing: string; account_id: string | null; id: string | null; slugs: string[] };

/** Pages invalidated explicitly: by tags of what they were rendered from, or a path of one account. */
export type ManualInvalidation = { tags: string[] } | { account_id: string; path: string };

/** A message on the channel `changes`, which every process listens on. */
export type InvalidationMessage = Change | ManualInvalidation;

/** The tables behind a database function that public pages call by GET. */
const tablesReadBy: Record<string, readonly string[]> = {
  search_site: ['courses', 'posts', 'pages', 'docs', 'groups', 'products', 'member_cards'],
  tax_terms: ['seller_details'],
  reminds_of_carts: ['cart_settings'],
  verify_certificate: ['certificates'],
  leaderboard: ['member_scores', 'score_choices', 'gamification_settings', 'member_cards'],
  open_cohorts: ['course_cohorts'],
  verify_open_badge: ['open_badges'],
  card_open_badges: ['open_badges', 'member_cards'],
  card_badges: ['member_badges', 'badges', 'score_choices', 'gamification_settings'],
};

/**
 * The cache tags of a read of the data service, from its URL alone: `table:account`, or narrower,
 * `table:account:slug|id|key`, where the read filters by `eq` or `in`.
 */
export function tagsOfRead(url: URL): string[] {
  const readTables = tablesReadBy[/\/rest\/v1\/rpc\/([^/?]+)$/.exec(url.pathname)?.[1] ?? ''];
  if (readTables) return readTables.map((name) => `${name}:${url.searchParams.get('account_id') ?? '*'}`);
  const table = /\/rest\/v1\/([^/?]+)$/.exec(url.pathname)?.[1];
  if (!table) return [];
  const account = /^eq\.(.+)$/.exec(url.searchParams.get('account_id') ?? '')?.[1] ?? '*';
  const names = ['slug', 'id', 'key'].flatMap((column) => namedBy(url.searchParams.get(column)));
  const tags = names.length > 0 ? names.map((name) => `${table}:${account}:${name}`) : [`${table}:${account}`];
  return [...tags, ...embedded(url.searchParams.get('select') ?? '').map((name) => `${name}:${account}`)];
}

/** Whether a tag stands for all rows of a table, of which a page may show a few or none. */
export function isList(tag: string): boolean {
  return tag.indexOf(':') === tag.lastIndexOf(':');
}

function namedBy(filter: string | null): string[] {
  const single = /^eq\.(.+)$/.exec(filter ?? '')?.[1];
  if (single) return [single];
  const several = /^in\.\((.+)\)$/.exec(filter ?? '')?.[1];
  return several ? several.split(',').map((name) => name.replaceAll('"', '')) : [];
}

/** Embedded resources of a select: the names before a bracket. */
function embedded(select: string): string[] {
  return [...select.matchAll(/([a-z_]+)(?:![a-z_]+)*\(/g)].map((match) => match[1] ?? '').filter(Boolean);
}

/** The tags a change invalidates: the list of its table, and the row by each of its names. */
export function tagsOfChange(change: Change): string[] {
  const list = `${change.thing}:${change.account_id}`;
  return [list, `${change.thing}:*`, ...[change.id, ...change.slugs].filter(Boolean).map((name) => `${list}:${name}`)];
}
