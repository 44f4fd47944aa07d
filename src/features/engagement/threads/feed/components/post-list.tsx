import type { ReactNode } from 'react';
import type { ThreadPost } from '../../data.ts';
import type { FeedPost } from '../data.ts';

type Props = { posts: readonly FeedPost[]; renderPost: (post: ThreadPost) => ReactNode };

/** Posts with their replies under them. */
export function PostList({ posts, renderPost }: Props) {
  return (
    <ul className="comments">
      {posts.map(({ post, replies }) => (
        <li key={post.id}>
          {renderPost(post)}
          {replies.length > 0 ? (
            <ul className="comments">
              {replies.map((reply) => (
                <li key={reply.id}>{renderPost(reply)}</li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
