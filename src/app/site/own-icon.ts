import { isForeignAddress } from '#base/shared/foreign-address.ts';
import { ownOrigins, type Site } from '#base/shared/site.ts';
import { paths } from '#paths';

/** The account's icon where it lies with us: browsers fetch one for every page, before its visitor has agreed to anything. */
export function ownIconOf(icon: string | undefined, site: Pick<Site, 'origin' | 'backend'>): string {
  return icon && !isForeignAddress(icon, ownOrigins(site)) ? icon : paths.ownIcon();
}
