import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '#base/browser/all-texts.ts';
import { useSite } from '#base/browser/site.tsx';
import type { PlayerProps } from './activities.tsx';
import { SignedFile } from './signed-file.tsx';
import { usePlaybackPosition } from './use-playback-position.ts';
import { VideoPlayer } from './video-player.tsx';

/** Lazy: a video plays before anybody reads along. */
const Transcript = lazy(async () => ({
  default: (await withTexts(import('../captions/components/transcript.tsx'))).Transcript,
}));

type PlayedProps = PlayerProps & { kind: 'video' | 'audio' };

/** A video or recording that goes on where the student stopped, and completes its lesson at its end. */
export function PlayedLesson(props: PlayedProps) {
  return <SignedFile lesson={props.lesson}>{(file) => <Resumed {...props} {...file} />}</SignedFile>;
}

function Resumed({
  lesson,
  kind,
  isCounted,
  progress,
  onDone,
  src,
  captions,
  captionsPath,
}: PlayedProps & { src: string; captions: string | null; captionsPath: string | null }) {
  const { t } = useTranslation('courses');
  const { locale } = useSite();
  const [isHeld, setHeld] = useState(false);
  const canSkip = !lesson.no_skip || !isCounted || Boolean(progress?.completed_at);
  const playback = usePlaybackPosition({
    lessonId: lesson.id,
    isCounted,
    start: progress?.position_seconds ?? 0,
    seen: progress?.watched ?? [],
    onHeld: canSkip ? undefined : () => setHeld(true),
  });
  return (
    <>
      <VideoPlayer
        title={lesson.title}
        kind={kind}
        src={src}
        captions={captions}
        locale={locale}
        media={playback.media}
        {...playback.events}
        onEnded={async () => {
          // What was played stands in the progress that is read after the lesson is completed.
          await playback.save();
          if (isCounted && !progress?.completed_at) onDone();
        }}
      />
      {canSkip ? null : (
        <p role="status" className={isHeld ? 'px-5 pt-3 text-sm text-ink-3 lg:px-6' : 'vh'}>
          {isHeld ? t('player.noSkip') : ''}
        </p>
      )}
      {captionsPath ? (
        <Suspense fallback={null}>
          <Transcript path={captionsPath} media={playback.media} />
        </Suspense>
      ) : null}
    </>
  );
}
