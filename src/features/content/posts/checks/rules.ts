/** What a page or post shows, read from how it is drawn. `block` names what it stands in: a block of a page, a part of a post. */
export type Facts = {
  headings: { level: number; text: string; block: string }[];
  pictures: { src: string; alt: string | null; bytes: number | null; title: string; block: string }[];
  links: { href: string; text: string; block: string }[];
};
/** What asking for an address of this site came to. */
export type Asked = { status: number; movedTo: string | null };
export type About = { title: string; description: string; picture: string; isHidden: boolean };

export type LevelFix = { kind: 'level'; from: number; to: number; text: string };
export type AltFix = { kind: 'alt'; src: string; alt: string };
export type HrefFix = { kind: 'href'; from: string; to: string };
export type TextFix = { kind: 'description'; text: string } | { kind: 'excerpt'; text: string };
export type Fix = LevelFix | AltFix | HrefFix | TextFix;
export type Finding<AnyFix = Fix> = {
  /** A key of the texts under `checks.`. */
  problem: string;
  values: Record<string, string | number>;
  block: string | null;
  fix: AnyFix | null;
};

/** Past this a page is slow on a phone: bytes of its pictures. */
export const HEAVY_PAGE = 1_500_000;
export const HEAVY_PICTURE = 400_000;
/** What search results show of a description. */
const DESCRIPTION = { least: 50, most: 160 };
const LONG_TITLE = 60;

/** What is wrong with the order of headings. `canFix` says whether the level of one can be changed where it was written. */
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

/** Pictures without words. `isAlone` says whether a block shows nothing but pictures: none of it is an ornament. */
export function pictureFindings(pictures: Facts['pictures'], isAlone: (block: string) => boolean): Finding<AltFix>[] {
  return pictures.flatMap(({ src, alt, title, block }) => {
    // An empty alternative says "only for the eye"; one that is a file's name says nothing.
    if (alt !== null && alt !== '' && !/^[\w-]+\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(alt)) return [];
    if (alt === '' && title === '' && !isAlone(block)) return [];
    const fix: AltFix | null = title ? { kind: 'alt', src, alt: title } : null;
    return [
      { problem: alt === null || alt === '' ? 'noAlt' : 'fileAlt', values: { alt: alt ?? '', title, src }, block, fix },
    ];
  });
}

/** Links without words, and those that lead nowhere or to where something was. `holds`: whether an address was written there. */
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

/** Pictures that are slow to come, each and all of them together. */
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

/** What search engines and those who share it will miss. `words`: what a description can be made of where there is none. */
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

/** A text with the heading of these words on another level. */
export function withLevel(html: string, { from, to, text }: Omit<LevelFix, 'kind'>): string {
  return html.replace(
    new RegExp(`<h${from}([^>]*)>([\\s\\S]*?)</h${from}>`, 'gi'),
    (whole, rest: string, words: string) => (plain(words) === plain(text) ? `<h${to}${rest}>${words}</h${to}>` : whole),
  );
}

/** A text with another address wherever one stood. */
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

/** A text with words for a picture of it. */
export function withAlt(html: string, { src, alt }: Omit<AltFix, 'kind'>): string {
  return html.replace(/<img\b[^>]*>/gi, (tag) =>
    tag.includes(`src="${escaped(src)}"`)
      ? tag.replace(/ alt="[^"]*"/i, '').replace(/^<img/i, `<img alt="${escaped(alt)}"`)
      : tag,
  );
}

/** What is written of a post, as far as it is looked through. */
export type Looked = {
  title: string;
  excerpt: string;
  content: string;
  cover: { image: string; alt?: string } | null;
  settings: { searchTitle?: string; description?: string; isHidden?: boolean };
};

/** Where something stands in a text: the how-manieth of its kind. */
export const inText = (kind: 'heading' | 'picture' | 'link', index: number) => `${kind}:${index}`;
const isInText = (block: string) => block.includes(':');

/** Everything a reader, a screen reader or a search engine would stumble over in a post, what matters most first. */
export function postFindings(post: Looked, facts: Facts, asked: ReadonlyMap<string, Asked>): Finding[] {
  const { searchTitle, description, isHidden = false } = post.settings;
  const about = {
    title: searchTitle || post.title,
    description: description || post.excerpt,
    // Of a post without a picture the cover is missed.
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
    // A cover may be an ornament; what stands in a text is there to be seen.
    ...pictureFindings(facts.pictures, isInText),
    ...linkFindings(facts.links, asked, isInText),
    ...weightFindings(facts.pictures),
    ...missing,
    ...searchFindings(about, opening)
      // What the excerpt would say is missed there already.
      .filter(({ problem }) => problem !== 'noDescription' || post.excerpt.trim())
      .map((finding) => ({ ...finding, block: FIELDS[finding.problem] ?? finding.block })),
  ];
}

/** In which field of the editor something is put right. */
const FIELDS: Record<string, string> = {
  noDescription: 'description',
  shortDescription: 'description',
  longDescription: 'description',
  longTitle: 'searchTitle',
  hidden: 'isHidden',
};

/** What of a post changes where a finding is put right; null where nothing of it could be found any more. */
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

/** The first sentences of a text, as many as stand well beside its title; nothing where they are too few. */
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
