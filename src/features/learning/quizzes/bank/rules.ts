export type Category = { id: string; course_id: string; parent_id: string | null; name: string };
/** A category with the names above it, and how deep it is. */
export type CategoryPath = Category & { path: string; depth: number };

/** The categories as a tree is read: each below its parent, siblings by name. */
export function categoryPaths(categories: readonly Category[], locale: string): CategoryPath[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const below = (parent: CategoryPath | null): CategoryPath[] =>
    categories
      .filter(({ parent_id }) => parent_id === (parent?.id ?? null))
      .sort((a, b) => collator.compare(a.name, b.name))
      .flatMap((category) => {
        const row = {
          ...category,
          path: parent ? `${parent.path} / ${category.name}` : category.name,
          depth: parent ? parent.depth + 1 : 0,
        };
        return [row, ...below(row)];
      });
  return below(null);
}

/** A category and all below it. */
export function categoriesBelow(categories: readonly Category[], id: string): string[] {
  return [
    id,
    ...categories.filter(({ parent_id }) => parent_id === id).flatMap((child) => categoriesBelow(categories, child.id)),
  ];
}
