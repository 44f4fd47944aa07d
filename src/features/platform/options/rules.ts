/** Resolves a menu item's URL: external with a protocol, otherwise a path of this site (specification, section 2). */
export function menuAddress(itemUrl: string): { href: string; isExternal: boolean } {
  const url = itemUrl.trim();
  // Phones capitalise the first letter of a field.
  if (/^(?:mailto:|tel:|#)/i.test(url)) return { href: url, isExternal: false };
  if (/^https?:\/\//i.test(url)) return { href: url, isExternal: true };
  return { href: `/${url.replace(/^[/\\]+/, '')}`, isExternal: false };
}

/** Maximum depth of a menu, which the database enforces too. */
export const DEEPEST_MENU = 5;

/** Height of the logo in pixels; its width is the setting times 16, 64 by default. */
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

/** Whether to render a header notice: not if it has expired; one that starts later may become visible. */
export function isNoticeDue(notice: NoticeTimes, now: number): boolean {
  if (!notice.enable_header_notice || notice.header_notice.trim() === '') return false;
  const expire = timeOf(notice.header_notice_expire);
  return expire === null || expire > now;
}

/** Milliseconds of a stored time; null for none or an invalid one. */
export function timeOf(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const time = typeof value === 'number' ? value : Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

export type NoticePart = { text: string; href?: string };

/** Parses a notice's text; `[label](url)` is a link. */
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

/** A colour that is safe in a style attribute; undefined for anything else. */
export function safeColour(value: string): string | undefined {
  return /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\([0-9a-z.,%/ +-]{1,60}\))$/i.test(
    value.trim(),
  )
    ? value.trim()
    : undefined;
}
