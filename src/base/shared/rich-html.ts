import sanitize from 'sanitize-html';
import { type Embed, embedOf } from './embeds.ts';
import { renderedPicture } from './pictures.ts';

const options: sanitize.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'u',
    's',
    'code',
    'pre',
    'blockquote',
    'figure',
    'figcaption',
    'sub',
    'sup',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'br',
    'hr',
    'a',
    'img',
    'aside',
  ],
  allowedAttributes: {
    aside: [{ name: 'data-callout', values: ['note', 'tip', 'warning'] }],
    figure: ['data-embed-address'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    img: (tagName, attribs) => ({ tagName, attribs: pictureOf(attribs) }),
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target === '_blank' ? { ...attribs, rel: 'noopener' } : attribs,
    }),
  },
};

/**
 * Replaces third-party embeds with a consent prompt, because nothing loads before the reader agrees; others are
 * removed.
 */
export function withEmbeds(html: string, questionOf: (embed: Embed, address: string) => string): string {
  return html.replace(/<figure data-embed-address="([^"]*)">\s*<\/figure>/g, (_, escaped: string) => {
    const address = escaped.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
    const embed = embedOf(address);
    return embed ? questionOf(embed, address) : '';
  });
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const TEXT_COLUMN = '(min-width: 48rem) 44rem, 100vw';

/** An image in a text: in the width its reader needs, lazily loaded. */
function pictureOf({ srcset: _, sizes: __, ...attribs }: sanitize.Attributes): sanitize.Attributes {
  const width = /^[1-9]\d{0,4}$/.test(attribs.width ?? '') ? Number(attribs.width) : undefined;
  const rendered = renderedPicture(attribs.src ?? '', width);
  return {
    ...attribs,
    ...(rendered ? { src: rendered.src, srcset: rendered.srcSet, sizes: TEXT_COLUMN } : {}),
    alt: attribs.alt ?? '',
    loading: 'lazy',
  };
}

/** Sanitizes an author's rich text: text, structure, links and images; no script, style or handler. */
export function richHtml(html: string): string {
  return sanitize(html, options);
}

const length = /^-?\d{1,4}(?:\.\d{1,3})?(?:px|rem|em|%|ch)?$/;
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|rgba|hsl|hsla|oklch)\([\d\s.,%/deg-]{1,60}\))$/i;

const customOptions: sanitize.IOptions = {
  ...options,
  allowedTags: [
    ...(options.allowedTags as string[]),
    ...['div', 'section', 'article', 'aside', 'header', 'footer', 'span', 'small', 'mark', 'abbr', 'time', 'q', 'cite'],
    ...['kbd', 'samp', 'dl', 'dt', 'dd', 'details', 'summary', 'caption', 'colgroup', 'col', 'picture', 'h5', 'h6'],
  ],
  allowedAttributes: {
    ...options.allowedAttributes,
    '*': ['lang', 'dir', 'title', 'style'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    time: ['datetime'],
    details: ['open'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  // Text and box styles are allowed, but nothing may be positioned, load a URL or cover the page.
  allowedStyles: {
    '*': {
      color: [colour],
      'background-color': [colour],
      'text-align': [/^(?:start|center|end|justify|left|right)$/],
      'font-weight': [/^(?:normal|bold|[1-9]00)$/],
      'font-style': [/^(?:normal|italic)$/],
      'text-decoration': [/^(?:none|underline|line-through)$/],
      'font-size': [/^(?:[1-9]\d?px|[0-4](?:\.\d{1,3})?r?em|\d{2,3}%)$/],
      padding: [/^(?:\d{1,3}(?:\.\d{1,3})?(?:px|rem|em|%)?\s?){1,4}$/],
      margin: [/^(?:(?:\d{1,3}(?:\.\d{1,3})?(?:px|rem|em|%)?|auto)\s?){1,4}$/],
      width: [length],
      'max-width': [length],
      'border-radius': [length],
    },
  },
};

/**
 * Sanitizes an author's hand-written HTML: more structure than rich text and a few styles; no class, id, script or
 * handler.
 */
export function customHtml(html: string): string {
  return sanitize(html, customOptions);
}

/** The plain text of rich text. */
export function plainText(html: string): string {
  return sanitize(html.replace(/<\/(?:p|h[1-6]|li|blockquote|td|th)>|<br ?\/?>/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    textFilter: (text) =>
      text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
  })
    .replace(/\s+/g, ' ')
    .trim();
}
