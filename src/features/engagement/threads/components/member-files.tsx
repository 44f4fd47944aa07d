import { useQuery } from '@tanstack/react-query';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { fileUrl, type ThreadPost } from '../data.ts';
import type { Attachment } from '../rules.ts';

/** Signed URLs are valid for ten minutes. */
const STALE_MS = 9 * 60_000;

/** The files of a post: pictures as pictures, others by name. */
export function MemberFiles({ post }: { post: ThreadPost }) {
  if (post.thread_attachments.length === 0) return null;
  return (
    <ul className="comment-files">
      {post.thread_attachments.map((file) => (
        <li key={file.id}>
          <MemberFile file={file} />
        </li>
      ))}
    </ul>
  );
}

/** One file of a post, by an address that is valid for a short time. */
export function MemberFile({ file }: { file: Attachment }) {
  const site = useSite();
  const account = site.account.account_id;
  const url = useQuery({
    queryKey: ['thread-file', account, file.id],
    queryFn: () => fileUrl(dbOf(site), account, file),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
  });
  const isPicture = file.mime_type.startsWith('image/');
  return (
    <a href={url.data} target="_blank" rel="noopener">
      {isPicture && url.data ? (
        <img src={url.data} alt={file.name} loading="lazy" />
      ) : (
        <>
          <span dir="auto">{file.name}</span> <span className="muted">{formatSize(file.size, site.locale)}</span>
        </>
      )}
    </a>
  );
}
