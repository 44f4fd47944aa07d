import sanitizeHtml from 'sanitize-html';

export type PageSummary = { title: string; description: string };

/** What stands before the body of a page; no head is longer. */
const MAX_HEAD = 300_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 400;

/** The title and the description a page gives of itself; null where what was fetched is no page, or has no title. */
export function pageSummaryOf(bytes: Uint8Array): PageSummary | null {
  const head = decoded(bytes)
    .slice(0, MAX_HEAD)
    .replace(/<(?:\/head|body)[\s>].*$/is, '')
    .replace(/<!--.*?(?:-->|$)/gs, '')
    .replace(/<(script|style|noscript|svg)\b.*?(?:<\/\1\s*>|$)/gis, '')
    // So the parser undoes its entities as those of an attribute.
    .replace(
      /<title\b[^>]*>(.*?)<\/title\s*>/gis,
      (_, title: string) => `<meta name="title" content="${title.replaceAll('"', '&quot;')}">`,
    );
  const found = new Map<string, string>();
  sanitizeHtml(head, {
    allowedTags: [],
    transformTags: {
      meta: (tagName, attribs) => {
        const name = (attribs.property ?? attribs.name ?? '').toLowerCase();
        const content = plain(attribs.content ?? '');
        if (content && !found.has(name)) found.set(name, content);
        return { tagName, attribs };
      },
    },
  });
  const first = (...names: string[]) => names.map((name) => found.get(name)).find(Boolean) ?? '';
  const title = first('og:title', 'twitter:title', 'title');
  if (!title) return null;
  const description = first('og:description', 'twitter:description', 'description');
  return { title: cut(title, MAX_TITLE), description: cut(description, MAX_DESCRIPTION) };
}

function decoded(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  if (!start.includes('<')) return '';
  const charset = /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A charset nobody knows.
    return new TextDecoder().decode(bytes);
  }
}

/** One line without signs that can’t be seen. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** Never half a character. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
