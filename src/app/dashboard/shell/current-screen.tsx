import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useRecordName } from '#base/browser/screen-name.ts';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { useCrumbs } from '../menus/crumbs.ts';
import type { ShellMenus } from '../menus/shell-menus.ts';
import { recordVisit } from '../prefetch/prefetch-on-hover.ts';
import { NotAllowed } from './not-allowed.tsx';

/** The parts of the shell that depend on the address: everything else of it does not render at a navigation. */

/** Breadcrumbs and the document title. */
export function ScreenTitle({ menus, site }: { menus: ShellMenus; site: string }) {
  const { t } = useTranslation('dashboard');
  const { pathname } = useLocation();
  const crumbs = useCrumbs(menus, site);
  const screenName = useRecordName();
  useEffect(() => recordVisit(pathname), [pathname]);
  return (
    <>
      <title>{`${screenName.title || (crumbs.at(-1)?.label ?? t('title'))} · ${site}`}</title>
      <Breadcrumbs crumbs={crumbs} />
    </>
  );
}

/** A screen, or an error for those who may not open it. */
export function Guarded({ menus, children }: { menus: ShellMenus; children: ReactNode }) {
  const { pathname } = useLocation();
  return menus.canOpen(pathname) ? children : <NotAllowed />;
}
