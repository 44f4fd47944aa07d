/** One post in a feed; URLs are absolute, `html` is sanitised. */
export type FeedEntry = {
  title: string;
  url: string;
  summary: string;
  html: string;
  /** Author names in order. */
  authors: readonly string[];
  categories: readonly string[];
  publishedAt: string;
  updatedAt: string;
};

/** A feed of a site: all posts, or those of a category, tag or author. */
export type Feed = {
  title: string;
  subtitle: string;
  language: string;
  /** URL of the HTML page with the same posts, and of the feed itself. */
  url: string;
  self: string;
  entries: readonly FeedEntry[];
};

/** When the feed last changed: its newest change; undefined for an empty feed. */
function lastChangeOf(feed: Feed): Date {
  return new Date(Math.max(0, ...feed.entries.map((entry) => Date.parse(entry.updatedAt))));
}

/** RSS 2.0 with full text (https://www.rssboard.org/rss-specification). */
export function rssOf(feed: Feed): string {
  const items = feed.entries.map(
    (entry) =>
      `<item>${tag('title', entry.title)}${tag('link', entry.url)}<guid isPermaLink="true">${xml(entry.url)}</guid>${tag(
        'description',
        entry.summary,
      )}${tag('content:encoded', entry.html)}${entry.authors.map((name) => tag('dc:creator', name)).join('')}${tag(
        'pubDate',
        new Date(entry.publishedAt).toUTCString(),
      )}${entry.categories.map((category) => tag('category', category)).join('')}</item>`,
  );
  return `${HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${tag(
    'title',
    feed.title,
  )}${tag('link', feed.url)}${tag('description', feed.subtitle || feed.title)}${tag('language', feed.language)}${tag(
    'lastBuildDate',
    lastChangeOf(feed).toUTCString(),
  )}<atom:link href="${xml(feed.self)}" rel="self" type="application/rss+xml"/>${items.join('')}</channel></rss>`;
}

/** Atom 1.0 with full text (RFC 4287): every entry needs an author, the site where there is none. */
export function atomOf(feed: Feed): string {
  const entries = feed.entries.map(
    (entry) =>
      `<entry>${tag('id', entry.url)}${tag('title', entry.title)}<link rel="alternate" type="text/html" href="${xml(entry.url)}"/>${tag(
        'published',
        new Date(entry.publishedAt).toISOString(),
      )}${tag('updated', new Date(entry.updatedAt).toISOString())}${(entry.authors.length > 0
        ? entry.authors
        : [feed.title]
      )
        .map((name) => `<author>${tag('name', name)}</author>`)
        .join('')}${entry.categories
        .map((category) => `<category term="${xml(category)}"/>`)
        .join('')}${tag('summary', entry.summary)}<content type="html">${xml(entry.html)}</content></entry>`,
  );
  return `${HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(feed.language)}">${tag('id', feed.self)}${tag(
    'title',
    feed.title,
  )}${feed.subtitle ? tag('subtitle', feed.subtitle) : ''}${tag('updated', lastChangeOf(feed).toISOString())}<link rel="alternate" type="text/html" href="${xml(
    feed.url,
  )}"/><link rel="self" type="application/atom+xml" href="${xml(feed.self)}"/>${entries.join('')}</feed>`;
}

/** Makes URLs in a text absolute, as feeds are read elsewhere. */
export function withAbsoluteUrls(html: string, origin: string): string {
  return html
    .replace(/ (srcset|sizes)="[^"]*"/g, '')
    .replace(/ (href|src)="(\/(?!\/)[^"]*)"/g, (_, name: string, path: string) => ` ${name}="${origin}${path}"`);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

function tag(name: string, text: string): string {
  return `<${name}>${xml(text)}</${name}>`;
}

/** Escapes text for XML 1.0 and removes characters it forbids. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
