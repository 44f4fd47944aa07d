import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useRecordName } from '#base/browser/screen-name.ts';
import { paths } from '#paths';
import type { Crumb } from '#ui/layout/breadcrumbs.tsx';
import { placeOf } from './inner-screens.ts';
import { commonPlaces, type MenuEntry, memberMenu, profileMenu } from './menus.ts';
import type { ShellMenus } from './shell-menus.ts';

/** Breadcrumbs from the dashboard to this screen; the last is the name shown on it. */
export function useCrumbs(menus: ShellMenus, title: string): Crumb[] {
  const { t } = useTranslation('dashboard');
  const { pathname } = useLocation();
  const { name, language } = useRecordName();
  const crumbs = crumbsOf(pathname, menus, title, t);
  const last = crumbs.at(-1);
  if (!last || !name) return crumbs;
  return [...crumbs.slice(0, -1), { ...last, label: name, language }];
}

export function crumbsOf(
  pathname: string,
  menus: Pick<ShellMenus, 'main' | 'manage'>,
  title: string,
  t: (key: string) => string,
): Crumb[] {
  // Also screens in none of their menus, for those who follow a link.
  const { entry, inner } = placeOf(pathname, [
    ...menus.main,
    ...menus.manage,
    ...commonPlaces,
    ...memberMenu,
    ...profileMenu,
  ]);
  const home: Crumb = { label: title, href: paths.dashboard() };
  const steps = inner.map(({ label, href }) => ({ label: t(label), href }));
  if (!entry || (entry.href === home.href && steps.length > 0))
    return [home, ...(steps.length > 0 ? steps : [{ label: t('title') }])];
  const all = menus.manage.find(({ id }) => id === 'manage');
  const isManaged = menus.manage.some((managed) => isSame(managed, entry));
  const middle = isManaged && entry.id !== 'manage' ? [{ label: t('manageMenu'), href: all?.href }] : [];
  // Who is let into one screen of an area they do not manage is not led to the area itself.
  const isShut = entry.isOff || (!isManaged && profileMenu.includes(entry));
  const own = { label: t(entry.label), href: isShut ? undefined : entry.href };
  return [home, ...middle, own, ...steps];
}

function isSame(a: MenuEntry, b: MenuEntry): boolean {
  return a.id === b.id && a.href === b.href;
}
