const BLOCK_TAG =
  /<\/?(?:p|h[1-6]|li|[uo]l|d[ltd]|blockquote|t[dhr]|table|br|hr|div|figure|figcaption|aside|section|pre)\b[^>]*>/gi;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of HTML as one line: for comparing and counting, never for markup. */
export function htmlWords(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(BLOCK_TAG, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi,
      (entity, decimal?: string, hex?: string, name?: string) => {
        if (name) return ENTITIES[name] ?? entity;
        return String.fromCodePoint(Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)));
      },
    )
    .replace(/\s+/g, ' ')
    .trim();
}
