export const DOC_DEPTH = 4;
/** What a page of the documentation is written of, in the order of the editor. */
export const docParts = ['title', 'summary', 'content'] as const;

type Placed = { id: string; parent_id: string | null; position: number; title: string };
export type DocBranch<Doc> = { doc: Doc; children: DocBranch<Doc>[] };

/** Pages as the tree they stand in; one whose parent can't be seen stands at the root, so nothing is lost. */
export function treeOf<Doc extends Placed>(docs: readonly Doc[]): DocBranch<Doc>[] {
  const known = new Set(docs.map(({ id }) => id));
  const inOrder = [...docs].sort((a, b) => a.position - b.position || a.title.localeCompare(b.title));
  const under = (parent: string | null): DocBranch<Doc>[] =>
    inOrder
      .filter(({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : null) === parent)
      .map((doc) => ({ doc, children: under(doc.id) }));
  return under(null);
}

/** The tree as one reads it, from the first page to the last. */
export function readingOrder<Doc>(tree: readonly DocBranch<Doc>[]): Doc[] {
  return tree.flatMap(({ doc, children }) => [doc, ...readingOrder(children)]);
}

/** The pages above one, from the root down; empty for a page at the root. */
export function pathTo<Doc extends { id: string }>(tree: readonly DocBranch<Doc>[], id: string): Doc[] {
  for (const { doc, children } of tree) {
    if (doc.id === id) return [];
    const below = pathTo(children, id);
    if (below.length > 0 || children.some((child) => child.doc.id === id)) return [doc, ...below];
  }
  return [];
}

/** The pages before and after one, as one reads. */
export function neighboursOf<Doc extends { id: string }>(tree: readonly DocBranch<Doc>[], id: string) {
  const order = readingOrder(tree);
  const at = order.findIndex((doc) => doc.id === id);
  return { previous: at > 0 ? (order[at - 1] ?? null) : null, next: at >= 0 ? (order[at + 1] ?? null) : null };
}

/** Where every page of a tree stands, as the database keeps it. */
export function placesOf(
  tree: readonly { id: string; children: readonly unknown[] }[],
  parentId: string | null = null,
): { id: string; parent_id: string | null; position: number }[] {
  return tree.flatMap((item, position) => [
    { id: item.id, parent_id: parentId, position },
    ...placesOf(item.children as { id: string; children: readonly unknown[] }[], item.id),
  ]);
}

/** Headings of a text with addresses to them, and the text with these addresses in it: each heading leads to itself, so that its link can be copied. */
export function withHeadings(html: string): { html: string; headings: { id: string; words: string; level: 2 | 3 }[] } {
  const headings: { id: string; words: string; level: 2 | 3 }[] = [];
  const taken = new Set<string>();
  const marked = html.replace(/<h([23])>(.*?)<\/h\1>/g, (_, level: string, inner: string) => {
    const words = inner
      .replace(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&')
      .trim();
    const base =
      words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-+|-+$/g, '') || 'section';
    let id = base;
    for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
    taken.add(id);
    headings.push({ id, words, level: level === '2' ? 2 : 3 });
    const own = inner.includes('<a') ? inner : `<a href="#${id}">${inner}</a>`;
    return `<h${level} id="${id}">${own}</h${level}>`;
  });
  return { html: marked, headings };
}
