import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useRecordName } from '#base/browser/screen-name.ts';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { useCrumbs } from '../menus/crumbs.ts';
import type { ShellMenus } from '../menus/shell-menus.ts';
import { recordVisit } from '../prefetch/prefetch-on-hover.ts';

/** Breadcrumbs and the document title: with the guard the only parts of the shell that depend on the address. */
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
