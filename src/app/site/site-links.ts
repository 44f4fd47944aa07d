import type { SiteLook } from '#features/platform/options/data.ts';
import { menuAddress } from '#features/platform/options/rules.ts';
import type { MenuItem } from '#features/platform/options/schema.ts';

/** Whether header, drawer or footer link to a path: only then they mark the current page. */
export function matchesPath({ menus, footer }: Pick<SiteLook, 'menus' | 'footer'>, path: string): boolean {
  const isIt = (url: string) => menuAddress(url).href === path;
  const isAmong = (items: readonly MenuItem[]): boolean =>
    items.some(
      (item) =>
        isIt(item.item_url) ||
        isAmong(item.children) ||
        item.mega_menu?.columns?.some(({ content }) => content.links.some(({ item_url }) => isIt(item_url))),
    );
  const columns = footer.footer_columns.flatMap(({ data }) => (typeof data === 'string' ? [] : data));
  return (
    isAmong(menus.header) ||
    isAmong(menus.mobile) ||
    [...columns, ...footer.footer_bottom_links].some(({ item_url }) => isIt(item_url))
  );
}
