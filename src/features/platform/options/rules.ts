/** A menu's address: with http it leads elsewhere as it stands, otherwise it is of this site (specification, section 2). */
export function menuAddress(itemUrl: string): { href: string; isExternal: boolean } {
  const url = itemUrl.trim();
  // A telephone writes the first letter of a field large.
  if (/^(?:mailto:|tel:|#)/i.test(url)) return { href: url, isExternal: false };
  if (/^https?:\/\//i.test(url)) return { href: url, isExternal: true };
  return { href: `/${url.replace(/^[/\\]+/, '')}`, isExternal: false };
}

/** The way to a menu's deepest entry, which the database holds to. */
export const DEEPEST_MENU = 5;

/** The logo's width in pixels: the setting times 16, 64 by default; its height is 64. */
export const LOGO_HEIGHT = 64;
export function logoWidth(setting: number | undefined): number {
  return Math.round((setting && setting > 0 ? setting : 4) * 16);
}

type NoticeTimes = {
  enable_header_notice: boolean;
  header_notice: string;
  header_notice_start: string | null;
  header_notice_expire: string | null;
};

/** Whether a header notice is worth putting into the page: what has expired never is, what begins later may be. */
export function isNoticeDue(notice: NoticeTimes, now: number): boolean {
  if (!notice.enable_header_notice || notice.header_notice.trim() === '') return false;
  const expire = timeOf(notice.header_notice_expire);
  return expire === null || expire > now;
}

/** Milliseconds of a kept time; null for none, or for one that can't be read. */
export function timeOf(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const time = typeof value === 'number' ? value : Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

export type NoticePart = { text: string; href?: string };

/** A notice's words; `[words](address)` is a link. */
export function noticeParts(notice: string): NoticePart[] {
  const parts: NoticePart[] = [];
  let end = 0;
  for (const match of notice.matchAll(/\[([^\]]{1,120})\]\(([^()\s]{1,300})\)/g)) {
    if (match.index > end) parts.push({ text: notice.slice(end, match.index) });
    parts.push({ text: match[1] ?? '', href: menuAddress(match[2] ?? '').href });
    end = match.index + match[0].length;
  }
  if (end < notice.length) parts.push({ text: notice.slice(end) });
  return parts;
}

/** A colour as it may stand in a style attribute; anything else is left out. */
export function safeColour(value: string): string | undefined {
  return /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\([0-9a-z.,%/ +-]{1,60}\))$/i.test(
    value.trim(),
  )
    ? value.trim()
    : undefined;
}
