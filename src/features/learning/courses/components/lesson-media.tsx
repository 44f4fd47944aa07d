import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Skeleton } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import type { LessonProgress } from '../enrolments/data.ts';
import { type Content, type Lesson, mediaQuery } from '../lessons/data.ts';
import { usePlaybackPosition } from './use-playback-position.ts';
import { VideoPlayer } from './video-player.tsx';

export type LessonProps = {
  lesson: Lesson;
  /** Whether progress is recorded: not while an author previews their own course. */
  isCounted: boolean;
  progress: LessonProgress | undefined;
  onDone: () => void;
  onContinue?: () => void;
};

/** A lesson's video, audio or document, by signed addresses of its files. */
export function SignedMedia({ content, ...props }: LessonProps & { content: Content }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const signed = useQuery(mediaQuery(db, account_id, content));
  if (signed.isError) {
    return (
      <ErrorState onRetry={() => void signed.refetch()} isRetrying={signed.isFetching}>
        {t('player.fileFailed')}
      </ErrorState>
    );
  }
  if (!signed.data) return <Skeleton height={80} />;
  const src = content.media_url ?? signed.data.media;
  if (!src) return null;
  if (props.lesson.kind === 'pdf') return <Document src={src} name={content.media_name ?? props.lesson.title} />;
  return <ResumedVideo {...props} src={src} captions={signed.data.captions} />;
}

function ResumedVideo({
  lesson,
  isCounted,
  progress,
  onDone,
  src,
  captions,
}: LessonProps & { src: string; captions: string | null }) {
  const { locale } = useSite();
  const playback = usePlaybackPosition({
    lessonId: lesson.id,
    isCounted,
    start: progress?.position_seconds ?? 0,
    seen: progress?.watched ?? [],
  });
  return (
    <VideoPlayer
      title={lesson.title}
      kind={lesson.kind === 'audio' ? 'audio' : 'video'}
      src={src}
      captions={captions}
      locale={locale}
      media={playback.media}
      {...playback.events}
      onEnded={() => {
        playback.save();
        if (isCounted && !progress?.completed_at) onDone();
      }}
    />
  );
}

function Document({ src, name }: { src: string; name: string }) {
  const { t } = useTranslation('courses');
  return (
    <div className="grid gap-3 border-b border-line bg-base-200 p-4">
      {useHydrated() && navigator.pdfViewerEnabled ? (
        <iframe className="hidden h-[70vh] w-full border-0 bg-white md:block" src={src} title={name} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <LinkButton href={src} target="_blank" rel="noopener" icon={ExternalLink}>
          {t('player.openFile', { name })}
        </LinkButton>
        <LinkButton href={src} download={name} variant="quiet" icon={Download}>
          {t('player.download')}
        </LinkButton>
      </div>
    </div>
  );
}
