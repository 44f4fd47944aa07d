/** A drop target: beside an item, or onto one. */
export type DropTarget = { key: string; position: 'before' | 'after' | 'on' };

/** The list with `moved` at the drop position, in their previous order. */
export function moveInList<Item extends { id: string }>(
  items: readonly Item[],
  moved: ReadonlySet<string>,
  target: DropTarget,
): Item[] {
  const carried = items.filter((item) => moved.has(item.id));
  const rest = items.filter((item) => !moved.has(item.id));
  // Dropped beside an item that moves too: use the nearest one that doesn't move.
  let at = rest.findIndex((item) => item.id === target.key);
  if (at < 0) {
    const from = items.findIndex((item) => item.id === target.key);
    at = rest.findIndex((item) => items.indexOf(item) > from);
    return at < 0 ? [...rest, ...carried] : [...rest.slice(0, at), ...carried, ...rest.slice(at)];
  }
  const cut = target.position === 'before' ? at : at + 1;
  return [...rest.slice(0, cut), ...carried, ...rest.slice(cut)];
}

export type TreeItem<Value> = { id: string; value: Value; children: readonly TreeItem<Value>[] };

/** All ids of an item's subtree, its own included. */
export function idsWithin<Value>(item: TreeItem<Value>): string[] {
  return [item.id, ...item.children.flatMap(idsWithin)];
}

export function findItem<Value>(items: readonly TreeItem<Value>[], id: string): TreeItem<Value> | undefined {
  for (const item of items) {
    const match = item.id === id ? item : findItem(item.children, id);
    if (match) return match;
  }
  return undefined;
}

/** An item's depth (a root item is 1), and the height of its subtree (a leaf is 1). */
export function depthOf<Value>(items: readonly TreeItem<Value>[], id: string): number {
  for (const item of items) {
    if (item.id === id) return 1;
    const below = depthOf(item.children, id);
    if (below > 0) return below + 1;
  }
  return 0;
}
export function heightOf<Value>(item: TreeItem<Value>): number {
  return 1 + Math.max(0, ...item.children.map(heightOf));
}

function without<Value>(items: readonly TreeItem<Value>[], moved: ReadonlySet<string>): TreeItem<Value>[] {
  return items
    .filter((item) => !moved.has(item.id))
    .map((item) => ({ ...item, children: without(item.children, moved) }));
}

/** The tree with `moved` at the drop position. A drop into itself or onto a missing item changes nothing. */
export function moveInTree<Value>(
  items: readonly TreeItem<Value>[],
  moved: ReadonlySet<string>,
  target: DropTarget,
): readonly TreeItem<Value>[] {
  // Descendants of a moved item move with it, not beside it.
  const carried = [...moved].map((id) => findItem(items, id)).filter((item) => item !== undefined);
  const roots = carried.filter(
    (item) => !carried.some((other) => other !== item && idsWithin(other).includes(item.id)),
  );
  if (roots.length === 0 || roots.some((item) => idsWithin(item).includes(target.key))) return items;
  if (!findItem(items, target.key)) return items;

  const insert = (list: readonly TreeItem<Value>[]): TreeItem<Value>[] =>
    list.flatMap((item) => {
      if (item.id !== target.key) return [{ ...item, children: insert(item.children) }];
      if (target.position === 'on') return [{ ...item, children: [...item.children, ...roots] }];
      return target.position === 'before' ? [...roots, item] : [item, ...roots];
    });
  return insert(without(items, moved));
}
