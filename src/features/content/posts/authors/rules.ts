/** Who somebody is who wrote, as everyone may know them. */
export type Author = { id: string; name: string; slug: string; bio: string };

/** How a post names its authors. */
export type Signed = { post_authors: readonly { author_id: string; position: number }[] };

/** As many as a post may have; the database refuses more. */
export const MOST_AUTHORS = 10;

/** The ids of a post's authors in the order they are named. */
export function authorIdsOf({ post_authors }: Signed): string[] {
  return post_authors.toSorted((a, b) => a.position - b.position).map(({ author_id }) => author_id);
}

/** Those of a post's authors whom its readers may know, in their order. */
export function authorsNamed(post: Signed, known: Readonly<Record<string, Author>>): Author[] {
  return authorIdsOf(post).flatMap((id) => known[id] ?? []);
}
