/** Maximum length of a post in characters. Kept out of `schema.ts`, so that the form does not load Zod. */
export const MAX_POST = 4000;
/** Maximum length of the reason of a report in characters. */
export const MAX_REASON = 300;
export const MAX_FILES = 5;
export const MAX_FILE_BYTES = 10_485_760;

export const reactions = ['like', 'love', 'laugh', 'celebrate', 'thanks'] as const;
export type Reaction = (typeof reactions)[number];

/** A file of a post or a message; `size` in bytes. */
export type Attachment = { id: string; path: string; name: string; mime_type: string; size: number };

const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .join(' ')
    .trim()} `;

/** The longer name of a control with its visible words in it, whatever grammar made of them: who speaks to their device says what they see. */
export function nameWith(label: string, name: string): string {
  return wordsOf(name).includes(wordsOf(label)) ? name : `${label}: ${name}`;
}

export type Placed = { id: string; parent_id: string | null; created_at: string; status?: string; is_pinned?: boolean };

/** Posts with their replies, pinned ones first, then the oldest; a reply whose parent was deleted stands alone, and a removed post goes with its last reply. */
export function conversationOf<Post extends Placed>(posts: readonly Post[]): { post: Post; replies: Post[] }[] {
  const isPinned = ({ is_pinned = false, status }: Post) => is_pinned && status !== 'removed';
  const inOrder = [...posts].sort(
    (a, b) =>
      Number(isPinned(b)) - Number(isPinned(a)) || a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
  );
  const ids = new Set(posts.map(({ id }) => id));
  return inOrder
    .filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
    .map((post) => ({ post, replies: inOrder.filter(({ parent_id }) => parent_id === post.id) }))
    .filter(({ post, replies }) => post.status !== 'removed' || replies.length > 0);
}

/** A piece of a post's text: plain, or the name of somebody it mentions. */
export type TextPart = { text: string; isMention: boolean };

/** The text cut at the members it mentions; `@` before anything else is plain text. */
export function textParts(content: string, slugs: readonly string[]): TextPart[] {
  if (slugs.length === 0) return [{ text: content, isMention: false }];
  const names = [...slugs]
    .sort((a, b) => b.length - a.length)
    .map((slug) => slug.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<=^|[\\s(,;])(@(?:${names.join('|')}))(?![\\p{L}\\p{N}-])`, 'giu');
  return content
    .split(pattern)
    .map((text, index) => ({ text, isMention: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** What is typed after the last `@` before the caret, where a mention begins there; null where none does. */
export function mentionTerm(beforeCaret: string): string | null {
  return /(?:^|[\s(,;])@([^\s@]{0,40})$/u.exec(beforeCaret)?.[1] ?? null;
}

/** The text with the mention that begins before the caret completed, and where the caret stands then. */
export function withMention(text: string, caret: number, slug: string): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(/@[^\s@]*$/u, `@${slug} `);
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}
