/** What the trigger `private.tell_change` tells. */
export type Change = { thing: string; account_id: string | null; id: string | null; slugs: string[] };

/** Pages dropped by hand: by tags of what they were made of, or a path of one account. */
export type ManualInvalidation = { tags: string[] } | { account_id: string; path: string };

/** What processes tell each other on the channel `changes`. */
export type InvalidationMessage = Change | ManualInvalidation;

/**
 * What a read of the data service depends on, from its address alone: `table:account`, or narrower,
 * `table:account:slug|id|key`, where the read asks for one by `eq` or some by `in`.
 */
export function tagsOfRead(url: URL): string[] {
  const table = /\/rest\/v1\/([^/?]+)$/.exec(url.pathname)?.[1];
  if (!table) return [];
  const account = /^eq\.(.+)$/.exec(url.searchParams.get('account_id') ?? '')?.[1] ?? '*';
  const names = ['slug', 'id', 'key'].flatMap((column) => namedBy(url.searchParams.get(column)));
  const own = names.length > 0 ? names.map((name) => `${table}:${account}:${name}`) : [`${table}:${account}`];
  return [...own, ...embedded(url.searchParams.get('select') ?? '').map((name) => `${name}:${account}`)];
}

/** Whether a tag stands for all rows of a table, of which a page may show a few or none. */
export function isList(tag: string): boolean {
  return tag.indexOf(':') === tag.lastIndexOf(':');
}

function namedBy(filter: string | null): string[] {
  const one = /^eq\.(.+)$/.exec(filter ?? '')?.[1];
  if (one) return [one];
  const several = /^in\.\((.+)\)$/.exec(filter ?? '')?.[1];
  return several ? several.split(',').map((name) => name.replaceAll('"', '')) : [];
}

/** The names before a bracket in a select: resources read along. */
function embedded(select: string): string[] {
  return [...select.matchAll(/([a-z_]+)(?:![a-z_]+)*\(/g)].map((match) => match[1] ?? '').filter(Boolean);
}

/** The tags a change makes untrue: the list it stands in, and itself by every name it is known by. */
export function tagsOfChange(change: Change): string[] {
  const list = `${change.thing}:${change.account_id}`;
  return [list, `${change.thing}:*`, ...[change.id, ...change.slugs].filter(Boolean).map((name) => `${list}:${name}`)];
}
