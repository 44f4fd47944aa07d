import { ExternalLink, Play } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasConsent } from '#base/browser/file-consent.ts';
import { useSite } from '#base/browser/site.tsx';
import { ownOrigins } from '#base/shared/site.ts';
import { isThirdPartyUrl } from '#base/shared/third-party-url.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { embedOf } from '../lessons/rules.ts';

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

function ConsentGate({ address, href, children }: { address: string; href: string; children: ReactNode }) {
  const { t } = useTranslation('courses');
  const isAgreed = useHasConsent();
  const [isChosen, setChosen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused button is gone: focus moves to the player.
    if (isChosen) box.current?.querySelector<HTMLElement>('iframe, video')?.focus();
  }, [isChosen]);
  const hostOf = (url: string) => new URL(url, 'https://none.invalid').host.replace(/^www\./, '');
  if (isAgreed || isChosen) return <div ref={box}>{children}</div>;
  return (
    <div className="grid min-h-56 w-full place-content-center gap-4 border-b border-line bg-base-200 p-6 text-center sm:aspect-video">
      <p className="max-w-md">{t('player.consentAsk', { host: hostOf(address) })}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={Play} onPress={() => setChosen(true)}>
          {t('player.consentLoad')}
        </Button>
        <LinkButton href={href} target="_blank" rel="noopener" icon={ExternalLink}>
          {t('player.consentVisit', { host: hostOf(href) })}
        </LinkButton>
      </div>
    </div>
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
