import { isThirdPartyUrl } from '#base/shared/third-party-url.ts';

/**
 * Third-party files load only after cookie consent (specification, section 4): in a rendered page they have attributes that
 * no browser loads, until the script of public pages restores them. Video and audio load only when played, their posters at
 * once.
 */
const TAG = /<(?:(?:img|source|video|iframe)\b|link\b(?=[^>]*\bas="image"))[^>]*>/i;
const THIRD_PARTY = /="(?:https?:)?\/\//gi;
const ADDRESS = /\s(src|srcset|poster)="((?:https?:)?\/\/[^"]*)"/gi;

/** `own`: origins a page may load from at any time. Files of others are deferred. */
export function deferThirdPartyFiles(html: string, own: readonly string[]): string {
  const isOwn = (address: string) => !isThirdPartyUrl(address, own);
  const deferred = (tag: string) => {
    if (tag.startsWith('<link')) return isForeignPreload(tag, isOwn) ? '' : tag;
    const loads = tag.startsWith('<video') ? /^poster$/i : /^(?:src|srcset)$/i;
    return tag.replace(ADDRESS, (attribute, name: string, address: string) =>
      loads.test(name) && !isOwn(address) ? ` data-later-${name.toLowerCase()}="${address}"` : attribute,
    );
  };
  // Few tags of a page name another host: only those around such a name are examined.
  let text = '';
  let copied = 0;
  // `test` allocates no match object, of which there would be one for every link of every page.
  THIRD_PARTY.lastIndex = 0;
  while (THIRD_PARTY.test(html)) {
    const index = THIRD_PARTY.lastIndex;
    const begin = Math.max(copied, html.lastIndexOf('>', index) + 1);
    const end = html.indexOf('>', index) + 1;
    const part = html.slice(begin, end);
    const changed = part.replace(TAG, deferred);
    if (changed === part) continue;
    text += html.slice(copied, begin) + changed;
    copied = end;
  }
  return copied === 0 ? html : text + html.slice(copied);
}

/** A preload of a third-party picture, added by React. */
function isForeignPreload(tag: string, isOwn: (address: string) => boolean): boolean {
  const address = /\s(?:href|imagesrcset)="((?:https?:)?\/\/[^"]*)"/i.exec(tag)?.[1];
  return address !== undefined && !isOwn(address);
}
