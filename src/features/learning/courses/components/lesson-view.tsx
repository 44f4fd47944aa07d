import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { contentQuery } from '../lessons/data.ts';
import { useActivities } from './activities.tsx';
import type { LessonProps } from './lesson-media.tsx';
import { Markup } from './markup.tsx';

/** The player of a lesson's file: most lessons are text. */
const SignedMedia = lazy(async () => ({ default: (await import('./lesson-media.tsx')).SignedMedia }));

/** A lesson's video, audio or document; above its heading. */
export function LessonMedia(props: LessonProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const content = useQuery(contentQuery(db, account_id, props.lesson.id));
  const isActivity = useActivities()[props.lesson.kind] !== undefined;
  if (props.lesson.kind === 'text' || isActivity) return null;
  if (content.isPending) return <Skeleton height={80} />;
  if (!content.data || (content.data.media_path === null && content.data.media_url === null)) {
    return content.isError ? null : (
      <div className="p-6 pb-0">
        <Note>{t('player.noFile')}</Note>
      </div>
    );
  }
  return <SignedMedia {...props} content={content.data} />;
}

/** A lesson's text, or its quiz. */
export function LessonBody({ lesson, onDone, onContinue }: LessonProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const ActivityPlayer = useActivities()[lesson.kind]?.Player;
  const content = useQuery(contentQuery(db, account_id, lesson.id));
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
      {ActivityPlayer ? (
        // Mounted while the text above it loads, so that both are fetched at once. Without a Suspense of its own: React would
        // replace what the server rendered by the fallback when something around it changes before its code is there.
        <div hidden={content.isPending}>
          <ActivityPlayer key={lesson.id} lessonId={lesson.id} onPassed={onDone} onContinue={onContinue} />
        </div>
      ) : isEmpty ? (
        <Note>{t('player.empty')}</Note>
      ) : null}
    </>
  );
}
