/** Content of a rendered page or post. `block` identifies the container: a page's block, a part of a post. */
export type Facts = {
  headings: { level: number; text: string; block: string }[];
  pictures: { src: string; alt: string | null; bytes: number | null; title: string; block: string }[];
  links: { href: string; text: string; block: string }[];
};
/** HTTP result of an internal link. */
export type Asked = { status: number; movedTo: string | null };
export type About = { title: string; description: string; picture: string; isHidden: boolean };

export type LevelFix = { kind: 'level'; from: number; to: number; text: string };
export type AltFix = { kind: 'alt'; src: string; alt: string };
export type HrefFix = { kind: 'href'; from: string; to: string };
export type TextFix = { kind: 'description'; text: string } | { kind: 'excerpt'; text: string };
export type Fix = LevelFix | AltFix | HrefFix | TextFix;
export type Finding<AnyFix = Fix> = {
  /** i18n key under `checks.`. */
  problem: string;
  values: Record<string, string | number>;
  block: string | null;
  fix: AnyFix | null;
};

/** Total image bytes from which a page is slow on a phone. */
export const HEAVY_PAGE = 1_500_000;
export const HEAVY_PICTURE = 400_000;
/** Length of a description in search results. */
const DESCRIPTION = { least: 50, most: 160 };
const LONG_TITLE = 60;

/** Problems in the heading order. `canFix` says whether a heading's level can be changed in its source text. */
export function headingFindings(
  headings: Facts['headings'],
  canFix: (block: string, level: number) => boolean,
): Finding<LevelFix>[] {
  const found: Finding<LevelFix>[] = [];
  const fixOf = (block: string, text: string, from: number, to: number): LevelFix | null =>
    canFix(block, from) ? { kind: 'level', from, to, text } : null;
  const firsts = headings.filter(({ level }) => level === 1);
  if (firsts.length === 0) found.push({ problem: 'noFirst', values: {}, block: null, fix: null });
  for (const { text, block } of firsts.slice(1))
    found.push({ problem: 'secondFirst', values: { text }, block, fix: fixOf(block, text, 1, 2) });
  let before = 0;
  for (const { level, text, block } of headings) {
    if (text.trim() === '') found.push({ problem: 'emptyHeading', values: {}, block, fix: null });
    else if (before > 0 && level > before + 1)
      found.push({
        problem: 'skippedLevel',
        values: { text, level, before },
        block,
        fix: fixOf(block, text, level, before + 1),
      });
    before = level;
  }
  return found;
}

/** Images without alt text. `isAlone` says whether a block consists of images only, so that none is decorative. */
export function pictureFindings(pictures: Facts['pictures'], isAlone: (block: string) => boolean): Finding<AltFix>[] {
  return pictures.flatMap(({ src, alt, title, block }) => {
    // An empty alt means decorative; a file name as alt describes nothing.
    if (alt !== null && alt !== '' && !/^[\w-]+\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(alt)) return [];
    if (alt === '' && title === '' && !isAlone(block)) return [];
    const fix: AltFix | null = title ? { kind: 'alt', src, alt: title } : null;
    return [
      { problem: alt === null || alt === '' ? 'noAlt' : 'fileAlt', values: { alt: alt ?? '', title, src }, block, fix },
    ];
  });
}

/**
 * Links without text, with broken targets, or to redirected ones. `holds` says whether a URL was entered in the block.
 */
export function linkFindings(
  links: Facts['links'],
  asked: ReadonlyMap<string, Asked>,
  holds: (block: string, href: string) => boolean,
): Finding<HrefFix>[] {
  const seen = new Set<string>();
  return links.flatMap(({ href, text, block }): Finding<HrefFix>[] => {
    if (seen.has(block + href)) return [];
    seen.add(block + href);
    const values = { href, text: text || href };
    if (text.trim() === '') return [{ problem: 'wordlessLink', values, block, fix: null }];
    if (href === '' || href === '#') return [{ problem: 'linkNowhere', values, block, fix: null }];
    const answer = asked.get(href);
    if (!answer) return [];
    if (answer.status === 404 || answer.status === 410)
      return [{ problem: href.startsWith('#') ? 'brokenAnchor' : 'brokenLink', values, block, fix: null }];
    const to = answer.movedTo;
    if (!to) return [];
    const fix: HrefFix | null = holds(block, href) ? { kind: 'href', from: href, to } : null;
    return [{ problem: 'movedLink', values: { ...values, to }, block, fix }];
  });
}

/** Images that load slowly, singly and in total. */
export function weightFindings(pictures: Facts['pictures']): Finding<never>[] {
  const distinct = [...new Map(pictures.map((one) => [one.src, one])).values()];
  const total = distinct.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const heavy = distinct
    .filter(({ bytes }) => (bytes ?? 0) > HEAVY_PICTURE)
    .map(({ bytes, block }) => ({
      problem: 'heavyPicture',
      values: { size: kilobytes(bytes ?? 0) },
      block,
      fix: null,
    }));
  return total > HEAVY_PAGE
    ? [...heavy, { problem: 'heavyPage', values: { size: kilobytes(total) }, block: null, fix: null }]
    : heavy;
}

/** Missing SEO data: title, description, social image. `words` is a suggestion for the description. */
export function searchFindings(about: About, words: string): Finding<TextFix>[] {
  const found: Finding<TextFix>[] = [];
  const length = about.description.trim().length;
  const text = words.slice(0, DESCRIPTION.most);
  if (length === 0)
    found.push({
      problem: 'noDescription',
      values: {},
      block: null,
      fix: text.length >= DESCRIPTION.least ? { kind: 'description', text } : null,
    });
  else if (length < DESCRIPTION.least || length > DESCRIPTION.most)
    found.push({
      problem: length > DESCRIPTION.most ? 'longDescription' : 'shortDescription',
      values: { length },
      block: null,
      fix: null,
    });
  if (about.title.length > LONG_TITLE)
    found.push({ problem: 'longTitle', values: { length: about.title.length }, block: null, fix: null });
  if (!about.picture) found.push({ problem: 'noPicture', values: {}, block: null, fix: null });
  if (about.isHidden) found.push({ problem: 'hidden', values: {}, block: null, fix: null });
  return found;
}

const kilobytes = (bytes: number) => Math.round(bytes / 1000);

/** The HTML with a heading's level changed, found by its text. */
export function withLevel(html: string, { from, to, text }: Omit<LevelFix, 'kind'>): string {
  return html.replace(
    new RegExp(`<h${from}([^>]*)>([\\s\\S]*?)</h${from}>`, 'gi'),
    (whole, rest: string, words: string) => (plain(words) === plain(text) ? `<h${to}${rest}>${words}</h${to}>` : whole),
  );
}

/** The HTML with a link's URL replaced everywhere. */
export function withHref(html: string, { from, to }: Omit<HrefFix, 'kind'>): string {
  return html.replaceAll(`href="${escaped(from)}"`, `href="${escaped(to)}"`);
}

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => SIGNS[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The HTML with alt text set on an image. */
export function withAlt(html: string, { src, alt }: Omit<AltFix, 'kind'>): string {
  return html.replace(/<img\b[^>]*>/gi, (tag) =>
    tag.includes(`src="${escaped(src)}"`)
      ? tag.replace(/ alt="[^"]*"/i, '').replace(/^<img/i, `<img alt="${escaped(alt)}"`)
      : tag,
  );
}

/** Fields of a post that are checked. */
export type Looked = {
  title: string;
  excerpt: string;
  content: string;
  cover: { image: string; alt?: string } | null;
  settings: { searchTitle?: string; description?: string; isHidden?: boolean };
};

/** Location in a text: the index among elements of its kind. */
export const inText = (kind: 'heading' | 'picture' | 'link', index: number) => `${kind}:${index}`;
const isInText = (block: string) => block.includes(':');

/** All accessibility and SEO findings of a post, most important first. */
export function postFindings(post: Looked, facts: Facts, asked: ReadonlyMap<string, Asked>): Finding[] {
  const { searchTitle, description, isHidden = false } = post.settings;
  const about = {
    title: searchTitle || post.title,
    description: description || post.excerpt,
    // Without a social image the cover is used, so the missing cover is reported instead.
    picture: 'any',
    isHidden,
  };
  const opening = openingOf(post.content);
  const missing: Finding[] = [];
  if (!post.cover) missing.push({ problem: 'noCover', values: {}, block: 'cover', fix: null });
  if (!post.excerpt.trim())
    missing.push({
      problem: 'noExcerpt',
      values: {},
      block: 'excerpt',
      fix: opening ? { kind: 'excerpt', text: opening } : null,
    });
  return [
    ...headingFindings(facts.headings, isInText),
    // A cover may be decorative; an image in the text is not.
    ...pictureFindings(facts.pictures, isInText),
    ...linkFindings(facts.links, asked, isInText),
    ...weightFindings(facts.pictures),
    ...missing,
    ...searchFindings(about, opening)
      // Without a description the excerpt is used, so the missing excerpt is reported instead.
      .filter(({ problem }) => problem !== 'noDescription' || post.excerpt.trim())
      .map((finding) => ({ ...finding, block: FIELDS[finding.problem] ?? finding.block })),
  ];
}

/** The editor field where a finding is fixed. */
const FIELDS: Record<string, string> = {
  noDescription: 'description',
  shortDescription: 'description',
  longDescription: 'description',
  longTitle: 'searchTitle',
  hidden: 'isHidden',
};

/** Changes to a post that fix a finding; null where its element no longer exists. */
export function postFixed(post: Looked, { fix }: Finding): Partial<Looked> | null {
  if (!fix) return null;
  if (fix.kind === 'excerpt' || fix.kind === 'description')
    return fix.kind === 'excerpt' ? { excerpt: fix.text } : { settings: { ...post.settings, description: fix.text } };
  const content = textFixed(post.content, fix);
  return content === post.content ? null : { content };
}

function textFixed(html: string, fix: LevelFix | HrefFix | AltFix): string {
  if (fix.kind === 'level') return withLevel(html, fix);
  return fix.kind === 'href' ? withHref(html, fix) : withAlt(html, fix);
}

const OPENING = { least: 50, most: 200 };

/** The first sentences of a text, up to the length of a description; empty where they are too short. */
export function openingOf(html: string): string {
  const text = plain(
    html.replace(/<h[1-6][^>]*>[\s\S]*?<\/h[1-6]>/gi, ' ').replace(/<\/(?:p|li|blockquote|td)>/gi, ' '),
  );
  if (text.length <= OPENING.most) return text.length >= OPENING.least ? text : '';
  const begun = text.slice(0, OPENING.most);
  const sentences = /^[\s\S]*[.!?。！？؟।](?=\s|$)/u.exec(begun)?.[0].trim() ?? '';
  if (sentences.length >= OPENING.least) return sentences;
  return `${begun.slice(0, begun.lastIndexOf(' ') > 0 ? begun.lastIndexOf(' ') : OPENING.most)} …`;
}
