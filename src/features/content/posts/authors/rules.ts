/** Public profile of an author. */
export type Author = { id: string; name: string; slug: string; bio: string };

/** Reference from a post to an author. */
export type Signed = { post_authors: readonly { author_id: string; position: number }[] };

/** Maximum authors of a post; the database enforces it too. */
export const MOST_AUTHORS = 10;

/** User ids of a post's authors in order. */
export function authorIdsOf({ post_authors }: Signed): string[] {
  return post_authors.toSorted((a, b) => a.position - b.position).map(({ author_id }) => author_id);
}

/** A post's authors with a public profile, in order. */
export function authorsNamed(post: Signed, known: Readonly<Record<string, Author>>): Author[] {
  return authorIdsOf(post).flatMap((id) => known[id] ?? []);
}
