import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite, useSiteBranding } from '#base/browser/site.tsx';
import { paths } from '#paths';

/** Page layout of the login and sign-up pages: the site's name and the form island below it. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('members');
  const { title: site, icon } = useSiteBranding();
  const { isElsewhere: isOtherHost, origin } = useSite();
  return (
    <div className="flex min-h-dvh flex-col bg-base-200">
      <title>{`${title} · ${site}`}</title>
      <header className="p-4 sm:p-6">
        <a
          className="brand w-max"
          href={isOtherHost ? origin + paths.home() : paths.home()}
          aria-label={t('door.home', { site })}
        >
          {icon ? <img src={icon} alt="" width={32} height={32} /> : null}
          <span>{site}</span>
        </a>
      </header>
      <main id="content" className="mx-auto grid w-full max-w-md flex-1 content-center p-4 pb-16 sm:pb-24">
        {children}
      </main>
    </div>
  );
}
