import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useShownName } from '#base/browser/screen-name.ts';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { useCrumbs } from '../menus/crumbs.ts';
import type { ShellMenus } from '../menus/shell-menus.ts';
import { noteVisit } from '../prefetch/prefetch-on-hover.ts';
import { NotAllowed } from './not-allowed.tsx';

/** The parts of the shell that are others at another address: all else of it is not drawn anew with a step. */

/** Where one stands, on the page and as its title. */
export function Where({ menus, site }: { menus: ShellMenus; site: string }) {
  const { t } = useTranslation('dashboard');
  const { pathname } = useLocation();
  const crumbs = useCrumbs(menus, site);
  const shown = useShownName();
  useEffect(() => noteVisit(pathname), [pathname]);
  return (
    <>
      <title>{`${shown.title || (crumbs.at(-1)?.label ?? t('title'))} · ${site}`}</title>
      <Breadcrumbs crumbs={crumbs} />
    </>
  );
}

/** A screen, for whom it is for. */
export function Allowed({ menus, children }: { menus: ShellMenus; children: ReactNode }) {
  const { pathname } = useLocation();
  return menus.mayStandAt(pathname) ? children : <NotAllowed />;
}
