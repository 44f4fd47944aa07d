import { isThirdPartyUrl } from '#base/shared/third-party-url.ts';

/**
 * No other site is told of a visit before its visitor agreed to that (specification, section 4: the cookie preference):
 * pictures an author took from elsewhere stand in a finished page under names no browser loads, until the script of
 * public pages gives them their own. Films and sounds are fetched only by who plays them, their posters at once.
 */
const TAG = /<(?:(?:img|source|video|iframe)\b|link\b(?=[^>]*\bas="image"))[^>]*>/i;
const FAR = /="(?:https?:)?\/\//gi;
const ADDRESS = /\s(src|srcset|poster)="((?:https?:)?\/\/[^"]*)"/gi;

/** `own`: origins a page may load from at any time. What is none of them waits. */
export function deferThirdPartyFiles(html: string, own: readonly string[]): string {
  const isOwn = (address: string) => !isThirdPartyUrl(address, own);
  const waiting = (tag: string) => {
    if (tag.startsWith('<link')) return isForeignPreload(tag, isOwn) ? '' : tag;
    const loads = tag.startsWith('<video') ? /^poster$/i : /^(?:src|srcset)$/i;
    return tag.replace(ADDRESS, (attribute, name: string, address: string) =>
      loads.test(name) && !isOwn(address) ? ` data-later-${name.toLowerCase()}="${address}"` : attribute,
    );
  };
  // Few of the tags of a page name another host: only what stands around such a name is looked at.
  let text = '';
  let told = 0;
  // By its place alone: an answer with all that was found would be made for every link of every page.
  FAR.lastIndex = 0;
  while (FAR.test(html)) {
    const index = FAR.lastIndex;
    const begin = Math.max(told, html.lastIndexOf('>', index) + 1);
    const end = html.indexOf('>', index) + 1;
    const part = html.slice(begin, end);
    const changed = part.replace(TAG, waiting);
    if (changed === part) continue;
    text += html.slice(told, begin) + changed;
    told = end;
  }
  return told === 0 ? html : text + html.slice(told);
}

/** A picture the renderer would have fetched ahead. */
function isForeignPreload(tag: string, isOwn: (address: string) => boolean): boolean {
  const address = /\s(?:href|imagesrcset)="((?:https?:)?\/\/[^"]*)"/i.exec(tag)?.[1];
  return address !== undefined && !isOwn(address);
}
