import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { embedOf } from '../lessons/rules.ts';

type FilmProps = {
  title: string;
  kind: 'video' | 'audio';
  /** A file's address, or a film's on another house's site. */
  src: string;
  captions: string | null;
  locale: string;
  poster?: string;
  media?: Ref<HTMLVideoElement>;
  onTimeUpdate?: () => void;
  onPause?: () => void;
  onSeeking?: () => void;
  onLoadedMetadata?: () => void;
  onEnded?: () => void;
};

/** A lesson's film or sound, with the browser's own controls: they know every keyboard, screen reader and picture-in-picture. */
export function LessonFilm({ title, kind, src, captions, locale, poster, media, ...events }: FilmProps) {
  const { t } = useTranslation('courses');
  const embed = embedOf(src);
  if (embed) {
    return (
      <iframe
        className="aspect-video w-full border-0 bg-black"
        src={embed}
        title={title}
        allow="fullscreen; picture-in-picture; encrypted-media"
        allowFullScreen
        loading="lazy"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <video
      ref={media}
      className={kind === 'audio' ? 'h-24 w-full bg-black' : 'aspect-video w-full bg-black'}
      controls
      playsInline
      preload="metadata"
      poster={poster}
      aria-label={title}
      crossOrigin={captions ? 'anonymous' : undefined}
      {...events}
      src={src}
    >
      {captions ? <track kind="captions" src={captions} srcLang={locale} label={t('player.captions')} default /> : null}
    </video>
  );
}
