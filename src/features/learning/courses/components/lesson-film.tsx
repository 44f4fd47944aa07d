import { ExternalLink, Play } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasConsent } from '#base/browser/file-consent.ts';
import { useSite } from '#base/browser/site.tsx';
import { ownOrigins } from '#base/shared/site.ts';
import { isThirdPartyUrl } from '#base/shared/third-party-url.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
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

/** A lesson's film or sound; one of another site is loaded once its viewer has agreed, here or to all cookies. */
export function LessonFilm(props: FilmProps) {
  const site = useSite();
  const address = embedOf(props.src) ?? props.src;
  if (!isThirdPartyUrl(address, ownOrigins(site))) return <Film {...props} />;
  return (
    <ForeignFilm key={address} address={address} href={props.src}>
      <Film {...props} />
    </ForeignFilm>
  );
}

function ForeignFilm({ address, href, children }: { address: string; href: string; children: ReactNode }) {
  // The same question as a page's block for what stands on another site.
  const { t } = useTranslation('pages');
  const isAgreed = useHasConsent();
  const [isChosen, setChosen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone: what it opened takes it.
    if (isChosen) box.current?.querySelector<HTMLElement>('iframe, video')?.focus();
  }, [isChosen]);
  const hostOf = (url: string) => new URL(url, 'https://none.invalid').host.replace(/^www\./, '');
  if (isAgreed || isChosen) return <div ref={box}>{children}</div>;
  return (
    <div className="grid min-h-56 w-full place-content-center gap-4 border-b border-line bg-base-200 p-6 text-center sm:aspect-video">
      <p className="max-w-md">{t('blocks.Embed.ask', { host: hostOf(address) })}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={Play} onPress={() => setChosen(true)}>
          {t('blocks.Embed.load')}
        </Button>
        <LinkButton href={href} target="_blank" rel="noopener" icon={ExternalLink}>
          {t('blocks.Embed.visit', { host: hostOf(href) })}
        </LinkButton>
      </div>
    </div>
  );
}

/** With the browser's own controls: they know every keyboard, screen reader and picture-in-picture. */
function Film({ title, kind, src, captions, locale, poster, media, ...events }: FilmProps) {
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
