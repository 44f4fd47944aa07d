import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { MemberFile } from '#features/engagement/threads/components/member-files.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { filesQuery } from '../data.ts';

/** The files of what is written in a group, the newest first. */
export function GroupFiles({ id }: { id: string }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { data: files, ...query } = useQuery(filesQuery(db, account_id, id));
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  if (!files) return <SkeletonList rows={4} />;
  if (files.length === 0)
    return (
      <EmptyState title={t('files.empty')} drawing="box">
        {t('files.emptyText')}
      </EmptyState>
    );
  return (
    <ul className="grid gap-4">
      {files.map(({ file, author_name, created_at }) => (
        <li key={file.id} className="comment-files">
          <div className="grid gap-1">
            <MemberFile file={file} />
            <p className="muted">
              <bdi>{author_name}</bdi> · <RelativeTime when={created_at} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
