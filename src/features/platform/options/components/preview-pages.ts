import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../schema.ts';
import { useSiteOptions } from './use-option.ts';

/** The pages in the site's menus, and the current one. */
export function usePreviewPages(path: string): { id: string; label: string }[] {
  const { t } = useTranslation('options');
  const siteOptions = useSiteOptions();
  const menuPages = linksOf(siteOptions.data?.menus.header ?? []).filter(({ id }) => id !== '/');
  const all = [{ id: '/', label: t('preview.home') }, ...menuPages, { id: path, label: decodePath(path) }];
  // Of two labels for one path, the menu's wins.
  return [...new Map(all.toReversed().map((option) => [option.id, option])).values()].toReversed();
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function linksOf(items: readonly MenuItem[]): { id: string; label: string }[] {
  return items.flatMap(({ item_url, label, mega_menu, children }) => [
    ...pageAt(item_url, label),
    ...(mega_menu?.columns.flatMap(({ content }) =>
      content.links.flatMap((link) => pageAt(link.item_url, link.label)),
    ) ?? []),
    ...linksOf(children),
  ]);
}

/** An item that leads to a page of the site; none for external URLs. */
function pageAt(address: string, label: string): { id: string; label: string }[] {
  return /^\/?[^\s?#\\:/][^\s?#\\:]*$/.test(address) ? [{ id: `/${address.replace(/^\//, '')}`, label }] : [];
}
