import type { TreeItem } from '#ui/sorting/reorder.ts';
import type { MenuItem } from '../schema.ts';

/** Converts a menu to the tree editor's nodes. */
export function treeOf(items: readonly MenuItem[]): TreeItem<MenuItem>[] {
  return items.map((item) => ({ id: item.id, value: item, children: treeOf(item.children) }));
}

/** Converts the tree back to a menu; each item names its parent. */
export function menuOf(tree: readonly TreeItem<MenuItem>[], parent: string | null = null): MenuItem[] {
  return tree.map((node) => ({ ...node.value, parent, children: menuOf(node.children, node.id) }));
}

export function withEntry(items: readonly MenuItem[], id: string, change: (item: MenuItem) => MenuItem): MenuItem[] {
  return items.map((item) =>
    item.id === id ? change(item) : { ...item, children: withEntry(item.children, id, change) },
  );
}

export function withoutEntry(items: readonly MenuItem[], id: string): MenuItem[] {
  return items.filter((item) => item.id !== id).map((item) => ({ ...item, children: withoutEntry(item.children, id) }));
}

export function entryIn(items: readonly MenuItem[], id: string | null): MenuItem | undefined {
  for (const item of items) {
    const entry = item.id === id ? item : entryIn(item.children, id);
    if (entry) return entry;
  }
  return undefined;
}
