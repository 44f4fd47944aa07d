import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { editsOf } from '../data.ts';

/** What a post was before each edit, newest first. */
export function EditHistory({ postId }: { postId: string }) {
  const { t } = useTranslation('threads');
  const site = useSite();
  const account = site.account.account_id;
  const edits = useQuery({
    queryKey: ['thread-edits', account, postId],
    queryFn: () => editsOf(dbOf(site), account, postId),
  });
  const at = dateFormat(site.locale, { dateStyle: 'medium', timeStyle: 'short' });
  if (edits.isError) return <p className="muted">{t('conversation.failed')}</p>;
  return (
    <ol className="comment-history" aria-busy={edits.isPending}>
      {edits.data?.map((edit) => (
        <li key={edit.id}>
          <time className="muted" dateTime={edit.created_at}>
            {at.format(new Date(edit.created_at))}
          </time>
          <p className="comment-words" dir="auto">
            {edit.content}
          </p>
        </li>
      ))}
    </ol>
  );
}
