import type { LucideIcon } from 'lucide-react';
import { paths } from '#paths';
import { fuzzyScore } from '#ui/palette/fuzzy.ts';
import { isOpenTo, type MenuAccess } from '../menus/menu-rules.ts';
import { type MenuEntry, profileMenu } from '../menus/menus.ts';

/**
 * A screen with settings of a site. `area` is its entry of the profile menu, whose access rule applies. Its label is
 * `screen.{name}` of the dashboard's texts, or the area's own; its description `settings.about.{id}` of the shell's.
 */
type Setting = { id: string; area: string; href: string; name?: string };

export const settings: readonly Setting[] = [
  { id: 'site', area: 'site', href: paths.site() },
  { id: 'theme', area: 'site', href: paths.theme(), name: 'theme' },
  { id: 'header', area: 'site', href: paths.header(), name: 'header' },
  { id: 'footer', area: 'site', href: paths.footer(), name: 'footer' },
  { id: 'domains', area: 'site', href: paths.domains(), name: 'domains' },
  { id: 'redirects', area: 'site', href: paths.redirects(), name: 'redirects' },
  { id: 'menus', area: 'site', href: paths.dashboardMenus(), name: 'menus' },
  { id: 'users', area: 'users', href: paths.users() },
  { id: 'roles', area: 'users', href: paths.roles(), name: 'roles' },
  { id: 'invitations', area: 'users', href: paths.invitations(), name: 'invitations' },
  { id: 'fields', area: 'users', href: paths.memberFields(), name: 'fields' },
  { id: 'import', area: 'users', href: paths.importMembers(), name: 'import' },
  { id: 'media', area: 'media', href: paths.media() },
  { id: 'products', area: 'ecommerce', href: paths.ecommerce() },
  { id: 'memberships', area: 'ecommerce', href: paths.memberships(), name: 'memberships' },
  { id: 'orders', area: 'ecommerce', href: paths.manageOrders(), name: 'shopOrders' },
  { id: 'coupons', area: 'ecommerce', href: paths.coupons(), name: 'coupons' },
  { id: 'payment', area: 'ecommerce', href: paths.payment(), name: 'payment' },
  { id: 'courses', area: 'elearning', href: paths.elearning() },
  { id: 'categories', area: 'elearning', href: paths.courseCategories(), name: 'categories' },
  { id: 'notices', area: 'marketing', href: paths.marketing() },
  { id: 'forms', area: 'marketing', href: paths.forms(), name: 'forms' },
  { id: 'contacts', area: 'marketing', href: paths.contacts(), name: 'contacts' },
  { id: 'webhooks', area: 'developers', href: paths.webhooks() },
  { id: 'keys', area: 'developers', href: paths.apiKeys(), name: 'apiKeys' },
];

export type SettingLine = { id: string; href: string; name: string; sentence: string };
export type SettingGroup = { id: string; icon: LucideIcon; title: string; settings: SettingLine[] };

/** The settings someone may open that match a search, by area. */
export function settingsFor(access: MenuAccess, query: string, t: (key: string) => string): SettingGroup[] {
  const search = query.trim();
  const lineOf = ({ id, href, name }: Setting, area: MenuEntry): SettingLine => ({
    id,
    href,
    name: t(name ? `dashboard:screen.${name}` : `dashboard:menu.${area.id}`),
    sentence: t(`shell:settings.about.${id}`),
  });
  return profileMenu
    .filter((area) => isOpenTo(area, access))
    .map((area) => {
      const title = t(`dashboard:menu.${area.id}`);
      const lines = settings.filter((setting) => setting.area === area.id).map((setting) => lineOf(setting, area));
      const fits = ({ name, sentence }: SettingLine) =>
        search === '' || fuzzyScore(`${name} ${title} ${sentence}`, search) > 0;
      return { id: area.id, icon: area.icon, title, settings: lines.filter(fits) };
    })
    .filter(({ settings: lines }) => lines.length > 0);
}
