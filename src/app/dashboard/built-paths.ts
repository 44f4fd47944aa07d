type Route = { id: string; path?: string; parentId?: string; index?: boolean };

/** The full pattern of every route that has one: `/dashboard/pages/:slug?`. */
export function builtPaths(routes: Record<string, Route | undefined>): string[] {
  const full = (route: Route): string => {
    const parent = route.parentId ? routes[route.parentId] : undefined;
    return [parent ? full(parent) : '', route.path ?? ''].join('/').replace(/\/{2,}/g, '/');
  };
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const leaves = Object.values(routes).filter((route): route is Route => route !== undefined && !parents.has(route.id));
  return [...new Set(leaves.map((route) => full(route).replace(/(.)\/$/, '$1') || '/'))];
}
