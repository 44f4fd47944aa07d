/** Maximum length in characters. Kept out of `schema.ts`, so that the comment form does not load Zod. */
export const MAX_COMMENT = 4000;

const SPECIAL_CHARACTERS = /[.*+?^${}()|[\]\\]/g;
const patterns = new WeakMap<readonly string[], RegExp>();

/** Masks each of these words with asterisks: whole words, case-insensitive (specification, section 5). */
export function masked(text: string, words: readonly string[]): string {
  let pattern = patterns.get(words);
  if (!pattern) {
    const any = [...words]
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replace(SPECIAL_CHARACTERS, '\\$&'))
      .join('|');
    pattern = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}_])(?:${any})(?![\\p{L}\\p{N}\\p{M}_])`, 'giu');
    patterns.set(words, pattern);
  }
  return text.replace(pattern, (match) => '*'.repeat([...match].length));
}

export type ThreadedComment = { id: string; parent_id: string | null; created_at: string };

/** Comments as threads with their replies, oldest first; a reply whose comment was deleted stands alone. */
export function threadsOf<Comment extends ThreadedComment>(
  comments: readonly Comment[],
): { comment: Comment; replies: Comment[] }[] {
  const inOrder = [...comments].sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
  const ids = new Set(comments.map(({ id }) => id));
  return inOrder
    .filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
    .map((comment) => ({ comment, replies: inOrder.filter(({ parent_id }) => parent_id === comment.id) }));
}
