/** The editable content of a documentation page. */
export type ContentText = { title: string; summary: string; content: string };

export const DOC_DEPTH = 4;
type DocPosition = { id: string; parent_id: string | null; position: number; title: string };
export type DocBranch<Doc> = { doc: Doc; children: DocBranch<Doc>[] };

/** Builds the tree; a page whose parent is not visible becomes a root, so that nothing is lost. */
export function treeOf<Doc extends DocPosition>(docs: readonly Doc[]): DocBranch<Doc>[] {
  const ids = new Set(docs.map(({ id }) => id));
  const inOrder = [...docs].sort((a, b) => a.position - b.position || a.title.localeCompare(b.title));
  const childrenOf = (parent: string | null): DocBranch<Doc>[] =>
    inOrder
      .filter(({ parent_id }) => (parent_id !== null && ids.has(parent_id) ? parent_id : null) === parent)
      .map((doc) => ({ doc, children: childrenOf(doc.id) }));
  return childrenOf(null);
}

/** The tree in reading order. */
export function readingOrder<Doc>(tree: readonly DocBranch<Doc>[]): Doc[] {
  return tree.flatMap(({ doc, children }) => [doc, ...readingOrder(children)]);
}

/** The ancestors of a page from the root down; empty for a root. */
export function ancestorsOf<Doc extends { id: string }>(tree: readonly DocBranch<Doc>[], id: string): Doc[] {
  for (const { doc, children } of tree) {
    if (doc.id === id) return [];
    const path = ancestorsOf(children, id);
    if (path.length > 0 || children.some((child) => child.doc.id === id)) return [doc, ...path];
  }
  return [];
}

/** The previous and next page in reading order. */
export function neighboursOf<Doc extends { id: string }>(tree: readonly DocBranch<Doc>[], id: string) {
  const order = readingOrder(tree);
  const at = order.findIndex((doc) => doc.id === id);
  return { previous: at > 0 ? (order[at - 1] ?? null) : null, next: at >= 0 ? (order[at + 1] ?? null) : null };
}

/** Parent and position of every page of a tree, as stored. */
export function positionsOf(
  tree: readonly { id: string; children: readonly unknown[] }[],
  parentId: string | null = null,
): { id: string; parent_id: string | null; position: number }[] {
  return tree.flatMap((item, position) => [
    { id: item.id, parent_id: parentId, position },
    ...positionsOf(item.children as { id: string; children: readonly unknown[] }[], item.id),
  ]);
}

/** Adds ids to the headings of a text, each linking to itself; returns the text and its headings. */
export function withHeadings(html: string): { html: string; headings: { id: string; text: string; level: 2 | 3 }[] } {
  const headings: { id: string; text: string; level: 2 | 3 }[] = [];
  const usedIds = new Set<string>();
  const marked = html.replace(/<h([23])>(.*?)<\/h\1>/g, (_, level: string, inner: string) => {
    const text = inner
      .replace(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&')
      .trim();
    const base =
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-+|-+$/g, '') || 'section';
    let id = base;
    for (let number = 2; usedIds.has(id); number++) id = `${base}-${number}`;
    usedIds.add(id);
    headings.push({ id, text, level: level === '2' ? 2 : 3 });
    const linked = inner.includes('<a') ? inner : `<a href="#${id}">${inner}</a>`;
    return `<h${level} id="${id}">${linked}</h${level}>`;
  });
  return { html: marked, headings };
}
