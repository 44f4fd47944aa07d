/** Public profile of an author. */
export type Author = { id: string; name: string; slug: string; bio: string };

/** Reference from a post to an author. */
export type PostAuthors = { post_authors: readonly { author_id: string; position: number }[] };

/** Maximum authors of a post; the database enforces it too. */
export const MAX_AUTHORS = 10;

/** User ids of a post's authors in order. */
export function authorIdsOf({ post_authors }: PostAuthors): string[] {
  return post_authors.toSorted((a, b) => a.position - b.position).map(({ author_id }) => author_id);
}

/** A post's authors with a public profile, in order. */
export function authorsOfPost(post: PostAuthors, profiles: Readonly<Record<string, Author>>): Author[] {
  return authorIdsOf(post).flatMap((id) => profiles[id] ?? []);
}
