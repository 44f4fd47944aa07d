import { isForeignAddress } from '#base/shared/foreign-address.ts';

/**
 * No other site is told of a visit before its visitor agreed to that (specification, section 4: the cookie preference):
 * pictures an author took from elsewhere stand in a finished page under names no browser loads, until the script of
 * public pages gives them their own. Films and sounds are fetched only by who plays them, their posters at once.
 */
const TAG = /<(?:(?:img|source|video|iframe)\b|link\b(?=[^>]*\bas="image"))(?=[^>]*="(?:https?:)?\/\/)[^>]*>/gi;
const ADDRESS = /\s(src|srcset|poster)="((?:https?:)?\/\/[^"]*)"/gi;

/** `own`: origins a page may load from at any time. What is none of them waits. */
export function withForeignFilesWaiting(html: string, own: readonly string[]): string {
  const isOwn = (address: string) => !isForeignAddress(address, own);
  return html.replace(TAG, (tag) => {
    if (tag.startsWith('<link')) return isForeignPreload(tag, isOwn) ? '' : tag;
    const loads = tag.startsWith('<video') ? /^poster$/i : /^(?:src|srcset)$/i;
    return tag.replace(ADDRESS, (attribute, name: string, address: string) =>
      loads.test(name) && !isOwn(address) ? ` data-later-${name.toLowerCase()}="${address}"` : attribute,
    );
  });
}

/** A picture the renderer would have fetched ahead. */
function isForeignPreload(tag: string, isOwn: (address: string) => boolean): boolean {
  const address = /\s(?:href|imagesrcset)="((?:https?:)?\/\/[^"]*)"/i.exec(tag)?.[1];
  return address !== undefined && !isOwn(address);
}
