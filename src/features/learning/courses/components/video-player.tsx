import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { ownOrigins } from '#base/shared/site.ts';
import { isThirdPartyUrl } from '#base/shared/third-party-url.ts';
import { embedOf } from '../lessons/rules.ts';
import { ConsentGate } from './consent-gate.tsx';

type VideoProps = {
  title: string;
  kind: 'video' | 'audio';
  /** URL of a file, or of a video on another site. */
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

/** Plays a lesson's video or audio; one of another site is loaded after consent, for it or for all cookies. */
export function VideoPlayer(props: VideoProps) {
  const site = useSite();
  const address = embedOf(props.src) ?? props.src;
  if (!isThirdPartyUrl(address, ownOrigins(site))) return <Player {...props} />;
  return (
    <ConsentGate key={address} address={address} href={props.src}>
      <Player {...props} />
    </ConsentGate>
  );
}

/** Uses the browser's own controls for keyboard, screen reader and picture-in-picture support. */
function Player({ title, kind, src, captions, locale, poster, media, ...events }: VideoProps) {
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
        sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-presentation"
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
