import { renderedPicture } from '#base/shared/pictures.ts';
import type { PageBlock, PageData } from '../rules.ts';

/** What a page shows, read from how it is drawn. `block` is the id of the block it stands in. */
export type Facts = {
  headings: { level: number; text: string; block: string }[];
  pictures: { src: string; alt: string | null; bytes: number | null; title: string; block: string }[];
  links: { href: string; text: string; block: string }[];
  /** Text whose colours could be told, with the contrast it has and how much it needs. */
  texts: { text: string; ratio: number; needed: number; block: string }[];
};
/** What asking for an address of this site came to. */
export type Asked = { status: number; movedTo: string | null };
export type About = { title: string; description: string; picture: string; isHidden: boolean };

export type Fix =
  | { kind: 'description'; text: string }
  | { kind: 'level'; from: number; to: number; text: string }
  | { kind: 'alt'; src: string; alt: string }
  | { kind: 'href'; from: string; to: string }
  | { kind: 'ground' };
export type Finding = {
  /** A key of the texts under `checks.`. */
  problem: string;
  values: Record<string, string | number>;
  block: string | null;
  fix: Fix | null;
};

/** Past this a page is slow on a phone: bytes of its pictures. */
export const HEAVY_PAGE = 1_500_000;
export const HEAVY_PICTURE = 400_000;
/** What search results show of a description. */
const DESCRIPTION = { least: 50, most: 160 };
const LONG_TITLE = 60;

/** Everything a reader, a screen reader or a search engine would stumble over, what matters most first. */
export function findingsOf(page: PageData, about: About, facts: Facts, asked: ReadonlyMap<string, Asked>): Finding[] {
  return [
    ...headingFindings(page, facts),
    ...pictureFindings(page, facts),
    ...contrastFindings(page, facts),
    ...linkFindings(page, facts, asked),
    ...weightFindings(facts),
    ...searchFindings(about, facts),
  ];
}

function headingFindings(page: PageData, { headings }: Facts): Finding[] {
  const found: Finding[] = [];
  const firsts = headings.filter(({ level }) => level === 1);
  if (firsts.length === 0) found.push({ problem: 'noFirst', values: {}, block: null, fix: null });
  for (const { text, block } of firsts.slice(1))
    found.push({ problem: 'secondFirst', values: { text }, block, fix: levelFix(page, block, text, 1, 2) });
  let before = 0;
  for (const { level, text, block } of headings) {
    if (text.trim() === '') found.push({ problem: 'emptyHeading', values: {}, block, fix: null });
    else if (before > 0 && level > before + 1)
      found.push({
        problem: 'skippedLevel',
        values: { text, level, before },
        block,
        fix: levelFix(page, block, text, level, before + 1),
      });
    before = level;
  }
  return found;
}

/** Only where the heading was written into a text can its level be changed. */
function levelFix(page: PageData, block: string, text: string, from: number, to: number): Fix | null {
  const holds = new RegExp(`<h${from}[^>]*>`, 'i').test(JSON.stringify(blockOf(page.content, block)?.props ?? {}));
  return holds ? { kind: 'level', from, to, text } : null;
}

/** Blocks that show nothing but pictures. */
const PICTURES_ALONE = ['Picture', 'Gallery'];

function pictureFindings(page: PageData, { pictures }: Facts): Finding[] {
  return pictures.flatMap(({ src, alt, title, block }) => {
    // An empty alternative says "only for the eye"; one that is a file's name says nothing.
    if (alt !== null && alt !== '' && !/^[\w-]+\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(alt)) return [];
    // A block that is nothing but pictures shows no ornament.
    if (alt === '' && title === '' && !PICTURES_ALONE.includes(blockOf(page.content, block)?.type ?? '')) return [];
    const fix: Fix | null = title ? { kind: 'alt', src, alt: title } : null;
    return [
      { problem: alt === null || alt === '' ? 'noAlt' : 'fileAlt', values: { alt: alt ?? '', title, src }, block, fix },
    ];
  });
}

function contrastFindings(page: PageData, { texts }: Facts): Finding[] {
  const seen = new Set<string>();
  return texts.flatMap(({ text, ratio, needed, block }) => {
    if (ratio >= needed || seen.has(block)) return [];
    seen.add(block);
    const ground = blockOf(page.content, block)?.props.ground;
    const fix: Fix | null = typeof ground === 'string' && ground !== 'paper' ? { kind: 'ground' } : null;
    return [{ problem: 'contrast', values: { text: text.slice(0, 60), ratio: ratio.toFixed(1), needed }, block, fix }];
  });
}

function linkFindings(page: PageData, { links }: Facts, asked: ReadonlyMap<string, Asked>): Finding[] {
  const seen = new Set<string>();
  return links.flatMap(({ href, text, block }): Finding[] => {
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
    const holds =
      to && JSON.stringify(blockOf(page.content, block)?.props ?? {}).includes(JSON.stringify(href).slice(1, -1));
    if (!to) return [];
    return [
      { problem: 'movedLink', values: { ...values, to }, block, fix: holds ? { kind: 'href', from: href, to } : null },
    ];
  });
}

function weightFindings({ pictures }: Facts): Finding[] {
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

function searchFindings(about: About, { headings }: Facts): Finding[] {
  const found: Finding[] = [];
  const length = about.description.trim().length;
  const words = headings.map(({ text }) => text.trim()).filter(Boolean);
  const text = words.join('. ').slice(0, DESCRIPTION.most);
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

/** A page after a finding was put right; null where nothing of it could be found any more. */
export function fixed(page: PageData, { block, fix }: Finding): PageData | null {
  if (!fix) return null;
  if (fix.kind === 'description')
    return { ...page, root: { ...page.root, props: { ...page.root.props, description: fix.text } } };
  let isDone = false;
  const change = (content: readonly PageBlock[]): PageBlock[] =>
    content.map((found) => {
      if (found.props.id === block) {
        const props = fix.kind === 'ground' ? { ...found.props, ground: 'paper' } : mended(found.props, fix);
        isDone ||= JSON.stringify(props) !== JSON.stringify(found.props);
        return { ...found, props: props as PageBlock['props'] };
      }
      const props = Object.entries(found.props).map(([name, value]) => [name, isBlocks(value) ? change(value) : value]);
      return { ...found, props: Object.fromEntries(props) };
    });
  const content = change(page.content);
  return isDone ? { ...page, content } : null;
}

/** A block's values with one thing changed wherever it stands in them. */
function mended(value: unknown, fix: Exclude<Fix, { kind: 'description' | 'ground' }>): unknown {
  if (typeof value === 'string') {
    if (fix.kind === 'level') return withLevel(value, fix);
    if (fix.kind === 'href')
      return value === fix.from ? fix.to : value.replaceAll(`href="${fix.from}"`, `href="${fix.to}"`);
    return value;
  }
  if (Array.isArray(value)) return value.map((inside) => mended(inside, fix));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mended(one, fix)]));
  return fix.kind === 'alt' && isDrawnAs(value, fix.src) ? { ...inside, alt: fix.alt } : inside;
}

/** What is drawn of a stored picture is a form of it, under an address of its own. */
function isDrawnAs(value: object, drawn: string): boolean {
  const { src, width } = value as { src?: unknown; width?: unknown };
  if (typeof src !== 'string') return false;
  return src === drawn || renderedPicture(src, typeof width === 'number' ? width : undefined)?.src === drawn;
}

function withLevel(html: string, { from, to, text }: { from: number; to: number; text: string }): string {
  return html.replace(
    new RegExp(`<h${from}([^>]*)>([\\s\\S]*?)</h${from}>`, 'gi'),
    (whole, rest: string, words: string) => (plain(words) === plain(text) ? `<h${to}${rest}>${words}</h${to}>` : whole),
  );
}

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function isBlocks(value: unknown): value is PageBlock[] {
  return (
    Array.isArray(value) &&
    value.some((one) => typeof one === 'object' && one !== null && 'type' in one && 'props' in one)
  );
}

/** A block of a page by its id, wherever it stands. */
export function blockOf(content: readonly PageBlock[], id: string): PageBlock | null {
  for (const found of content) {
    if (found.props?.id === id) return found;
    for (const value of Object.values(found.props ?? {})) {
      const inside = isBlocks(value) ? blockOf(value, id) : null;
      if (inside) return inside;
    }
  }
  return null;
}
