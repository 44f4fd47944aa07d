import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useShownName } from '#base/browser/screen-name.ts';
import { paths } from '#paths';
import type { Crumb } from '#ui/layout/breadcrumbs.tsx';
import { placeOf } from './inner-screens.ts';
import { commonPlaces, type MenuEntry, memberMenu, profileMenu } from './menus.ts';
import type { ShellMenus } from './shell-menus.ts';

/** The way from the dashboard to this screen, by the entries someone has; the last is what stands on the screen. */
export function useCrumbs(menus: ShellMenus, title: string): Crumb[] {
  const { t } = useTranslation('dashboard');
  const { pathname } = useLocation();
  const { name, language } = useShownName();
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
  // What no menu of theirs names has its words all the same, for those who come by a link.
  const { entry, inner } = placeOf(pathname, [
    ...menus.main,
    ...menus.manage,
    ...commonPlaces,
    ...memberMenu,
    ...profileMenu,
  ]);
  const home: Crumb = { label: title, href: paths.dashboard() };
  const steps = inner.map(({ name, href }) => ({ label: t(`screen.${name}`), href }));
  if (!entry || (entry.href === home.href && steps.length > 0))
    return [home, ...(steps.length > 0 ? steps : [{ label: t('title') }])];
  const all = menus.manage.find(({ id }) => id === 'manage');
  const isManaged = menus.manage.some((other) => isSame(other, entry));
  const middle = isManaged && entry.id !== 'manage' ? [{ label: t('manageMenu'), href: all?.href }] : [];
  const own = { label: t(`menu.${entry.id}`), href: entry.isOff ? undefined : entry.href };
  return [home, ...middle, own, ...steps];
}

function isSame(one: MenuEntry, other: MenuEntry): boolean {
  return one.id === other.id && one.href === other.href;
}
