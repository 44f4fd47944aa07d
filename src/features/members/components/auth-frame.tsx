import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteLoaderData } from 'react-router';
import { paths } from '#paths';
import { useSiteTitle } from './site-title.ts';

export type AuthFrameProps = { title: string; sentence?: ReactNode; children?: ReactNode; foot?: ReactNode };

function useSiteIcon(): string {
  const root = useRouteLoaderData('root') as { look?: { settings?: { icon?: string } } } | undefined;
  return root?.look?.settings?.icon ?? '';
}

/** The door of a site: its name, one card, and what else there is to do. */
export function AuthFrame({ title, sentence, children, foot }: AuthFrameProps) {
  const { t } = useTranslation('members');
  const site = useSiteTitle();
  const icon = useSiteIcon();
  return (
    <div className="flex min-h-dvh flex-col bg-base-200">
      <title>{`${title} · ${site}`}</title>
      <header className="p-4 sm:p-6">
        <a className="brand w-max" href={paths.home()} aria-label={t('door.home', { site })}>
          {icon ? <img src={icon} alt="" width={32} height={32} /> : null}
          <span>{site}</span>
        </a>
      </header>
      <main id="content" className="mx-auto grid w-full max-w-md flex-1 content-center gap-6 p-4 pb-16 sm:pb-24">
        <div className="card grid gap-6 p-6 sm:p-8">
          <div className="grid gap-1">
            <h1 className="hd d-24">{title}</h1>
            {sentence ? <p className="muted">{sentence}</p> : null}
          </div>
          {children}
        </div>
        {foot ? <p className="muted text-center">{foot}</p> : null}
      </main>
    </div>
  );
}
