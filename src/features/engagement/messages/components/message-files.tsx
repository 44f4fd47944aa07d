import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import type { Attachment } from '#features/engagement/threads/rules.ts';
import { formatSize } from '#ui/fields/file-rules.ts';
import { type Message, messageFileUrl } from '../data.ts';

/** Signed URLs are valid for ten minutes. */
const STALE_MS = 9 * 60_000;

/** The files of a message: pictures as pictures, others by name. */
export function MessageFiles({ message }: { message: Message }) {
  if (message.message_attachments.length === 0) return null;
  return (
    <ul className="chat-files">
      {message.message_attachments.map((file) => (
        <li key={file.id}>
          <MessageFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function MessageFile({ file }: { file: Attachment }) {
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const url = useQuery({
    queryKey: ['message-file', account_id, file.id],
    queryFn: () => messageFileUrl(db, account_id, file),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
  });
  if (file.mime_type.startsWith('image/') && url.data)
    return (
      <a href={url.data} target="_blank" rel="noopener">
        <img src={url.data} alt={file.name} loading="lazy" />
      </a>
    );
  return (
    <a className="link" href={url.data} target="_blank" rel="noopener">
      <Paperclip aria-hidden="true" className="inline size-4" /> <bdi>{file.name}</bdi>{' '}
      <span className="help">{formatSize(file.size, locale)}</span>
    </a>
  );
}
