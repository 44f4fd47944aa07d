import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { contentQuery } from '../lessons/data.ts';
import { type PlayerProps, useActivity } from './activities.tsx';
import { Markup } from './markup.tsx';

/** The part of a lesson that stands above its heading, such as a video. */
export function LessonMedia(props: PlayerProps) {
  const activity = useActivity(props.lesson.kind);
  if (activity?.place !== 'above' || !activity.Player) return null;
  return <activity.Player {...props} />;
}

/** The text of a lesson, and what stands below it, such as a quiz. */
export function LessonBody(props: PlayerProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const activity = useActivity(props.lesson.kind);
  const content = useQuery(contentQuery(db, account_id, props.lesson.id));
  if (content.isError) return <ErrorState onRetry={() => void content.refetch()} isRetrying={content.isFetching} />;
  const isEmpty = content.isSuccess && !content.data?.body && !content.data?.media_path && !content.data?.media_url;
  return (
    <>
      {content.isPending ? <SkeletonText lines={8} /> : null}
      {content.data?.body ? (
        <Markup
          html={content.data.body}
          className="text-base [&>h2]:mt-8 [&>h2]:text-xl [&>h3]:mt-6 [&>h3]:text-base"
        />
      ) : null}
      {activity?.place === 'below' && activity.Player ? (
        // Mounted while the text above it loads, so that both are fetched at once. Without a Suspense of its own: React would
        // replace what the server rendered by the fallback when something around it changes before its code is there.
        <div hidden={content.isPending}>
          <activity.Player key={props.lesson.id} {...props} />
        </div>
      ) : null}
      {isEmpty && !activity?.ownContent ? <Note>{t('player.empty')}</Note> : null}
    </>
  );
}
