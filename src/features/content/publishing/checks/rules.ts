import { htmlWords } from '#base/shared/html-words.ts';

/** Content of a rendered page or post. `block` identifies the container: a page's block, a part of a post. */
export type Facts = {
  headings: { level: number; text: string; block: string }[];
  pictures: {
    src: string;
    alt: string | null;
    bytes: number | null;
    title: string;
    block: string;
    /** There is no picture at its address. */
    isMissing?: boolean;
  }[];
  links: { href: string; text: string; block: string }[];
};
/** HTTP result of an internal link. */
export type LinkResult = { status: number; movedTo: string | null };
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
export const HEAVY_PAGE_BYTES = 1_500_000;
export const HEAVY_PICTURE_BYTES = 400_000;
/** Length of a description in search results. */
const DESCRIPTION_LENGTH = { min: 50, max: 160 };
const MAX_TITLE_LENGTH = 60;

/** Problems in the heading order. `canFix` says whether a heading's level can be changed in its source text. */
export function headingFindings(
  headings: Facts['headings'],
  canFix: (block: string, level: number) => boolean,
): Finding<LevelFix>[] {
  const findings: Finding<LevelFix>[] = [];
  const fixOf = (block: string, text: string, from: number, to: number): LevelFix | null =>
    canFix(block, from) ? { kind: 'level', from, to, text } : null;
  const firsts = headings.filter(({ level }) => level === 1);
  if (firsts.length === 0) findings.push({ problem: 'noFirst', values: {}, block: null, fix: null });
  for (const { text, block } of firsts.slice(1))
    findings.push({ problem: 'secondFirst', values: { text }, block, fix: fixOf(block, text, 1, 2) });
  let previous = 0;
  for (const { level, text, block } of headings) {
    if (text.trim() === '') findings.push({ problem: 'emptyHeading', values: {}, block, fix: null });
    else if (previous > 0 && level > previous + 1)
      findings.push({
        problem: 'skippedLevel',
        values: { text, level, before: previous },
        block,
        fix: fixOf(block, text, level, previous + 1),
      });
    previous = level;
  }
  return findings;
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
  linkResults: ReadonlyMap<string, LinkResult>,
  contains: (block: string, href: string) => boolean,
): Finding<HrefFix>[] {
  const seen = new Set<string>();
  return links.flatMap(({ href, text, block }): Finding<HrefFix>[] => {
    if (seen.has(block + href)) return [];
    seen.add(block + href);
    const values = { href, text: text || href };
    if (text.trim() === '') return [{ problem: 'wordlessLink', values, block, fix: null }];
    if (href === '' || href === '#') return [{ problem: 'linkNowhere', values, block, fix: null }];
    const result = linkResults.get(href);
    if (!result) return [];
    if (result.status === 404 || result.status === 410)
      return [{ problem: href.startsWith('#') ? 'brokenAnchor' : 'brokenLink', values, block, fix: null }];
    const to = result.movedTo;
    if (!to) return [];
    const fix: HrefFix | null = contains(block, href) ? { kind: 'href', from: href, to } : null;
    return [{ problem: 'movedLink', values: { ...values, to }, block, fix }];
  });
}

/** Images that can't be loaded: visitors don't see them. */
export function missingPictureFindings(pictures: Facts['pictures']): Finding<never>[] {
  return pictures
    .filter(({ isMissing }) => isMissing)
    .map(({ src, block }) => ({ problem: 'missingPicture', values: { src }, block, fix: null }));
}

/** Images that load slowly, singly and in total. */
export function weightFindings(pictures: Facts['pictures']): Finding<never>[] {
  const distinct = [...new Map(pictures.map((picture) => [picture.src, picture])).values()];
  const total = distinct.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const heavy = distinct
    .filter(({ bytes }) => (bytes ?? 0) > HEAVY_PICTURE_BYTES)
    .map(({ bytes, block }) => ({
      problem: 'heavyPicture',
      values: { size: kilobytes(bytes ?? 0) },
      block,
      fix: null,
    }));
  return total > HEAVY_PAGE_BYTES
    ? [...heavy, { problem: 'heavyPage', values: { size: kilobytes(total) }, block: null, fix: null }]
    : heavy;
}

/** Missing SEO data: title, description, social image. `words` is a suggestion for the description. */
export function searchFindings(about: About, suggestion: string): Finding<TextFix>[] {
  const findings: Finding<TextFix>[] = [];
  const length = about.description.trim().length;
  const text = suggestion.slice(0, DESCRIPTION_LENGTH.max);
  if (length === 0)
    findings.push({
      problem: 'noDescription',
      values: {},
      block: null,
      fix: text.length >= DESCRIPTION_LENGTH.min ? { kind: 'description', text } : null,
    });
  else if (length < DESCRIPTION_LENGTH.min || length > DESCRIPTION_LENGTH.max)
    findings.push({
      problem: length > DESCRIPTION_LENGTH.max ? 'longDescription' : 'shortDescription',
      values: { length },
      block: null,
      fix: null,
    });
  if (about.title.length > MAX_TITLE_LENGTH)
    findings.push({ problem: 'longTitle', values: { length: about.title.length }, block: null, fix: null });
  if (!about.picture) findings.push({ problem: 'noPicture', values: {}, block: null, fix: null });
  if (about.isHidden) findings.push({ problem: 'hidden', values: {}, block: null, fix: null });
  return findings;
}

/** Location in a written text: the index among elements of its kind. */
export const textLocation = (kind: 'heading' | 'picture' | 'link', index: number) => `${kind}:${index}`;
const isInText = (block: string) => block.includes(':');

/** All findings in a written text and its cover, most important first. */
export function textFindings(facts: Facts, linkResults: ReadonlyMap<string, LinkResult>): Finding[] {
  return [
    ...headingFindings(facts.headings, isInText),
    ...missingPictureFindings(facts.pictures),
    // A cover may be decorative; an image in the text is not.
    ...pictureFindings(facts.pictures, isInText),
    ...linkFindings(facts.links, linkResults, isInText),
    ...weightFindings(facts.pictures),
  ];
}

/** The HTML of a text with a finding in it fixed. */
export function fixText(html: string, fix: LevelFix | HrefFix | AltFix): string {
  if (fix.kind === 'level') return withLevel(html, fix);
  return fix.kind === 'href' ? withHref(html, fix) : withAlt(html, fix);
}

const kilobytes = (bytes: number) => Math.round(bytes / 1000);

/** The HTML with a heading's level changed, found by its text. */
export function withLevel(html: string, { from, to, text }: Omit<LevelFix, 'kind'>): string {
  return html.replace(
    new RegExp(`<h${from}([^>]*)>([\\s\\S]*?)</h${from}>`, 'gi'),
    (match, rest: string, words: string) =>
      htmlWords(words) === htmlWords(text) ? `<h${to}${rest}>${words}</h${to}>` : match,
  );
}

/** The HTML with a link's URL replaced everywhere. */
export function withHref(html: string, { from, to }: Omit<HrefFix, 'kind'>): string {
  return html.replaceAll(`href="${escaped(from)}"`, `href="${escaped(to)}"`);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The HTML with alt text set on an image. */
export function withAlt(html: string, { src, alt }: Omit<AltFix, 'kind'>): string {
  return html.replace(/<img\b[^>]*>/gi, (tag) =>
    tag.includes(`src="${escaped(src)}"`)
      ? tag.replace(/ alt="[^"]*"/i, '').replace(/^<img/i, `<img alt="${escaped(alt)}"`)
      : tag,
  );
}

const EXCERPT_LENGTH = { min: 50, max: 200 };

/** The first sentences of a text, up to the length of a description; empty where they are too short. */
export function excerptOf(html: string): string {
  const text = htmlWords(html.replace(/<h[1-6][^>]*>[\s\S]*?<\/h[1-6]>/gi, ' '));
  if (text.length <= EXCERPT_LENGTH.max) return text.length >= EXCERPT_LENGTH.min ? text : '';
  const excerpt = text.slice(0, EXCERPT_LENGTH.max);
  const sentences = /^[\s\S]*[.!?。！？؟।](?=\s|$)/u.exec(excerpt)?.[0].trim() ?? '';
  if (sentences.length >= EXCERPT_LENGTH.min) return sentences;
  return `${excerpt.slice(0, excerpt.lastIndexOf(' ') > 0 ? excerpt.lastIndexOf(' ') : EXCERPT_LENGTH.max)} …`;
}
