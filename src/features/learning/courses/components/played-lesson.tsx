import { lazy, Suspense } from 'react';
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
  const { locale } = useSite();
  const playback = usePlaybackPosition({
    lessonId: lesson.id,
    isCounted,
    start: progress?.position_seconds ?? 0,
    seen: progress?.watched ?? [],
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
      {captionsPath ? (
        <Suspense fallback={null}>
          <Transcript path={captionsPath} media={playback.media} />
        </Suspense>
      ) : null}
    </>
  );
}
