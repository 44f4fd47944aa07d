import { ExternalLink, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasConsent } from '#base/browser/file-consent.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';

/** What another site sends is loaded after consent, for it or for all cookies; until then it is asked for. */
export function ConsentGate({ address, href, children }: { address: string; href: string; children: ReactNode }) {
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
